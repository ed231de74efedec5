/// The names of the columns that a request is about, so that it means the same ones when a reload has others,
/// or has them in another order.
struct RequestedNames {
  private var filter: String?
  private var sort: String?

  init() {}

  init(of request: ViewRequest, in columns: Columns?) {
    filter = Self.name(of: request.filter?.column, in: columns)
    sort = Self.name(of: request.sort?.column, in: columns)
  }

  /// Has a request mean the columns of these names.
  ///
  /// While the columns of rows that still arrive are not known yet, or there are no rows, it stays as it is.
  ///
  /// - Returns: what there is no column for any more, and is taken out of the request: the filter, or else the
  ///   sort.
  mutating func follow(_ request: inout ViewRequest, in content: Content) -> ViewProblem? {
    guard content.columns != nil || !content.isLoading && content.rowCount > 0 else { return nil }
    var gone: ViewProblem?
    // What was asked for before there were columns has its names from now on.
    filter = filter ?? Self.name(of: request.filter?.column, in: content.columns)
    sort = sort ?? Self.name(of: request.sort?.column, in: content.columns)
    if let name = sort {
      if let column = Self.column(named: name, near: request.sort?.column, in: content.columns) {
        request.sort?.column = column
      } else {
        (request.sort, sort, gone) = (nil, nil, .sortedColumnGone(name))
      }
    }
    if let name = filter {
      if let column = Self.column(named: name, near: request.filter?.column, in: content.columns) {
        request.filter?.column = column
      } else {
        (request.filter, filter, gone) = (nil, nil, .filteredColumnGone(name))
      }
    }
    return gone
  }

  /// Where the name is; where several have it, at the same place as before, or the first of them.
  private static func column(named name: String, near place: Int?, in columns: Columns?) -> Int? {
    if self.name(of: place, in: columns) == name { return place }
    return columns?.columns.firstIndex { $0.name == name }
  }

  private static func name(of column: Int?, in columns: Columns?) -> String? {
    guard let column, let columns = columns?.columns, columns.indices.contains(column),
      !columns[column].name.isEmpty
    else { return nil }
    return columns[column].name
  }
}
