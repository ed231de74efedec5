internal import CHostSystem
internal import ChildPluginAPI
internal import HostContent
internal import HostSurface

/// The host functions that read state; the tables in `HostTables` lead here.
extension ChildHostContext {
  func now() -> Int64 { services.facts.nowNanoseconds }

  // MARK: Content

  func content(_ content: UnsafeMutablePointer<childplugin_content_t>?) -> Bool {
    let facts = services.facts.content
    let value = facts?.foreign ?? childplugin_content_t()
    return unsafe fill(content, with: value, .content) && facts != nil
  }

  func contentText(
    _ which: UInt32, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: UInt64
  ) -> UInt64 {
    guard let text = ContentText(rawValue: which) else { return 0 }
    return unsafe services.copyContentText(text, into: room(buffer, capacity, .contentText))
  }

  func contentColumn(
    _ index: UInt32, _ column: UnsafeMutablePointer<childplugin_column_t>?,
    _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: UInt64
  ) -> UInt64 {
    guard let facts = services.contentColumn(index) else { return 0 }
    if let column = unsafe column {
      _ = unsafe fill(column, with: facts.foreign, .contentColumn)
    }
    return unsafe services.copyColumnName(index, into: room(buffer, capacity, .contentColumn))
  }

  func contentRow(_ row: UInt64, _ info: UnsafeMutablePointer<childplugin_row_t>?) -> Bool {
    guard let facts = services.contentRow(row) else { return false }
    return unsafe fill(info, with: facts.foreign, .contentRow)
  }

  func contentCell(
    _ row: UInt64, _ column: UInt32, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: UInt64
  ) -> UInt64 {
    unsafe services.copyCell(
      row: row, column: column == UInt32.max ? nil : column,
      into: room(buffer, capacity, .contentCell))
  }

  // MARK: The terminal, options, the situation

  func terminal(_ terminal: UnsafeMutablePointer<childplugin_terminal_t>?) -> Bool {
    unsafe fill(terminal, with: services.facts.terminal.foreign, .terminal)
  }

  func themeColour(_ number: UInt32) -> UInt32 {
    ThemeRole(foreign: number).map { services.facts.theme[$0].foreign }
      ?? CHILDPLUGIN_COLOUR_DEFAULT
  }

  func option(
    _ name: childplugin_text_t, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: UInt64
  ) -> UInt64 {
    unsafe services.copyOption(
      named: string(name, .option), into: room(buffer, capacity, .option)) ?? UInt64.max
  }

  func optionsFlag(_ name: childplugin_text_t, _ value: UnsafeMutablePointer<Bool>?) -> Bool {
    unsafe read(name, into: value, Bool.init, .optionsFlag)
  }

  func optionsInteger(_ name: childplugin_text_t, _ value: UnsafeMutablePointer<Int64>?) -> Bool {
    unsafe read(name, into: value, Int64.init, .optionsInteger)
  }

  func optionsNumber(_ name: childplugin_text_t, _ value: UnsafeMutablePointer<Double>?) -> Bool {
    unsafe read(name, into: value, OptionParsing.number, .optionsNumber)
  }

  func optionsDuration(_ name: childplugin_text_t, _ value: UnsafeMutablePointer<Int64>?) -> Bool {
    unsafe read(name, into: value, OptionParsing.nanoseconds, .optionsDuration)
  }

  /// Writes the value of an option; false when it is not given or cannot be parsed.
  private func read<Value>(
    _ name: childplugin_text_t, into target: UnsafeMutablePointer<Value>?,
    _ meaning: (String) -> Value?, _ function: HostFunction
  ) -> Bool {
    guard let target = unsafe target else {
      report(.nullArgument(function))
      return false
    }
    let name = unsafe string(name, function)
    let isOfType = unsafe OptionParsing.read(into: target, meaning) {
      unsafe services.copyOption(named: name, into: $0)
    }
    if let isOfType { services.note(.optionParsed(name: name, isOfType: isOfType)) }
    return isOfType ?? false
  }

  func situationFlags() -> UInt32 {
    let situation = services.facts.situation
    return (situation.isTransitioning ? CHILDPLUGIN_SITUATION_TRANSITION : 0)
      | (situation.isPick ? CHILDPLUGIN_SITUATION_PICK : 0)
      | (situation.isFollowing ? CHILDPLUGIN_SITUATION_FOLLOWING : 0)
  }

  func situationState(
    _ which: UInt32, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: UInt64
  ) -> UInt64 {
    let room = unsafe room(buffer, capacity, .situationState)
    switch which {
    case CHILDPLUGIN_STATE_CURRENT:
      return unsafe copy(services.facts.situation.current ?? "", into: room)
    case CHILDPLUGIN_STATE_PREVIOUS:
      return unsafe copy(services.facts.situation.previous ?? "", into: room)
    default: return 0
    }
  }

  // MARK: The selection and focus

