import ChildPluginAPI
import Testing

@testable import HostPlugins

/// The styles that escape sequences give a text.
@Suite struct `A parser of styles` {
  private static let (bold, dim, italic) = (
    CHILDPLUGIN_ATTRIBUTE_BOLD, CHILDPLUGIN_ATTRIBUTE_DIM, CHILDPLUGIN_ATTRIBUTE_ITALIC
  )
  private static let (underline, reverse, strike) = (
    CHILDPLUGIN_ATTRIBUTE_UNDERLINE, CHILDPLUGIN_ATTRIBUTE_REVERSE, CHILDPLUGIN_ATTRIBUTE_STRIKE
  )
  private static let none = CHILDPLUGIN_COLOUR_NONE

  private func runs(_ text: String) -> [childplugin_style_run_t] {
    var parser = StyleParser()
    parser.parse(Array(text.utf8).span)
    return parser.runs
  }

  /// What `ESC [ … m x` makes of the x.
  private func style(_ numbers: String) -> childplugin_style_run_t? {
    runs("\u{1B}[\(numbers)mx").first
  }

  private static func palette(_ index: UInt32) -> UInt32 { 0x0400_0000 | index }
  private static func rgb(_ colour: UInt32) -> UInt32 { 0x0100_0000 | colour }

  @Test(arguments: [
    ("1", bold), ("2", dim), ("3", italic), ("4", underline), ("7", reverse), ("9", strike),
    ("21", underline), ("1;3;9", bold | italic | strike), ("1;2;22;3", italic), ("3;23;1", bold),
    ("4;24;1", bold), ("7;27;1", bold), ("9;29;1", bold), ("1;0;3", italic), ("1;;3", italic),
    ("4:3", underline), ("4:0;1", bold), ("5;8;1", bold), ("00001", bold),
    ("38;5;1;4", underline),
  ])
  func `takes attributes on and off`(numbers: String, attributes: UInt32) {
    #expect(style(numbers)?.attributes == attributes)
  }

  @Test(arguments: [
    ("31", palette(1), none), ("97", palette(15), none), ("42", none, palette(2)),
    ("100", none, palette(8)), ("38;5;208", palette(208), none), ("48;5;0", none, palette(0)),
    ("38;2;1;2;3", rgb(0x010203), none), ("38:2:1:2:3", rgb(0x010203), none),
    ("38:2::1:2:3", rgb(0x010203), none), ("38:5:9", palette(9), none),
    ("48;2;255;0;16;31", palette(1), rgb(0xFF0010)), ("38;2;999;0;0", rgb(0xFF0000), none),
    ("31;39;42", none, palette(2)), ("42;49;31", palette(1), none),
    // What is no colour changes none, and what follows it counts.
    ("31;38;5;256", palette(1), none), ("38;7;31", palette(1), none),
    ("31;38;2;1;2", palette(1), none), ("31;38;5", palette(1), none),
    ("99999999999999999999;31", palette(1), none),
  ])
  func `takes colours`(numbers: String, foreground: UInt32, background: UInt32) {
    let style = style(numbers)
    #expect(style?.foreground == foreground && style?.background == background)
  }

  @Test func `takes each of sixteen colours for the text and for its ground`() {
    for index in 0..<16 as Range<UInt32> {
      let number = index < 8 ? 30 + index : 82 + index
      let styles = [style("\(number)"), style("\(number + 10)")]
      #expect(styles.map { $0?.foreground } == [Self.palette(index), Self.none])
      #expect(styles.map { $0?.background } == [Self.none, Self.palette(index)])
    }
  }

  @Test(arguments: [
    ("4", CHILDPLUGIN_UNDERLINE_PLAIN), ("21", 1), ("4:2", 1), ("4:3", 2), ("4:5", 4), ("4:9", 0),
    ("4:3;24;1", 0),
  ])
  func `takes kinds of underlines`(numbers: String, kind: UInt32) {
    #expect(style(numbers)?.underline == kind)
  }

  @Test func `takes the colour of an underline, and gives it up`() {
    #expect(style("4;58;5;3")?.underline_colour == Self.palette(3))
    #expect(style("4;58;5;3;59")?.underline_colour == Self.none)
  }

  @Test func `has a run for each part, in the bytes of the text, and one for the same style`() {
    let found = runs("a\u{1B}[1mb\u{1B}[mc\u{1B}[31mde\u{1B}[Kf\u{1B}[31mg")
    #expect(found.map { $0.bytes.start } == [5, 15, 20, 26])
    #expect(found.map { $0.bytes.end } == [6, 17, 21, 27])
    // Sequences that are none, or others, leave the style alone.
    #expect(runs("\u{1B}[?1mx\u{1B}[1 mx\u{1B}(0x\u{1B}[").isEmpty)
  }

  @Test(arguments: ["\u{07}", "\u{1B}\\"])
  func `takes links, by where their addresses stand, which a reset leaves`(end: String) {
    let text = "\u{1B}]8;id=1;http://a\(end)x\u{1B}[1;0my\u{1B}]8;;\(end)z"
    let found = runs(text)
    let bytes = Array(text.utf8)
    #expect(found.count == 2)
    for (run, letter) in zip(found, "xy") {
      #expect(bytes[Int(run.bytes.start)] == letter.asciiValue)
      let address = bytes[Int(run.link.start)..<Int(run.link.end)]
      #expect(String(decoding: address, as: UTF8.self) == "http://a")
    }
    // Another command, or one without an end, is no link.
    #expect(runs("\u{1B}]0;title\(end)x").isEmpty && runs("\u{1B}]8;;http://a").isEmpty)
  }

  @Test func `stops at its limits`() {
    let many = String(repeating: "\u{1B}[1mx\u{1B}[2mx\u{1B}[0m", count: StyleParser.runLimit)
    #expect(runs(many).count == StyleParser.runLimit)
    let long = "\u{1B}[1m" + String(repeating: "x", count: StyleParser.bytesLimit + 10)
    #expect(runs(long).last?.bytes.end == UInt64(StyleParser.bytesLimit))
  }
}
