import HostTerminal
import Testing

@Suite struct TerminalAbilitiesTests {
  private func abilities(_ environment: [String: String]) -> TerminalAbilities {
    TerminalAbilities { environment[$0] }
  }

  @Test(
    arguments: [
      (["LANG": "de_DE.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "C"], false),
      ([:], false),
      (["LANG": "en_US.ISO-8859-1", "LC_CTYPE": "en_US.UTF-8"], true),
      (["LANG": "en_US.UTF-8", "LC_ALL": "C"], false),
      (["LANG": "en_US.UTF-8", "LC_ALL": "", "LC_CTYPE": ""], true), (["LC_CTYPE": "UTF-8"], true),
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
    let found = TerminalAbilities { $0 == "TERM" ? name : nil }
    #expect(found.takesControlSequences == takesSequences)
    #expect(found.hasMouse == hasMouse)
  }

  @Test(arguments: [(nil, false), ("", false), ("0", false), ("1", true), ("yes", true)])
  func `movement is left out on request`(word: String?, isReduced: Bool) {
    let found = TerminalAbilities { $0 == "STATEHOST_REDUCED_MOTION" ? word : nil }
    #expect(found.reducesMotion == isReduced)
  }

  @Test func `synchronized update is known from the replies`() {
    var found = abilities([:])
    #expect(found.synchronizedUpdate == .unknown)
    found.learn(.deviceAttributes)
    #expect(found.synchronizedUpdate == .no)
    var other = abilities([:])
    other.learn(.mode(2004, .unknown))
    #expect(other.synchronizedUpdate == .unknown)
    other.learn(.mode(2026, .reset))
    other.learn(.deviceAttributes)
    #expect(other.synchronizedUpdate == .yes)
    other.learn(.mode(2026, .neverSet))
    #expect(other.synchronizedUpdate == .no)
  }

  @Test func `the colours are those that were answered last`() {
    var found = abilities([:])
    #expect(found.background == nil && found.foreground == nil)
    found.learn(.background(TerminalColor(red: 255, green: 250, blue: 240)))
    found.learn(.background(TerminalColor(red: 30, green: 30, blue: 60)))
    #expect(found.background == TerminalColor(red: 30, green: 30, blue: 60))
    found.learn(.foreground(TerminalColor(red: 1, green: 2, blue: 3)))
    #expect(found.foreground == TerminalColor(red: 1, green: 2, blue: 3))
  }
}
