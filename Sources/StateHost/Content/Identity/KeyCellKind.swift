/// The kind of a cell, used to choose columns that identify rows: measured values, such as sizes and times, change
/// and so cannot.
enum KeyCellKind {
  case empty
  /// Only digits, optionally with a sign or commas.
  case integer
  /// A percentage, size, duration, time or fraction.
  case measure
  case other

  init(_ cell: Span<UInt8>) {
    if CellText.isMissing(cell, 0..<cell.count) {
      self = .empty
      return
    }
    let hasDigit = cell.indices.contains { CellText.isDigit(cell[$0]) }
    guard hasDigit, cell.count <= Self.maxBytes else {
      self = .other
      return
    }
    let bytes = cell.indices.map { cell[$0] }
    var scanner = MeasureScanner(cell: bytes)
    // `Exited (0) 3 days ago` changes with time, too.
    self = bytes.suffix(4).elementsEqual(" ago".utf8) ? .measure : scanner.read()
  }

  private static let maxBytes = 48

  /// Scans a cell to decide whether it is an integer, a measured value (numbers with units, words of time) or
  /// something else.
  private struct MeasureScanner {
    private let cell: [UInt8]
    private var index = 0

    init(cell: [UInt8]) { self.cell = cell }

    /// A measure consists only of numbers with units, words of time, and separators.
    mutating func read() -> KeyCellKind {
      var numbers = 0
      var isPlain = true
      while index < cell.count {
        let byte = cell[index]
        if CellText.isDigit(byte) {
          guard let number = readNumber() else { return .other }
          numbers += 1
          if number == .measure || numbers > 1 { isPlain = false }
        } else if CellText.isLetter(byte) {
          guard isTimeWord(readWord()) else { return .other }
          isPlain = false
        } else if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"), index == 0 {
          index += 1
        } else if " ,()~<+".utf8.contains(byte) {
          index += 1
          isPlain = false
        } else {
          return .other
        }
      }
      return numbers == 0 ? .other : isPlain ? .integer : .measure
    }

    /// Parses digits with separators and a unit: `1,024`, `3.5Gi`, `80%`, `1/2`, `10:00:01`,
    /// `5d3h`, `2026-01-02T10:00:00Z`; nil for anything else, such as a version or an address.
    private mutating func readNumber() -> KeyCellKind? {
      var lengths = [readDigits()]
      var dividers: [UInt8] = []
      while index + 1 < cell.count, "./,:-".utf8.contains(cell[index]),
        CellText.isDigit(cell[index + 1])
      {
        dividers.append(cell[index])
        index += 1
        lengths.append(readDigits())
      }
      guard let kind = kind(lengths, dividers) else { return nil }
      guard index < cell.count else { return kind }
      if cell[index] == UInt8(ascii: "%") {
        index += 1
        return .measure
      }
      guard CellText.isLetter(cell[index]) else { return kind }
      let isDate = lengths.count > 2
      return isUnit(readWord(), isDate: isDate) ? .measure : nil
    }

    private func kind(_ lengths: [Int], _ dividers: [UInt8]) -> KeyCellKind? {
      guard let first = dividers.first else { return .integer }
      // The last separator may begin a fraction of a second.
      var parts = dividers
      if parts.count > 1, parts.last == UInt8(ascii: ".") { parts.removeLast() }
      let isClock = parts.allSatisfy { $0 == UInt8(ascii: ":") }
      let areTwoDigits = lengths.dropFirst().prefix(parts.count).allSatisfy { $0 == 2 }
      switch first {
      case UInt8(ascii: ","):
        let areGroups = lengths.dropFirst().allSatisfy { $0 == 3 }
        return dividers.allSatisfy { $0 == first } && areGroups ? .integer : .measure
      case UInt8(ascii: "."), UInt8(ascii: "/"):
        let isDate = lengths.count == 3 && lengths.contains(4) && dividers[1] == first
        return lengths.count == 2 || isDate ? .measure : nil
      case UInt8(ascii: ":"): return isClock && areTwoDigits ? .measure : nil
      default:
        // A date, or days before a clock time.
        let isDay = lengths.count == 3 && lengths[0] == 4 && lengths[1] == 2 && lengths[2] == 2
        let isAfterDays = parts.dropFirst().allSatisfy { $0 == UInt8(ascii: ":") }
        return isDay || lengths.count > 2 && isAfterDays && areTwoDigits ? .measure : nil
      }
    }

    private mutating func readDigits() -> Int {
      let start = index
      while index < cell.count, CellText.isDigit(cell[index]) { index += 1 }
      return index - start
    }

    /// The word at the index, in lowercase.
    private mutating func readWord() -> [UInt8] {
      var word: [UInt8] = []
      while index < cell.count, CellText.isLetter(cell[index]) {
        word.append(cell[index] | 0x20)
        index += 1
      }
      return word
    }

    private func isUnit(_ word: [UInt8], isDate: Bool) -> Bool {
      // Between date and time, or the time zone.
      if isDate { return word == Array("t".utf8) || word == Array("z".utf8) }
      return KeyCellKind.units.contains(word) || isTimeWord(word)
    }

    private func isTimeWord(_ word: [UInt8]) -> Bool {
      KeyCellKind.timeWords.contains(word.last == UInt8(ascii: "s") ? word.dropLast() : word)
    }
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
