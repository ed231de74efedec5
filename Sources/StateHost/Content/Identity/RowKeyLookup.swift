internal import CHostSystem

/// A row to find again after a reload: its text and its old number, nil if the old rows are gone.
package struct TrackedRow: Sendable, Equatable {
  package var text: [UInt8]
  /// Its number in the old content; nil if that is gone.
  package var row: Int?

  package init(text: [UInt8], row: Int?) {
    self.text = text
    self.row = row
  }
}

/// A search of one load's rows, slice by slice, for given rows of another load or run, by the cells
/// of their key columns or, without a key, their text; `matches` has the result for each given row.
///
/// A unique key identifies its row. If a key is not unique in either load, the whole text decides;
/// for that, the given rows are also searched for in their own load.
struct RowKeyLookup: Sendable {
  /// The result of a search for a row in another load: missing, one, or several with the same text.
  enum Match: Equatable, Sendable {
    case missing
    /// The row, numbered as in `Rows`, and its text.
    case row(Int, text: [UInt8])
    /// Several rows have the same text; their order decides.
    case equalTexts
  }

  /// The occurrences of a key or text that is looked for: the first row that has it, with its text
  /// if it is a key, and the other rows if it is a text; whether more than one row has it, here or
  /// in the old load; and how many of the rows looked for have it.
  private struct Occurrences {
    var row = -1
    var isSeveral = false
    var text: [UInt8] = []
    /// The other rows with a text.
    var others: [Int] = []
    /// How many of the tracked rows have it.
    var trackedCount = 0

    /// Returns whether it is the first.
    mutating func record(_ row: Int) -> Bool {
      if self.row >= 0 { isSeveral = true } else { self.row = row }
      return !isSeveral
    }
  }

  /// The most `others` of all texts.
  private static let maxOthers = 1 << 22

  private let reader: RowKeyReader
  private var keys: TextHashTable
  private var texts: TextHashTable
  private var seenKeys: [Occurrences] = []
  private var seenTexts: [Occurrences] = []
  private var otherCount = 0
  /// The indices of the key and the text of each tracked row.
  private var tracked: [(key: Int, text: Int)] = []
  /// The longest cell of the key, if all tracked rows have the same.
  private var onlyKeyPart: RowKeyReader.Part?

  /// `reader` reads the keys of the searched rows; `trackedKeys` are those of the tracked `rows`.
  init(_ reader: RowKeyReader, keys trackedKeys: [[UInt8]], of rows: [TrackedRow]) {
    self.reader = reader
    keys = TextHashTable(maxTexts: rows.count)
    texts = TextHashTable(maxTexts: rows.count)
    // A marked row that is also the cursor's counts once; without a number, its text tells.
    var numbers: Set<Int> = []
    for (key, row) in zip(trackedKeys, rows) {
      let place = (key: keys.add(key), text: texts.add(row.text))
      let isNew = row.row.map { numbers.insert($0).inserted } ?? (place.text == seenTexts.count)
      if place.key == seenKeys.count { seenKeys.append(Occurrences()) }
      if place.text == seenTexts.count { seenTexts.append(Occurrences()) }
      if isNew {
        seenKeys[place.key].trackedCount += 1
        seenTexts[place.text].trackedCount += 1
      }
      tracked.append(place)
    }
    if keys.texts.count == 1 { onlyKeyPart = reader.longestPart(of: keys.texts[0]) }
  }

  /// Searches the bytes of a slice; only rows that contain the key if there is just one.
  mutating func search(
    in bytes: Span<UInt8>, of slice: RowSlice, _ buffers: inout RowKeyReader.Buffers,
    isCancelled: () -> Bool
  ) {
    slice.forEachRow(in: bytes, holding: reader.part(of: onlyKeyPart, in: bytes)) { row, text, _ in
      search(row, text, &buffers)
      return !isCancelled()
    }
  }

  private mutating func search(
    _ row: Int, _ text: Span<UInt8>, _ buffers: inout RowKeyReader.Buffers
  ) {
    // The hash filter rejects most rows.
    let hash = reader.withKey(of: text, &buffers) { $0.byteHash }
    guard keys.mayContain(hash), let key = reader.withKey(of: text, &buffers, { keys.find($0) })
    else { return }
    if seenKeys[key].record(row), !reader.isWholeText { seenKeys[key].text = text.copied }
    guard let same = reader.isWholeText ? key : texts.find(text), !seenTexts[same].record(row),
      otherCount < Self.maxOthers
    else { return }
    seenTexts[same].others.append(row)
    otherCount += 1
  }

