import ChildPluginKit

extension ListChild: AccessibilityChild {
  var accessibilityText: String {
    guard let content = host.content, let selected = selectedRow(of: content) else {
      return "List, no rows"
    }
    let rows = rows(of: content)
    var settled = place
    settled.settle(rows: rows, visible: 1)
    var row = PrintedText()
    content.read(row: selected, into: &row, columns: 112, host: host)
    var text = TextBuffer()
    text.append("List, ")
    if row.text.isEmpty {
      // Rows that are not kept cannot be read.
      text.append(rows)
      text.append(rows == 1 ? " row" : " rows")
      return text.string
    }
    text.append("row ")
    text.append(settled.selected + 1)
    text.append(" of ")
    text.append(rows)
    text.append(": ")
    text.append(row.text)
    return text.string
  }
}

/// The saved state: `list`, a version, the place as three numbers of eight bytes, the length of the
/// search text in two bytes, and that text.
///
/// The host saves the selected row.
extension ListChild: SavedStateChild {
  private static let mark: [UInt8] = Array("list".utf8) + [5]
  private static let headLength = 5 + 3 * 8 + 2

  func save() -> [UInt8] {
    var bytes = Self.mark
    for number in [place.selected, max(0, place.top), place.offset] {
      bytes.append(contentsOf: Self.bytes(of: UInt64(number), count: 8))
    }
    bytes.append(contentsOf: Self.bytes(of: UInt64(search.text.count), count: 2))
    for index in 0..<search.text.count { bytes.append(search.text[index]) }
    return bytes
  }

  func restore(_ state: [UInt8]) -> Bool {
    guard state.count >= Self.headLength, state.starts(with: Self.mark) else { return false }
    let numbers = (0..<3).map { Self.number(in: state, at: 5 + 8 * $0, count: 8) }
    let text = state[Self.headLength...]
    guard numbers.allSatisfy({ $0 < 1 << 60 }), text.count <= ListQuery.maxBytes,
      text.count == Self.number(in: state, at: 29, count: 2)
    else { return false }
    place = ListPosition(selected: numbers[0], top: numbers[1], offset: numbers[2])
    search = ListQuery(TextBuffer(text))
    return true
  }

  private static func bytes(of number: UInt64, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }

  private static func number(in bytes: [UInt8], at start: Int, count: Int) -> Int {
    var number: UInt64 = 0
    for index in 0..<count { number |= UInt64(bytes[start + index]) << (8 * UInt64(index)) }
    return Int(clamping: number)
  }
}

extension TextBuffer {
  fileprivate init(_ bytes: ArraySlice<UInt8>) {
    self.init()
    for byte in bytes { append(byte: byte) }
  }
}
