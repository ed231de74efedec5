internal import HostSystem
internal import Synchronization

/// A search as the loop runs it: pieces are handed over a bounded number at a time, and what is little
/// is done at once.
final class SearchRunner<Work: SearchJob> {
  /// So many pieces wait at most: some milliseconds of work.
  private static var mostWaiting: Int { 256 }
  /// What has fewer bytes is looked at at once, so that it needs no thread and no frame without it.
  private static var littleBytes: Int { RowSorter.pieceBytes }

  private let world: any BackgroundWorld
  private let search = BackgroundSearch<Work>()
  private var port: (any BackgroundPort)?

  /// What is still to be handed over.
  private var way = ScanPlan([])
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
  func begin(_ work: Work, over way: ScanPlan) {
    search.begin(work)
    self.way = way
    later = 0..<0
    isRunning = true
  }

  func cancel() {
    if isRunning { search.cancel() }
    isRunning = false
    way = ScanPlan([])
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
    var pieces: [RowSlice] = []
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

/// A search over rows that is made piece by piece, a plain value.
protocol SearchJob: Sendable {
  associatedtype Result: Sendable

  /// Searches a piece; stops early, leaving nothing worth keeping, when it is cancelled.
  mutating func search(_ piece: RowSlice, isCancelled: () -> Bool)
  /// All that there is for now has been looked at.
  mutating func settle(isCancelled: () -> Bool)
  /// What it has come to.
  var result: Result { get }
}

/// The number of a search: another one has begun when it is no longer that of the step.
private final class SearchNumber: Sendable {
  let value = Atomic(0)
}

/// Makes a search beside the loop: the loop hands pieces over and takes results.
final class BackgroundSearch<Work: SearchJob>: BackgroundWork {
  private struct Queue {
    var fresh: Work?
    var pieces: [RowSlice] = []
    var next = 0
    var isSettled = true
    var isStepping = false
    var result: Work.Result?

    var hasWork: Bool { fresh != nil || next < pieces.count || !isSettled }
  }

  private let queue = Mutex(Queue())
  /// Who steps has it.
  private let work = Mutex<Work?>(nil)
  private let number = SearchNumber()
}

// MARK: - The loop's side

extension BackgroundSearch {
  /// Begins another search; nothing of the one before comes any more.
  func begin(_ work: Work) {
    queue.withLock { queue in
      number.value.add(1, ordering: .sequentiallyConsistent)
      queue.fresh = work
      queue.pieces = []
      queue.next = 0
      queue.isSettled = false
      queue.result = nil
    }
  }

  /// Ends the search, and lets go of all that it holds; a step under way does that when it ends.
  func cancel() {
    let isStepping = queue.withLock { queue in
      number.value.add(1, ordering: .sequentiallyConsistent)
      queue.fresh = nil
      queue.pieces = []
      queue.next = 0
      queue.isSettled = true
      queue.result = nil
      return queue.isStepping
    }
    if !isStepping { work.withLock { $0 = nil } }
  }

  /// Hands pieces over, which follow those that were handed over before.
  func add(_ pieces: [RowSlice]) {
    guard !pieces.isEmpty else { return }
    queue.withLock { queue in
      queue.pieces.removeFirst(queue.next)
      queue.next = 0
      queue.pieces += pieces
      queue.isSettled = false
    }
  }

  /// How many pieces have not been looked at yet.
  var waitingCount: Int { queue.withLock { $0.pieces.count - $0.next } }

  /// Nothing is done, nothing waits to be, and what it came to has been taken.
  var isIdle: Bool { queue.withLock { !$0.hasWork && !$0.isStepping && $0.result == nil } }

  /// The newest result, once.
  func take() -> Work.Result? {
    queue.withLock { queue in
      defer { queue.result = nil }
      return queue.result
    }
  }
}

// MARK: - Beside the loop

extension BackgroundSearch {
  package func step() -> BackgroundStep {
    let order = queue.withLock { queue -> (fresh: Work?, piece: RowSlice?, number: Int)? in
      // One at a time: who makes a step now goes on after it.
      guard queue.hasWork, !queue.isStepping else { return nil }
      let fresh = queue.fresh
      queue.fresh = nil
      var piece: RowSlice?
      if queue.next < queue.pieces.count {
        piece = queue.pieces[queue.next]
        queue.next += 1
      } else {
        queue.isSettled = true
      }
      queue.isStepping = true
      return (fresh, piece, number.value.load(ordering: .sequentiallyConsistent))
    }
    guard let order else { return BackgroundStep(hasMore: false, hasNews: false) }
    return work.withLock { work in
      if let fresh = order.fresh { work = fresh }
      // Asked at every row: it captures nothing generic, which would be looked up each time.
      let isCancelled = { [number, stepNumber = order.number] in
        number.value.load(ordering: .relaxed) != stepNumber
      }
      if let piece = order.piece {
        work?.search(piece, isCancelled: isCancelled)
      } else {
        work?.settle(isCancelled: isCancelled)
      }
      return publish(&work, of: order.number)
    }
  }

  /// Leaves the result for the loop, unless one is there still that is not the last.
  private func publish(_ work: inout Work?, of number: Int) -> BackgroundStep {
    queue.withLock { queue in
      queue.isStepping = false
      guard number == self.number.value.load(ordering: .sequentiallyConsistent) else {
        work = nil
        return BackgroundStep(hasMore: queue.hasWork, hasNews: false)
      }
      let isFirst = queue.result == nil
      if isFirst || !queue.hasWork { queue.result = work?.result }
      // The loop hands more over when it takes a result.
      return BackgroundStep(hasMore: queue.hasWork, hasNews: isFirst || !queue.hasWork)
    }
  }
}

/// The rows that a search goes over, in its direction.
struct ScanPlan {
  /// Rows that follow each other.
  struct Stretch {
    var rows: Range<Int>
    /// Others than these need not be looked at; nil looks at all.
    var only: RowSet?
  }

  private var stretches: [Stretch]
  private let isBackward: Bool
  private let mostBytes: Int

  init(_ stretches: [Stretch], isBackward: Bool = false, mostBytes: Int = RowSlice.mostBytes) {
    self.stretches = stretches.filter { !$0.rows.isEmpty }
    self.isBackward = isBackward
    self.mostBytes = mostBytes
  }

  /// All has been gone over.
  var isDone: Bool { stretches.isEmpty }

  /// More rows have come.
  mutating func append(_ rows: Range<Int>) {
    guard !rows.isEmpty else { return }
    if let last = stretches.last, last.only == nil {
      stretches[stretches.count - 1].rows = last.rows.lowerBound..<rows.upperBound
    } else {
      stretches.append(Stretch(rows: rows, only: nil))
    }
  }

  /// The next piece; nil at the end.
  ///
  /// - Throws: that a file cannot be read beside the loop.
  mutating func next(in rows: Rows) throws(SystemError) -> RowSlice? {
    guard let stretch = stretches.first else { return nil }
    let first = isBackward ? stretch.rows.upperBound - 1 : stretch.rows.lowerBound
    let target = Self.target(from: first, in: stretch, isBackward)
    guard target == first else {
      let skipped = isBackward ? target + 1..<first + 1 : first..<target
      advance(over: skipped)
      return RowSlice(bytes: .none, rows: skipped, wanted: skipped)
    }
    guard
      var piece = try rows.piece(
        at: target, mostBytes: stretch.only == nil ? mostBytes : RowSorter.pieceBytes,
        isBackward: isBackward)
    else { return nil }
    piece.wanted = piece.rows.clamped(to: stretch.rows)
    advance(over: piece.wanted)
    return piece
  }

  /// The first row from `row` on that is to be looked at, or the one past the end of the stretch.
  private static func target(from row: Int, in stretch: Stretch, _ isBackward: Bool) -> Int {
    guard let only = stretch.only else { return row }
    if isBackward {
      let rank = only.rank(of: row + 1)
      return max(only.row(at: rank - 1) ?? -1, stretch.rows.lowerBound - 1)
    }
    return min(only.row(at: only.rank(of: row)) ?? .max, stretch.rows.upperBound)
  }

  private mutating func advance(over rows: Range<Int>) {
    let stretch = stretches[0].rows
    stretches[0].rows =
      isBackward ? stretch.lowerBound..<rows.lowerBound : rows.upperBound..<stretch.upperBound
    if stretches[0].rows.isEmpty { stretches.removeFirst() }
  }
}
