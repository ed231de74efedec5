import HostTerminal
import HostText
import Testing

/// What terminals send for keys, and the name of the key.
let keySequences: [(bytes: String, name: String)] = [
  // Characters.
  ("a", "a"), ("A", "A"), ("~", "~"), (" ", "space"), ("-", "-"),
  ("ä", "ä"), ("€", "€"), ("😀", "😀"), ("\u{301}", "\u{301}"),
  // Control characters.
  ("\r", "enter"), ("\n", "enter"), ("\t", "tab"), ("\u{7F}", "backspace"), ("\u{8}", "backspace"),
  ("\0", "ctrl-space"), ("\u{1}", "ctrl-a"), ("\u{3}", "ctrl-c"), ("\u{1A}", "ctrl-z"),
  ("\u{1C}", "ctrl-\\"), ("\u{1D}", "ctrl-]"), ("\u{1E}", "ctrl-^"), ("\u{1F}", "ctrl-_"),
  // Escape and Alt.
  ("\u{1B}", "escape"), ("\u{1B}x", "alt-x"), ("\u{1B}X", "alt-X"), ("\u{1B}ä", "alt-ä"),
  ("\u{1B}\r", "alt-enter"), ("\u{1B}\u{7F}", "alt-backspace"), ("\u{1B}\u{1}", "ctrl-alt-a"),
  ("\u{1B}[", "alt-["), ("\u{1B}O", "alt-O"), ("\u{1B}]", "alt-]"), ("\u{1B}P", "alt-P"),
  ("\u{1B} ", "alt-space"),
  // Arrows.
  ("\u{1B}[A", "up"), ("\u{1B}[B", "down"), ("\u{1B}[C", "right"), ("\u{1B}[D", "left"),
  ("\u{1B}OA", "up"), ("\u{1B}OB", "down"), ("\u{1B}OC", "right"), ("\u{1B}OD", "left"),
  ("\u{1B}[1;2A", "shift-up"), ("\u{1B}[1;3B", "alt-down"), ("\u{1B}[1;5C", "ctrl-right"),
  ("\u{1B}[1;6D", "ctrl-shift-left"), ("\u{1B}[1;8A", "ctrl-alt-shift-up"),
  ("\u{1B}\u{1B}[A", "alt-up"), ("\u{1B}\u{1B}OB", "alt-down"), ("\u{1B}[a", "shift-up"),
  ("\u{1B}Od", "ctrl-left"), ("\u{1B}[1;33A", "alt-up"), ("\u{1B}[1;129A", "up"),
  ("\u{1B}[b", "shift-down"), ("\u{1B}[c", "shift-right"), ("\u{1B}[d", "shift-left"),
  ("\u{1B}Oa", "ctrl-up"), ("\u{1B}Ob", "ctrl-down"), ("\u{1B}Oc", "ctrl-right"),
  // Home, End, paging and editing.
  ("\u{1B}[H", "home"), ("\u{1B}[F", "end"), ("\u{1B}OH", "home"), ("\u{1B}OF", "end"),
  ("\u{1B}[1~", "home"), ("\u{1B}[7~", "home"), ("\u{1B}[4~", "end"), ("\u{1B}[8~", "end"),
  ("\u{1B}[1;5H", "ctrl-home"), ("\u{1B}[1;2F", "shift-end"), ("\u{1B}[5~", "page-up"),
  ("\u{1B}[6~", "page-down"), ("\u{1B}[2~", "insert"), ("\u{1B}[3~", "delete"),
  ("\u{1B}[3;5~", "ctrl-delete"), ("\u{1B}[5;3~", "alt-page-up"), ("\u{1B}[3$", "shift-delete"),
  ("\u{1B}[3^", "ctrl-delete"), ("\u{1B}[3@", "ctrl-shift-delete"), ("\u{1B}[Z", "shift-tab"),
  ("\u{1B}[5^", "ctrl-page-up"), ("\u{1B}[7$", "shift-home"), ("\u{1B}[8@", "ctrl-shift-end"),
  // Function keys.
  ("\u{1B}OP", "f1"), ("\u{1B}OQ", "f2"), ("\u{1B}OR", "f3"), ("\u{1B}OS", "f4"),
  ("\u{1B}[P", "f1"), ("\u{1B}[11~", "f1"), ("\u{1B}[12~", "f2"), ("\u{1B}[13~", "f3"),
  ("\u{1B}[14~", "f4"), ("\u{1B}[15~", "f5"), ("\u{1B}[17~", "f6"), ("\u{1B}[18~", "f7"),
  ("\u{1B}[19~", "f8"), ("\u{1B}[20~", "f9"), ("\u{1B}[21~", "f10"), ("\u{1B}[23~", "f11"),
  ("\u{1B}[24~", "f12"), ("\u{1B}[25~", "f13"), ("\u{1B}[34~", "f20"), ("\u{1B}[[A", "f1"),
  ("\u{1B}[[E", "f5"), ("\u{1B}[1;2P", "shift-f1"), ("\u{1B}[1;5R", "ctrl-f3"),
  ("\u{1B}O1;5P", "ctrl-f1"), ("\u{1B}O5P", "ctrl-f1"), ("\u{1B}[15;2~", "shift-f5"),
  ("\u{1B}[24;6~", "ctrl-shift-f12"), ("\u{1B}[26~", "f14"), ("\u{1B}[28~", "f15"),
  ("\u{1B}[29~", "f16"), ("\u{1B}[31~", "f17"), ("\u{1B}[32~", "f18"), ("\u{1B}[33~", "f19"),
  // The keypad.
  ("\u{1B}OM", "enter"), ("\u{1B}Ok", "+"), ("\u{1B}Op", "0"), ("\u{1B}Oy", "9"), ("\u{1B}OX", "="),
  ("\u{1B}O ", "space"), ("\u{1B}OI", "tab"), ("\u{1B}Oj", "*"), ("\u{1B}Ol", ","),
  ("\u{1B}Om", "-"), ("\u{1B}On", "."), ("\u{1B}Oo", "/"),
  // kitty's protocol and xterm's modifyOtherKeys.
  ("\u{1B}[97u", "a"), ("\u{1B}[97;5u", "ctrl-a"), ("\u{1B}[97;2u", "A"),
  ("\u{1B}[97:65;2u", "A"), ("\u{1B}[49:33;2u", "!"), ("\u{1B}[97;6u", "ctrl-shift-a"),
  ("\u{1B}[27u", "escape"), ("\u{1B}[13;5u", "ctrl-enter"), ("\u{1B}[9;5u", "ctrl-tab"),
  ("\u{1B}[127;3u", "alt-backspace"), ("\u{1B}[32;5u", "ctrl-space"), ("\u{1B}[97;1:2u", "a"),
  ("\u{1B}[57399u", "0"), ("\u{1B}[57414u", "enter"), ("\u{1B}[57376u", "f13"),
  ("\u{1B}[57419u", "up"), ("\u{1B}[97;9u", "super-a"), ("\u{1B}[8364u", "€"),
  ("\u{1B}[97;1;97u", "a"), ("\u{1B}[27;5;97~", "ctrl-a"), ("\u{1B}[27;5;13~", "ctrl-enter"),
  ("\u{1B}[1;1:2A", "up"), ("\u{1B}[97:65:99;2u", "A"), ("\u{1B}[97:65u", "a"),
  ("\u{1B}[97:65;3u", "alt-a"), ("\u{1B}[97:65;4u", "alt-A"),
  ("\u{1B}[97:65;6u", "ctrl-shift-a"), ("\u{1B}[57398u", "f35"), ("\u{1B}[57408u", "9"),
  ("\u{1B}[57409u", "."), ("\u{1B}[57410u", "/"), ("\u{1B}[57411u", "*"),
  ("\u{1B}[57412u", "-"), ("\u{1B}[57413u", "+"), ("\u{1B}[57415u", "="),
  ("\u{1B}[57416u", ","), ("\u{1B}[57417u", "left"), ("\u{1B}[57418u", "right"),
  ("\u{1B}[57420u", "down"), ("\u{1B}[57421u", "page-up"), ("\u{1B}[57422u", "page-down"),
  ("\u{1B}[57423u", "home"), ("\u{1B}[57424u", "end"), ("\u{1B}[57425u", "insert"),
  ("\u{1B}[57426u", "delete"),
  // Sixteen numbers are the most.
  ("\u{1B}[97;5;;;;;;;;;;;;;;u", "ctrl-a"),
]

