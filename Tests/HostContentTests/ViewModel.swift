@testable import HostContent

/// The reference implementation of a view.
struct ViewModel {
  var rows: [[UInt8]] = []

  /// The rows of a view in order.
  func view(_ request: ViewRequest) -> [Int] {
    var numbers = rows.indices.filter { number in
      request.filter.map { matches(rows[number], $0) } ?? true
    }
    guard let sort = request.sort else { return numbers }
    let keys = rows.map { key(of: $0, sort) }
    numbers.sort { first, second in
      switch (keys[first], keys[second]) {
      case (nil, nil): return first < second
      case (nil, _): return false
      case (_, nil): return true
      case (let one?, let other?):
        if one == other { return first < second }
        return one.lexicographicallyPrecedes(other) != sort.isDescending
      }
    }
    return numbers
  }

  /// Bytes of text, or a number; nil is last.
  private func key(of row: [UInt8], _ sort: RowSort) -> [Double]? {
    let cell = cell(of: row, sort.column)
    guard sort.key == .number else { return cell.prefix(511).map { Double($0) } }
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let word = cell.drop(while: isBlank).prefix { !isBlank($0) }
    let letters = word.reversed().prefix { ViewSamples.unitLetters.contains($0) }
    let digits = String(decoding: word.dropLast(letters.count), as: UTF8.self)
    // `Double` would accept text after a NUL.
    guard letters.count <= 3, !digits.contains("\0"), !digits.hasPrefix("."),
      !digits.hasPrefix("-."),
      !digits.hasSuffix(".")
    else { return nil }
    return Double(digits).map { [$0] }
  }

  /// Cells are separated by tabs and trimmed.
  private func cell(of row: [UInt8], _ column: Int?) -> [UInt8] {
    guard let column else { return row }
    let cells = row.split(
      separator: 0x09, maxSplits: ViewSamples.columnCount - 1, omittingEmptySubsequences: false)
    guard column < cells.count else { return [] }
    let trimmed = cells[column].drop { $0 == 0x20 || $0 == 0x09 }.reversed()
      .drop { $0 == 0x20 || $0 == 0x09 }.reversed()
    return Array(trimmed)
  }

  func matches(_ row: [UInt8], _ filter: RowFilter) -> Bool {
    let cell = cell(of: row, filter.column)
    let capitals = String(decoding: filter.text, as: UTF8.self)
    let ignoresCase =
      filter.letterCase == .insensitive
      || filter.letterCase == .smart && capitals == capitals.lowercased()
    let text = plain(cell, ignoresCase)
    switch filter.kind {
    case .text: return contains(text, plain(filter.text, ignoresCase))
    case .expression:
      guard let holds = ViewSamples.expressions[capitals] else { return false }
      return holds(ignoresCase ? plain(cell, true) : cell.map { UInt32($0) })
    case .fuzzy:
      return filter.text.split(separator: 0x20).allSatisfy { word in
        var rest = plain(Array(word), ignoresCase)[...]
        for scalar in text where scalar == rest.first { rest.removeFirst() }
        return rest.isEmpty
      }
    case .query:
      return capitals.split(separator: " ").allSatisfy {
        matches(cell, word: $0, filter.letterCase)
      }
    }
  }

  /// A word of a query, which may have operators.
  private func matches(
    _ cell: [UInt8], word: Substring, _ letterCase: RowFilter.LetterCase
  ) -> Bool {
    let name = word.filter { !"!'^$".contains($0) }
    if name.isEmpty { return true }
    let ignoresCase =
      letterCase == .insensitive || letterCase == .smart && name == name.lowercased()
    let blank: Set<UInt32> = [0x20, 0x09]
    let whole = plain(cell, ignoresCase)
    let text = whole.drop { blank.contains($0) }.reversed().drop { blank.contains($0) }.reversed()
    let wanted = plain(Array(name.utf8), ignoresCase)
    let matches: Bool
    switch (word.contains("^"), word.contains("$")) {
    case (true, true): matches = Array(text) == wanted
    case (true, false): matches = text.starts(with: wanted)
    case (false, true): matches = text.reversed().starts(with: wanted.reversed())
    case (false, false) where word.contains("'") || word.hasPrefix("!"):
      matches = contains(whole, wanted)
    case (false, false):
      var rest = wanted[...]
      for scalar in whole where scalar == rest.first { rest.removeFirst() }
      matches = rest.isEmpty
    }
    return matches != word.hasPrefix("!")
  }

