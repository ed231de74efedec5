internal import HostSystem

/// The main loop's side of a `BackgroundSearch`: hands over slices of rows, of which at most 256
/// wait, and takes the results; up to 64 KiB of rows are searched at once, on the loop's thread.
final class SearchRunner<Work: SearchJob> {
  /// The most slices that wait, some milliseconds of work.
  private static var maxWaiting: Int { 256 }
  /// Contents of fewer bytes are searched at once, without a thread.
  private static var littleBytes: Int { RowSorter.sliceBytes }

  private let world: any BackgroundWorld
  private let search = BackgroundSearch<Work>()
  private var port: (any BackgroundHandle)?

  private var plan = ScanPlan([])
  /// Rows that have arrived since; they wait, so that a search over an endless stream has results.
  private var later = 0..<0
  private var handedBytes = 0
  private(set) var isRunning = false

  init(in world: any BackgroundWorld) { self.world = world }

  /// Whether all rows so far have been searched.
  var isIdle: Bool { isSettled && later.isEmpty }

  /// Whether all rows of the plan have been searched.
  private var isSettled: Bool { plan.isDone && search.isIdle }

  /// The port that is ready when there are results.
  var token: PortToken? { port?.token }

  func begin(_ work: Work, over plan: ScanPlan) {
    search.begin(work)
    self.plan = plan
    later = 0..<0
    handedBytes = 0
    isRunning = true
  }

  func cancel() {
    if isRunning { search.cancel() }
    isRunning = false
    plan = ScanPlan([])
    later = 0..<0
  }

  func append(_ rows: Range<Int>) {
    if !rows.isEmpty {
      later = (later.isEmpty ? rows.lowerBound : later.lowerBound)..<rows.upperBound
    }
  }

  /// Hands over slices and returns the newest result; throws if there is no thread or no file.
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
    handedBytes += slices.reduce(0) { $0 + $1.byteCount }
    if plan.isDone, handedBytes <= Self.littleBytes { while search.step().hasMore {} }
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

/// The rows that a search still has to read, forwards or backwards, with an iterator of slices.
struct ScanPlan {
  /// A range of rows that a search still has to read, perhaps only those in a set.
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

  mutating func append(_ rows: Range<Int>) {
    guard !rows.isEmpty else { return }
    if let last = segments.last, last.only == nil {
      segments[segments.count - 1].rows = last.rows.lowerBound..<rows.upperBound
    } else {
      segments.append(Segment(rows: rows, only: nil))
    }
  }

  /// The next slice, nil at the end; throws if a file cannot be opened for the background.
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
