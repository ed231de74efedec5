internal import HostContent
internal import HostPlugins
internal import HostRuntime
internal import HostText

/// Holds the view against what it has to show, worked out in the plainest way.
///
/// It knows the requests of the children of simulated runs, and no others.
struct ViewRecord {
  private var seen: (revision: Int, view: ViewFacts)?

  /// What is wrong with the view as it is now, with what children have begun to look for meanwhile.
  mutating func firstFault(
    of view: SharedRowView, over content: Content, finding finds: [LoggedFind]
  ) -> String? {
    let facts = view.facts
    let before = seen
    if let before, before.revision == content.revision, before.view == facts { return nil }
    seen = (content.revision, facts)
    let shown = Self.rows(of: view)
    if Set(shown).count != shown.count || shown.contains(where: { $0 >= content.rowCount }) {
      return "\(shown) of \(content.rowCount) rows"
    }
    if let place = shown.indices.first(where: { view.place(of: UInt64(shown[$0])) != UInt64($0) }) {
      return "the row at place \(place) is at another one"
    }
    let rows = (0..<content.rowCount).map { row in
      let bytes = content.withRow(row) { bytes, _ in bytes.indices.map { bytes[$0] } }
      return content.columns?.looked(at: bytes) ?? bytes
    }
    if case .found(let row) = facts.find,
      row >= rows.count || !Self.matches(rows[Int(row)], Self.sought)
    {
      return "row \(row) is found in \(rows.map(Self.words))"
    }
    if let before, before.revision == content.revision, before.view.shows(theRowsOf: facts),
      facts.finds == before.view.finds + 1, finds.count == 1, facts.find != .running,
      finds[0].place ?? 0 < max(shown.count, 1)
    {
      let next = finds[0].row(among: shown) { Self.matches(rows[$0], Self.sought) }
      let found: Int? = if case .found(let row) = facts.find { Int(row) } else { nil }
      if found != next {
        return "row \(found ?? -1) is found, not \(next ?? -1), among \(shown) by \(finds[0])"
      }
    }
    guard view.isAtRest, facts.problem == nil else { return nil }
    let wanted = Self.rows(of: facts.request, from: rows)
    return shown == wanted
      ? nil : "\(shown) are shown, not \(wanted), for \(facts.request) of \(rows.map(Self.words))"
  }

  /// What finds of simulated children look for.
  private static let sought = RowFilter(Array("1".utf8))

  private static func rows(of view: SharedRowView) -> [Int] {
    var rows = [UInt64](repeating: 0, count: Int(view.facts.rows))
    let count = unsafe rows.withUnsafeMutableBufferPointer { room in
      unsafe view.copyRows(from: 0, into: room)
    }
    return rows.prefix(count).map { Int($0) }
  }

  static func rows(of request: ViewRequest, from rows: [[UInt8]]) -> [Int] {
    let matching = rows.indices.filter { number in
      request.filter.map { matches(rows[number], $0) } ?? true
    }
    guard let sort = request.sort else { return matching }
    let keys = rows.map { key(of: shown($0), sort) }
    return matching.sorted { first, second in
      guard let one = keys[first], let other = keys[second] else {
        return keys[first] == nil && keys[second] == nil ? first < second : keys[second] == nil
      }
      if one == other { return first < second }
      return one.lexicographicallyPrecedes(other) != sort.isDescending
    }
  }

  /// A number as itself, a text as its bytes; nil comes last.
  private static func key(of row: [UInt8], _ sort: RowSort) -> [Double]? {
    guard sort.key == .number else { return row.prefix(511).map { Double($0) } }
    let digits = row.prefix { 0x30...0x39 ~= $0 }
    let isNumber = !digits.isEmpty && (digits.count == row.count || row[digits.count] == 0x20)
    return isNumber ? Double(words(Array(digits))).map { [$0] } : nil
  }

  private static func matches(_ row: [UInt8], _ filter: RowFilter) -> Bool {
    let row = words(shown(row))
    switch (filter.kind, words(filter.text)) {
    case (.text, let text):
      let ignoresCase = text == text.lowercased()
      return (ignoresCase ? row.lowercased() : row).contains(text)
    // The words that are typed have no operators.
    case (.fuzzy, let text), (.query, let text):
      var rest = text[...]
      for letter in row.lowercased() where letter == rest.first { rest.removeFirst() }
      return rest.isEmpty
    case (.expression, "^row"): return row.lowercased().hasPrefix("row")
    case (.expression, "[24]$"): return row.last == "2" || row.last == "4"
    case (.expression, "[24] *$"):
      let last = row.last { $0 != " " }
      return last == "2" || last == "4"
    case (.expression, _): return false
    }
  }

  /// As it is shown, where that is another text than its bytes.
  private static func shown(_ row: [UInt8]) -> [UInt8] {
    guard row.contains(where: { [0x08, 0x0D, 0x1B].contains($0) }) else { return row }
    var shown = DisplayedText()
    shown.read(row.span)
    return shown.bytes
  }

  private static func words(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension ViewFacts {
  /// Nothing has come between: whatever else has changed, the rows are the same.
  fileprivate func shows(theRowsOf other: ViewFacts) -> Bool {
    isComplete && other.isComplete && request == other.request && rows == other.rows
      && isContent == other.isContent
  }
}
