import HostTerminal
import Testing

@Suite struct TerminalCapabilitiesTests {
  private func abilities(_ environment: [String: String]) -> TerminalCapabilities {
    TerminalCapabilities { environment[$0] }
  }

  @Test(
    arguments: [
      (["LANG": "de_DE.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "C"], false),
      ([:], false),
      (["LANG": "en_US.ISO-8859-1", "LC_CTYPE": "en_US.UTF-8"], true),
      (["LANG": "en_US.UTF-8", "LC_ALL": "C"], false),
      (["LANG": "en_US.UTF-8", "LC_ALL": "", "LC_CTYPE": ""], true), (["LC_CTYPE": "UTF-8"], true),
      (["LC_ALL": "C", "LC_CTYPE": "de_DE.UTF-8"], false),
      (["LC_ALL": "C.UTF-8", "LC_CTYPE": "C", "LANG": "C"], true),
    ] as [([String: String], Bool)])
  func `the first locale that is set says the character set`(
    environment: [String: String], isUTF8: Bool
  ) {
    #expect(abilities(environment).isUTF8 == isUTF8)
  }

  @Test(
    arguments: [
      (nil, false, false), ("", false, false), ("dumb", false, false), ("linux", true, false),
      ("xterm-256color", true, true), ("tmux", true, true),
    ] as [(String?, Bool, Bool)])
  func `TERM says whether sequences and the mouse make sense`(
    name: String?, takesSequences: Bool, hasMouse: Bool
  ) {
    let found = TerminalCapabilities { $0 == "TERM" ? name : nil }
    #expect(found.supportsControlSequences == takesSequences)
    #expect(found.hasMouse == hasMouse)
  }

  @Test(arguments: [(nil, false), ("", false), ("0", false), ("1", true), ("yes", true)])
  func `movement is left out on request`(word: String?, isReduced: Bool) {
    let found = TerminalCapabilities { $0 == "STATEHOST_REDUCED_MOTION" ? word : nil }
    #expect(found.reducesMotion == isReduced)
  }

  @Test(
    arguments: [
      (.unknown, .no), (.set, .yes), (.reset, .yes), (.alwaysSet, .no), (.neverSet, .no),
    ] as [(TerminalReply.ModeSetting, TerminalCapabilities.Support)])
  func `synchronized update is there where it can be set and reset, in whatever order they come`(
    setting: TerminalReply.ModeSetting, support: TerminalCapabilities.Support
  ) {
    let mode = TerminalReply.mode(2026, setting)
    for replies in [[mode, .deviceAttributes], [.deviceAttributes, mode]] {
      var found = abilities([:])
      found.update(from: .mode(2004, .set))
      #expect(found.synchronizedUpdate == .unknown)
      for reply in replies { found.update(from: reply) }
      #expect(found.synchronizedUpdate == support)
    }
    var silent = abilities([:])
    silent.update(from: .deviceAttributes)
    #expect(silent.synchronizedUpdate == .no)
  }

  @Test func `the colours are those that were answered last`() {
    var found = abilities([:])
    #expect(found.background == nil && found.foreground == nil)
    found.update(from: .background(0xFFFAF0))
    found.update(from: .background(0x1E1E3C))
    #expect(found.background == 0x1E1E3C)
    found.update(from: .foreground(0x010203))
    #expect(found.foreground == 0x010203)
  }
}
