/// A view's rows as far as a search has found and ordered them, its progress, and any problem.
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
  /// Whether a long row may match in the part that is not searched.
  var hasUnsearchedText = false
}

/// The background job that finds a filter's rows and, if requested, sorts them by column or score.
///
/// Several threads search slices, but only one with a regular expression, whose automaton grows.
struct ViewSearch: SearchJob {
  static let threadLimit = 4

  /// The rows found in one slice by the search for a view's rows, with their scores.
  struct Part: Sendable {
    fileprivate var rows: [Int] = []
    /// The score and the length of each row, 16 bits each, if rows are ranked.
    fileprivate var worths: [UInt32] = []
    fileprivate var hasFileChanged = false
    fileprivate var hasUnsearchedText = false
  }

  private let scan: RowScan
  /// Orders the rows by score, as `sorter` does by a column; at most one of the two exists.
  private var ranker: RowRanker?
  private var sorter: RowSorter?
  private var buffer = RowSlice.Buffer()
  private var found = ViewResult()

  /// `sort` is nil for the content's order; more than `maxRows` are not sorted; `hasUnsearchedText`
  /// of an earlier search whose rows are searched again.
  init(
    _ scan: RowScan, sort: RowSort?, columns: Columns?, hasUnsearchedText: Bool = false,
    maxRows: Int = RowSort.maxRows
  ) {
    self.scan = scan
    found.hasUnsearchedText = hasUnsearchedText
    guard let sort else { return }
    if sort.key == .score {
      ranker = RowRanker(isDescending: sort.isDescending, sort.ranking, maxRows: maxRows)
    } else {
      sorter = RowSorter(SortKeyReader(sort, columns: columns), maxRows: maxRows)
    }
  }

  /// While rows are ranked, the best so far.
  var result: ViewResult {
    guard let ranker, !found.isSettled else { return found }
    var result = found
    result.order = ranker.best
    return result
  }

  var searchApart: ApartSearch<Part>? {
    if case .expression = scan.matcher { return nil }
    return { [scan, isRanked = ranker != nil] slice, buffer, isCancelled in
      Self.part(
        of: slice, scan.forThisThread, isRanked: isRanked, in: &buffer, isCancelled: isCancelled)
    }
  }

  mutating func search(_ slice: RowSlice, isCancelled: () -> Bool) {
    add(
      Self.part(of: slice, scan, isRanked: ranker != nil, in: &buffer, isCancelled: isCancelled),
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
      scan.scan(bytes, of: slice, isScored: isRanked, isCancelled: isCancelled) {
        part.rows.append($0)
        if isRanked { part.worths.append(RowRanker.worth(score: $1, length: $2)) }
      }
      if let row = slice.rows.last, part.rows.last != row, let long = LongRow(endOf: slice, bytes) {
        let matches = scan.matches(long, isCancelled: isCancelled)
        part.hasUnsearchedText = matches == nil
        if matches == true {
          part.rows.append(row)
          if isRanked { part.worths.append(RowRanker.worth(score: 0, length: 0)) }
        }
      }
    }
    part.hasFileChanged = buffer.hasSeenChange
    return part
  }

  mutating func add(_ part: Part, of slice: RowSlice) {
    let before = found.rows.count
    found.isSettled = false
    if scan.matcher.isEvery {
      for row in slice.wanted { found.rows.append(row) }
      if ranker != nil { for _ in slice.wanted { ranker?.add(worth: 0) } }
    } else {
      for row in part.rows { found.rows.append(row) }
      for worth in part.worths { ranker?.add(worth: worth) }
    }
    if found.rows.count > before { sorter?.add(slice) }
    found.searchedEnd = slice.wanted.upperBound
    if ranker == nil, sorter == nil { found.settledEnd = found.searchedEnd }
    found.hasFileChanged = found.hasFileChanged || part.hasFileChanged
    found.hasUnsearchedText = found.hasUnsearchedText || part.hasUnsearchedText
  }

  mutating func settle(isCancelled: () -> Bool) {
    do throws(ViewProblem) {
      if let ranker { found.order = try ranker.order() }
      if let order = try sorter?.sort(found.rows, isCancelled: isCancelled) { found.order = order }
      if sorter?.hasFileChanged == true { found.hasFileChanged = true }
    } catch {
      found.order = nil
      found.problem = error
    }
    found.isSettled = true
    found.settledEnd = found.searchedEnd
  }
}

/// The result of a `MatchSearch` for the next or previous matching row: the row, if any, and
/// whether the search is complete.
struct MatchResult: Sendable {
  /// The row, numbered as in `Rows`.
  var row: Int?
  /// Whether all slices so far have been searched.
  var isSettled = false
  var hasFileChanged = false
  /// As in `ViewResult`.
  var hasUnsearchedText = false
}

/// The background job that finds the next or previous row of a view that matches a search, wrapping
/// around; in a sorted view it finds all matches first.
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
    var hasUnsearchedText = false
    slice.withBytes(in: &buffer) { bytes in
      scan.scan(bytes, of: slice, isCancelled: { isEnough && !found.isEmpty || isCancelled() }) {
        row, _, _ in if view?.contains(row) ?? true { found.append(row) }
      }
      if !(isEnough && !found.isEmpty), let row = slice.rows.last, found.last != row,
        view?.contains(row) ?? true, let long = LongRow(endOf: slice, bytes)
      {
        let matches = scan.matches(long, isCancelled: isCancelled)
        hasUnsearchedText = matches == nil
        if matches == true { found.append(row) }
      }
    }
    if hasUnsearchedText { result.hasUnsearchedText = true }
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
