internal import CHostSystem
internal import ChildPluginAPI
internal import HostSurface

/// The C function table that a plugin gets in `init`, before it has any child; functions that need a child are
/// refused.
///
/// A refused call is reported as a fault. The table and the C object that checks each call are never freed, so that a
/// late call is refused as well.
@safe final class PluginHostContext {
  let table: UnsafePointer<childplugin_host_t>
  private let gate: OpaquePointer

  /// The functions that need no child; log is always allowed.
  static let permitted = HostFunction.allCases.filter { !$0.facts.needsChild }

  init(ofPluginAt file: String, minor: UInt16, program: ProgramName, callee: CallTarget) {
    let kind = ChildTypeRecord(id: "", file: file, minor: minor, callee: callee)
    unsafe gate = host_child_gate_make(Unmanaged.passUnretained(kind).toOpaque())
    for function in Self.permitted { unsafe host_child_gate_permit(gate, function.rawValue) }
    let place = UnsafeMutablePointer<childplugin_host_t>.allocate(capacity: 1)
    let handle = unsafe UnsafeMutableRawPointer(gate)
    var table = unsafe childplugin_host_t(handle: handle, program: program)
    unsafe table.wake = { host in
      // There is no child to wake: rejected like any other function that needs one.
      _ = unsafe ChildHostContext.entering(host?.pointee.handle, .wake)
    }
    unsafe place.initialize(to: table)
    unsafe self.table = UnsafePointer(place)
  }

  /// Closes the gate.
  func close() { unsafe host_child_gate_close(gate) }

  deinit { close() }

  /// The bytes of a text passed on a plugin's own host, for a function that needs no child; nil when it is not
  /// permitted.
  ///
  /// Empty, which is reported, when the text has a length but no bytes.
  @inline(never)
  static func bytes(
    of text: childplugin_text_t, _ function: HostFunction,
    on host: UnsafePointer<childplugin_host_t>?
  ) -> UnsafeRawBufferPointer? {
    guard let gate = unsafe host?.pointee.handle.map({ OpaquePointer($0) }),
      unsafe host_child_gate_permits(gate, function.rawValue) != 0
    else { return nil }
    let bytes = unsafe ForeignMemory.bytes(text)
    if unsafe UInt64(bytes.count) != text.length {
      unsafe host_child_gate_malformed(gate, function.rawValue)
    }
    return unsafe bytes
  }
}
