/// The character of a terminal cell in 32 bits: nothing, one Unicode scalar, or the slot of a
/// longer grapheme cluster in the `CellPool`.
struct Grapheme: Equatable, Hashable, Sendable {
  /// 0 for none, a scalar's value, or a pool slot with bit 31 set.
  let code: UInt32

  @inline(__always)
  init(code: UInt32) { self.code = code }

  static let none = Grapheme(code: 0)
  static let space = Grapheme(code: 0x20)
  static let replacement = Grapheme(code: 0xFFFD)

  static func pooled(slot: Int) -> Grapheme {
    Grapheme(code: 0x8000_0000 | UInt32(truncatingIfNeeded: slot))
  }

  /// The pool slot of a grapheme of several scalars.
  var slot: Int? { code & 0x8000_0000 == 0 ? nil : Int(code & 0x7FFF_FFFF) }

  var isASCII: Bool { code < 0x80 }
  var isBlank: Bool { code == 0 || code == 0x20 }

  /// Whether terminals disagree about its width or its end: several scalars, newer emoji, and
  /// leading Hangul consonants.
  var isAmbiguous: Bool {
    code >= 0x1F000 || 0x1100...0x115F ~= code || 0xA960...0xA97C ~= code
  }
}

/// A set of terminal text attributes (SGR): bold, dim, italic, underline, reverse and strike; on
/// layers also a flag that lets the compositor change a text colour unreadable on its background.
package struct TextAttributes: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let bold = TextAttributes(rawValue: 1)
  package static let dim = TextAttributes(rawValue: 2)
  package static let italic = TextAttributes(rawValue: 4)
  package static let underline = TextAttributes(rawValue: 8)
  package static let reverse = TextAttributes(rawValue: 16)
  package static let strike = TextAttributes(rawValue: 32)
  /// The compositor makes the text readable, and removes this.
  package static let readable = TextAttributes(rawValue: 64)

  /// Attributes that are visible on a space.
  static let visibleOnBlank: TextAttributes = [.underline, .reverse, .strike]
  package static let all: TextAttributes = [
    .bold, .dim, .italic, .underline, .reverse, .strike, .readable,
  ]
}

/// The style of text on a layer of the host: colours, attributes such as bold, and a reference to
/// an underline or link; plugins draw with the kit's `Style`.
package struct Style: Equatable, Hashable, Sendable {
  package var foreground: Colour
  package var background: Colour
  package var attributes: TextAttributes
  /// An entry of the pool of the layer that is drawn on.
  package var decoration: DecorationID

  /// A style; by default the terminal's text colour on a transparent background.
  package init(
    foreground: Colour = .default, background: Colour = .transparent,
    attributes: TextAttributes = [], decoration: DecorationID = .none
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
    self.decoration = decoration
  }
}

/// One character cell of a layer or a frame in sixteen bytes: its grapheme, width, colours,
/// attributes, and reference to an underline or link.
///
/// A wide grapheme takes two cells: the first has width 2, the second is a *continuation* of width
/// 0 with the same colours and attributes. Every grid keeps the two together.
package struct Cell: Sendable {
  /// The grapheme in the lower half, the foreground in the upper, since copying two words is faster
  /// than copying four halves.
  private var text: UInt64
  /// The background in bits 0…31, attributes from bit 32, width from 40, decoration from 48.
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

  @inline(__always)
  init(_ grapheme: Grapheme, width: Int = 1, style: Style) {
    self.init(
      grapheme, width: width, foreground: style.foreground, background: style.background,
      attributes: style.attributes, decoration: style.decoration)
  }

  /// An empty cell that shows everything beneath.
  package static let transparent = Cell(.none, background: .transparent)
  /// A space in the terminal's own colours.
  package static let blank = Cell(.space)

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

  var style: Style {
    Style(
      foreground: foreground, background: background, attributes: attributes,
      decoration: decoration)
  }

  private static var lower: UInt64 { 0xFFFF_FFFF }
  private static var upper: UInt64 { ~lower }

  /// 1 or 2; 0 for the second cell of a wide grapheme.
  package var width: Int { Int(look >> 40 & 0xFF) }

  package var isContinuation: Bool { look & 0xFF << 40 == 0 }

  /// Whether it shows U+FFFD in place of text that cannot be shown.
  package var isReplacement: Bool { grapheme == .replacement }

  package var isASCII: Bool { grapheme.isASCII }

  /// Whether it shows exactly this scalar.
  package func shows(_ scalar: Unicode.Scalar) -> Bool { grapheme.code == scalar.value }

  /// The scalar that it shows; nil for a grapheme of several.
  package var scalar: Unicode.Scalar? { Unicode.Scalar(grapheme.code) }

  package var hasText: Bool { !grapheme.isBlank }

  package var isReversed: Bool { attributes.contains(.reverse) }

  /// Whether everything beneath is visible.
  var isTransparent: Bool { grapheme == .none && background == .transparent && width == 1 }

  /// Whether only the background is visible.
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

  /// A space with this cell's background.
  @inline(__always)
  var erased: Cell { Cell(.space, background: background) }

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
