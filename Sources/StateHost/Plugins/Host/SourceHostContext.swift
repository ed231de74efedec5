internal import ChildPluginAPI
internal import Glibc

/// The C function table through which a plugin's source, in a worker process, delivers rows during
/// one load, and its implementation, which passes all on to a `SourceHost` and reports misuse.
///
/// A row is delivered as a line with tabs between its cells. The object is never freed, because a
/// thread of the plugin may still call the table; calls on other threads are refused.
@safe final class SourceHostContext {
  let table: UnsafePointer<childplugin_reading_t>
  private let services: any SourceHost
  private let thread = pthread_self()
  private let argument: ImmortalText
  /// Nil until the columns are named.
  private var columnCount: Int?
  private var hasDelivered = false
  /// In thousandths; nil while unknown.
  private var progress: Int?
  private var line: [UInt8] = []
  private var told: Set<String> = []

  static let columnsLimit: UInt32 = 256
  /// The most bytes of an error message or a remedy.
  static let textBytesLimit = 4096
  /// More than is kept of a row.
  private static let rowBytesLimit = 16 << 20

  /// Creates the table for a source, with the user's argument; `services` gets what it delivers.
  init(of argument: String, program: HostIdentity, for services: any SourceHost) {
    self.services = services
    self.argument = ImmortalText(argument)
    let place = UnsafeMutablePointer<childplugin_reading_t>.allocate(capacity: 1)
    unsafe self.table = UnsafePointer(place)
    var table = unsafe childplugin_reading_t()
    unsafe table.size = UInt32(MemoryLayout<childplugin_reading_t>.size)
    unsafe table.abi_major = UInt16(CHILDPLUGIN_ABI_MAJOR)
    unsafe table.abi_minor = UInt16(CHILDPLUGIN_ABI_MINOR)
    unsafe table.handle = Unmanaged.passRetained(self).toOpaque()
    unsafe table.name = program.name.text
    unsafe table.version = program.version.text
    unsafe table.argument = self.argument.text
    unsafe Self.addFunctions(to: &table)
    unsafe place.initialize(to: table)
  }

  /// Places the argument in some kind of memory for the duration of a call.
  func withArgument<Result>(in memory: ArgumentMemoryOptions, _ body: () -> Result) -> Result {
    let text = unsafe argument.text
    guard unsafe text.length > 0, !memory.isEmpty else { return body() }
    let bytes = unsafe UnsafeRawBufferPointer(start: text.bytes, count: Int(text.length))
    return unsafe memory.lend(bytes) { lent in
      unsafe UnsafeMutablePointer(mutating: table).pointee.argument = childplugin_text_t(
        bytes: lent.baseAddress?.assumingMemoryBound(to: CChar.self), length: text.length)
      defer { unsafe UnsafeMutablePointer(mutating: table).pointee.argument = text }
      return body()
    }
  }

  /// The object that a call belongs to; nil, which is reported, on any but the reading thread.
  private static func entering(
    _ table: UnsafePointer<childplugin_reading_t>?, _ function: String
  ) -> SourceHostContext? {
    guard let handle = unsafe table?.pointee.handle else { return nil }
    let reading = unsafe Unmanaged<SourceHostContext>.fromOpaque(handle).takeUnretainedValue()
    if pthread_equal(reading.thread, pthread_self()) != 0 { return reading }
    reading.services.misused("reading.\(function) called on another thread than read: nothing done")
    return nil
  }

  /// Reports a misuse of a function, once.
  private func report(_ function: String, _ what: String) {
    guard told.insert(function + what).inserted else { return }
    services.misused("reading.\(function) \(what)")
  }

  private func bytes(of text: childplugin_text_t, _ function: String) -> UnsafeRawBufferPointer {
    let bytes = unsafe ForeignMemory.bytes(text)
    if unsafe UInt64(bytes.count) != text.length {
      report(function, "got a text with a length but no bytes: it counts as empty")
    }
    return unsafe bytes
  }

  private func string(_ text: childplugin_text_t, _ function: String) -> String {
    unsafe String(decoding: bytes(of: text, function), as: UTF8.self)
  }

  // MARK: Delivery

  private static func addFunctions(to table: inout childplugin_reading_t) {
    unsafe table.columns = { table, names, count in
      unsafe SourceHostContext.entering(table, "columns")?.nameColumns(names, count) ?? false
    }
    unsafe table.row = { table, cells, count in
      unsafe SourceHostContext.entering(table, "row")?.deliver(cells, count) ?? false
    }
    unsafe table.bytes = { table, bytes in
      guard let reading = unsafe SourceHostContext.entering(table, "bytes") else { return false }
      reading.hasDelivered = true
      return unsafe reading.services.deliver(reading.bytes(of: bytes, "bytes"))
    }
    unsafe table.progress = { table, fraction in
      unsafe SourceHostContext.entering(table, "progress")?.progress(to: fraction)
    }
    unsafe table.fail = { table, what, remedy in
      guard let reading = unsafe SourceHostContext.entering(table, "fail") else { return }
      unsafe reading.services.fail(
        reading.words(what, "fail"), remedy: reading.words(remedy, "fail"))
    }
    unsafe table.log = { table, level, text in
      guard let reading = unsafe SourceHostContext.entering(table, "log") else { return }
      unsafe reading.services.log(level, reading.string(text, "log"))
    }
    unsafe table.option = { table, name, buffer, capacity in
      guard let reading = unsafe SourceHostContext.entering(table, "option") else { return .max }
      let room = unsafe UnsafeMutableRawBufferPointer(
        start: buffer, count: buffer == nil ? 0 : Int(clamping: capacity))
      return unsafe reading.services.copyOption(
        named: reading.string(name, "option"), into: room) ?? .max
    }
    unsafe table.flag = { unsafe SourceHostContext.read($0, "flag", $1, $2, Bool.init) }
    unsafe table.integer = { unsafe SourceHostContext.read($0, "integer", $1, $2, Int64.init) }
    unsafe table.number = {
      unsafe SourceHostContext.read($0, "number", $1, $2, OptionParsing.number)
    }
    unsafe table.duration = {
      unsafe SourceHostContext.read($0, "duration", $1, $2, OptionParsing.nanoseconds)
    }
  }

