internal import HostSystem

/// The rows of a filtered and sorted view as far as the background search has found them, and how far it has come.
struct ViewResult: Sendable {
  var rows = RowSet()
  /// Nil without a sort, and before the first one.
  var order: RowOrder?
  var searchedEnd = 0
  /// The end of the rows that are in their final order.
  var settledEnd = 0
  /// Whether all slices so far have been searched and sorted.
  var isSettled = false
  var problem: ViewProblem?
  var hasFileChanged = false
}

/// How the rows found for a view are put in order: sorted by a column, or ranked by score.
enum RowOrdering: Sendable {
  case sorted(RowSorter)
  case ranked(RowRanker)
}

/// The background job that finds all rows matching a filter and puts them in order.
///
/// Slices are searched by several threads, except for expressions, whose states are found as they are needed.
struct ViewSearch: SearchJob {
  static let threadLimit = 4

  /// The rows found in one slice by the search for a view's rows, with their scores.
  struct Part: Sendable {
    fileprivate var rows: [Int] = []
    /// The score and the length of each row, 16 bits each, if rows are ranked.
    fileprivate var worths: [UInt32] = []
    fileprivate var hasFileChanged = false
  }

  private let scan: RowScan
  private var ordering: RowOrdering?
  private var buffer = RowSlice.Buffer()
  private var found = ViewResult()

  init(_ scan: RowScan, ordering: RowOrdering?) {
    self.scan = scan
    self.ordering = ordering
  }

  /// While rows are ranked, the best so far.
  var result: ViewResult {
    guard case .ranked(let ranker) = ordering, !found.isSettled else { return found }
    var result = found
    result.order = ranker.best
    return result
  }

  var searchApart: ApartSearch<Part>? {
    if case .expression = scan.matcher { return nil }
    return { [scan, isRanked] slice, buffer, isCancelled in
      Self.part(
        of: slice, scan.forThisThread, isRanked: isRanked, in: &buffer, isCancelled: isCancelled)
    }
  }

  private var isRanked: Bool { if case .ranked = ordering { true } else { false } }

  mutating func search(_ slice: RowSlice, isCancelled: () -> Bool) {
    add(
      Self.part(of: slice, scan, isRanked: isRanked, in: &buffer, isCancelled: isCancelled),
      of: slice)
  }

  private static func part(
    of slice: RowSlice, _ scan: RowScan, isRanked: Bool, in buffer: inout RowSlice.Buffer,
    isCancelled: () -> Bool
  ) -> Part {
    var part = Part()
    // The rows of a search for every row are those of the slice.
    guard !scan.matcher.isEvery, slice.isSearched else { return part }
    slice.withBytes(in: &buffer) { bytes in
      if isRanked {
        scan.scanScored(bytes, of: slice, isCancelled: isCancelled) { row, score, length in
          part.rows.append(row)
          part.worths.append(RowRanker.worth(score: score, length: length))
        }
      } else {
        scan.scan(bytes, of: slice, isCancelled: isCancelled) { part.rows.append($0) }
      }
    }
    part.hasFileChanged = buffer.hasSeenChange
    return part
  }

  mutating func add(_ part: Part, of slice: RowSlice) {
    let before = found.rows.count
    found.isSettled = false
    // Moved out of their properties, so that they are changed in place and not copied.
    var (rows, ordering) = (found.rows, ordering)
    (found.rows, self.ordering) = (RowSet(), nil)
    let isEvery = scan.matcher.isEvery
    if isEvery {
      for row in slice.wanted { rows.append(row) }
    } else {
      for row in part.rows { rows.append(row) }
    }
    switch ordering {
    case .ranked(var ranker)?:
      ordering = nil
      if isEvery {
        for _ in slice.wanted { ranker.add(worth: 0) }
      } else {
        for worth in part.worths { ranker.add(worth: worth) }
      }
      ordering = .ranked(ranker)
    case .sorted(var sorter)? where rows.count > before:
      ordering = nil
      sorter.add(slice)
      ordering = .sorted(sorter)
    case .sorted?, nil: break
    }
    (found.rows, self.ordering) = (rows, ordering)
    found.searchedEnd = slice.wanted.upperBound
    if ordering == nil { found.settledEnd = found.searchedEnd }
    found.hasFileChanged = found.hasFileChanged || part.hasFileChanged
  }

  mutating func settle(isCancelled: () -> Bool) {
    do throws(ViewProblem) {
      switch ordering {
      case nil: break
      case .sorted(var sorter):
        ordering = nil
        defer { ordering = .sorted(sorter) }
        found.order = try sorter.sort(found.rows, isCancelled: isCancelled) ?? found.order
        found.hasFileChanged = found.hasFileChanged || sorter.hasFileChanged
      case .ranked(let ranker): found.order = try ranker.order()
      }
    } catch {
      found.order = nil
      found.problem = error
    }
    found.isSettled = true
    found.settledEnd = found.searchedEnd
  }
}

/// The result of searching for the next matching row: the row, if any, and whether the search is complete.
struct MatchResult: Sendable {
  /// The row, numbered as in `Rows`.
  var row: Int?
  /// Whether all slices so far have been searched.
  var isSettled = false
  var hasFileChanged = false
}

/// The background job that finds the next or previous row of a view that matches a search.
struct MatchSearch: SearchJob {
  private let scan: RowScan
  /// Nil for all rows.
  private let view: RowSet?
  /// Nil for the order of the slices; the search in another one wraps around.
  private let order: RowOrder?
  /// The place in the order where to start, exclusive.
  private let start: Int
  private let isBackward: Bool
  /// All matches, if only the order decides which is next.
  private var matches: [Int] = []
  private var buffer = RowSlice.Buffer()
  private(set) var result = MatchResult()

  init(_ scan: RowScan, view: RowSet?, order: RowOrder?, from start: Int, isBackward: Bool) {
    (self.scan, self.view, self.order) = (scan, view, order)
    (self.start, self.isBackward) = (start, isBackward)
  }

  mutating func search(_ slice: RowSlice, isCancelled: () -> Bool) {
    guard result.row == nil else { return }
    result.isSettled = false
    let found = slice.isSearched ? matches(in: slice, isCancelled: isCancelled) : []
    if order != nil { matches += found } else { result.row = isBackward ? found.last : found.first }
    result.hasFileChanged = buffer.hasSeenChange
  }

  /// The matches in a slice, or only the first if that is the next.
  private mutating func matches(in slice: RowSlice, isCancelled: () -> Bool) -> [Int] {
    let (scan, view, isEnough) = (scan, view, order == nil && !isBackward)
    var found: [Int] = []
    slice.withBytes(in: &buffer) { bytes in
      scan.scan(bytes, of: slice, isCancelled: { isEnough && !found.isEmpty || isCancelled() }) {
        if view?.contains($0) ?? true { found.append($0) }
      }
    }
    return found
  }

  mutating func settle(isCancelled: () -> Bool) {
    if let order, let view {
      var nearest = Int.max
      for row in matches {
        guard let place = order.place(ofRank: view.rank(of: row)) else { continue }
        let count = order.ranks.count
        // The distance, wrapping around; the starting place is the last.
        let distance = ((isBackward ? start - place : place - start) - 1 + count) % count
        if distance < nearest { (nearest, result.row) = (distance, row) }
      }
    }
    result.isSettled = true
  }
}
