/// One place of a grid, in sixteen bytes without padding.
///
/// A wide grapheme takes two cells: the first has width 2, the second is a *continuation* of width
/// 0 with the same colours and attributes. Every grid keeps the two together.
package struct Cell: Sendable {
  /// What is written: see `Grapheme`.
  var grapheme: Grapheme
  package var foreground: Colour
  package var background: Colour
  /// The attributes in bits 0–7, the width in bits 8–9.
  private var shape: UInt32

  @inline(__always)
  init(
    _ grapheme: Grapheme, width: Int = 1, foreground: Colour = .default,
    background: Colour = .default, attributes: TextAttributes = []
  ) {
    self.grapheme = grapheme
    self.foreground = foreground
    self.background = background
    self.shape = UInt32(truncatingIfNeeded: width) << 8 | UInt32(attributes.rawValue)
  }

  /// Nothing at all: what is beneath shows whole.
  package static let transparent = Cell(.none, background: .transparent)
  /// A space in the terminal's own colours.
  package static let blank = Cell(.space)

  package var attributes: TextAttributes {
    get { TextAttributes(rawValue: UInt8(truncatingIfNeeded: shape)) }
    set { shape = shape & ~0xFF | UInt32(newValue.rawValue) }
  }

  /// 1 or 2; 0 for the second cell of a wide grapheme.
  package var width: Int { Int(shape >> 8) }

  package var isContinuation: Bool { shape >> 8 == 0 }

  /// Whether it stands for what could not be shown (U+FFFD).
  package var isReplacement: Bool { grapheme == .replacement }

  package var isASCII: Bool { grapheme.isASCII }

  var isReversed: Bool { shape & UInt32(TextAttributes.reverse.rawValue) != 0 }

  /// Whether everything beneath shows.
  var isTransparent: Bool { grapheme == .none && background == .transparent && width == 1 }

  /// Whether nothing but the background is to be seen.
  var isBlank: Bool {
    width == 1 && grapheme.isBlank
      && attributes.isDisjoint(with: .visibleOnBlank)
  }

  /// The second cell of this wide one.
  @inline(__always)
  var continuation: Cell {
    Cell(
      .none, width: 0, foreground: foreground, background: background, attributes: attributes)
  }

  /// A space with this cell's background: what is left of a wide grapheme cut in half.
  @inline(__always)
  var cut: Cell { Cell(.space, background: background) }

  /// Whether the terminal's pen looks the same for both.
  @inline(__always)
  func hasStyle(of other: Cell) -> Bool {
    foreground == other.foreground && background == other.background
      && attributes == other.attributes
  }
}

extension Cell: Equatable {
  @inline(__always)
  package static func == (one: Cell, other: Cell) -> Bool {
    (one.grapheme.code ^ other.grapheme.code)
      | (one.foreground.rawValue ^ other.foreground.rawValue)
      | (one.background.rawValue ^ other.background.rawValue)
      | (one.shape ^ other.shape) == 0
  }
}
