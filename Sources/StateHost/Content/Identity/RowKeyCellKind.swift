/// The kind of a table cell, by parsing its text: empty, an integer, a measure (such as a size, percentage or time),
/// or other; a column with measures in more than a tenth of its cells cannot identify rows, since they change from load
/// to load.
enum RowKeyCellKind: Int {
  case empty
  /// Only digits, optionally with a sign or commas.
  case integer
  /// A percentage, size, duration, time or fraction.
  case measure
  case other

  init(_ cell: Span<UInt8>) {
    if CellText.isMissing(cell, 0..<cell.count) {
      self = .empty
    } else if cell.count > Self.maxBytes
      || !cell.indices.contains(where: { CellText.isDigit(cell[$0]) })
    {
      self = .other
    } else {
      // `Exited (0) 3 days ago` changes with time, too.
      self = cell.extracting(last: 4).isSame(as: Self.ago) ? .measure : Self.read(cell)
    }
  }

  private static let maxBytes = 48
  private static let ago = Array(" ago".utf8)

  /// A measure consists only of numbers with units, words of time, and separators.
  private static func read(_ cell: Span<UInt8>) -> RowKeyCellKind {
    var index = 0
    var numbers = 0
    var isPlain = true
    while index < cell.count {
      let byte = cell[index]
      if CellText.isDigit(byte) {
        guard let number = readNumber(cell, &index) else { return .other }
        numbers += 1
        if number == .measure || numbers > 1 { isPlain = false }
      } else if CellText.isLetter(byte) {
        guard isTimeWord(readWord(cell, &index)) else { return .other }
        isPlain = false
      } else if " ,()~<+".utf8.contains(byte) || byte == "-" && index == 0 {
        if index > 0 || byte != "+" && byte != "-" { isPlain = false }
        index += 1
      } else {
        return .other
      }
    }
    return numbers == 0 ? .other : isPlain ? .integer : .measure
  }

  /// Parses digits with separators and a unit: `1,024`, `3.5Gi`, `80%`, `1/2`, `10:00:01`,
  /// `5d3h`, `2026-01-02T10:00:00Z`; nil for anything else, such as a version or an address.
  private static func readNumber(_ cell: Span<UInt8>, _ index: inout Int) -> RowKeyCellKind? {
    var lengths = [readDigits(cell, &index)]
    var dividers: [UInt8] = []
    while index + 1 < cell.count, "./,:-".utf8.contains(cell[index]),
      CellText.isDigit(cell[index + 1])
    {
      dividers.append(cell[index])
      index += 1
      lengths.append(readDigits(cell, &index))
    }
    guard let kind = kind(lengths, dividers) else { return nil }
    if cell.take("%", at: &index) { return .measure }
    let word = readWord(cell, &index)
    if word.isEmpty { return kind }
    // In a date, a letter is between date and time, or the time zone.
    let isUnit =
      lengths.count > 2
      ? word == [0x74] || word == [0x7A] : units.contains(word) || isTimeWord(word)
    return isUnit ? .measure : nil
  }

  private static func kind(_ lengths: [Int], _ dividers: [UInt8]) -> RowKeyCellKind? {
    guard let first = dividers.first else { return .integer }
    // The last separator may begin a fraction of a second.
    var parts = dividers
    if parts.count > 1, parts.last == "." { parts.removeLast() }
    let areTwoDigits = lengths.dropFirst().prefix(parts.count).allSatisfy { $0 == 2 }
    switch first {
    case ",":
      let areGroups = lengths.dropFirst().allSatisfy { $0 == 3 }
      return dividers.allSatisfy { $0 == first } && areGroups ? .integer : .measure
    case ".", "/":
      let isDate = lengths.count == 3 && lengths.contains(4) && dividers[1] == first
      return lengths.count == 2 || isDate ? .measure : nil
    case ":": return parts.allSatisfy { $0 == ":" } && areTwoDigits ? .measure : nil
    default:
      // A date, or days before a clock time.
      let isAfterDays = parts.dropFirst().allSatisfy { $0 == ":" }
      return lengths == [4, 2, 2] || lengths.count > 2 && isAfterDays && areTwoDigits
        ? .measure : nil
    }
  }

  private static func readDigits(_ cell: Span<UInt8>, _ index: inout Int) -> Int {
    let start = index
    cell.skip(from: &index, while: CellText.isDigit)
    return index - start
  }

  /// The word at the index, in lowercase; empty if there is none.
  private static func readWord(_ cell: Span<UInt8>, _ index: inout Int) -> [UInt8] {
    let start = index
    cell.skip(from: &index, while: CellText.isLetter)
    return (start..<index).map { cell[$0] | 0x20 }
  }

  private static func isTimeWord(_ word: [UInt8]) -> Bool {
    timeWords.contains(word.last == "s" ? word.dropLast() : word)
  }

  private static let units = words(
    "b k kb kib ki m mb mib mi g gb gib gi t tb tib ti p pb pib pi e ns us ms s min h hr d w y z")
  private static let timeWords = words(
    """
    second sec minute hour day week month year ago about an a les than jan feb mar apr may jun jul aug sep oct nov \
    dec mon tue wed thu fri sat sun up
    """)

  private static func words(_ text: String) -> Set<[UInt8]> {
    Set(text.split(separator: " ").map { Array($0.utf8) })
  }
}
