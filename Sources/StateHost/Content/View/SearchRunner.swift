internal import HostSystem
internal import Synchronization

/// Runs a search from the loop: hands over a bounded number of slices at a time, and searches small
/// contents at once.
final class SearchRunner<Work: SearchJob> {
  /// The most slices that wait, some milliseconds of work.
  private static var maxWaiting: Int { 256 }
  /// Contents of fewer bytes are searched synchronously, without a thread and without a frame in
  /// between.
  private static var littleBytes: Int { RowSorter.sliceBytes }

  private let world: any BackgroundWorld
  private let search = BackgroundSearch<Work>()
  private var port: (any BackgroundHandle)?

  /// The rows that have not been handed over.
  private var plan = ScanPlan([])
  /// Rows that have arrived since, which wait until the others are settled, so that a search over
  /// an endless stream has results regularly.
  private var later = 0..<0
  private(set) var isRunning = false

  init(in world: any BackgroundWorld) { self.world = world }

  /// Whether all rows so far have been searched.
  var isIdle: Bool { isSettled && later.isEmpty }

  /// Whether all rows of the plan have been searched.
  private var isSettled: Bool { plan.isDone && search.isIdle }

  /// The port that is ready when there are results.
  var token: PortToken? { port?.token }

  /// Replaces the current search.
  func begin(_ work: Work, over plan: ScanPlan) {
    search.begin(work)
    self.plan = plan
    later = 0..<0
    isRunning = true
  }

  func cancel() {
    if isRunning { search.cancel() }
    isRunning = false
    plan = ScanPlan([])
    later = 0..<0
  }

  /// Adds rows that have arrived.
  func append(_ rows: Range<Int>) {
    if !rows.isEmpty {
      later = (later.isEmpty ? rows.lowerBound : later.lowerBound)..<rows.upperBound
    }
  }

  /// Hands over slices and returns the newest result.
  ///
  /// - Throws: an error if no thread or file is available in the background.
  func takeResult(in rows: Rows) throws(SystemError) -> Work.Result? {
    guard isRunning else { return nil }
    port?.clear()
    var result = try handOver(of: rows)
    if !later.isEmpty, isSettled {
      plan.append(later)
      later = 0..<0
      result = try handOver(of: rows) ?? result
    }
    if !search.isIdle { try wake() }
    return result
  }

  private func handOver(of rows: Rows) throws(SystemError) -> Work.Result? {
    var slices: [RowSlice] = []
    let room = Self.maxWaiting - search.waitingCount
    while slices.count < room, let slice = try plan.next(in: rows) { slices.append(slice) }
    search.add(slices)
    let bytes = slices.reduce(0) { $0 + $1.byteCount }
    if plan.isDone, slices.count == search.waitingCount, bytes <= Self.littleBytes {
      while search.step().hasMore {}
    }
    return search.take()
  }

  private func wake() throws(SystemError) {
    if port == nil { port = try world.openBackground(for: search) }
    port?.resume()
  }

  func close() {
    cancel()
    port?.close()
    port = nil
  }
}

/// A search that runs slice by slice.
protocol SearchJob: Sendable {
  associatedtype Result: Sendable

  /// Searches a slice; may stop early without a useful result when cancelled.
  mutating func search(_ slice: RowSlice, isCancelled: () -> Bool)
  /// Completes the result for all slices so far.
  mutating func settle(isCancelled: () -> Bool)
  var result: Result { get }
}

/// The number of the current search; cancels the steps of earlier ones.
private final class SearchNumber: Sendable {
  let value = Atomic(0)
}

/// Runs a search in the background: the loop hands over slices and takes results.
final class BackgroundSearch<Work: SearchJob>: BackgroundWork {
  private struct Queue {
    var fresh: Work?
    var slices: [RowSlice] = []
    var next = 0
    var isSettled = true
    var isStepping = false
    var result: Work.Result?

    var hasWork: Bool { fresh != nil || next < slices.count || !isSettled }
  }

  private let queue = Mutex(Queue())
  /// Locked by the thread that makes a step.
  private let work = Mutex<Work?>(nil)
  private let number = SearchNumber()
}

// MARK: - Called by the loop

extension BackgroundSearch {
  /// Replaces the current search and its results.
  func begin(_ work: Work) { _ = reset(to: work) }

  /// Ends the search and releases its memory, or lets a running step do so at its end.
  func cancel() {
    if !reset(to: nil) { work.withLock { $0 = nil } }
  }

  /// Returns whether a step is running.
  private func reset(to work: Work?) -> Bool {
    queue.withLock { queue in
      number.value.add(1, ordering: .sequentiallyConsistent)
      queue = Queue(fresh: work, isSettled: work == nil, isStepping: queue.isStepping)
      return queue.isStepping
    }
  }

  /// Appends slices.
  func add(_ slices: [RowSlice]) {
    guard !slices.isEmpty else { return }
    queue.withLock { queue in
      queue.slices.removeFirst(queue.next)
      queue.next = 0
      queue.slices += slices
      queue.isSettled = false
    }
  }

