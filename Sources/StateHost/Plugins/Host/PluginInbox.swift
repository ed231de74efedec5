internal import CHostSystem
internal import HostText

/// The process-wide queue of log lines, wake-ups and faults that plugins loaded in this process
/// send from any thread, emptied on the main thread, which is the thread that creates this value.
package struct PluginInbox {
  /// One entry of the queue that plugins fill on any thread: log lines, a wake-up, a fault, or the
  /// number of log lines dropped.
  package enum Message {
    /// One or more lines of a child's log, separated by newlines and free of other control
    /// characters. `child` is empty when the plugin itself logs.
    case log(file: String, child: String, level: LogLevel, text: String)
    /// A child is to be woken: call `woke()`, then draw.
    case wake(PluginChild)
    /// A call on a wrong thread, a log message with an invalid text, or a function that needs a
    /// child, called on a plugin's own host.
    case fault(ChildFault)
    case linesLost(UInt64)
  }

  /// The severity of a plugin's log message, as the host receives it, numbered as in the header; an
  /// unknown one counts as an error.
  package enum LogLevel: UInt32, Sendable {
    case debug, info, warning, error
  }

  /// Makes the calling thread the main thread.
  ///
  /// New messages wake no event loop; a loop has to open the gates again with its own descriptor.
  package init() { host_gates_open(-1) }

  package var isEmpty: Bool { host_gates_waiting() == 0 }

  /// Limits the logs delivered at once, because a thread may log without end.
  private static let drainedBytesLimit = 1 << 20
  /// The minimum size that a line counts as.
  private static let noteBytes = 64

  /// Delivers what is waiting: at most 1 MiB of logs in order of arrival, then the rest.
  package func drain(_ deliver: (Message) -> Void) {
    var bytes = 0
    while bytes < Self.drainedBytesLimit, let note = unsafe host_gates_take_note() {
      unsafe bytes += Int(note.pointee.length) + Self.noteBytes
      defer { unsafe host_child_note_free(note) }
      unsafe deliver(Self.message(of: note))
    }
    let lost = host_gates_take_lost()
    if lost > 0 { deliver(.linesLost(lost)) }
    var call = unsafe host_child_call()
    while unsafe host_gates_take_call(&call) != 0 { unsafe Self.deliver(call, to: deliver) }
  }

  private static func message(of note: UnsafeMutablePointer<host_child_note>) -> Message {
    let kind = unsafe kind(of: note.pointee.gate)
    let bytes = unsafe UnsafeRawBufferPointer(
      start: host_child_note_bytes(note), count: Int(note.pointee.length))
    return unsafe .log(
      file: kind.file, child: kind.id, level: LogLevel(rawValue: note.pointee.level) ?? .error,
      text: HarmlessText.clean(String(decoding: bytes, as: UTF8.self)))
  }

  private static func deliver(_ call: host_child_call, to deliver: (Message) -> Void) {
    guard let gate = unsafe call.gate else { return }
    let kind = unsafe kind(of: gate)
    var (misplaced, malformed) = unsafe (call.misplaced, call.malformed)
    for function in HostFunction.allCases {
      let isMisplaced = unsafe host_function_set_contains(&misplaced, function.rawValue) != 0
      if isMisplaced, let fault = kind.note(kind.misplaced(function)) { deliver(.fault(fault)) }
      let isMalformed = unsafe host_function_set_contains(&malformed, function.rawValue) != 0
      if isMalformed, let fault = kind.note(.malformedText(function)) { deliver(.fault(fault)) }
    }
    guard unsafe call.woken != 0, let owner = unsafe host_child_gate_owner(gate) else { return }
    let context = unsafe Unmanaged<ChildHostContext>.fromOpaque(owner).takeUnretainedValue()
    if let child = context.child { deliver(.wake(child)) }
  }

  private static func kind(of gate: OpaquePointer) -> ChildTypeRecord {
    unsafe Unmanaged<ChildTypeRecord>.fromOpaque(host_child_gate_type(gate)).takeUnretainedValue()
  }
}
