internal import HostText

/// The rarely used style of a text, stored apart from its cells: the kind and colour of the
/// underline, and the hyperlink.
package struct Decoration: Hashable, Sendable {
  /// The shape of the underline of a text on a layer of the host: plain, double, curly, dotted or
  /// dashed.
  package enum Underline: UInt8, Sendable, CaseIterable {
    case plain, double, curly, dotted, dashed
  }

  package var underline: Underline
  /// An RGB or palette colour, never a role; `default` is the colour of the text.
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

/// The 16-bit number of a cell's underline and hyperlink in the `CellPool`; 0 for none.
package struct DecorationID: Equatable, Hashable, Sendable {
  let number: UInt16

  package static let none = DecorationID(number: 0)
}

/// A terminal hyperlink's address, valid in form: at most 2,048 bytes of printable ASCII without
/// blanks, with scheme http, https, file or mailto; `FileLinkPolicy` decides on sending `file:`.
package struct LinkAddress: Hashable, Sendable {
  package static let bytesLimit = 2048
  static let fileScheme = "file://"
  private static let schemes = ["http://", "https://", fileScheme, "mailto:"]

  package let text: String

  /// Nil for bytes that are no such address, or more than `bytesLimit`.
  package init?(_ bytes: some BidirectionalCollection<UInt8>) {
    guard bytes.count <= Self.bytesLimit, bytes.allSatisfy({ 0x21...0x7E ~= $0 }),
      Self.schemes.contains(where: { bytes.count > $0.utf8.count && Self.hasPrefix(bytes, $0) })
    else { return nil }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Whether it is the address of a file, on this or another machine.
  var isFile: Bool { Self.hasPrefix(text.utf8, Self.fileScheme) }

  private static func hasPrefix(_ bytes: some Collection<UInt8>, _ scheme: String) -> Bool {
    bytes.prefix(scheme.utf8.count).elementsEqual(scheme.utf8) { byte, wanted in
      (UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte) == wanted
    }
  }
}

/// The rule about which hyperlinks to `file:` addresses may be sent to the terminal: whatever the
/// data source, only those to files below one folder of this machine, or none.
///
/// The text of a link need not match its target. Files below the working folder are what the user's
/// own command shows; a link elsewhere could open anything that the data or a child names.
package struct FileLinkPolicy: Equatable, Sendable {
  /// The folder's path with a slash at its end; nil allows none.
  private let folder: [UInt8]?
  /// This machine's name in links, besides the empty one and `localhost`.
  private let hostName: String

  package static let denyAll = FileLinkPolicy(below: nil, hostName: "")

  /// `folder` is an absolute path without symbolic links; nil allows none.
  package init(below folder: String?, hostName: String) {
    self.folder = folder.map { Array(($0.hasSuffix("/") ? $0 : $0 + "/").utf8) }
    self.hostName = hostName
  }

  /// Whether the link may be sent; always true for links that are not to files.
  ///
  /// A path with `..` is refused, since it may lead anywhere when it passes a symbolic link.
  func allows(_ link: LinkAddress) -> Bool {
    guard link.isFile else { return true }
    guard let folder else { return false }
    let address = link.text.utf8.dropFirst(LinkAddress.fileScheme.utf8.count)
    let host = address.prefix { $0 != UInt8(ascii: "/") }
    guard host.isEmpty || host.elementsEqual("localhost".utf8) || host.elementsEqual(hostName.utf8),
      let path = Self.percentDecoded(address.dropFirst(host.count))
    else { return false }
    return path.count > folder.count && path.starts(with: folder) && !path.contains(0)
      && !path.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
  }

  /// The path with `%` and two digits decoded; nil if a digit is missing.
  private static func percentDecoded(_ path: Substring.UTF8View) -> [UInt8]? {
    var path = path
    var decoded: [UInt8] = []
    while let byte = path.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        continue
      }
      guard let digits = [UInt8](hexadecimal: path.prefix(2)), digits.count == 1 else { return nil }
      path.removeFirst(2)
      decoded += digits
    }
    return decoded
  }
}
