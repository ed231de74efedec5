/// One of the passes over rows by which rows are identified, made beside the loop.
struct IdentityWork: PieceWork {
  enum Pass: Sendable {
    case sample(KeySample)
    case scan(KeyScan)
    case equalTexts(EqualTexts)
    /// The rows before the reload, or those of a sample, are not what they were: their file has changed.
    case unreadable
  }

  /// What a pass has come to; nil before all rows that were handed over have been looked at.
  typealias Result = Pass?

  private var sample: KeySample?
  private var scan: KeyScan?
  private var equalTexts: EqualTexts?
  private var buffer = RowPiece.Buffer()
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

  mutating func search(_ piece: RowPiece, isCancelled: () -> Bool) {
    result = nil
    // Each pass is moved out for the rows of a piece: a call through an optional costs a copy for each row.
    var buffer = buffer
    if var pass = sample {
      sample = nil
      piece.withBytes(in: &buffer) { bytes in
        PieceRows.forEach(in: bytes, of: piece) { _, text in
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
        PieceRows.forEach(in: bytes, of: piece) { row, text in
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