/// What is no key and must not look like one.
let keylessSequences = [
  "\u{1B}[:a", "\u{1B}[97;1:3u", "\u{1B}[1;1:3A", "\u{1B}[57375u", "\u{1B}[57427u", "\u{1B}[57441u",
  "\u{1B}[1114112u", "\u{1B}[u",
  "\u{1B}[99~", "\u{1B}[16~", "\u{1B}[~", "\u{1B}[201~", "\u{1B}[12;40R", "\u{1B}[8;24;80t",
  "\u{1B}[>41;354;0c", "\u{1B}[?1u", "\u{1B}[5;5;5A", "\u{1B}[1<2A", "\u{1B}[ A", "\u{1B}[1 2A",
  "\u{1B}[[Z", "\u{1B}OZ", "\u{1B}[1;2\u{18}", "\u{1B}P>|XTerm(380)\u{1B}\\",
  "\u{1B}_Gi=1;OK\u{1B}\\",
  "\u{1B}^private\u{1B}\\", "\u{1B}Xstart of string\u{1B}\\", "\u{1B}]4;1;rgb:0/0/0\u{7}",
  "\u{1B}]0;a title\u{1B}\\", "\u{1B}]52;c;aGFsbG8=\u{1A}", "\u{1B}[1;2", "\u{1B}]11;rgb:00",
  "\u{1B}[97;5;;;;;;;;;;;;;;;u", "\u{1B}[1I", "\u{80}", "\u{9B}", "\u{9F}",
]

