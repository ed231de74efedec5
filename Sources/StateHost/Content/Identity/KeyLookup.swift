internal import CHostSystem

/// A row that is to be found again in the rows of another load.
package struct TrackedRow: Sendable, Equatable {
  /// All of its text.
  package var text: [UInt8]
  /// Its number among the rows before; nil where these are not there any more.
  package var row: Int?

  package init(text: [UInt8], row: Int?) {
    self.text = text
    self.row = row
  }
}

/// Looks for the keys of rows in one pass over the rows of another load.
///
/// A key that one row has is that row. Where several have it, on either side, the whole text decides.
struct KeyLookup: Sendable {
  /// What one sought row has come to.
  enum Finding: Equatable, Sendable {
    case missing
    /// The row, numbered as those of `Rows`, and its text.
    case row(Int, text: [UInt8])
    /// Several rows have the same text: which of them it is, their order decides.
    case equalTexts
  }

  /// What has been seen of a key or a text: its first row, and whether there was another one.
  private struct Sighting {
    var row = -1
    var isSeveral = false
    var text: [UInt8] = []
    /// How many of the sought rows have it, counted up to two.
    var soughtCount = 0

    mutating func see(_ row: Int) -> Bool {
      if self.row >= 0 { isSeveral = true } else { self.row = row }
      return !isSeveral
    }
  }

  private let reader: KeyReader
  private var keys: TextHashTable
  private var texts: TextHashTable
  private var seenKeys: [Sighting] = []
  private var seenTexts: [Sighting] = []
  /// The key and the text of each sought row, by their numbers.
  private var sought: [(key: Int, text: Int)] = []
  /// The longest cell of the key, where only one key is sought.
  private var onlyKeyPart: KeyReader.Part?

  /// - Parameters:
  ///   - reader: reads the keys of the rows that are looked at.
  ///   - soughtKeys: those of the sought rows.
  ///   - rows: the sought rows.
  init(_ reader: KeyReader, keys soughtKeys: [[UInt8]], of rows: [TrackedRow]) {
    self.reader = reader
    keys = TextHashTable(mostTexts: rows.count)
    texts = TextHashTable(mostTexts: rows.count)
    // The cursor may be on a marked row: that is one row.
    var numbers: Set<Int> = []
    for (key, row) in zip(soughtKeys, rows) {
      let place = (key: keys.add(key), text: texts.add(row.text))
      if place.key == seenKeys.count { seenKeys.append(Sighting()) }
      if place.text == seenTexts.count { seenTexts.append(Sighting()) }
      if numbers.insert(row.row ?? -1).inserted {
        seenKeys[place.key].soughtCount += 1
        seenTexts[place.text].soughtCount += 1
      }
      sought.append(place)
    }
    if keys.texts.count == 1 { onlyKeyPart = reader.longestPart(of: keys.texts[0]) }
  }

  /// Looks at the rows of a piece: only at those that hold the one key that is sought, or at all.
  ///
  /// - Parameters:
  ///   - bytes: those of the piece.
  ///   - piece: whose rows they are.
  ///   - room: filled for each row.
  ///   - isCancelled: asked after each row; no more rows are looked at then.
  mutating func look(
    in bytes: Span<UInt8>, of piece: RowSlice, _ room: inout KeyReader.Room,
    isCancelled: () -> Bool
  ) {
    if let part = reader.part(of: onlyKeyPart, in: bytes) {
      SliceRows.forEach(in: bytes, of: piece, holding: part) { row, text, _ in
        look(at: row, text, &room)
        return !isCancelled()
      }
    } else {
      SliceRows.forEach(in: bytes, of: piece) { row, text in
        look(at: row, text, &room)
        return !isCancelled()
      }
    }
  }

  private mutating func look(
    at row: Int, _ text: Span<UInt8>, _ room: inout KeyReader.Room
  ) {
    // Most rows are turned away by the hash of their key alone.
    let hash = reader.withKey(of: text, &room) { $0.byteHash }
    guard keys.mayHold(hash), let key = reader.withKey(of: text, &room, { keys.find($0) })
    else { return }
    if seenKeys[key].see(row), !reader.isWholeText { seenKeys[key].text = text.copied }
    if reader.isWholeText {
      _ = seenTexts[key].see(row)
    } else if let same = texts.find(text) {
      _ = seenTexts[same].see(row)
    }
  }

  /// Takes what the rows before the reload have come to: what several of them had is no key.
  mutating func note(before: KeyLookup) {
    for key in seenKeys.indices where before.seenKeys[key].isSeveral {
      seenKeys[key].isSeveral = true
    }
    for text in seenTexts.indices where before.seenTexts[text].isSeveral {
      seenTexts[text].isSeveral = true
    }
  }