  func selectionRow() -> UInt64 { services.selection.row ?? CHILDPLUGIN_NO_ROW }
  func selectionMarkedCount() -> UInt64 { services.selection.markedCount }
  func selectionIsMarked(_ row: UInt64) -> Bool { services.isMarked(row) }

  func selectionMarkedRows(
    _ first: UInt64, _ rows: UnsafeMutablePointer<UInt64>?, _ capacity: UInt64
  ) -> UInt64 {
    let room = unsafe room(for: rows, capacity, atMost: 1 << 20, .selectionMarkedRows)
    let marked = services.markedRows(from: first, count: UInt64(room.count))
    for (index, row) in marked.enumerated() { unsafe room[index] = row }
    return UInt64(marked.count)
  }

  func selectionGoneCount() -> UInt64 { services.selection.goneCount }

  func selectionNotice(_ buffer: UnsafeMutablePointer<CChar>?, _ capacity: UInt64) -> UInt64 {
    let room = unsafe room(buffer, capacity, .selectionNotice)
    return services.selection.notice.map { unsafe copy($0, into: room) } ?? 0
  }

  func focusInFront() -> Bool { services.facts.focus.isInFront }
  func focusCount() -> UInt32 { services.facts.focus.count }

  // MARK: The view

  func viewInfo(_ view: UnsafeMutablePointer<childplugin_view_t>?) -> Bool {
    let facts = services.viewFacts
    return unsafe fill(view, with: facts?.foreign ?? childplugin_view_t(), .viewInfo)
      && facts != nil
  }

  func viewRows(
    _ place: UInt64, _ rows: UnsafeMutablePointer<UInt64>?, _ capacity: UInt64
  ) -> UInt64 {
    let room = unsafe room(for: rows, capacity, atMost: ViewFacts.mostRows, .viewRows)
    return unsafe services.copyViewRows(from: place, into: room)
  }

  func viewPlace(_ row: UInt64) -> UInt64 { services.place(of: row) ?? CHILDPLUGIN_NO_ROW }

  func viewMatches(
    _ row: UInt64, _ column: UInt32, _ ranges: UnsafeMutablePointer<childplugin_range_t>?,
    _ capacity: UInt64
  ) -> UInt64 {
    let room = unsafe room(for: ranges, capacity, atMost: ViewFacts.mostMatches, .viewMatches)
    if room.isEmpty { return 0 }
    let matches = services.matches(in: row, column: column == UInt32.max ? nil : column)
    let count = min(room.count, matches.count)
    for index in 0..<count {
      unsafe room[index] = childplugin_range_t(
        start: UInt64(matches[index].lowerBound), end: UInt64(matches[index].upperBound))
    }
    return UInt64(count)
  }

  func viewFilter(
    _ filter: UnsafeMutablePointer<childplugin_filter_t>?, _ buffer: UnsafeMutablePointer<CChar>?,
    _ capacity: UInt64
  ) -> UInt64 {
    guard let shown = services.viewFacts?.request.filter else { return 0 }
    if let filter = unsafe filter { _ = unsafe fill(filter, with: shown.foreign, .viewFilter) }
    let room = unsafe room(buffer, capacity, .viewFilter)
    unsafe room.copyBytes(from: shown.text.prefix(room.count))
    return UInt64(shown.text.count)
  }

  func viewSort(_ sort: UnsafeMutablePointer<childplugin_sort_t>?) -> Bool {
    guard let shown = services.viewFacts?.request.sort else { return false }
    return unsafe fill(sort, with: shown.foreign, .viewSort)
  }

  func viewProblem(_ buffer: UnsafeMutablePointer<CChar>?, _ capacity: UInt64) -> UInt64 {
    let room = unsafe room(buffer, capacity, .viewProblem)
    return unsafe copy(services.viewFacts?.problem ?? "", into: room)
  }

  func viewCells(
    _ rows: UnsafePointer<UInt64>?, _ rowCount: UInt64, _ column: UInt32, _ columnCount: UInt32,
    _ limit: UInt64, _ ranges: UnsafeMutablePointer<childplugin_range_t>?,
    _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: UInt64
  ) -> UInt64 {
    let room = unsafe room(buffer, capacity, .viewCells)
    guard rowCount > 0, 1...CellBatch.mostColumns ~= Int(columnCount) else { return 0 }
    guard let rows = unsafe rows, let ranges = unsafe ranges else {
      report(.nullArgument(.viewCells))
      return 0
    }
    let count = min(Int(clamping: rowCount), max(1, CellBatch.mostCells / Int(columnCount)))
    let batch = unsafe CellBatch(
      rows: UnsafeBufferPointer(start: rows, count: count),
      columns: CellColumns(first: column, count: Int(columnCount)), limit: Int(clamping: limit),
      ranges: ranges, buffer: room)
    services.copyCells(into: batch)
    return UInt64(batch.rowCount)
  }

  // MARK: Styles

