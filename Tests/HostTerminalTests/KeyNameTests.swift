import HostTerminal
import Testing

@Suite struct KeyNameTests {
  @Test(arguments: [
    ("down", Key(.down)), ("page-up", Key(.pageUp)), ("e", Key(.character("e"))),
    ("E", Key(.character("E"))), ("space", Key(.character(" "))), ("f5", Key(.function(5))),
    ("ctrl-c", Key(.character("c"), .control)), ("alt-x", Key(.character("x"), .alt)),
    ("-", Key(.character("-"))), ("ctrl--", Key(.character("-"), .control)),
    ("ctrl-alt-shift-delete", Key(.delete, [.control, .alt, .shift])), ("ä", Key(.character("ä"))),
    ("f", Key(.character("f"))), ("super-left", Key(.left, .super)),
    ("shift-tab", Key(.tab, .shift)),
  ])
  func `a name is read and written back`(name: String, key: Key) {
    #expect(Key(name: name) == key)
    #expect(key.name == name)
  }

  @Test(arguments: [
    ("return", "enter"), ("esc", "escape"), ("pageup", "page-up"), ("pagedown", "page-down"),
    ("del", "delete"), ("ins", "insert"), ("shift-a", "A"), ("ctrl-C", "ctrl-c"),
    ("alt-ctrl-x", "ctrl-alt-x"), (" ", "space"), ("shift-1", "1"),
  ])
  func `another name of a key leads to the same key`(other: String, name: String) {
    #expect(Key(name: other)?.name == name)
  }

  @Test(arguments: [
    "", "ctrl-", "alt-ctrl-", "f0", "f36", "f05", "fx", "nonsense", "Down", "\u{1B}", "\u{7F}",
    "ctrl-\u{3}", "ab", "hyper-a",
  ])
  func `what names no key gives none`(name: String) {
    #expect(Key(name: name) == nil)
  }
}
