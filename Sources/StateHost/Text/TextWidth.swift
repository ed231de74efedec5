/// Functions that compute how many terminal columns a text takes, and how much of it fits.
package enum TextWidth {
  /// The distance of tab stops, from the beginning of the text.
  package static let tabColumns = 8

  /// The columns that `Layer.put` uses for the text without a limit; a newline counts as a space.
  package static func columns(of bytes: Span<UInt8>) -> Int {
    var scanner = GraphemeScanner()
    var columns = scanner.takePlainASCII(in: bytes, atMost: .max).count
    while scanner.next(in: bytes) {
      columns += Self.columns(of: scanner.cluster, at: columns)
      columns += scanner.takePlainASCII(in: bytes, atMost: .max).count
    }
    return columns
  }

  package static func columns(of text: String) -> Int { columns(of: text.utf8.span) }

  /// The longest prefix of the text that fits, and its width.
  package static func prefix(
    of bytes: Span<UInt8>, columns limit: Int
  ) -> (bytes: Int, columns: Int) {
    var scanner = GraphemeScanner()
    var fitting = (bytes: 0, columns: 0)
    while scanner.next(in: bytes) {
      let width = columns(of: scanner.cluster, at: fitting.columns)
      guard fitting.columns + width <= limit else { return fitting }
      fitting = (scanner.clusterEnd, fitting.columns + width)
    }
    return fitting
  }

  /// The width of a grapheme at a column of its text.
  package static func columns(of cluster: GraphemeCluster, at column: Int) -> Int {
    cluster.firstScalar == 0x09 ? tabColumns - column % tabColumns : cluster.width
  }
}
