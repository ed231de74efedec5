/// A row that is to be found again in the rows of another load.
package struct SoughtRow: Sendable, Equatable {
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
struct KeyScan: Sendable {
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
  private var keys: TextIndex
  private var texts: TextIndex
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
  init(_ reader: KeyReader, keys soughtKeys: [[UInt8]], of rows: [SoughtRow]) {
    self.reader = reader
    keys = TextIndex(mostTexts: rows.count)
    texts = TextIndex(mostTexts: rows.count)
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
    in bytes: Span<UInt8>, of piece: RowPiece, _ room: inout KeyReader.Room,
    isCancelled: () -> Bool
  ) {
    if let part = reader.part(of: onlyKeyPart, in: bytes) {
      PieceRows.forEach(in: bytes, of: piece, holding: part) { row, text, _ in
        look(at: row, text, &room)
        return !isCancelled()
      }
    } else {
      PieceRows.forEach(in: bytes, of: piece) { row, text in
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
  mutating func note(before: KeyScan) {
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
struct EqualTexts: Sendable {
  /// More rows than this are not noted.
  private static let mostRows = 1 << 22

  private let texts: TextIndex
  /// The rows of each text, numbered as those of `Rows`.
  private(set) var rows: [[Int]]
  private var count = 0

  init(_ texts: TextIndex) {
    self.texts = texts
    rows = Array(repeating: [], count: texts.texts.count)
  }

  mutating func look(at row: Int, _ text: Span<UInt8>) {
    guard count < Self.mostRows, let number = texts.find(text) else { return }
    rows[number].append(row)
    count += 1
  }
}
