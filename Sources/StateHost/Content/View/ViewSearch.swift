internal import HostSystem

/// What the view shows, as a search has found it; its rows are numbered as those of `Rows`.
struct ViewResult: Sendable {
  var rows = RowSet()
  /// Where the sort puts them; nil without a sort, and before there is one.
  var order: RowOrder?
  /// The rows before this one have been looked at.
  var lookedRow = 0
  /// The rows before this one are where they belong: with a sort, they are in order.
  var placedRow = 0
  /// All that were handed over are in place.
  var isSettled = false
  var problem: ViewProblem?
  /// The file was changed since it was opened.
  var hasFileChanged = false
}

/// Finds the rows of a view, and their order.
struct ViewSearch: SearchJob {
  private let scan: RowScan
  private var sorter: RowSorter?
  private var buffer = RowSlice.Buffer()
  private(set) var result = ViewResult()

  init(_ scan: RowScan, sorter: RowSorter?) {
    self.scan = scan
    self.sorter = sorter
  }

  mutating func search(_ piece: RowSlice, isCancelled: () -> Bool) {
    let before = result.rows.count
    result.isSettled = false
    if case .every = scan.matcher {
      for row in piece.wanted { result.rows.append(row) }
    } else if piece.isLookedAt {
      var found: [Int] = []
      let scan = scan
      piece.withBytes(in: &buffer) { bytes in
        scan.scan(bytes, of: piece, isCancelled: isCancelled) { found.append($0) }
      }
      for row in found { result.rows.append(row) }
    }
    result.lookedRow = piece.wanted.upperBound
    if sorter == nil { result.placedRow = result.lookedRow }
    result.hasFileChanged = buffer.hasSeenChange
    if result.rows.count > before { sorter?.add(piece) }
  }

  mutating func settle(isCancelled: () -> Bool) {
    if sorter != nil {
      do throws(ViewProblem) {
        result.order = try sorter?.sort(result.rows, isCancelled: isCancelled) ?? result.order
      } catch {
        result.order = nil
        result.problem = error
      }
      result.hasFileChanged = result.hasFileChanged || sorter?.hasFileChanged ?? false
    }
    result.isSettled = true
    result.placedRow = result.lookedRow
  }
}

/// Where the next match is, as far as that is known.
struct MatchResult: Sendable {
  /// The row that was looked for, numbered as those of `Rows`.
  var row: Int?
  /// All that were handed over have been looked at.
  var isSettled = false
  var hasFileChanged = false
}

/// Finds the next row that matches among those of a view.
struct MatchSearch: SearchJob {
  /// How the view's rows follow each other.
  enum Order: Sendable {
    /// As the pieces do.
    case content(isBackward: Bool)
    /// As sorted: the one that is looked for comes after a place, or before it, round the end.
    case sorted(RowOrder, from: Int, isBackward: Bool)
  }

  private let scan: RowScan
  /// The rows of the view; nil for all.
  private let view: RowSet?
  private let order: Order
  /// All matches, where only the order tells which is the next.
  private var matches: [Int] = []
  private var buffer = RowSlice.Buffer()
  private(set) var result = MatchResult()

  init(_ scan: RowScan, view: RowSet?, order: Order) {
    self.scan = scan
    self.view = view
    self.order = order
  }

  mutating func search(_ piece: RowSlice, isCancelled: () -> Bool) {
    guard result.row == nil else { return }
    result.isSettled = false
    let found = piece.isLookedAt ? matches(in: piece, isCancelled: isCancelled) : []
    switch order {
    case .content(let isBackward): result.row = isBackward ? found.last : found.first
    case .sorted: matches += found
    }
    result.hasFileChanged = buffer.hasSeenChange
  }

  /// The matches of a piece, or the first alone where that is the one.
  private mutating func matches(in piece: RowSlice, isCancelled: () -> Bool) -> [Int] {
    let isEnough: Bool = if case .content(isBackward: false) = order { true } else { false }
    let (scan, view) = (scan, view)
    var found: [Int] = []
    piece.withBytes(in: &buffer) { bytes in
      scan.scan(bytes, of: piece, isCancelled: { isEnough && !found.isEmpty || isCancelled() }) {
        if view?.contains($0) ?? true { found.append($0) }
      }
    }
    return found
  }

  mutating func settle(isCancelled: () -> Bool) {
    if case .sorted(let order, let from, let isBackward) = order, let view {
      var nearest = Int.max
      for row in matches {
        let rank = view.rank(of: row)
        guard rank < order.places.count else { continue }
        let place = Int(order.places[rank])
        let count = order.places.count
        // How many places further it is, round the end; its own place is the last.
        let distance = ((isBackward ? from - place : place - from) - 1 + count) % count
        if distance < nearest { (nearest, result.row) = (distance, row) }
      }
    }
    result.isSettled = true
  }
}

/// The search for the next match in a view, as the loop runs it.
struct MatchFinder {
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
  private var run: SearchRunner<MatchSearch>?
  /// The last find has come to its end, and nobody has taken what it came to.
  private(set) var isDone = false
  private(set) var row: Int?

  init(in world: any BackgroundWorld) { self.world = world }

  var token: PortToken? { run?.token }
  var isRunning: Bool { run?.isRunning ?? false }

  mutating func begin(_ scan: RowScan, at start: Start) {
    let rows = start.rows
    let from = max(rows.lowerBound - 1, min(start.row, rows.upperBound - 1))
    let way: ScanPlan
    let order: MatchSearch.Order
    if let sorted = start.order {
      way = ScanPlan([ScanPlan.Stretch(rows: rows, only: start.view)])
      order = .sorted(sorted, from: start.place, isBackward: start.isBackward)
    } else {
      let border = start.isBackward ? max(from, rows.lowerBound) : from + 1
      let parts = [border..<rows.upperBound, rows.lowerBound..<border]
        .map { ScanPlan.Stretch(rows: $0, only: start.view) }
      way = ScanPlan(start.isBackward ? parts.reversed() : parts, isBackward: start.isBackward)
      order = .content(isBackward: start.isBackward)
    }
    isDone = false
    row = nil
    let run = self.run ?? SearchRunner(in: world)
    self.run = run
    run.begin(MatchSearch(scan, view: start.view, order: order), over: way)
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
