/// How much room text takes on a terminal.
package enum TextWidth {
  /// A tab reaches to the next multiple of this many columns, counted from where the text begins.
  package static let tabColumns = 8

  /// The columns that `Layer.put` would use for the text, without a limit.
  ///
  /// A newline counts as a space.
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

  /// How many bytes of the text fit into so many columns, and how many columns those take.
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

  /// The columns of one grapheme that stands `column` columns after the beginning of its text.
  package static func columns(of cluster: GraphemeCluster, at column: Int) -> Int {
    cluster.firstScalar == 0x09 ? tabColumns - column % tabColumns : cluster.width
  }
}
