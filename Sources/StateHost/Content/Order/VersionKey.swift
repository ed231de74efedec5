/// A function that parses a cell as a version, such as `v1.2.3-rc1`, into a sort key.
///
/// After a number the order is: `~`, a pre-release word (`rc`, `beta`), the end, a number after
/// `-`, another number, another word: `1.0~a`, `1.0-rc1`, `1.0`, `1.0-2`, `1.0.1`, `1.0a`.
enum VersionKey {
  /// The form of a cell that was parsed as a version: clearly a version, or one that could as well
  /// be a number with at most one point.
  enum Form { case clear, plain }

  /// The sort key's bytes for what may follow a number, such as a pre-release word or the end.
  private enum Mark {
    static let tilde: UInt8 = 0x08
    static let unfinished: UInt8 = 0x10
    static let end: UInt8 = 0x20
    static let revision: UInt8 = 0x28
    static let word: UInt8 = 0x50
  }

  /// Parses digits with points, optionally `v` or an epoch (`1:`) before and words after them; nil
  /// for anything else, and the part is then invalid.
  static func append(_ cell: Span<UInt8>, to part: inout SortKeyPart) -> Form? {
    guard cell.count > 0, cell.count <= 128 else { return nil }
    var index = 0
    var isClear = false
    if let epoch = epochEnd(cell) {
      var start = 0
      part.append(digitsOf: cell, &start)
      index = epoch
      isClear = true
    } else {
      part.append(UInt8(ascii: "0"))
    }
    if cell.take("v", at: &index) || cell.take("V", at: &index) { isClear = true }
    guard index < cell.count, CellText.isDigit(cell[index]) else { return nil }
    part.append(digitsOf: cell, &index)
    var points = 0
    var isLeading = true
    var separator: UInt8 = 0
    while index < cell.count {
      let byte = cell[index]
      if CellText.isDigit(byte) {
        if isLeading, separator == "." { points += 1 } else { isLeading = false }
        if separator == "-" { part.append(Mark.revision) }
        part.append(digitsOf: cell, &index)
        separator = 0
      } else if CellText.isLetter(byte) {
        isLeading = false
        if points > 0 { isClear = true }
        appendWord(of: cell, &index, to: &part)
        separator = 0
      } else if byte == "~" {
        part.append(Mark.tilde)
        isLeading = false
        separator = byte
        index += 1
      } else if ".-_+".utf8.contains(byte) {
        // At most one separator between two parts.
        guard separator == 0 else { return nil }
        separator = byte
        index += 1
      } else {
        return nil
      }
      if !isLeading, points > 0 { isClear = true }
    }
    guard separator == 0 || separator == "~" || separator == "+" else { return nil }
    part.append(Mark.end)
    if isClear || points > 1 { return .clear }
    return isLeading ? .plain : nil
  }

  private static func epochEnd(_ cell: Span<UInt8>) -> Int? {
    var index = 0
    cell.skip(from: &index, while: CellText.isDigit)
    guard index > 0, index + 1 < cell.count, cell.take(":", at: &index) else { return nil }
    let rest = index..<cell.count
    return rest.contains { cell[$0] == "." } && !rest.contains { cell[$0] == ":" } ? index : nil
  }

  private static func appendWord(
    of cell: Span<UInt8>, _ index: inout Int, to part: inout SortKeyPart
  ) {
    let start = index
    cell.skip(from: &index, while: CellText.isLetter)
    let word = start..<index
    let hasNumber = index < cell.count && CellText.isDigit(cell[index])
    let isUnfinished =
      UnitParser.words(unfinished, hold: word, of: cell)
      || hasNumber && UnitParser.words(["a", "b", "c"], hold: word, of: cell)
    part.append(isUnfinished ? Mark.unfinished : Mark.word)
    for place in word { part.append(cell[place] | 0x20) }
  }

  private static let unfinished: [StaticString] = [
    "alpha", "beta", "rc", "pre", "preview", "dev", "snapshot", "nightly", "canary", "next",
  ]
}
