internal import HostSystem

/// A search as the loop runs it: pieces are handed over a bounded number at a time, and what is little
/// is done at once.
final class SearchRun<Work: PieceWork> {
  /// So many pieces wait at most: some milliseconds of work.
  private static var mostWaiting: Int { 256 }
  /// What has fewer bytes is looked at at once, so that it needs no thread and no frame without it.
  private static var littleBytes: Int { RowSorter.pieceBytes }

  private let world: any BackgroundWorld
  private let search = PieceSearch<Work>()
  private var port: (any BackgroundPort)?

  /// What is still to be handed over.
  private var way = RowWay([])
  /// Rows that have come since, which follow when all of that is settled: so a search over rows that come without
  /// end settles again and again.
  private var later = 0..<0
  /// A search has begun and not been cancelled.
  private(set) var isRunning = false

  init(in world: any BackgroundWorld) { self.world = world }

  /// Nothing of the rows so far is left to be done.
  var isIdle: Bool { isSettled && later.isEmpty }

  /// Nothing is left to be done of what is handed over now.
  private var isSettled: Bool { way.isDone && search.isIdle }

  /// Names news of the search among what is ready.
  var token: PortToken? { port?.token }

  /// Begins another search.
  ///
  /// - Parameters:
  ///   - work: what is done with each piece.
  ///   - way: the rows to look at.
  func begin(_ work: Work, over way: RowWay) {
    search.begin(work)
    self.way = way
    later = 0..<0
    isRunning = true
  }

  func cancel() {
    if isRunning { search.cancel() }
    isRunning = false
    way = RowWay([])
    later = 0..<0
  }

  /// More rows have come.
  func append(_ rows: Range<Int>) {
    if !rows.isEmpty {
      later = (later.isEmpty ? rows.lowerBound : later.lowerBound)..<rows.upperBound
    }
  }

  /// Hands pieces over, and takes what there is.
  ///
  /// - Throws: that the rows cannot be looked at beside the loop.
  func goOn(in rows: Rows) throws(SystemError) -> Work.Result? {
    guard isRunning else { return nil }
    port?.clear()
    var result = try handOver(of: rows)
    if !later.isEmpty, isSettled {
      way.append(later)
      later = 0..<0
      result = try handOver(of: rows) ?? result
    }
    if !search.isIdle { try wake() }
    return result
  }

  private func handOver(of rows: Rows) throws(SystemError) -> Work.Result? {
    var pieces: [RowPiece] = []
    let room = Self.mostWaiting - search.waitingCount
    while pieces.count < room, let piece = try way.next(in: rows) { pieces.append(piece) }
    search.add(pieces)
    let bytes = pieces.reduce(0) { $0 + $1.byteCount }
    if way.isDone, pieces.count == search.waitingCount, bytes <= Self.littleBytes {
      while search.step().hasMore {}
    }
    return search.take()
  }

  private func wake() throws(SystemError) {
    if port == nil { port = try world.openBackground(for: search) }
    port?.goOn()
  }

  func close() {
    cancel()
    port?.close()
    port = nil
  }
}