  /// Marks keys and texts that are not unique among the old rows.
  mutating func merge(old: RowKeyLookup) {
    for key in seenKeys.indices where old.seenKeys[key].isSeveral { seenKeys[key].isSeveral = true }
    for text in seenTexts.indices where old.seenTexts[text].isSeveral {
      seenTexts[text].isSeveral = true
    }
  }

  /// The results, in the order of the tracked rows.
  var matches: [Match] {
    tracked.map { place in
      let key = seenKeys[place.key]
      if key.row < 0 { return .missing }
      let text = seenTexts[place.text]
      if key.isSeveral || key.trackedCount > 1 {
        if text.row < 0 { return .missing }
        if text.isSeveral || text.trackedCount > 1 { return .equalTexts }
        return .row(text.row, text: texts.texts[place.text])
      }
      return .row(key.row, text: reader.isWholeText ? texts.texts[place.text] : key.text)
    }
  }

  /// How many rows before `row` have the text of a tracked row; nil if that is not one of them.
  func order(of row: Int, equalTo index: Int) -> Int? {
    let text = seenTexts[tracked[index].text]
    if text.row == row { return 0 }
    let place = text.others.partitioningIndex { $0 >= row }
    return place < text.others.count && text.others[place] == row ? place + 1 : nil
  }

  /// The row of an order among those from `first` on that have the text of a tracked row.
  func row(at order: Int, from first: Int, equalTo index: Int) -> Int? {
    let text = seenTexts[tracked[index].text]
    let skipped = text.row >= first ? 0 : 1 + text.others.partitioningIndex { $0 >= first }
    let place = skipped + order - 1
    return place < 0 ? text.row : place < text.others.count ? text.others[place] : nil
  }
}

/// A reader of the key that identifies a row across reloads: the decoded text of its key columns,
/// each after its length if there are several, or the whole row; it also finds the longest cell of
/// a key, so that a search for one key only can skip rows without this text.
struct RowKeyReader: Sendable {
  /// Empty if the whole text is the key.
  private let selectors: [CellSelector]

  /// `key` are the key columns; nil for the whole text.
  init(_ key: [Int]?, of columns: Columns?) {
    selectors = (key ?? []).map { CellSelector($0, of: columns) }
  }

  var isWholeText: Bool { selectors.isEmpty }

  /// Reusable buffers for a `RowKeyReader` to extract many rows' keys without allocation.
  struct Buffers: Sendable {
    var cell = CellBuffers()
    var key: [UInt8] = []
  }

  /// Calls `body` with the key of `row`; in a key of several cells each has its length before it,
  /// so that different cells never give the same key.
  func withKey<Result>(
    of row: Span<UInt8>, _ buffers: inout Buffers, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    switch selectors.count {
    case 0: return body(row)
    case 1: return selectors[0].withText(of: row, &buffers.cell, body)
    default:
      var key = buffers.key
      buffers.key = []
      key.removeAll(keepingCapacity: true)
      for selector in selectors {
        selector.withText(of: row, &buffers.cell) { Self.append($0, to: &key) }
      }
      defer { buffers.key = key }
      return body(key.span)
    }
  }

  private static func append(_ cell: Span<UInt8>, to key: inout [UInt8]) {
    for shift in 0..<4 { key.append(UInt8(truncatingIfNeeded: cell.count >> (8 * shift))) }
    key.append(bytes: cell)
  }

  /// The longest cell of a key, as a pattern with its column: a search for this key alone skips
  /// rows whose raw bytes lack it.
  struct Part: Sendable {
    fileprivate let selector: CellSelector
    fileprivate let pattern: TextPattern
  }

  /// The longest cell of a key; nil if all are empty.
  func longestPart(of key: [UInt8]) -> Part? {
    guard let (selector, cell) = cells(of: key).max(by: { $0.1.count < $1.1.count }), !cell.isEmpty
    else { return nil }
    return Part(selector: selector, pattern: TextPattern(cell, ignoresCase: false))
  }

  /// A text that every row with the key contains undecoded; nil if there is none.
  func part(of part: Part?, in bytes: Span<UInt8>) -> TextPattern? {
    guard let part else { return nil }
    if isWholeText { return part.pattern }
    return bytes.needsRendering ? nil : part.selector.part(of: part.pattern, in: bytes)
  }

  /// Splits a key into its cells.
  private func cells(of key: [UInt8]) -> [(CellSelector, [UInt8])] {
    guard selectors.count > 1 else { return [(selectors.first ?? CellSelector(nil, of: nil), key)] }
    var place = 0
    return selectors.map { selector in
      let length = (0..<4).reduce(0) { $0 | Int(key[place + $1]) << (8 * $1) }
      place += 4 + length
      return (selector, Array(key[place - length..<place]))
    }
  }

