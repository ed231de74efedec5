/// The kind of a table cell, by parsing its text: empty, an integer, a measure (such as a size,
/// percentage or time), or other; a column with measures in more than a tenth of its cells cannot
/// identify rows, since they change from load to load.
enum RowKeyCellKind: Int {
  case empty
  /// Only digits, optionally with a sign or commas, or as a rank: `#1`, `1.`, `[1]`, `1st`.
  case integer
  /// A percentage, size, rate, price, temperature, duration, time or fraction.
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
      let isLast = index == cell.count - 1
      if CellText.isDigit(byte) {
        guard let number = readNumber(cell, &index) else { return .other }
        numbers += 1
        if number == .measure || numbers > 1 { isPlain = false }
      } else if CellText.isLetter(byte) {
        let before = index > 0 ? cell[index - 1] : 0
        let word = readWord(cell, &index)
        // `12-b` and `3/d` are names, unlike `9 req/s`.
        if before == "-" || before == "/" && word.count == 1 && word != [0x73] { return .other }
        guard isTimeWord(word) || numbers > 0 && units.contains(word) else { return .other }
        isPlain = false
      } else if index == 0 ? "+-#([".utf8.contains(byte) : isLast && ".:)]*".utf8.contains(byte) {
        index += 1
      } else if " ,()~<+$".utf8.contains(byte) || numbers > 0 && "-/".utf8.contains(byte) {
        isPlain = false
        index += 1
      } else if let length = symbolLength(cell, at: index) {
        isPlain = false
        index += length
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
    if word.isEmpty || lengths.count == 1 && ordinalSuffixes.contains(word) { return kind }
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

  /// The bytes of a symbol outside of ASCII, such as `€`, `±` or `↑`, or of `°C`; nil for a letter.
  private static func symbolLength(_ cell: Span<UInt8>, at index: Int) -> Int? {
    let next = cell.byte(at: index + 1) ?? 0
    if cell[index] == 0xE2, 0x80...0xAF ~= next { return min(3, cell.count - index) }
    guard cell[index] == 0xC2 else { return nil }
    let hasScale = next == 0xB0 && cell.byte(at: index + 2).map(CellText.isLetter) ?? false
    return min(hasScale ? 3 : 2, cell.count - index)
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
    """
    b k kb kib ki m mb mib mi g gb gib gi t tb tib ti p pb pib pi e bit kbit mbit gbit bps kbps mbps gbps hz khz mhz \
    ghz rpm req ops usd eur gbp ns us ms s min h hr d w y z
    """)
  private static let ordinalSuffixes = words("st nd rd th")
  private static let timeWords = words(
    """
    second sec minute hour day week month year ago about an a les than jan feb mar apr may jun jul aug sep oct nov \
    dec mon tue wed thu fri sat sun up left utc gmt cet cest est edt pst pdt
    """)

  private static func words(_ text: String) -> Set<[UInt8]> {
    Set(text.split(separator: " ").map { Array($0.utf8) })
  }
}