  /// What the sought rows have come to, in their order.
  var findings: [Finding] {
    sought.map { place in
      let key = seenKeys[place.key]
      if key.row < 0 { return .missing }
      let text = seenTexts[place.text]
      if key.isSeveral || key.soughtCount > 1 {
        if text.row < 0 { return .missing }
        if text.isSeveral || text.soughtCount > 1 { return .equalTexts }
        return .row(text.row, text: texts.texts[place.text])
      }
      return .row(key.row, text: reader.isWholeText ? texts.texts[place.text] : key.text)
    }
  }
}

/// Collects the rows that have one of some texts, in their order.
struct DuplicateRows: Sendable {
  /// More rows than this are not noted.
  private static let mostRows = 1 << 22

  private let texts: TextHashTable
  /// The rows of each text, numbered as those of `Rows`.
  private(set) var rows: [[Int]]
  private var count = 0

  init(_ texts: TextHashTable) {
    self.texts = texts
    rows = Array(repeating: [], count: texts.texts.count)
  }

  mutating func look(at row: Int, _ text: Span<UInt8>) {
    guard count < Self.mostRows, let number = texts.find(text) else { return }
    rows[number].append(row)
    count += 1
  }
}

/// Reads the key of a row: the text of its key columns, or all of the row.
struct KeyReader: Sendable {
  /// Empty where the whole text is the key.
  private let choices: [CellSelector]

  /// - Parameters:
  ///   - key: numbers of columns; nil for the whole text.
  ///   - columns: how the rows divide.
  init(_ key: [Int]?, of columns: Columns?) {
    choices = columns == nil ? [] : (key ?? []).map { CellSelector($0, of: columns) }
  }

  /// The key is the whole text.
  var isWholeText: Bool { choices.isEmpty }

  /// Room that is filled again for each row.
  struct Room: Sendable {
    var looked = CellBuffers()
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
    fileprivate let choice: CellSelector
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
  private func cells(of key: [UInt8]) -> [(CellSelector, [UInt8])] {
    guard choices.count > 1 else { return [(choices.first ?? CellSelector(nil, of: nil), key)] }
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
struct TextHashTable: Sendable {
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

/// One of the passes over rows by which rows are identified, made beside the loop.
struct IdentityJob: SearchJob {
  enum Pass: Sendable {
    case sample(KeySample)
    case scan(KeyLookup)
    case equalTexts(DuplicateRows)
    /// The rows before the reload, or those of a sample, are not what they were: their file has changed.
    case unreadable
  }

  /// What a pass has come to; nil before all rows that were handed over have been looked at.
  typealias Result = Pass?

  private var sample: KeySample?
  private var scan: KeyLookup?
  private var equalTexts: DuplicateRows?
  private var buffer = RowSlice.Buffer()
  private var room = KeyReader.Room()
  private(set) var result: Pass?
  private let needsSameFile: Bool

  /// - Parameters:
  ///   - pass: what is done with each row.
  ///   - needsSameFile: whether rows of a file that has changed say nothing.
  init(_ pass: Pass, needsSameFile: Bool) {
    self.needsSameFile = needsSameFile
    switch pass {
    case .sample(let sample): self.sample = sample
    case .scan(let scan): self.scan = scan
    case .equalTexts(let texts): equalTexts = texts
    case .unreadable: break
    }
  }

  mutating func search(_ piece: RowSlice, isCancelled: () -> Bool) {
    result = nil
    // Each pass is moved out for the rows of a piece: a call through an optional costs a copy for each row.
    var buffer = buffer
    if var pass = sample {
      sample = nil
      piece.withBytes(in: &buffer) { bytes in
        SliceRows.forEach(in: bytes, of: piece) { _, text in
          pass.look(at: text)
          return !isCancelled()
        }
      }
      sample = pass
    } else if var pass = scan {
      scan = nil
      var room = room
      piece.withBytes(in: &buffer) { pass.look(in: $0, of: piece, &room, isCancelled: isCancelled) }
      self.room = room
      scan = pass
    } else if var pass = equalTexts {
      equalTexts = nil
      piece.withBytes(in: &buffer) { bytes in
        SliceRows.forEach(in: bytes, of: piece) { row, text in
          pass.look(at: row, text)
          return !isCancelled()
        }
      }
      equalTexts = pass
    }
    self.buffer = buffer
  }

  mutating func settle(isCancelled: () -> Bool) {
    if needsSameFile, buffer.hasSeenChange {
      result = .unreadable
      return
    }
    result =
      sample.map { .sample($0) } ?? scan.map { .scan($0) } ?? equalTexts.map { .equalTexts($0) }
  }
}
