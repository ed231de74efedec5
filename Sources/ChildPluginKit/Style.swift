internal import ChildPluginAPI

/// A colour for a plugin's child to draw with: a role of the user's theme, RGB, an entry of the
/// palette, the terminal's default, or none; the host converts it to its own `Colour`.
///
/// Prefer roles: they follow the theme, the terminal's colours and `NO_COLOR`.
public struct Colour: Equatable, Sendable {
  let code: UInt32

  private static func role(_ role: UInt32) -> Colour { Colour(code: 0x0300_0000 | role) }

  /// As a foreground the terminal's default, as a background transparent.
  public static var none: Colour { Colour(code: CHILDPLUGIN_COLOUR_NONE) }
  /// The terminal's default; opaque as a background.
  public static var terminalDefault: Colour { Colour(code: CHILDPLUGIN_COLOUR_DEFAULT) }
  /// Normal text.
  public static var text: Colour { role(CHILDPLUGIN_ROLE_TEXT) }
  /// Less important text.
  public static var muted: Colour { role(CHILDPLUGIN_ROLE_MUTED) }
  /// Highlighted elements.
  public static var accent: Colour { role(CHILDPLUGIN_ROLE_ACCENT) }
  /// Success.
  public static var success: Colour { role(CHILDPLUGIN_ROLE_SUCCESS) }
  /// Warnings.
  public static var warning: Colour { role(CHILDPLUGIN_ROLE_WARNING) }
  /// Errors.
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

  /// An RGB colour; the host uses the nearest colour of the terminal.
  public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Colour {
    Colour(code: 0x0100_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// An entry of the terminal's palette of 256; the nearest of 16 if it has no more.
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

/// The style of text that a plugin's child draws: colours, attributes such as bold, the underline
/// and a link; the host stores it as its own `Style`.
public struct Style: Equatable, Sendable {
  /// A set of text attributes for a plugin's child to draw with: bold, dim, italic, underline,
  /// reverse, strike, and readable, with which the host changes a colour that is too close to the
  /// background; `TextAttributes` in the host.
  public struct Attributes: OptionSet, Sendable {
    /// The bits of the ABI.
    public let rawValue: UInt32

    /// Creates a set from the bits of the ABI.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Bold.
    public static var bold: Attributes { Attributes(rawValue: CHILDPLUGIN_ATTRIBUTE_BOLD) }
    /// Dim.
    public static var dim: Attributes { Attributes(rawValue: CHILDPLUGIN_ATTRIBUTE_DIM) }
    /// Italic.
    public static var italic: Attributes { Attributes(rawValue: CHILDPLUGIN_ATTRIBUTE_ITALIC) }
    /// Underlined.
    public static var underline: Attributes {
      Attributes(rawValue: CHILDPLUGIN_ATTRIBUTE_UNDERLINE)
    }
    /// With foreground and background exchanged.
    public static var reverse: Attributes { Attributes(rawValue: CHILDPLUGIN_ATTRIBUTE_REVERSE) }
    /// Struck through.
    public static var strike: Attributes { Attributes(rawValue: CHILDPLUGIN_ATTRIBUTE_STRIKE) }
    /// In a colour the host changes if too close to the background; ignored by a host of ABI 1.1.
    public static var readable: Attributes {
      Attributes(rawValue: CHILDPLUGIN_ATTRIBUTE_READABLE)
    }
  }

  /// The shape of the line under text that a plugin's child draws with ``Attributes/underline``:
  /// plain, double, curly, dotted or dashed.
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

  /// The colour of the text.
  public var foreground: Colour
  /// The colour behind the text; `none` is transparent.
  public var background: Colour
  /// The text attributes.
  public var attributes: Attributes
  /// The kind of line, with ``Attributes/underline``.
  public var underline = Underline.plain
  /// The colour of the line; `none` is that of the text.
  public var underlineColour = Colour.none
  /// The link of the text, from ``Canvas/link(to:)`` in the same draw.
  public var link: Link?

  /// Creates a style; by default the terminal's text on a transparent background.
  public init(
    _ foreground: Colour = .none, on background: Colour = .none, _ attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  var table: childplugin_style_t {
    childplugin_style_t(
      size: tableSize(childplugin_style_t.self), attributes: attributes.rawValue,
      foreground: foreground.code, background: background.code, underline: underline.rawValue,
      underline_colour: underlineColour.code, link: link?.number ?? 0)
  }
}

/// A hyperlink for the styles of one draw of a plugin's child, made by ``Canvas/link(to:)`` and
/// valid only in that draw; the user can open it in the terminal.
public struct Link: Equatable, Sendable {
  let number: UInt32
}
