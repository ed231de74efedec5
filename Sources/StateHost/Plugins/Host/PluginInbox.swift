internal import CHostSystem
internal import HostSurface
internal import HostText

/// What plugins send from any thread, taken up on the main one.
package struct PluginInbox {
  /// What a plugin sent.
  package enum Message {
    /// A line of a child's log, or several with newlines between; free of other control characters. The
    /// child is empty where the plugin itself logs.
    case log(file: String, child: String, level: LogLevel, text: String)
    /// The child asks to be woken: `woke()`, then a draw.
    case wake(PluginChild)
    /// A child called from a wrong thread, or logged a text that is none; a plugin called on its own host
    /// what only a child may call.
    case fault(ChildFault)
    /// More was logged than is kept: so many lines are lost.
    case linesLost(UInt64)
  }

  /// `CHILDPLUGIN_LOG_…`; an unknown level counts as an error.
  package enum LogLevel: UInt32, Sendable {
    case debug = 0
    case info = 1
    case warning = 2
    case error = 3
  }

  /// Makes the calling thread the main one.
  ///
  /// Nothing is woken by what comes; where a loop waits, its world is to open the gates anew.
  package init() { host_gates_open(-1) }

  /// Whether something waits.
  package var isEmpty: Bool { host_gates_waiting() == 0 }

  /// No more of logs is given at once; a thread may go on logging for ever.
  private static let drainedBytesLimit = 1 << 20
  /// What a line counts at least, however short it is.
  private static let noteBytes = 64

  /// Gives what waits, at most 1 MiB of logs: these in the order of their arrival, then the rest.
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
}

extension PluginInbox {
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
      let faults: [(isThere: Bool, kind: ChildFault.Kind)] = unsafe [
        (
          host_function_set_contains(&misplaced, function.rawValue) != 0,
          kind.misplaced(function)
        ),
        (
          host_function_set_contains(&malformed, function.rawValue) != 0,
          .malformedText(function)
        ),
      ]
      for fault in faults where fault.isThere {
        if let fault = kind.note(fault.kind) { deliver(.fault(fault)) }
      }
    }
    guard unsafe call.woken != 0, let owner = unsafe host_child_gate_owner(gate) else { return }
    let side = unsafe Unmanaged<HostSide>.fromOpaque(owner).takeUnretainedValue()
    if let child = side.child { deliver(.wake(child)) }
  }

  private static func kind(of gate: OpaquePointer) -> ChildKind {
    unsafe Unmanaged<ChildKind>.fromOpaque(host_child_gate_type(gate)).takeUnretainedValue()
  }
}
