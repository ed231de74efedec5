internal import HostSystem
internal import Synchronization

/// Protocol of a search over rows, slice by slice, and its result: implemented by each kind of
/// search (filter, find, row tracking), called by `BackgroundSearch`, mostly on background threads.
protocol SearchJob: Sendable {
  /// What was found in one slice, where slices are searched apart from each other.
  associatedtype Part: Sendable = Never
  associatedtype Result: Sendable

  static var threadLimit: Int { get }
  /// Searches a slice on any thread; nil if slices have to be searched one after the other.
  var searchApart: ApartSearch<Part>? { get }
  /// Adds what was found in a slice; called in the order of the slices.
  mutating func add(_ part: Part, of slice: RowSlice)

  /// Searches a slice; may stop early without a useful result when cancelled.
  mutating func search(_ slice: RowSlice, isCancelled: () -> Bool)
  /// Completes the result for all slices so far.
  mutating func settle(isCancelled: () -> Bool)
  var result: Result { get }
}

/// A function that searches one slice independently of the others, on any thread, with a reusable
/// buffer, and returns what it found; may stop early when cancelled.
typealias ApartSearch<Part> =
  @Sendable (_ slice: RowSlice, _ buffer: inout RowSlice.Buffer, _ isCancelled: () -> Bool) -> Part

extension SearchJob { static var threadLimit: Int { 1 } }

extension SearchJob where Part == Never {
  var searchApart: ApartSearch<Never>? { nil }
  mutating func add(_ part: Never, of slice: RowSlice) {}
}

/// The background work that carries out one `SearchJob` at a time, in steps: its `SearchRunner`, on
/// the main loop, begins or cancels a job, hands over slices of rows and takes the newest result;
/// the world's threads make the steps, or the loop itself for few rows.
final class BackgroundSearch<Work: SearchJob>: BackgroundWork {
  private let current = Mutex<SearchRun<Work>?>(nil)

  private var run: SearchRun<Work>? { current.withLock { $0 } }

  // MARK: - Called by the loop

  /// Replaces the current search and its results.
  func begin(_ work: Work) { replaceRun(with: SearchRun(work)) }

  /// Ends the search and releases its memory; running steps do so at their end.
  func cancel() { replaceRun(with: nil) }

  private func replaceRun(with next: SearchRun<Work>?) {
    let last = current.withLock { run in
      defer { run = next }
      return run
    }
    last?.cancellation.cancel()
  }

  func add(_ slices: [RowSlice]) { run?.add(slices) }

  /// The number of slices that are not searched yet.
  var waitingCount: Int { run?.waitingCount ?? 0 }

  /// Whether all slices have been searched and the result has been taken.
  var isIdle: Bool { run?.isIdle ?? true }

  /// The newest result, once.
  func take() -> Work.Result? { run?.take() }

  // MARK: - Called in the background

  var threadLimit: Int { Work.threadLimit }

  package func step() -> BackgroundStep {
    guard let run else { return BackgroundStep(hasMore: false, hasNews: false) }
    let step = run.step()
    // A search replaced during the step has no news; the next step is one of the current search.
    return run.cancellation.isCancelled ? BackgroundStep(hasMore: true, hasNews: false) : step
  }
}

/// A flag that stops the threads of a background search that was cancelled or replaced by another.
private final class Cancellation: Sendable {
  private let flag = Atomic(false)

  var isCancelled: Bool { flag.load(ordering: .relaxed) }
  func cancel() { flag.store(true, ordering: .relaxed) }
}

/// One background search from beginning to end: the queue of slices, the job and its latest result.
///
/// Each step takes the next slice. Threads that search apart leave findings in `parts`; one thread
/// at a time adds them to the work in the order of slices, so no thread's speed affects the result.
private final class SearchRun<Work: SearchJob>: Sendable {
  let cancellation = Cancellation()
  private let searchApart: ApartSearch<Work.Part>?
  /// Changed only by the thread that set `Queue.isBusy`.
  private let work: Mutex<Work>
  private let queue = Mutex(Queue())

  /// The state that a background search's threads share under a lock: slices, findings, the result.
  private struct Queue {
    var slices: [RowSlice] = []
    var next = 0
    /// The number of slices that were taken, and of those whose parts were added.
    var takenCount = 0
    var addedCount = 0
    /// What was found and is not added yet, by the number of the slice.
    var parts: [Int: Found] = [:]
    var buffers: [RowSlice.Buffer] = []
    var isSettled = false
    /// Whether a thread is changing the work.
    var isBusy = false
    var result: Work.Result?