  func stylesOfCell(
    _ row: UInt64, _ column: UInt32, _ runs: UnsafeMutablePointer<childplugin_style_run_t>?,
    _ capacity: UInt64
  ) -> UInt64 {
    let room = unsafe room(for: runs, capacity, atMost: StyleParser.runLimit, .stylesOfCell)
    guard let length = services.contentRow(row)?.length, !hasPlainContent else { return 0 }
    let bytes = min(StyleParser.bytesLimit, Int(clamping: length))
    var parser = StyleParser()
    var text = [UInt8](repeating: 0, count: bytes)
    let count = unsafe text.withUnsafeMutableBytes {
      unsafe services.copyCell(row: row, column: column == UInt32.max ? nil : column, into: $0)
    }
    parser.parse(text.span.extracting(first: min(bytes, Int(clamping: count))))
    return unsafe Self.write(parser.runs, to: room)
  }

  private var hasPlainContent: Bool { services.facts.content?.isPlain ?? false }

  private static func write(
    _ runs: [childplugin_style_run_t], to room: UnsafeMutableBufferPointer<childplugin_style_run_t>
  ) -> UInt64 {
    for index in 0..<min(room.count, runs.count) { unsafe room[index] = runs[index] }
    return UInt64(runs.count)
  }

  static func stylesOfText(
    _ host: HostPointer, _ text: childplugin_text_t,
    _ runs: UnsafeMutablePointer<childplugin_style_run_t>?, _ capacity: UInt64
  ) -> UInt64 {
    guard let text = unsafe bytes(of: text, .stylesOfText, on: host) else { return 0 }
    var parser = StyleParser()
    unsafe parser.parse(text.assumingMemoryBound(to: UInt8.self).span)
    let hasRoom = unsafe runs != nil
    if !hasRoom && capacity > 0 || !parser.runs.isEmpty,
      let context = unsafe entering(host?.pointee.handle, .stylesOfText)
    {
      if !hasRoom, capacity > 0 { context.report(.nullArgument(.stylesOfText)) }
      if context.hasPlainContent { return 0 }
    }
    let count = hasRoom ? min(Int(clamping: capacity), StyleParser.runLimit) : 0
    return unsafe write(parser.runs, to: UnsafeMutableBufferPointer(start: runs, count: count))
  }

  // MARK: Without a child

  /// The address of the host's C function table, as a plugin passes it to a host function; nil for
  /// NULL.
  typealias HostPointer = UnsafePointer<childplugin_host_t>?

  static func textColumns(_ host: HostPointer, _ text: childplugin_text_t) -> Int32 {
    guard let text = unsafe bytes(of: text, .textColumns, on: host) else { return 0 }
    return unsafe Int32(clamping: CanvasText(text).columns)
  }

  static func textFit(
    _ host: HostPointer, _ text: childplugin_text_t, _ columns: Int32,
    _ taken: UnsafeMutablePointer<Int32>?
  ) -> UInt64 {
    guard let text = unsafe bytes(of: text, .textFit, on: host) else { return 0 }
    let fitting = unsafe CanvasText.fit(text, columns: Int(columns))
    if let taken = unsafe taken { unsafe taken.pointee = Int32(clamping: fitting.columns) }
    return UInt64(fitting.bytes)
  }

  static func getExtension(_ host: HostPointer, _ id: childplugin_text_t) -> UnsafeRawPointer? {
    guard let id = unsafe bytes(of: id, .getExtension, on: host) else { return nil }
    // A table with minor 0 simulates an older host, for the validator.
    if unsafe host?.pointee.abi_minor == 0 { return nil }
    return unsafe HostExtensions.shared.table(of: id)
  }

  /// The bytes of a text, for a function that needs no child; nil when it may not be called.
  private static func bytes(
    of text: childplugin_text_t, _ function: HostFunction, on host: HostPointer
  ) -> UnsafeRawBufferPointer? {
    if let context = unsafe entering(host?.pointee.handle, function) {
      return unsafe context.bytes(of: text, function)
    }
    return unsafe PluginHostContext.bytes(of: text, function, on: host)
  }

  static func log(_ host: HostPointer, _ level: UInt32, _ text: childplugin_text_t) {
    guard let gate = unsafe host?.pointee.handle else { return }
    unsafe host_child_gate_log(
      OpaquePointer(gate), HostFunction.log.rawValue, level, text.bytes, text.length)
    guard let owner = unsafe host_child_gate_owner_here(OpaquePointer(gate)) else { return }
    unsafe Unmanaged<ChildHostContext>.fromOpaque(owner).takeUnretainedValue().services.note(
      .logged)
  }

  static func wake(_ host: HostPointer) {
    guard let gate = unsafe host?.pointee.handle else { return }
    unsafe host_child_gate_wake(OpaquePointer(gate), HostFunction.wake.rawValue)
  }
}

/// Copies as much of a text as fits into a buffer and returns the full length.
package func copy(_ text: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64 {
  var text = text
  return text.withUTF8 { bytes in
    unsafe buffer.copyBytes(from: bytes.prefix(buffer.count))
    return UInt64(bytes.count)
  }
}
