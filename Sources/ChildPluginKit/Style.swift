internal import ChildPluginAPI

/// A colour: a role of the user's theme, RGB, an entry of the palette, the terminal's default, or none.
///
/// Prefer the roles: they follow the theme, the terminal's abilities and NO_COLOR.
public struct Colour: Equatable, Sendable {
  let code: UInt32

  private static func role(_ role: UInt32) -> Colour { Colour(code: 0x0300_0000 | role) }

  /// As a foreground the terminal's default, as a background whatever lies beneath.
  public static var none: Colour { Colour(code: CHILDPLUGIN_COLOUR_NONE) }
  /// The terminal's default; opaque as a background.
  public static var terminalDefault: Colour { Colour(code: CHILDPLUGIN_COLOUR_DEFAULT) }
  /// Text to read.
  public static var text: Colour { role(CHILDPLUGIN_ROLE_TEXT) }
  /// Text of less weight.
  public static var muted: Colour { role(CHILDPLUGIN_ROLE_MUTED) }
  /// What draws the eye.
  public static var accent: Colour { role(CHILDPLUGIN_ROLE_ACCENT) }
  /// What went well.
  public static var success: Colour { role(CHILDPLUGIN_ROLE_SUCCESS) }
  /// What to look at.
  public static var warning: Colour { role(CHILDPLUGIN_ROLE_WARNING) }
  /// What failed.
  public static var error: Colour { role(CHILDPLUGIN_ROLE_ERROR) }
  /// Text on the selection.
  public static var selectionText: Colour { role(CHILDPLUGIN_ROLE_SELECTION_TEXT) }
  /// The selection's background.
  public static var selectionBackground: Colour { role(CHILDPLUGIN_ROLE_SELECTION_BACKGROUND) }
  /// Lines and frames.
  public static var border: Colour { role(CHILDPLUGIN_ROLE_BORDER) }
  /// Titles and headers.
  public static var title: Colour { role(CHILDPLUGIN_ROLE_TITLE) }
  /// The background of a box; opaque.
  public static var background: Colour { role(CHILDPLUGIN_ROLE_BACKGROUND) }

  /// A colour of its own; the host takes the nearest the terminal has.
  public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Colour {
    Colour(code: 0x0100_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// An entry of the terminal's palette of 256, brought down to its 16 where it has no more.
  public static func index(_ index: UInt8) -> Colour {
    Colour(code: 0x0400_0000 | UInt32(index))
  }

  /// The RGB values of an RGB colour, nil for any other.
  public var rgb: (red: UInt8, green: UInt8, blue: UInt8)? {
    guard code >> 24 == 1 else { return nil }
    return (
      UInt8(truncatingIfNeeded: code >> 16), UInt8(truncatingIfNeeded: code >> 8),
      UInt8(truncatingIfNeeded: code)
    )
  }
}

/// How cells look.
public struct Style: Equatable, Sendable {
  /// Bold, dim and the like, as a set.
  public struct Attributes: OptionSet, Sendable {
    /// The bits of the ABI.
    public let rawValue: UInt32

    /// A set from the bits of the ABI.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Heavier.
    public static var bold: Attributes { Attributes(rawValue: CHILDPLUGIN_ATTRIBUTE_BOLD) }
    /// Fainter.
    public static var dim: Attributes { Attributes(rawValue: CHILDPLUGIN_ATTRIBUTE_DIM) }
    /// Slanted.
    public static var italic: Attributes { Attributes(rawValue: CHILDPLUGIN_ATTRIBUTE_ITALIC) }
    /// With a line below.
    public static var underline: Attributes {
      Attributes(rawValue: CHILDPLUGIN_ATTRIBUTE_UNDERLINE)
    }
    /// Foreground and background exchanged.
    public static var reverse: Attributes { Attributes(rawValue: CHILDPLUGIN_ATTRIBUTE_REVERSE) }
    /// With a line through it.
    public static var strike: Attributes { Attributes(rawValue: CHILDPLUGIN_ATTRIBUTE_STRIKE) }
  }

  /// The line of ``Attributes/underline``.
  public enum Underline: UInt32, Sendable {
    /// One line.
    case plain
    /// Two lines.
    case double
    /// A wave.
    case curly
    /// Dots.
    case dotted
    /// Dashes.
    case dashed
  }

  /// Of the text.
  public var foreground: Colour
  /// Behind it; none shows what lies beneath.
  public var background: Colour
  /// Bold, dim and the like.
  public var attributes: Attributes
  /// The line below, with ``Attributes/underline``.
  public var underline = Underline.plain
  /// The colour of that line; none: that of the text.
  public var underlineColour = Colour.none
  /// Where the text leads: a link of the same draw.
  public var link: Link?

  /// A style; without arguments the terminal's own text.
  public init(
    _ foreground: Colour = .none, on background: Colour = .none, _ attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  var table: childplugin_style_t {
    childplugin_style_t(
      size: UInt32(MemoryLayout<childplugin_style_t>.size), attributes: attributes.rawValue,
      foreground: foreground.code, background: background.code, underline: underline.rawValue,
      underline_colour: underlineColour.code, link: link?.number ?? 0)
  }
}

/// A place that the user can open from the terminal: see ``Canvas/link(to:)``.
public struct Link: Equatable, Sendable {
  let number: UInt32
}