    /// What was found in a slice, and the slice.
    typealias Found = (part: Work.Part, slice: RowSlice)

    /// The number of slices whose parts are not added.
    var waitingCount: Int { slices.count - next + takenCount - addedCount }
    var isDone: Bool { waitingCount == 0 && isSettled }

    mutating func takeSlice() -> RowSlice? {
      guard next < slices.count else { return nil }
      next += 1
      takenCount += 1
      return slices[next - 1]
    }

    /// The part to add next; without one the turn of the thread ends.
    mutating func takePart() -> Found? {
      let found = parts.removeValue(forKey: addedCount)
      isBusy = found != nil
      if isBusy { addedCount += 1 }
      return found
    }
  }

  /// What a thread of a background search does next: search a slice independently of the others,
  /// search the next slice in order, or complete the result.
  private enum Task {
    case searchApart(RowSlice, ApartSearch<Work.Part>, number: Int, RowSlice.Buffer)
    case search(RowSlice)
    case settle
  }

  init(_ work: Work) {
    searchApart = work.searchApart
    self.work = Mutex(work)
  }

  func add(_ slices: [RowSlice]) {
    guard !slices.isEmpty else { return }
    queue.withLock { queue in
      queue.slices.removeFirst(queue.next)
      queue.next = 0
      queue.slices += slices
      queue.isSettled = false
    }
  }

  var waitingCount: Int { queue.withLock { $0.waitingCount } }
  var isIdle: Bool { queue.withLock { $0.isDone && !$0.isBusy && $0.result == nil } }

  func take() -> Work.Result? {
    queue.withLock { queue in
      defer { queue.result = nil }
      return queue.result
    }
  }

  func step() -> BackgroundStep {
    // Called for every row: captures nothing generic, which would be looked up each time.
    let isCancelled = { [cancellation] in cancellation.isCancelled }
    switch queue.withLock({ nextTask(&$0) }) {
    case nil: return BackgroundStep(hasMore: false, hasNews: false)
    case .search(let slice)?:
      work.withLock { $0.search(slice, isCancelled: isCancelled) }
      queue.withLock { $0.addedCount += 1 }
      return endTurn()
    case .settle?:
      work.withLock { $0.settle(isCancelled: isCancelled) }
      return endTurn()
    case .searchApart(let slice, let searchApart, let number, var buffer)?:
      let part = searchApart(slice, &buffer, isCancelled)
      let next = queue.withLock { queue in
        queue.parts[number] = (part, slice)
        queue.buffers.append(buffer)
        // A thread that is busy adds this part, too.
        return queue.isBusy ? nil : queue.takePart()
      }
      guard let next else { return BackgroundStep(hasMore: true, hasNews: false) }
      add(next)
      return endTurn()
    }
  }

  private func nextTask(_ queue: inout Queue) -> Task? {
    if let searchApart, let slice = queue.takeSlice() {
      let buffer = queue.buffers.popLast() ?? RowSlice.Buffer()
      return .searchApart(slice, searchApart, number: queue.takenCount - 1, buffer)
    }
    guard !queue.isBusy else { return nil }
    if let slice = queue.takeSlice() {
      queue.isBusy = true
      return .search(slice)
    }
    guard queue.takenCount == queue.addedCount, !queue.isSettled else { return nil }
    (queue.isBusy, queue.isSettled) = (true, true)
    return .settle
  }

  /// Publishes, and adds parts that were left meanwhile; called by the thread that set `isBusy`.
  ///
  /// The turn ends as its result is set: a loop that takes the last result finds the search idle.
  private func endTurn() -> BackgroundStep {
    var hasNews = false
    while true {
      let isWanted = queue.withLock { $0.result == nil || $0.isDone }
      let result = isWanted ? work.withLock { $0.result } : nil
      hasNews = hasNews || isWanted
      let (next, hasMore) = queue.withLock { queue in
        if isWanted { queue.result = result }
        return (queue.takePart(), !queue.isDone)
      }
      guard let next else { return BackgroundStep(hasMore: hasMore, hasNews: hasNews) }
      add(next)
    }
  }

  private func add(_ found: Queue.Found) { work.withLock { $0.add(found.part, of: found.slice) } }
}
