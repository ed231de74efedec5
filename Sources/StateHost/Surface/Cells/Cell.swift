/// One place of a grid, in sixteen bytes without padding.
///
/// A wide grapheme takes two cells: the first has width 2, the second is a *continuation* of width
/// 0 with the same colours and attributes. Every grid keeps the two together.
package struct Cell: Sendable {
  /// The grapheme in the lower half, the foreground in the upper: two words are copied faster than four
  /// halves.
  private var text: UInt64
  /// The background in the lower half; from bit 32 on the attributes, from bit 40 on the width, from bit
  /// 48 on the decoration.
  private var look: UInt64

  @inline(__always)
  init(
    _ grapheme: Grapheme, width: Int = 1, foreground: Colour = .default,
    background: Colour = .default, attributes: TextAttributes = [],
    decoration: DecorationID = .none
  ) {
    text = UInt64(foreground.rawValue) << 32 | UInt64(grapheme.code)
    look =
      UInt64(decoration.number) << 48 | UInt64(truncatingIfNeeded: width) << 40
      | UInt64(attributes.rawValue) << 32 | UInt64(background.rawValue)
  }

  /// Nothing at all: what is beneath shows whole.
  package static let transparent = Cell(.none, background: .transparent)
  /// A space in the terminal's own colours.
  package static let blank = Cell(.space)

  /// What is written: see `Grapheme`.
  var grapheme: Grapheme {
    @inline(__always) get { Grapheme(code: UInt32(truncatingIfNeeded: text)) }
    @inline(__always) set { text = text & Self.upper | UInt64(newValue.code) }
  }

  package var foreground: Colour {
    @inline(__always) get { Colour(rawValue: UInt32(truncatingIfNeeded: text >> 32)) }
    @inline(__always) set { text = text & Self.lower | UInt64(newValue.rawValue) << 32 }
  }

  package var background: Colour {
    @inline(__always) get { Colour(rawValue: UInt32(truncatingIfNeeded: look)) }
    @inline(__always) set { look = look & Self.upper | UInt64(newValue.rawValue) }
  }

  package var attributes: TextAttributes {
    @inline(__always) get { TextAttributes(rawValue: UInt8(truncatingIfNeeded: look >> 32)) }
    @inline(__always) set { look = look & ~(0xFF << 32) | UInt64(newValue.rawValue) << 32 }
  }

  package var decoration: DecorationID {
    @inline(__always) get { DecorationID(number: UInt16(truncatingIfNeeded: look >> 48)) }
  }

  private static var lower: UInt64 { 0xFFFF_FFFF }
  private static var upper: UInt64 { ~lower }

  /// 1 or 2; 0 for the second cell of a wide grapheme.
  package var width: Int { Int(look >> 40 & 0xFF) }

  package var isContinuation: Bool { look & 0xFF << 40 == 0 }

  /// Whether it stands for what could not be shown (U+FFFD).
  package var isReplacement: Bool { grapheme == .replacement }

  package var isASCII: Bool { grapheme.isASCII }

  /// Whether it shows this character, and nothing with it.
  package func shows(_ scalar: Unicode.Scalar) -> Bool { grapheme.code == scalar.value }

  /// The character that it shows, where it is one alone.
  package var scalar: Unicode.Scalar? { Unicode.Scalar(grapheme.code) }

  /// Whether something is written in it.
  package var hasText: Bool { !grapheme.isBlank }

  package var isReversed: Bool { attributes.contains(.reverse) }

  /// Whether everything beneath shows.
  var isTransparent: Bool { grapheme == .none && background == .transparent && width == 1 }

  /// Whether nothing but the background is to be seen.
  var isBlank: Bool {
    width == 1 && grapheme.isBlank
      && attributes.isDisjoint(with: .visibleOnBlank) && decoration == .none
  }

  /// The second cell of this wide one.
  @inline(__always)
  var continuation: Cell {
    Cell(
      .none, width: 0, foreground: foreground, background: background, attributes: attributes,
      decoration: decoration)
  }

  /// A space with this cell's background: what is left of a wide grapheme cut in half.
  @inline(__always)
  var cut: Cell { Cell(.space, background: background) }

  /// Whether the terminal's pen looks the same for both.
  @inline(__always)
  func hasStyle(of other: Cell) -> Bool {
    foreground == other.foreground && background == other.background
      && attributes == other.attributes && decoration == other.decoration
  }
}

extension Cell: Equatable {
  @inline(__always)
  package static func == (one: Cell, other: Cell) -> Bool {
    (one.text ^ other.text) | (one.look ^ other.look) == 0
  }
}