  /// Scalars with case folded; invalid bytes all differ.
  private func plain(_ bytes: [UInt8], _ ignoresCase: Bool) -> [UInt32] {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
      ignoresCase ? ViewSamples.small[scalar.value] ?? scalar.value : scalar.value
    }
  }

  private func contains(_ text: [UInt32], _ part: [UInt32]) -> Bool {
    guard text.count >= part.count else { return false }
    return (0...(text.count - part.count)).contains { start in
      text[start..<start + part.count].elementsEqual(part)
    }
  }
}

/// Random rows and requests in which all special cases are frequent.
enum ViewSamples {
  static let columnCount = 3
  static let letters: [String] = [
    "a", "A", "b", "B", "é", "É", "σ", "Σ", "ς", "1", "2", "-", ".", " ", " ", "\t", "\0", "ab",
    "日",
  ]
  /// Letters that are not units.
  static let unitLetters = Array("aAbB".utf8)
  static let small: [UInt32: UInt32] = [
    0x41: 0x61, 0x42: 0x62, 0xC9: 0xE9, 0x3A3: 0x3C3, 0x3C2: 0x3C3,
  ]
  /// Expressions, and predicates on the bytes of a row, lowercase if case is ignored.
  static let expressions: [String: @Sendable ([UInt32]) -> Bool] = [
    "^a": { $0.first == 0x61 },
    "b$": { $0.last == 0x62 },
    "a|1": { $0.contains(0x61) || $0.contains(0x31) },
    // The point does not match NUL.
    "A.*1": { row in
      row.split(separator: 0).contains { part in
        part.firstIndex(of: 0x41).map { part[$0...].contains(0x31) } ?? false
      }
    },
    "^$": { $0.isEmpty },
  ]

  static func row(_ random: inout some RandomNumberGenerator) -> [UInt8] {
    var row: [UInt8] = []
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      row += Array((letters.randomElement(using: &random) ?? "").utf8)
    }
    // Invalid bytes are isolated, so that all decoders agree on them.
    if Int.random(in: 0..<9, using: &random) == 0 { row.append(0xFF) }
    return row
  }

  static func filter(_ random: inout some RandomNumberGenerator) -> RowFilter {
    let kinds: [RowFilter.Kind] = [.text, .text, .expression, .fuzzy, .query, .query]
    let kind = kinds.randomElement(using: &random) ?? .text
    var text = ""
    if kind == .expression {
      text = expressions.keys.sorted().randomElement(using: &random) ?? ""
    } else {
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let letter = letters.filter { $0 != "\t" }.randomElement(using: &random) ?? ""
        let operators = kind == .query ? ["", "", "!", "'", "^"] : [""]
        // Operators stand at the beginning of a word.
        text +=
          text.isEmpty || text.hasSuffix(" ") ? operators.randomElement(using: &random) ?? "" : ""
        text += letter
        if kind == .query, letter != " ", Int.random(in: 0..<6, using: &random) == 0 {
          text += "$ "
        }
      }
    }
    let cases: [RowFilter.LetterCase] =
      kind == .expression ? [.smart, .sensitive] : [.smart, .sensitive, .insensitive]
    return RowFilter(
      text, kind: kind, letterCase: cases.randomElement(using: &random) ?? .smart,
      column: [nil, nil, 0, 1, 2].randomElement(using: &random) ?? nil)
  }

  static func request(_ random: inout some RandomNumberGenerator) -> ViewRequest {
    let column = [nil, 0, 1].randomElement(using: &random) ?? nil
    let isDescending = Bool.random(using: &random)
    let sorts: [RowSort?] = [
      nil, nil, RowSort(by: .text, column: column, isDescending: isDescending),
      RowSort(by: .number, column: column, isDescending: isDescending),
    ]
    return ViewRequest(
      filter: Int.random(in: 0..<5, using: &random) == 0 ? nil : filter(&random),
      sort: sorts.randomElement(using: &random) ?? nil)
  }
}
