/// What was asked of the view, and what of it the columns that there are now allow.
///
/// Columns are asked for by their numbers and followed by their names, so that a request means the same ones when
/// a reload has others, or has them in another order. What they lack waits until they have it again.
struct FollowedRequest {
  /// What of the request there are columns for.
  private(set) var current = ViewRequest()
  /// What there is no column for in all the rows; the filter goes before the sort.
  private(set) var lost: ViewProblem?

  private var asked = ViewRequest()
  private var filterColumn: FollowedColumn?
  private var sortColumn: FollowedColumn?

  init() {}

  init(_ request: ViewRequest, in columns: Columns?) {
    (asked, current) = (request, request)
    filterColumn = FollowedColumn(request.filter?.column, of: columns)
    sortColumn = FollowedColumn(request.sort?.column, of: columns)
  }

  /// Takes the columns as they are now.
  ///
  /// While those of rows that still arrive are not known yet, or there are no rows, all stays as it is. What is
  /// missing from rows that still arrive may come with others of them: that is not told yet.
  mutating func follow(_ content: Content) {
    guard content.hasKnownColumns else { return }
    // What was asked for before there were columns has its names from now on.
    filterColumn = filterColumn ?? FollowedColumn(asked.filter?.column, of: content.columns)
    sortColumn = sortColumn ?? FollowedColumn(asked.sort?.column, of: content.columns)
    current = asked
    var missing: ViewProblem?
    if let name = sortColumn?.name {
      current.sort?.column = sortColumn?.find(in: content.columns)
      if current.sort?.column == nil { (current.sort, missing) = (nil, .sortedColumnGone(name)) }
    }
    if let name = filterColumn?.name {
      current.filter?.column = filterColumn?.find(in: content.columns)
      if current.filter?.column == nil {
        (current.filter, missing) = (nil, .filteredColumnGone(name))
      }
    }
    lost = content.isLoading && missing != lost ? nil : missing
  }
}

/// A column that somebody means by its number, followed by its name.
struct FollowedColumn {
  let name: String
  private var place: Int

  /// Nil for none, and for one without a name.
  init?(_ column: Int?, of columns: Columns?) {
    guard let column, let name = Self.name(of: column, in: columns), !name.isEmpty else {
      return nil
    }
    self.name = name
    place = column
  }

  /// Where the name is now; where several have it, at the same place as before, or the first of them.
  mutating func find(in columns: Columns?) -> Int? {
    if Self.name(of: place, in: columns) == name { return place }
    guard let found = columns?.columns.firstIndex(where: { $0.name == name }) else { return nil }
    place = found
    return found
  }

  private static func name(of column: Int, in columns: Columns?) -> String? {
    guard let columns = columns?.columns, columns.indices.contains(column) else { return nil }
    return columns[column].name
  }
}

extension Content {
  /// It is known which columns there are, or that there are none.
  package var hasKnownColumns: Bool { columns != nil || !isLoading && rowCount > 0 }
}