@Suite struct KeySequenceTests {
  @Test func `LF is Ctrl-J where that is told apart from Enter`() {
    var input = TimedInput(parser: InputParser(hasControlJ: true))
    input.feed("\n\r\u{1B}\n")
    #expect(input.events.map(\.keyName) == ["ctrl-j", "enter", "ctrl-alt-j"])
  }

  @Test(arguments: keySequences)
  func `each encoding of a key is that key, however it is split`(bytes: String, name: String) {
    #expect(parse(bytes).map(\.keyName) == [name])
    expect(bytes, give: parse(bytes))
  }

  @Test(arguments: keylessSequences)
  func `what is no key is dropped, however it is split`(bytes: String) {
    expect(bytes, give: [])
  }

  @Test(
    arguments: [
      ([0x80], []), ([0xFF], []), ([0xC0, 0x80], []), ([0xC1, 0x61], ["a"]), ([0xC3, 0x61], ["a"]),
      ([0xE2, 0x82, 0x61], ["a"]), ([0xE2, 0x82, 0xC3, 0xA4], ["ä"]), ([0xED, 0xA0, 0x80], []),
      ([0xF4, 0x90, 0x80, 0x80], []), ([0xE0, 0x80, 0xAF], []), ([0xF0, 0x9F, 0x98], []),
      ([0xE2, 0x1B, 0x5B, 0x41], ["up"]), ([0x1B, 0xC3, 0x61], ["a"]),
    ] as [([UInt8], [String])])
  func `invalid UTF-8 is dropped and what follows is kept`(bytes: [UInt8], names: [String]) {
    #expect(parse([bytes]).map(\.keyName) == names)
    expect(bytes, give: parse([bytes]))
  }

  /// A sequence cut off by another, two Escapes and a character, and Alt, which does not stay.
  @Test(
    arguments: [
      ("\u{1B}[1;2\u{1B}[B", ["down"]), ("\u{1B}]11;rgb\u{1B}[B", ["down"]),
      ("\u{1B}O1\u{1B}OB", ["down"]), ("\u{1B}[1;2\rx", ["enter", "x"]),
      ("\u{1B}\u{1B}", ["escape", "escape"]), ("\u{1B}\u{1B}x", ["escape", "alt-x"]),
      ("\u{1B}\u{1B}[", ["escape", "alt-["]), ("\u{1B}\u{1B}\u{1B}[A", ["escape", "alt-up"]),
      ("\u{1B}xy\u{1B}\u{1B}[AB", ["alt-x", "y", "alt-up", "B"]), ("\u{1B}äö", ["alt-ä", "ö"]),
    ] as [(String, [String])])
  func `each key of several is whole`(text: String, names: [String]) {
    #expect(parse(text).map(\.keyName) == names)
  }

  @Test(arguments: [
    "[?1;2c", "[?2026;2$y", "[<0;1;1M", "[<0;2;3m", "[32;12;5M", "[M !!", "[I", "[O",
    "[200~text\u{1B}[201~", "]11;rgb:ff/80/00\u{7}",
  ])
  func `an Escape before what is no key is the Escape key, however it is split`(report: String) {
    let expected = [.key(Key(.escape))] + parse("\u{1B}\(report)")
    #expect(expected.count == 2)
    expect("\u{1B}\u{1B}\(report)", give: expected)
  }
}

extension InputEvent {
  /// The key's name, or what it is instead of a key.
  var keyName: String {
    if case .key(let key) = self { key.name } else { "\(self)" }
  }
}
