internal import CHostSystem

/// Reads the key of a row: the text of its key columns, or all of the row.
struct KeyReader: Sendable {
  /// Empty where the whole text is the key.
  private let choices: [CellChoice]

  /// - Parameters:
  ///   - key: numbers of columns; nil for the whole text.
  ///   - columns: how the rows divide.
  init(_ key: [Int]?, of columns: Columns?) {
    choices = columns == nil ? [] : (key ?? []).map { CellChoice($0, of: columns) }
  }

  /// The key is the whole text.
  var isWholeText: Bool { choices.isEmpty }

  /// Room that is filled again for each row.
  struct Room: Sendable {
    var looked = LookedText()
    var key: [UInt8] = []
  }

  /// Gives the key of `row`; that of several columns has the length of each cell before it, so that no two rows
  /// with other cells have the same.
  func withKey<Result>(
    of row: Span<UInt8>, _ room: inout Room, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    switch choices.count {
    case 0: return body(row)
    case 1: return choices[0].withText(of: row, &room.looked, body)
    default:
      var key = room.key
      room.key = []
      key.removeAll(keepingCapacity: true)
      for choice in choices {
        choice.withText(of: row, &room.looked) { Self.append($0, to: &key) }
      }
      defer { room.key = key }
      return body(key.span)
    }
  }

  private static func append(_ cell: Span<UInt8>, to key: inout [UInt8]) {
    for shift in 0..<4 { key.append(UInt8(truncatingIfNeeded: cell.count >> (8 * shift))) }
    unsafe cell.withUnsafeBufferPointer { unsafe key.append(contentsOf: $0) }
  }

  /// A cell of a key, which every row with that key holds.
  struct Part: Sendable {
    fileprivate let choice: CellChoice
    fileprivate let pattern: TextPattern
  }

  /// The longest cell of a key; nil where all of them are empty.
  func longestPart(of key: [UInt8]) -> Part? {
    var longest = Part?.none
    var length = 0
    for (choice, cell) in cells(of: key) where cell.count > length {
      longest = Part(choice: choice, pattern: TextPattern(cell, ignoresCase: false))
      length = cell.count
    }
    return longest
  }

  /// A text that is in the bytes of every row with the key that `part` belongs to; nil where none is sure to be.
  func part(of part: Part?, in bytes: Span<UInt8>) -> TextPattern? {
    guard let part else { return nil }
    if isWholeText { return part.pattern }
    return bytes.movesOrStyles ? nil : part.choice.part(of: part.pattern, in: bytes)
  }

  /// The cells that `append` made a key of, each with its choice.
  private func cells(of key: [UInt8]) -> [(CellChoice, [UInt8])] {
    guard choices.count > 1 else { return [(choices.first ?? CellChoice(nil, of: nil), key)] }
    var place = 0
    return choices.map { choice in
      let length = (0..<4).reduce(0) { $0 | Int(key[place + $1]) << (8 * $1) }
      place += 4 + length
      return (choice, Array(key[place - length..<place]))
    }
  }

  /// The key that a row with these cells has.
  static func key(of cells: [[UInt8]]) -> [UInt8] {
    guard cells.count > 1 else { return cells.first ?? [] }
    var key: [UInt8] = []
    for cell in cells { append(cell.span, to: &key) }
    return key
  }

  /// The key of one row.
  func key(of row: [UInt8]) -> [UInt8] {
    var room = Room()
    return withKey(of: row.span, &room) { $0.copied }
  }
}

extension Span where Element == UInt8 {
  /// The bytes as an array.
  var copied: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }

  /// A number that stands for the bytes.
  var byteHash: UInt64 {
    unsafe withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe host_bytes_hash(base, bytes.count)
    }
  }

  func isSame(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count where self[index] != other[index] { return false }
    return true
  }
}

/// Texts found by their hash.
struct TextIndex: Sendable {
  private(set) var texts: [[UInt8]] = []
  /// A bit for the low bits of each hash: what most rows are turned away by.
  private var filter: [UInt64]
  private var slots: [Int32]
  private let mask: UInt64
  private let filterMask: UInt64

  /// - Parameter mostTexts: more are not added.
  init(mostTexts: Int) {
    var size = 16
    while size < 2 * mostTexts { size *= 2 }
    slots = [Int32](repeating: -1, count: size)
    mask = UInt64(size - 1)
    filter = [UInt64](repeating: 0, count: size / 4)
    filterMask = UInt64(size * 16 - 1)
  }

  /// Adds a text, unless it is there.
  ///
  /// - Returns: its number.
  mutating func add(_ text: [UInt8]) -> Int {
    let hash = text.span.byteHash
    if let known = find(text.span, hash: hash) { return known }
    filter[Int((hash & filterMask) >> 6)] |= 1 << (hash & 63)
    var slot = Int(hash >> 32 & mask)
    while slots[slot] >= 0 { slot = (slot + 1) & Int(mask) }
    slots[slot] = Int32(texts.count)
    texts.append(text)
    return texts.count - 1
  }

  /// Whether one of them may have this hash.
  func mayHold(_ hash: UInt64) -> Bool {
    filter[Int((hash & filterMask) >> 6)] & 1 << (hash & 63) != 0
  }

  /// The number of a text; nil where it is none of them.
  func find(_ text: Span<UInt8>) -> Int? { find(text, hash: text.byteHash) }

  private func find(_ text: Span<UInt8>, hash: UInt64) -> Int? {
    guard mayHold(hash) else { return nil }
    var slot = Int(hash >> 32 & mask)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      if text.isSame(as: texts[number]) { return number }
      slot = (slot + 1) & Int(mask)
    }
    return nil
  }
}
