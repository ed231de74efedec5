import ChildPluginAPI
import TestSupport

/// What a fake source has delivered.
struct FakeContent {
  struct Column {
    var name: String
    var width: Int
    var alignsRight = false
  }

  var flags: UInt32 = CHILDPLUGIN_CONTENT_COMPLETE
  var revision: UInt64 = 1
  var generation: UInt64 = 1
  var rows = 0
  var bytes: UInt64 = 0
  var columns: [Column] = []
  var errorKind: UInt32 = 0
  var exitStatus: Int32 = 0
  var signal: Int32 = 0
  var fraction = 0.0
  var began: Int64 = 0
  var elapsed: Int64 = 0
  var loaded: Int64 = 0
  var failed: Int64 = 0
  var every: Int64 = 0
  var failures: UInt64 = 0
  var cutRows: Set<Int> = []
  var texts: [UInt32: String] = [:]
  /// The text of a row, and of a cell.
  var row: (Int) -> String = { "row \($0)" }
  var cell: (Int, Int) -> String = { "r\($0)c\($1)" }

  init() {}

  init(_ rows: [String]) {
    self.rows = rows.count
    row = { rows[$0] }
  }
}

/// A host that records what is asked of it.
@safe final class FakeHost {
  enum Request: Equatable {
    case state(String, Bool)
    case action(UInt32, Int64)
  }

  var content: FakeContent?
  var view = FakeView()
  var now: Int64 = 0
  var terminalFlags: UInt32 = CHILDPLUGIN_TERMINAL_UTF8
  var colours: UInt32 = 16_777_216
  var options: [String: String] = [:]
  var performs = true
  /// The run is there to choose rows.
  var isPick = false
  var isFollowing = false

  private(set) var requests: [Request] = []
  private(set) var logs: [String] = []
  private(set) var wakeAfter: Int64?
  private(set) var wakes = 0
  private(set) var invalidations = 0
  private(set) var cellReads = 0
  /// Calls that read the cells of many rows.
  var batchReads = 0
  /// Whether it is of a draft of 1.1 that cannot.
  var readsNoBatches = false

  let pointer: UnsafeMutablePointer<childplugin_host_t>
  private let memory: GuardedMemory

  /// Makes a host whose table has so many bytes; who reads beyond them crashes.
  init(size: Int = unsafe MemoryLayout<childplugin_host_t>.size) {
    memory = GuardedMemory(count: size)
    unsafe pointer = memory.start.assumingMemoryBound(to: childplugin_host_t.self)
    var whole = unsafe childplugin_host_t()
    unsafe Self.fill(&whole)
    unsafe Self.fillContent(&whole)
    unsafe whole.size = UInt32(size)
    unsafe whole.handle = Unmanaged.passUnretained(self).toOpaque()
    unsafe withUnsafeBytes(of: whole) { bytes in
      unsafe UnsafeMutableRawBufferPointer(start: memory.start, count: min(size, bytes.count))
        .copyBytes(from: bytes.prefix(size))
    }
  }

  /// What was asked for by the tables of 1.1, in order.
  private(set) var asked: [String] = []
  /// Whether it is of 1.0, without them.
  var isOld = false

  /// Takes it down, and does it or not.
  func asks(_ what: String) -> Bool {
    asked.append(what)
    return performs
  }

  func forgetRequests() { (requests, asked) = ([], []) }

  /// The row that the user is on; nil: nobody has chosen one.
  var selected: Int?
  var goneCount: UInt64 = 0
  var selectionNotice = ""

  func takeCellReads() -> Int {
    defer { cellReads = 0 }
    return cellReads
  }

  static func of(_ host: UnsafePointer<childplugin_host_t>?) -> FakeHost {
    guard let handle = unsafe host?.pointee.handle else { fatalError("a call without the host") }
    return unsafe Unmanaged<FakeHost>.fromOpaque(handle).takeUnretainedValue()
  }

