/// Which links to files a terminal is sent: those that point below a folder of this machine.
///
/// A text may say one thing and link to another. What lies below the folder in which the user works is shown by
/// what the user runs there; a link to elsewhere would open whatever the rows or a child name.
package struct FileLinks: Equatable, Sendable {
  /// The folder's path, with a slash at its end; nil: none is sent.
  private let folder: [UInt8]?
  /// What links call this machine, besides nothing and `localhost`.
  private let hostName: String

  package static let none = FileLinks(below: nil, hostName: "")

  /// - Parameters:
  ///   - folder: its absolute path, without links; nil: none.
  ///   - hostName: this machine's.
  package init(below folder: String?, hostName: String) {
    self.folder = folder.map { Array(($0.hasSuffix("/") ? $0 : $0 + "/").utf8) }
    self.hostName = hostName
  }

  /// Whether a link is sent; one that leads to no file is.
  ///
  /// A path with `..` may lead anywhere once a link is on the way.
  func allow(_ link: LinkAddress) -> Bool {
    guard link.isOfFile else { return true }
    guard let folder else { return false }
    let address = link.text.utf8.dropFirst(LinkAddress.fileScheme.utf8.count)
    let host = address.prefix { $0 != UInt8(ascii: "/") }
    guard host.isEmpty || host.elementsEqual("localhost".utf8) || host.elementsEqual(hostName.utf8)
    else { return false }
    var rest = address.dropFirst(host.count)
    var count = 0
    // Of the part since the last slash: its length, and whether it is dots alone.
    var part = (length: 0, isDots: true)
    while let byte = Self.takeByte(of: &rest) {
      if byte == 0 || count < folder.count && folder[count] != byte { return false }
      count += 1
      if byte == UInt8(ascii: "/") {
        if part.length == 2, part.isDots { return false }
        part = (0, true)
      } else {
        part = (part.length + 1, part.isDots && byte == UInt8(ascii: "."))
      }
    }
    return rest.isEmpty && count > folder.count && !(part.length == 2 && part.isDots)
  }

  /// The next byte of a path, which may be written as `%` and two digits; nil at the end, and for what is wrong.
  private static func takeByte(of path: inout Substring.UTF8View) -> UInt8? {
    guard let first = path.first else { return nil }
    guard first == UInt8(ascii: "%") else { return path.popFirst() }
    let digits = path.dropFirst().prefix(2)
    guard digits.count == 2, let high = digit(digits.first), let low = digit(digits.last) else {
      return nil
    }
    path.removeFirst(3)
    return high << 4 | low
  }

  private static func digit(_ byte: UInt8?) -> UInt8? {
    guard let byte else { return nil }
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): return byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): return byte - UInt8(ascii: "A") + 10
    default: return nil
    }
  }
}
