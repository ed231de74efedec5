internal import HostText

/// What marks a text besides its colours and attributes: the line below it, and where it leads.
package struct Decoration: Hashable, Sendable {
  /// What kind of line `TextAttributes.underline` draws.
  package enum Underline: UInt8, Sendable, CaseIterable {
    case plain, double, curly, dotted, dashed
  }

  package var underline: Underline
  /// A colour that the terminal can show, no role; `default` is that of the text.
  package var underlineColour: Colour
  package var link: LinkAddress?

  package init(
    underline: Underline = .plain, underlineColour: Colour = .default, link: LinkAddress? = nil
  ) {
    self.underline = underline
    self.underlineColour = underlineColour
    self.link = link
  }

  static let nothing = Decoration()
}

/// A decoration in a cell: where in the pool it is kept; 0 is none.
package struct DecorationID: Equatable, Hashable, Sendable {
  let number: UInt16

  package static let none = DecorationID(number: 0)
}

/// Where a link leads: harmless bytes of an address that a terminal may open for the user.
package struct LinkAddress: Hashable, Sendable {
  package static let bytesLimit = 2048
  static let fileScheme = "file://"
  private static let schemes = ["http://", "https://", fileScheme, "mailto:"]

  package let text: String

  /// Nil for bytes that are no such address, or more than `bytesLimit`.
  package init?(_ bytes: some BidirectionalCollection<UInt8>) {
    guard bytes.count <= Self.bytesLimit, bytes.allSatisfy({ 0x21...0x7E ~= $0 }),
      Self.schemes.contains(where: { bytes.count > $0.utf8.count && Self.begins(bytes, with: $0) })
    else { return nil }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Whether it leads to a file, on whatever machine.
  var isOfFile: Bool { Self.begins(text.utf8, with: Self.fileScheme) }

  private static func begins(_ bytes: some Collection<UInt8>, with scheme: String) -> Bool {
    bytes.prefix(scheme.utf8.count).elementsEqual(scheme.utf8) { byte, wanted in
      (UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte) == wanted
    }
  }
}
