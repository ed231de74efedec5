internal import HostContent

/// Holds the rows of the content against the bytes that its loads have read.
struct RowRecord {
  /// The load whose rows were shown last: an earlier one never comes back.
  private var shownLoad = 0
  private var revision = -1

  /// What is wrong with the rows; nil for those of a load, of which at most `limit` are kept.
  ///
  /// A source that `grows` may go on after the end of its load.
  mutating func firstFault(
    of content: Content, read loads: [[UInt8]?], keeping limit: Int?, grows: Bool
  ) -> String? {
    guard content.revision != revision else { return nil }
    revision = content.revision
    let shown = (0..<content.rowCount).map { row in
      content.withRow(row) { bytes, _ in
        String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
      }
    }
    if shown.isEmpty { return nil }
    if let limit, shown.count > limit { return "\(shown.count) rows are kept, not \(limit)" }
    let first = content.headerRowCount + content.droppedRowCount
    if content.droppedRowCount > 0, shown.count != limit { return "\(shown.count) rows are left" }
    let count = shown.count + first
    for load in loads.indices.dropFirst(shownLoad) {
      // What a file that has changed shows, nobody can say.
      guard let bytes = loads[load] else { return nil }
      let isWhole = !content.isLoading || load < loads.count - 1
      let whole = Self.rows(of: bytes, isWhole: true)
      guard shown.elementsEqual(whole.dropFirst(first).prefix(shown.count)) else { continue }
      // A row that has not ended yet may be shown or not; once nothing follows, all are.
      let ended = Self.rows(of: bytes, isWhole: false).count
      let isOver = !content.isLoading && load == loads.count - 1 && !grows
      guard count == whole.count || !isOver, count >= ended || !isWhole else { continue }
      shownLoad = load
      return nil
    }
    return
      "\(shown) are the rows of none of \(loads.map { String(decoding: $0 ?? [], as: UTF8.self) })"
  }

  /// The rows of some bytes, the last one only where it has ended or nothing follows.
  static func rows(of bytes: [UInt8], isWhole: Bool) -> [String] {
    var rows = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let last = rows.removeLast()
    if isWhole, !last.isEmpty { rows.append(last) }
    return rows.map { row in
      String(decoding: row.last == 0x0D ? row.dropLast() : row, as: UTF8.self)
    }
  }
}
