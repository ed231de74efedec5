import HostText
import Testing

@Suite struct `The name of a key` {
  @Test(arguments: [
    ("down", Key(.down)), ("page-up", Key(.pageUp)), ("e", Key(.character("e"))),
    ("E", Key(.character("E"))), ("?", Key(.character("?"))), ("space", Key(.character(" "))),
    ("f5", Key(.function(5))), ("f35", Key(.function(35))),
    ("ctrl-e", Key(.character("e"), .control)), ("alt-x", Key(.character("x"), .alt)),
    ("-", Key(.character("-"))), ("ctrl--", Key(.character("-"), .control)),
    ("ctrl-alt-shift-delete", Key(.delete, [.control, .alt, .shift])), ("ä", Key(.character("ä"))),
    ("👍", Key(.character("👍"))), ("f", Key(.character("f"))), ("super-left", Key(.left, .super)),
    ("shift-tab", Key(.tab, .shift)), ("ctrl-\u{301}", Key(.character("\u{301}"), .control)),
    ("ctrl-shift-c", Key(.character("c"), [.control, .shift])),
    ("ctrl-super-i", Key(.character("i"), [.control, .super])),
  ])
  func `is read and written back`(name: String, key: Key) throws {
    #expect(try Key(naming: name) == key)
    #expect(key.name == name)
  }

  @Test(arguments: [
    ("return", "enter"), ("esc", "escape"), ("pageup", "page-up"), ("pagedown", "page-down"),
    ("del", "delete"), ("ins", "insert"), ("shift-a", "A"), ("shift-A", "A"), ("ctrl-E", "ctrl-e"),
    ("alt-ctrl-x", "ctrl-alt-x"), (" ", "space"), ("shift-alt-x", "alt-X"),
    ("shift-ctrl-alt-up", "ctrl-alt-shift-up"), ("super-shift-space", "shift-super-space"),
  ])
  func `may be another that leads to the same key`(other: String, name: String) throws {
    #expect(try Key(naming: other).name == name)
  }

  @Test(arguments: [
    "", "\n", "ctrl-", "alt-ctrl-", "ctrl-ctrl-e", "f0", "f36", "f05", "fx", "nonsense", "Down",
    "\u{1B}", "\u{7F}", "\u{9B}", "ctrl-\u{3}", "ab", "hyper-a", "👍🏽",
  ])
  func `is none of these`(name: String) {
    #expect(throws: KeyNameProblem.unknown) { try Key(naming: name) }
  }

  @Test(arguments: [
    ("shift-é", "É"), ("alt-shift-ä", "alt-Ä"), ("ctrl-i", "tab"), ("ctrl-alt-I", "alt-tab"),
    ("ctrl-m", "enter"), ("ctrl-j", "enter"), ("ctrl-h", "backspace"), ("ctrl-[", "escape"),
  ])
  func `that terminals never send names the key that they send`(name: String, sent: String) {
    let problem = #expect(throws: KeyNameProblem.self) { try Key(naming: name) }
    guard case .sentAs(let key) = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(key.name == sent)
    #expect(throws: Never.self) { try Key(naming: sent) }
  }

  @Test func `is one of the list, up to F12`() throws {
    #expect(Key.names.count == 27 && Key.names.last == "f12")
    for name in Key.names { #expect(try Key(naming: name).name == name) }
  }

  @Test(arguments: ["shift-1", "shift-ß", "shift-É", "alt-shift-漢"])
  func `with a Shift that only the keyboard knows is refused`(name: String) {
    #expect(throws: KeyNameProblem.shiftChangesCharacter) { try Key(naming: name) }
  }

  @Test(arguments: ["ctrl-c", "ctrl-Z", "ctrl-\\", "ctrl-alt-c"])
  func `of a signal is refused`(name: String) {
    #expect(throws: KeyNameProblem.signal) { try Key(naming: name) }
  }
}