  private static func fill(_ table: inout childplugin_host_t) {
    unsafe table.abi_major = 1
    unsafe table.log = { unsafe FakeHost.of($0).logs.append($2.fakeString) }
    unsafe table.wake = { unsafe FakeHost.of($0).wakes += 1 }
    unsafe table.now = { unsafe FakeHost.of($0).now }
    unsafe table.invalidate = { unsafe FakeHost.of($0).invalidations += 1 }
    unsafe table.wake_after = {
      unsafe FakeHost.of($0).wakeAfter = $1 < 0 ? nil : $1
      return true
    }
    unsafe table.request_state = {
      unsafe FakeHost.of($0).requests.append(.state($1.fakeString, $2))
      return true
    }
    unsafe table.perform = {
      unsafe FakeHost.of($0).requests.append(.action($1, $2))
      return unsafe FakeHost.of($0).performs
    }
    unsafe table.text_columns = { _, text in
      unsafe Int32(text.fakeString.reduce(0) { $0 + fakeColumns(of: $1) })
    }
    unsafe table.terminal = { host, terminal in
      guard let terminal = unsafe terminal else { return false }
      let fake = unsafe FakeHost.of(host)
      unsafe terminal.pointee.flags = fake.terminalFlags
      unsafe terminal.pointee.colours = fake.colours
      return true
    }
    unsafe table.theme_colour = { _, role in 0x0100_0000 | role }
    unsafe table.option = { host, name, buffer, capacity in
      guard let value = unsafe FakeHost.of(host).options[name.fakeString] else { return UInt64.max }
      return unsafe fakeFill(buffer, capacity, value)
    }
    unsafe table.get_extension = { host, id in
      let host = unsafe FakeHost.of(host)
      if host.isOld { return nil }
      if host.readsNoBatches, unsafe id.fakeString == CHILDPLUGIN_HOST_VIEW {
        return unsafe FakeTables.viewWithoutCells
      }
      return unsafe FakeTables.shared.table(id.fakeString)
    }
  }

  private static func fillContent(_ table: inout childplugin_host_t) {
    unsafe table.content = { host, info in
      guard let info = unsafe info, let content = unsafe FakeHost.of(host).content else {
        return false
      }
      unsafe info.pointee.flags = content.flags
      unsafe info.pointee.revision = content.revision
      unsafe info.pointee.generation = content.generation
      unsafe info.pointee.rows = UInt64(content.rows)
      unsafe info.pointee.bytes = content.bytes
      unsafe info.pointee.columns = UInt32(content.columns.count)
      unsafe info.pointee.error_kind = content.errorKind
      unsafe info.pointee.exit_status = content.exitStatus
      unsafe info.pointee.error_signal = content.signal
      unsafe info.pointee.fraction = content.fraction
      unsafe info.pointee.began_nanoseconds = content.began
      unsafe info.pointee.elapsed_nanoseconds = content.elapsed
      unsafe info.pointee.loaded_nanoseconds = content.loaded
      unsafe info.pointee.failed_nanoseconds = content.failed
      unsafe info.pointee.every_nanoseconds = content.every
      unsafe info.pointee.failures = content.failures
      return true
    }
    unsafe table.content_text = { host, which, buffer, capacity in
      unsafe fakeFill(buffer, capacity, FakeHost.of(host).content?.texts[which] ?? "")
    }
    unsafe table.content_column = { host, index, column, buffer, capacity in
      guard let columns = unsafe FakeHost.of(host).content?.columns, index < columns.count else {
        return 0
      }
      unsafe column?.pointee.width = Int32(columns[Int(index)].width)
      unsafe column?.pointee.alignment = columns[Int(index)].alignsRight ? 1 : 0
      return unsafe fakeFill(buffer, capacity, columns[Int(index)].name)
    }
    unsafe table.content_row = { host, row, info in
      guard let content = unsafe FakeHost.of(host).content, row < content.rows else { return false }
      let length = UInt64(content.row(Int(row)).utf8.count)
      unsafe info?.pointee.length = length
      unsafe info?.pointee.full_length = length
      unsafe info?.pointee.flags = content.cutRows.contains(Int(row)) ? CHILDPLUGIN_ROW_CUT : 0
      return true
    }
    unsafe table.content_cell = { host, row, column, buffer, capacity in
      let fake = unsafe FakeHost.of(host)
      fake.cellReads += 1
      guard let content = fake.content, row < content.rows else { return 0 }
      if column == UInt32.max {
        return unsafe fakeFill(buffer, capacity, content.row(Int(row)))
      }
      guard column < content.columns.count else { return 0 }
      return unsafe fakeFill(buffer, capacity, content.cell(Int(row), Int(column)))
    }
  }
}

/// Allocates a function table that is never freed and starts with its size; a size smaller than
/// the table hides the functions beyond it.
func fakeTable<Table>(
  _ table: Table, size: Int = MemoryLayout<Table>.size
) -> UnsafeMutablePointer<Table> {
  let pointer = UnsafeMutablePointer<Table>.allocate(capacity: 1)
  unsafe pointer.initialize(to: table)
  unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: UInt32(size), as: UInt32.self)
  return unsafe pointer
}

/// Fills a buffer as the ABI says.
func fakeFill(_ buffer: UnsafeMutablePointer<CChar>?, _ capacity: UInt64, _ text: String) -> UInt64
{
  let bytes = Array(text.utf8)
  if let buffer = unsafe buffer {
    for index in 0..<min(bytes.count, Int(capacity)) {
      unsafe buffer[index] = CChar(bitPattern: bytes[index])
    }
  }
  return UInt64(bytes.count)
}
