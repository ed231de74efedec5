internal import HostSystem

/// The search for the next match in a view, as the loop runs it.
struct ViewFinding {
  /// Where a find begins and what it goes over.
  struct Start {
    /// The rows of the view; nil for all.
    let view: RowSet?
    let order: RowOrder?
    /// The row and the place that it begins after; those of no row are before the first.
    let row: Int
    let place: Int
    /// The rows that there are.
    let rows: Range<Int>
    let isBackward: Bool
  }

  private let world: any BackgroundWorld
  /// Made when the first find begins.
  private var run: SearchRun<FindSearch>?
  /// The last find has come to its end, and nobody has taken what it came to.
  private(set) var isDone = false
  private(set) var row: Int?

  init(in world: any BackgroundWorld) { self.world = world }

  var token: PortToken? { run?.token }
  var isRunning: Bool { run?.isRunning ?? false }

  mutating func begin(_ scan: RowScan, at start: Start) {
    let rows = start.rows
    let from = max(rows.lowerBound - 1, min(start.row, rows.upperBound - 1))
    let way: RowWay
    let order: FindSearch.Order
    if let sorted = start.order {
      way = RowWay([RowWay.Stretch(rows: rows, only: start.view)])
      order = .sorted(sorted, from: start.place, isBackward: start.isBackward)
    } else {
      let border = start.isBackward ? max(from, rows.lowerBound) : from + 1
      let parts = [border..<rows.upperBound, rows.lowerBound..<border]
        .map { RowWay.Stretch(rows: $0, only: start.view) }
      way = RowWay(start.isBackward ? parts.reversed() : parts, isBackward: start.isBackward)
      order = .content(isBackward: start.isBackward)
    }
    isDone = false
    row = nil
    let run = self.run ?? SearchRun(in: world)
    self.run = run
    run.begin(FindSearch(scan, view: start.view, order: order), over: way)
  }

  /// Goes on; what it changed.
  ///
  /// - Throws: that the rows cannot be looked at beside the loop.
  mutating func goOn(in rows: Rows) throws(SystemError) -> (
    change: ViewChange, hasFileChanged: Bool
  ) {
    guard let run, let result = try run.goOn(in: rows) else { return ([], false) }
    guard result.row != nil || result.isSettled && run.isIdle else {
      return (.progress, result.hasFileChanged)
    }
    row = result.row
    isDone = true
    run.cancel()
    return ([.progress, .found], result.hasFileChanged)
  }

  /// Forgets what has been found.
  mutating func take() -> Int? {
    isDone = false
    return row
  }

  mutating func cancel() {
    run?.cancel()
    isDone = false
  }

  func close() { run?.close() }
}