  /// Passes the progress on when its thousandths have changed.
  private func progress(to fraction: Double) {
    if fraction > 1 { services.progressedBeyondEnd(fraction) }
    let steps = (0...1).contains(fraction) ? Int(fraction * Self.progressSteps) : nil
    guard steps != progress else { return }
    progress = steps
    services.progress(steps == nil ? nil : fraction)
  }

  private static let progressSteps = 1000.0

  /// An error message or remedy, truncated to its limit.
  private func words(_ text: childplugin_text_t, _ function: String) -> String {
    unsafe String(decoding: bytes(of: text, function).prefix(Self.textBytesLimit), as: UTF8.self)
  }

  private func nameColumns(_ names: UnsafePointer<childplugin_text_t>?, _ count: UInt32) -> Bool {
    guard !hasDelivered, let names = unsafe names, 1...Self.columnsLimit ~= count else {
      report("columns", "was refused: name 1 to \(Self.columnsLimit), before the first row")
      return false
    }
    columnCount = Int(count)
    services.nameColumns()
    return unsafe deliver(names, count)
  }

  private func deliver(_ cells: UnsafePointer<childplugin_text_t>?, _ count: UInt32) -> Bool {
    hasDelivered = true
    // The buffer is reused, and moved out of its property meanwhile: the exclusivity checks of a
    // property would cost as much as copying the bytes.
    var line: [UInt8] = []
    swap(&line, &self.line)
    defer { swap(&line, &self.line) }
    line.removeAll(keepingCapacity: true)
    if unsafe cells == nil, count > 0 { report("row", "got NULL for its cells") }
    let columnCount = columnCount ?? Int(count)
    if count > columnCount { report("row", "got more cells than there are columns") }
    for index in 0..<min(Int(count), columnCount) {
      guard let cell = unsafe cells?[index], line.count < Self.rowBytesLimit else { break }
      if index > 0 { line.append(UInt8(ascii: "\t")) }
      unsafe Self.append(bytes(of: cell, "row"), to: &line)
    }
    line.append(UInt8(ascii: "\n"))
    return unsafe line.withUnsafeBytes { unsafe services.deliver($0) }
  }

  /// Appends a cell, with tabs and newlines replaced by spaces.
  private static func append(_ cell: UnsafeRawBufferPointer, to line: inout [UInt8]) {
    let start = line.count
    unsafe line.append(contentsOf: cell)
    guard unsafe cell.holds(UInt8(ascii: "\t")) || cell.holds(UInt8(ascii: "\n")) else { return }
    for index in start..<line.count
    where line[index] == UInt8(ascii: "\t") || line[index] == UInt8(ascii: "\n") {
      line[index] = UInt8(ascii: " ")
    }
  }

  /// Writes the value of an option; false when it is not given or cannot be parsed.
  private static func read<Value>(
    _ table: UnsafePointer<childplugin_reading_t>?, _ function: String,
    _ name: childplugin_text_t, _ target: UnsafeMutablePointer<Value>?,
    _ meaning: (String) -> Value?
  ) -> Bool {
    guard let reading = unsafe entering(table, function), let target = unsafe target else {
      return false
    }
    let name = unsafe reading.string(name, function)
    let isOfType = unsafe OptionParsing.read(into: target, meaning) {
      unsafe reading.services.copyOption(named: name, into: $0)
    }
    if let isOfType { reading.services.optionParsed(name, isOfType: isOfType) }
    return isOfType ?? false
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func holds(_ byte: UInt8) -> Bool {
    guard let start = baseAddress else { return false }
    return unsafe memchr(start, CInt(byte), count) != nil
  }
}

/// The receiver of rows, column names, progress and failure of a plugin's source, and supplier of
/// its options; called by `SourceHostContext`, implemented by the worker and the validator.
package protocol SourceHost: AnyObject {
  /// Accepts bytes of rows, blocking until they are taken; false when no more are wanted.
  func deliver(_ bytes: UnsafeRawBufferPointer) -> Bool
  /// Announces that the first row, which follows, has the names of the columns.
  func nameColumns()
  /// Reports progress, 0…1; nil when it is unknown.
  func progress(_ fraction: Double?)
  /// Reports a progress beyond 1, which counts as unknown.
  func progressedBeyondEnd(_ number: Double)
  /// Reports a failure and its remedy, which may be empty.
  func fail(_ what: String, remedy: String)
  func log(_ level: UInt32, _ text: String)
  /// Reports a misuse of the API; called on any thread.
  func misused(_ what: String)
  /// As `ChildOptionValues.copy`.
  func copyOption(named name: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64?
  /// Reports an option read as a value of some type; `isOfType` is false if its text is not one.
  func optionParsed(_ name: String, isOfType: Bool)
}

extension SourceHost {
  package func progressedBeyondEnd(_ number: Double) {}
  package func optionParsed(_ name: String, isOfType: Bool) {}
}