  /// The number of slices not yet searched.
  var waitingCount: Int { queue.withLock { $0.slices.count - $0.next } }

  /// Whether all slices have been searched and the result has been taken.
  var isIdle: Bool { queue.withLock { !$0.hasWork && !$0.isStepping && $0.result == nil } }

  /// The newest result, once.
  func take() -> Work.Result? {
    queue.withLock { queue in
      defer { queue.result = nil }
      return queue.result
    }
  }
}

// MARK: - Called in the background

extension BackgroundSearch {
  package func step() -> BackgroundStep {
    let order = queue.withLock { queue -> (fresh: Work?, slice: RowSlice?, number: Int)? in
      // One step at a time; the thread that makes it continues afterwards.
      guard queue.hasWork, !queue.isStepping else { return nil }
      let fresh = queue.fresh
      queue.fresh = nil
      var slice: RowSlice?
      if queue.next < queue.slices.count {
        slice = queue.slices[queue.next]
        queue.next += 1
      } else {
        queue.isSettled = true
      }
      queue.isStepping = true
      return (fresh, slice, number.value.load(ordering: .sequentiallyConsistent))
    }
    guard let order else { return BackgroundStep(hasMore: false, hasNews: false) }
    return work.withLock { work in
      if let fresh = order.fresh { work = fresh }
      // Called for every row: captures nothing generic, which would be looked up each time.
      let isCancelled = { [number, stepNumber = order.number] in
        number.value.load(ordering: .relaxed) != stepNumber
      }
      if let slice = order.slice {
        work?.search(slice, isCancelled: isCancelled)
      } else {
        work?.settle(isCancelled: isCancelled)
      }
      return publish(&work, of: order.number)
    }
  }

  /// Publishes the result, unless an earlier one has not been taken and more follow.
  private func publish(_ work: inout Work?, of number: Int) -> BackgroundStep {
    queue.withLock { queue in
      queue.isStepping = false
      guard number == self.number.value.load(ordering: .sequentiallyConsistent) else {
        work = nil
        return BackgroundStep(hasMore: queue.hasWork, hasNews: false)
      }
      let isFirst = queue.result == nil
      if isFirst || !queue.hasWork { queue.result = work?.result }
      // The loop hands over more slices when it takes a result.
      return BackgroundStep(hasMore: queue.hasWork, hasNews: isFirst || !queue.hasWork)
    }
  }
}

/// The rows that a search still has to read, in its direction.
struct ScanPlan {
  struct Segment {
    var rows: Range<Int>
    /// The only rows to search; nil for all.
    var only: RowSet?
  }

  private var segments: [Segment]
  private let isBackward: Bool
  private let maxBytes: Int

  init(_ segments: [Segment], isBackward: Bool = false, maxBytes: Int = RowSlice.maxBytes) {
    self.segments = segments.filter { !$0.rows.isEmpty }
    self.isBackward = isBackward
    self.maxBytes = maxBytes
  }

  var isDone: Bool { segments.isEmpty }

  /// Adds rows that have arrived.
  mutating func append(_ rows: Range<Int>) {
    guard !rows.isEmpty else { return }
    if let last = segments.last, last.only == nil {
      segments[segments.count - 1].rows = last.rows.lowerBound..<rows.upperBound
    } else {
      segments.append(Segment(rows: rows, only: nil))
    }
  }

  /// The next slice; nil at the end.
  ///
  /// - Throws: an error if a file cannot be opened for the background.
  mutating func next(in rows: Rows) throws(SystemError) -> RowSlice? {
    guard let segment = segments.first else { return nil }
    let first = isBackward ? segment.rows.upperBound - 1 : segment.rows.lowerBound
    let target = Self.target(from: first, in: segment, isBackward)
    guard target == first else {
      let skipped = isBackward ? target + 1..<first + 1 : first..<target
      advance(over: skipped)
      return RowSlice(bytes: .none, rows: skipped, wanted: skipped)
    }
    guard
      var slice = try rows.slice(
        at: target, maxBytes: segment.only == nil ? maxBytes : RowSorter.sliceBytes,
        isBackward: isBackward)
    else { return nil }
    slice.wanted = slice.rows.clamped(to: segment.rows)
    advance(over: slice.wanted)
    return slice
  }

  /// The first row to search from `row` on, or the one beyond the end of the segment.
  private static func target(from row: Int, in segment: Segment, _ isBackward: Bool) -> Int {
    guard let only = segment.only else { return row }
    if isBackward {
      let rank = only.rank(of: row + 1)
      return max(only.row(at: rank - 1) ?? -1, segment.rows.lowerBound - 1)
    }
    return min(only.row(at: only.rank(of: row)) ?? .max, segment.rows.upperBound)
  }

  private mutating func advance(over rows: Range<Int>) {
    let segment = segments[0].rows
    segments[0].rows =
      isBackward ? segment.lowerBound..<rows.lowerBound : rows.upperBound..<segment.upperBound
    if segments[0].rows.isEmpty { segments.removeFirst() }
  }
}
