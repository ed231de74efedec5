internal import ChildPluginAPI
internal import HostContent

/// The view, as children ask for it.
extension HostExtensions {
  static func viewTable() -> childplugin_host_view_t {
    var table = childplugin_host_view_t()
    table.size = UInt32(MemoryLayout<childplugin_host_view_t>.size)
    addRows(to: &table)
    addRequest(to: &table)
    addWishes(to: &table)
    addCells(to: &table)
    return table
  }

  private static func addRows(to table: inout childplugin_host_view_t) {
    unsafe table.info = { host, view in
      guard let side = unsafe HostTable.entering(host, .viewInfo) else { return false }
      let facts = side.services.viewFacts
      return unsafe side.fill(view, with: facts?.foreign ?? childplugin_view_t(), .viewInfo)
        && facts != nil
    }
    unsafe table.rows = { host, place, rows, capacity in
      guard let side = unsafe HostTable.entering(host, .viewRows) else { return 0 }
      let room = unsafe side.room(for: rows, capacity, atMost: ViewFacts.mostRows, .viewRows)
      return unsafe side.services.copyViewRows(from: place, into: room)
    }
    unsafe table.place = { host, row in
      unsafe HostTable.entering(host, .viewPlace)?.services.place(of: row)
        ?? CHILDPLUGIN_NO_ROW
    }
    unsafe table.matches = { host, row, column, ranges, capacity in
      guard let side = unsafe HostTable.entering(host, .viewMatches) else { return 0 }
      let room = unsafe side.room(
        for: ranges, capacity, atMost: ViewFacts.mostMatches, .viewMatches)
      if room.isEmpty { return 0 }
      let matches = side.services.matches(in: row, column: column == UInt32.max ? nil : column)
      let count = min(room.count, matches.count)
      for index in 0..<count {
        unsafe room[index] = childplugin_range_t(
          start: UInt64(matches[index].lowerBound), end: UInt64(matches[index].upperBound))
      }
      return UInt64(count)
    }
  }

  private static func addRequest(to table: inout childplugin_host_view_t) {
    unsafe table.filter = { host, filter, buffer, capacity in
      guard let side = unsafe HostTable.entering(host, .viewFilter),
        let shown = side.services.viewFacts?.request.filter
      else { return 0 }
      if let filter = unsafe filter {
        _ = unsafe side.fill(filter, with: shown.foreign, .viewFilter)
      }
      let room = unsafe side.room(buffer, capacity, .viewFilter)
      unsafe room.copyBytes(from: shown.text.prefix(room.count))
      return UInt64(shown.text.count)
    }
    unsafe table.sort = { host, sort in
      guard let side = unsafe HostTable.entering(host, .viewSort),
        let shown = side.services.viewFacts?.request.sort
      else { return false }
      return unsafe side.fill(sort, with: shown.foreign, .viewSort)
    }
    unsafe table.problem = { host, buffer, capacity in
      guard let side = unsafe HostTable.entering(host, .viewProblem) else { return 0 }
      let room = unsafe side.room(buffer, capacity, .viewProblem)
      return unsafe copy(side.services.viewFacts?.problem ?? "", into: room)
    }
  }

  private static func addWishes(to table: inout childplugin_host_view_t) {
    unsafe table.show = { host, filter, sort in
      guard let side = unsafe HostTable.entering(host, .viewShow) else { return false }
      var request = ViewRequest()
      if let filter = unsafe filter {
        guard let wanted = unsafe side.filter(filter, .viewShow) else { return false }
        request.filter = wanted.text.isEmpty ? nil : wanted
      }
      if let sort = unsafe sort {
        guard let given = unsafe side.given(sort, .viewShow), let wanted = RowSort(given) else {
          return false
        }
        request.sort = wanted
      }
      return side.perform(.show(request))
    }
    unsafe table.find = { host, filter, place, flags in
      guard let side = unsafe HostTable.entering(host, .viewFind) else { return false }
      guard let filter = unsafe filter else { return side.perform(.endFind) }
      guard let wanted = unsafe side.filter(filter, .viewFind) else { return false }
      return side.perform(
        .find(
          wanted, fromPlace: place == CHILDPLUGIN_NO_ROW ? nil : place,
          isBackward: flags & CHILDPLUGIN_FIND_BACKWARD != 0))
    }
  }
}

extension HostExtensions {
  private static func addCells(to table: inout childplugin_host_view_t) {
    unsafe table.cells = {
      host, rows, rowCount, column, columnCount, limit, ranges, buffer, capacity in
      guard let side = unsafe HostTable.entering(host, .viewCells) else { return 0 }
      let room = unsafe side.room(buffer, capacity, .viewCells)
      guard rowCount > 0, 1...CellBatch.mostColumns ~= Int(columnCount) else { return 0 }
      guard let rows = unsafe rows, let ranges = unsafe ranges else {
        side.report(.nullArgument(.viewCells))
        return 0
      }
      let count = min(Int(clamping: rowCount), max(1, CellBatch.mostCells / Int(columnCount)))
      let batch = unsafe CellBatch(
        rows: UnsafeBufferPointer(start: rows, count: count),
        columns: CellColumns(first: column, count: Int(columnCount)), limit: Int(clamping: limit),
        ranges: ranges, buffer: room)
      side.services.copyCells(into: batch)
      return UInt64(batch.rowCount)
    }
  }
}

extension HostSide {
  /// Room for values; none, which is reported, where it has a capacity and no place.
  fileprivate func room<Value: BitwiseCopyable>(
    for values: UnsafeMutablePointer<Value>?, _ capacity: UInt64, atMost limit: Int,
    _ function: HostFunction
  ) -> UnsafeMutableBufferPointer<Value> {
    if unsafe values == nil, capacity > 0 { report(.nullArgument(function)) }
    return unsafe UnsafeMutableBufferPointer(
      start: values, count: values == nil ? 0 : min(limit, Int(clamping: capacity)))
  }

  /// A filter with its text; nil where it is none.
  fileprivate func filter(
    _ address: UnsafePointer<childplugin_filter_t>, _ function: HostFunction
  ) -> RowFilter? {
    guard let given = unsafe given(address, function) else { return nil }
    return unsafe RowFilter(given, text: bytes(of: given.text, function))
  }
}
