package import HostText

/// What the terminal told.
package enum InputEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  case paste(Paste)
  /// The terminal's window got (true) or lost the focus.
  case focus(Bool)
  case reply(TerminalReply)
}

/// Text that was pasted.
package struct Paste: Hashable, Sendable {
  /// Untrusted: any control character may be in it.
  ///
  /// Invalid UTF-8 is repaired.
  package let text: String
  /// Whether its end is missing, for it was too long or never came.
  package let isCut: Bool

  package init(text: String, isCut: Bool) {
    self.text = text
    self.isCut = isCut
  }
}

/// The terminal's answer to a question the host has asked it.
package enum TerminalReply: Hashable, Sendable {
  /// OSC 10: the colour of text.
  case foreground(TerminalColor)
  /// OSC 11: the colour behind it.
  case background(TerminalColor)
  /// DA1: what every terminal answers; asked last, it says that no other answer will come.
  case deviceAttributes
  /// DECRPM: whether it knows a private mode, such as 2026, and how it is set.
  case mode(Int, ModeSetting)

  /// How a private mode is set; the raw value is DECRPM's.
  package enum ModeSetting: Int, Hashable, Sendable {
    case unknown, set, reset, alwaysSet, neverSet
  }
}

/// A colour that the terminal named, 8 bits a part.
package struct TerminalColor: Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }
}