  static func key(of cells: [[UInt8]]) -> [UInt8] {
    guard cells.count > 1 else { return cells.first ?? [] }
    var key: [UInt8] = []
    for cell in cells { append(cell.span, to: &key) }
    return key
  }

  func key(of row: [UInt8]) -> [UInt8] {
    var buffers = Buffers()
    return withKey(of: row.span, &buffers) { $0.copied }
  }
}

extension Span where Element == UInt8 {
  var copied: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }

  var byteHash: UInt64 { isEmpty ? 0 : unsafe withPointer(host_bytes_hash) }
}

extension [UInt8] {
  mutating func append(bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

/// A table of the keys or the texts that a `RowKeyLookup` looks for: gives each distinct one an
/// index, in the order of insertion, with a Bloom filter that rejects most lookups early.
struct TextHashTable: Sendable {
  private(set) var texts: [[UInt8]] = []
  /// The texts of each hash.
  private var indices: [UInt64: [Int]] = [:]
  /// The Bloom filter, which has one hash function.
  private var filter: [UInt64]
  private let filterMask: UInt64

  /// The filter has 32 bits for each of `maxTexts` texts or more.
  init(maxTexts: Int) {
    var size = 16
    while size < 2 * maxTexts { size *= 2 }
    filter = [UInt64](repeating: 0, count: size / 4)
    filterMask = UInt64(size * 16 - 1)
  }

  /// Adds a text unless it exists; returns its index.
  mutating func add(_ text: [UInt8]) -> Int {
    let hash = text.span.byteHash
    if let known = find(text.span, hash: hash) { return known }
    filter[Int((hash & filterMask) >> 6)] |= 1 << (hash & 63)
    indices[hash, default: []].append(texts.count)
    texts.append(text)
    return texts.count - 1
  }

  func mayContain(_ hash: UInt64) -> Bool {
    filter[Int((hash & filterMask) >> 6)] & 1 << (hash & 63) != 0
  }

  func find(_ text: Span<UInt8>) -> Int? { find(text, hash: text.byteHash) }

  private func find(_ text: Span<UInt8>, hash: UInt64) -> Int? {
    guard mayContain(hash) else { return nil }
    return indices[hash]?.first { text.isSame(as: texts[$0]) }
  }
}

/// The background job of a `RowTracker`: one pass over the rows of a load, which samples them to
/// choose key columns, or looks for given rows, such as the cursor's.
struct RowTrackingJob: SearchJob {
  /// A pass over the rows of a load, with its result so far: a sample to choose key columns, or a
  /// search for given rows.
  enum Pass: Sendable {
    case sample(RowKeySample)
    case scan(RowKeyLookup)
  }

  /// A pass that has reached the end of the rows so far; if their file has changed, a sample, or a
  /// search of the old rows, is not used.
  struct Finding: Sendable {
    var pass: Pass
    var hasFileChanged: Bool
  }

  /// The job's result for the tracker; nil until all rows so far have been searched.
  typealias Result = Finding?

  /// Nil while it is changed.
  private var pass: Pass?
  private var buffer = RowSlice.Buffer()
  private var buffers = RowKeyReader.Buffers()
  private(set) var result: Finding?

  init(_ pass: Pass) { self.pass = pass }

  mutating func search(_ slice: RowSlice, isCancelled: () -> Bool) {
    result = nil
    // Moved out of their properties, so that they are changed in place and not copied.
    var (pass, buffer, buffers) = (pass, buffer, buffers)
    (self.pass, self.buffer, self.buffers) = (nil, RowSlice.Buffer(), RowKeyReader.Buffers())
    slice.withBytes(in: &buffer) { bytes in
      switch pass {
      case .sample(var sample)?:
        pass = nil
        slice.forEachRow(in: bytes) { _, text in
          sample.add(text)
          return !isCancelled()
        }
        pass = .sample(sample)
      case .scan(var scan)?:
        pass = nil
        scan.search(in: bytes, of: slice, &buffers, isCancelled: isCancelled)
        pass = .scan(scan)
      case nil: break
      }
    }
    (self.pass, self.buffer, self.buffers) = (pass, buffer, buffers)
  }

  mutating func settle(isCancelled: () -> Bool) {
    result = pass.map { Finding(pass: $0, hasFileChanged: buffer.hasSeenChange) }
  }
}
