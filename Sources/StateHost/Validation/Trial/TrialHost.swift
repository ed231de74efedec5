internal import ChildPluginAPI
internal import Glibc
internal import HostPlugins

/// The host that one child under trial sees: it gives made-up answers and notes what the child does.
///
/// Its tables live for ever, so that a late call is noticed.
@safe final class TrialHost {
  let record: CheckRecord
  let table: UnsafeMutablePointer<childplugin_host_t>
  let mainThread = pthread_self()
  private let lock: UnsafeMutablePointer<pthread_mutex_t>

  // What it answers.
  var content: TrialContent
  var nowNanoseconds: Int64 = 1_000_000_000
  var columns: Int32 = 80
  var rows: Int32 = 24
  var terminalFlags = CHILDPLUGIN_TERMINAL_UTF8 | CHILDPLUGIN_TERMINAL_MOUSE
  var colours: UInt32 = 16_777_216
  /// Every function says no.
  var refuses = false

  // Where the child is.
  var isOnScreen = false
  var isDestroyed = false
  var drawing: Drawing?

  // What it did.
  private(set) var faults: [HostFault] = []
  private(set) var wakeCount = 0
  var invalidateCount = 0
  /// The timer, nanoseconds from when it was set; nil when it rests.
  var wakeAfterNanoseconds: Int64?
  private(set) var logCount = 0

  init(record: CheckRecord, content: TrialContent, lending: Lending) {
    self.record = record
    self.content = content
    unsafe lock = .allocate(capacity: 1)
    unsafe lock.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(lock, nil)
    let room = lending.contains(.larger) ? 4 : 1
    unsafe table = .allocate(capacity: room)
    unsafe table.initialize(repeating: childplugin_host_t(), count: room)
    let handle = unsafe Unmanaged.passRetained(self).toOpaque()
    unsafe table.pointee = TrialHostTable.make(handle: handle)
    if room > 1 {
      unsafe table.pointee.size = UInt32(room * MemoryLayout<childplugin_host_t>.stride)
      unsafe table.pointee.abi_minor = 7
    }
  }

  /// Gives its memory back: only where no thread of the plugin's can still call.
  func forget() {
    unsafe pthread_mutex_destroy(lock)
    unsafe lock.deallocate()
    unsafe table.deallocate()
    unsafe Unmanaged.passUnretained(self).release()
  }

  /// Notes a fault; on any thread.
  func note(_ kind: HostFault.Kind, _ function: String) {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    guard faults.count < 64 else { return }
    let isMain = pthread_equal(pthread_self(), mainThread) != 0
    let during = isMain ? record.calls.last ?? "no call" : "a thread of the plugin's"
    faults.append(HostFault(kind: kind, function: function, during: during))
  }

  /// The faults of some kinds.
  func faults(_ kinds: [HostFault.Kind]) -> [HostFault] {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return faults.filter { kinds.contains($0.kind) }
  }

  func noteWake() {
    unsafe pthread_mutex_lock(lock)
    wakeCount += 1
    unsafe pthread_mutex_unlock(lock)
    if isDestroyed { note(.afterDestroy, "host.wake") }
  }

  func noteLog(_ text: childplugin_text_t) {
    unsafe check(text, of: "host.log")
    unsafe pthread_mutex_lock(lock)
    logCount += 1
    unsafe pthread_mutex_unlock(lock)
    if isDestroyed { note(.afterDestroy, "host.log") }
  }

  /// Whether a text is one.
  func check(_ text: childplugin_text_t, of function: String) {
    let length = unsafe text.length
    if length > 0, unsafe text.bytes == nil || length > UInt64(Int32.max) {
      note(.malformedText, "\(function) with a text of \(length) bytes")
    } else if unsafe String(validating: ForeignMemory.bytes(text), as: UTF8.self) == nil {
      note(.notUTF8, function)
    }
  }

  /// The host that a call belongs to; nil, which is noted, on a wrong thread and after destroy.
  static func entering(_ handle: UnsafeMutableRawPointer?, _ function: HostFunction) -> TrialHost? {
    guard let handle = unsafe handle else { return nil }
    let host = unsafe Unmanaged<TrialHost>.fromOpaque(handle).takeUnretainedValue()
    guard pthread_equal(pthread_self(), host.mainThread) != 0 else {
      host.note(.wrongThread, function.description)
      return nil
    }
    if host.isDestroyed {
      host.note(.afterDestroy, function.description)
      return nil
    }
    return host
  }

  /// The host that a call through its table belongs to, where it says yes.
  static func entering(
    _ table: UnsafePointer<childplugin_host_t>?, _ function: HostFunction
  ) -> TrialHost? {
    guard let table = unsafe table, let host = unsafe entering(table.pointee.handle, function)
    else { return nil }
    return host.refuses ? nil : host
  }

  /// Fills a struct of the plugin's; false, which is noted, when it has no size.
  func fill<Struct: BitwiseCopyable>(
    _ target: UnsafeMutablePointer<Struct>, with value: Struct, _ function: HostFunction
  ) -> Bool {
    let isFilled = unsafe ForeignMemory.fill(UnsafeMutableRawPointer(target), with: value)
    if !isFilled { note(.structSize, function.description) }
    return isFilled
  }

  /// Fills a buffer, as the header says.
  static func fill(
    _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: UInt64, with bytes: [UInt8]
  ) -> UInt64 {
    if let buffer = unsafe buffer {
      let room = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: Int(clamping: capacity))
      unsafe room.copyBytes(from: bytes.prefix(room.count))
    }
    return UInt64(bytes.count)
  }
}
