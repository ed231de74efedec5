internal import ChildPluginAPI
internal import Glibc
internal import HostPlugins

/// A plugin under trial: its raw tables, every call into it recorded.
@safe final class TrialPlugin {
  typealias Entry = @convention(c) (UInt32, UInt32) -> UnsafePointer<childplugin_plugin_t>?

  let path: String
  let record: CheckRecord
  /// How long `init` took.
  private(set) var initNanoseconds: Int64 = 0
  private let entry: Entry
  private let address: UnsafeRawPointer
  private let table: childplugin_plugin_t

  /// Opens and initialises a plugin, as far as the host would.
  ///
  /// Throws what the host would say of it.
  init(loading path: String, mapping: PluginMapping, record: CheckRecord) throws(PluginProblem) {
    self.path = path
    self.record = record
    record.phase = .loading
    record.beginCall("dlopen(\"\(path)\")")
    let library = try PluginFile(opening: path).load(mapping)
    record.endCall()
    guard let symbol = unsafe library.symbol(CHILDPLUGIN_ENTRY_SYMBOL) else { throw .entryMissing }
    let entry = unsafe unsafeBitCast(symbol, to: Entry.self)
    unsafe self.entry = unsafe entry
    record.beginCall("childplugin_entry(\(CHILDPLUGIN_ABI_MAJOR), \(CHILDPLUGIN_ABI_MINOR))")
    let offered = unsafe entry(UInt32(CHILDPLUGIN_ABI_MAJOR), UInt32(CHILDPLUGIN_ABI_MINOR))
    record.endCall()
    guard let offered = unsafe offered else { throw .entryRefused }
    unsafe address = UnsafeRawPointer(offered)
    let major = unsafe address.loadUnaligned(fromByteOffset: 4, as: UInt16.self)
    let minor = unsafe address.loadUnaligned(fromByteOffset: 6, as: UInt16.self)
    guard major == UInt16(CHILDPLUGIN_ABI_MAJOR) else {
      throw .otherVersion(major: major, minor: minor)
    }
    guard let table = unsafe ForeignMemory.copySized(childplugin_plugin_t.self, at: address) else {
      throw .pluginTableSize(unsafe ForeignMemory.size(at: address))
    }
    self.table = table
    try checkFunctions()
    try initialise()
    record.phase = .checking
  }

  private func checkFunctions() throws(PluginProblem) {
    let isThere: [(String, Bool)] = [
      ("init", unsafe table.`init` != nil), ("deinit", table.`deinit` != nil),
      ("descriptor_count", table.descriptor_count != nil),
      ("descriptor", unsafe table.descriptor != nil), ("create", unsafe table.create != nil),
    ]
    for (name, isThere) in isThere where !isThere { throw .pluginFunctionMissing(name) }
  }

  private func initialise() throws(PluginProblem) {
    var reason = unsafe childplugin_text_t()
    let began = Clock.nowNanoseconds
    let isReady = calling("init(\"\(path)\")") {
      unsafe Lending([]).lend(Array(path.utf8)) {
        unsafe table.`init`?(ForeignMemory.borrowed($0), &reason) ?? false
      }
    }
    initNanoseconds = Clock.nowNanoseconds - began
    if !isReady { throw .initRefused(reason: unsafe ForeignMemory.string(reason)) }
  }

  /// Makes a call into the plugin, with a note of it while it lasts.
  func calling<Result>(_ call: @autoclosure () -> String, _ body: () -> Result) -> Result {
    record.beginCall(call())
    defer { record.endCall() }
    return body()
  }

  /// Calls the entry once more; the address that it returns, 0 for NULL.
  func callEntry(major: UInt32, minor: UInt32) -> UInt {
    let offered = unsafe calling("childplugin_entry(\(major), \(minor))") {
      unsafe entry(major, minor)
    }
    return UInt(bitPattern: offered)
  }

  var tableAddress: UInt { unsafe UInt(bitPattern: address) }

  /// The table as it is in the plugin's memory now.
  var tableBytes: [UInt8] {
    let size = unsafe ForeignMemory.size(at: address)
    return unsafe [UInt8](UnsafeRawBufferPointer(start: address, count: Int(size)))
  }

  func descriptorCount() -> UInt32 {
    calling("descriptor_count()") { table.descriptor_count?() ?? 0 }
  }

  /// What a descriptor says and where it is; 0 and nil where there is none.
  func descriptor(
    _ index: UInt32
  ) -> (address: UInt, type: Result<ChildType, ChildProblem>) {
    let descriptor = unsafe calling("descriptor(\(index))") { table.descriptor?(index) }
    var reader = DescriptorReader()
    let type: Result<ChildType, ChildProblem>
    do throws(ChildProblem) {
      type = .success(try unsafe reader.read(descriptor))
    } catch {
      type = .failure(error)
    }
    return (UInt(bitPattern: descriptor), type)
  }

  /// The children that are described as they should be.
  var types: [ChildType] {
    (0..<min(descriptorCount(), 256)).compactMap { try? descriptor($0).type.get() }
  }

  /// Asks for a child of an id.
  ///
  /// - Parameters:
  ///   - id: any bytes.
  ///   - host: what the child is given.
  ///   - lending: how the id is lent.
  /// - Returns: the address of the child's table; nil for NULL.
  func create(
    _ id: [UInt8], host: TrialHost, lending: Lending
  ) -> UnsafePointer<childplugin_child_t>? {
    unsafe calling("create(id \"\(String(decoding: id, as: UTF8.self))\")") {
      unsafe lending.lend(id) { bytes in
        unsafe table.create?(host.table, ForeignMemory.borrowed(bytes))
      }
    }
  }

  func end() { calling("deinit()") { table.`deinit`?() } }
}

extension ForeignMemory {
  /// Bytes as the ABI has texts; valid as long as they are.
  static func borrowed(_ bytes: UnsafeRawBufferPointer) -> childplugin_text_t {
    unsafe childplugin_text_t(
      bytes: bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length: UInt64(bytes.count))
  }
}

/// Real time, for limits.
enum Clock {
  static var nowNanoseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  static func sleep(milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }
}
