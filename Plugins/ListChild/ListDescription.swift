import ChildPluginKit

extension ListChild: KeyHelpChild {
  var keyHelp: [KeyHelp] {
    if prompt != nil {
      return [
        KeyHelp("enter", "keep"), KeyHelp("escape", host.isPick ? "leave" : "cancel"),
        KeyHelp("tab", "text, regex, query"),
      ]
    }
    guard let content = host.content, content.rows > 0 else { return [] }
    return (host.isPick ? [KeyHelp("enter", "accept", in: .rows)] : []) + findKeys + columnKeys
      + rowKeys + moveKeys
  }

  /// The help for a letter, which is text in a pick and needs Alt there.
  private func key(_ letter: String, _ action: String, in group: KeyHelp.Group) -> KeyHelp {
    KeyHelp(host.isPick ? "alt-" + letter : letter, action, in: group)
  }

  private var findKeys: [KeyHelp] {
    guard host.view != nil else { return [] }
    var help: [KeyHelp] = []
    if !host.isPick {
      help += [KeyHelp("/", "search", in: .find), KeyHelp("&", "filter", in: .find)]
    }
    if !search.isEmpty {
      help += [key("n", "next", in: .find), key("N", "previous", in: .find)]
    }
    if !host.isPick, !search.isEmpty || !filter.isEmpty {
      help.append(KeyHelp("escape", search.isEmpty ? "end filter" : "end search", in: .find))
    }
    return help
  }

  private var columnKeys: [KeyHelp] {
    var help: [KeyHelp] = []
    if let view = host.view {
      help.append(key("s", "sort", in: .columns))
      if view.isSorted { help.append(key("S", "reverse", in: .columns)) }
    }
    help.append(key("w", wraps ? "cut long rows" : "wrap", in: .columns))
    return help + [
      key("#", numbersRows ? "no numbers" : "numbers", in: .columns),
      KeyHelp("left/right", "rest of long rows", in: .columns),
    ]
  }

  private var rowKeys: [KeyHelp] {
    guard host.selection != nil else { return [] }
    let mark =
      host.isAlone || host.isPick
      ? KeyHelp("tab", "mark", in: .rows) : KeyHelp("m", "mark", in: .rows)
    return [
      mark, key("M", "mark all, or none", in: .rows), key("y", "copy", in: .rows),
    ]
  }

  private var moveKeys: [KeyHelp] {
    [
      key("g", "first", in: .move), key("G", "last", in: .move),
      KeyHelp(host.isPick ? "page-down" : "space", "page", in: .move),
      KeyHelp("ctrl-d", "half a page", in: .move),
    ]
  }
}

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

/// The saved state: `list`, a version, whether rows wrap, the place as three numbers of eight
/// bytes, the length of the search text in two bytes, and that text.
///
/// The host saves the selected row.
extension ListChild: SavedStateChild {
  private static let mark: [UInt8] = Array("list".utf8) + [4]
  private static let headLength = 6 + 3 * 8 + 2

  func save() -> [UInt8] {
    var bytes = Self.mark + [wantsWrapping ? 1 : 0]
    for number in [place.selected, max(0, place.top), place.offset] {
      bytes.append(contentsOf: Self.bytes(of: UInt64(number), count: 8))
    }
    bytes.append(contentsOf: Self.bytes(of: UInt64(search.text.count), count: 2))
    for index in 0..<search.text.count { bytes.append(search.text[index]) }
    return bytes
  }

  func restore(_ state: [UInt8]) -> Bool {
    guard state.count >= Self.headLength, state.starts(with: Self.mark) else { return false }
    let numbers = (0..<3).map { Self.number(in: state, at: 6 + 8 * $0, count: 8) }
    let text = state[Self.headLength...]
    guard numbers.allSatisfy({ $0 < 1 << 60 }), text.count <= ListQuery.maxBytes,
      text.count == Self.number(in: state, at: 30, count: 2)
    else { return false }
    place = ListPlace(selected: numbers[0], top: numbers[1], offset: numbers[2])
    search = ListQuery(TextBuffer(text))
    wantsWrapping = state[5] == 1
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
