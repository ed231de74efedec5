internal import CHostSystem
internal import ChildPluginAPI
internal import Glibc
internal import HostSurface

/// The C function tables that one child of a plugin gets for calling the host and drawing, and
/// their implementation, which checks arguments and passes queries and requests on to a
/// `ChildHost`; in the process that has loaded the plugin.
///
/// Tracks the child's lifecycle and enforces the header's rules about it. The tables and the C
/// object that checks each call outlive the child, to refuse late calls; this object does not.
@safe final class ChildHostContext {
  let services: any ChildHost
  let kind: ChildTypeRecord
  let table: UnsafeMutablePointer<childplugin_host_t>
  let canvas: UnsafeMutablePointer<childplugin_canvas_t>
  private let gate: OpaquePointer
  private var isForgotten = false

  let arguments: ArgumentMemoryOptions

  /// From the call of will_appear to the return of did_disappear.
  var isOnScreen = false

  /// The layer that the canvas draws on, owned by the caller of `drawing`; nil outside draw.
  private(set) var layer: Unmanaged<Layer>?

  /// The link addresses of the current draw; the first has number 1.
  var links: [LinkAddress] = []

  /// The number of programs run for the child, and the number of the last one.
  var programCount: UInt64 = 0
  /// Refused programs whose end the child has not been notified of.
  var refusedPrograms: [ProgramEnd] = []

  private(set) var call = CallReason.other

  /// Nil until the child is made.
  weak var child: PluginChild?

  init(
    for kind: ChildTypeRecord, program: HostIdentity, services: any ChildHost,
    arguments: ArgumentMemoryOptions
  ) {
    self.services = services
    self.kind = kind
    self.arguments = arguments
    let room = arguments.contains(.larger) ? 2 : 1
    unsafe table = .allocate(capacity: room)
    unsafe table.initialize(repeating: childplugin_host_t(), count: room)
    unsafe canvas = .allocate(capacity: 1)
    unsafe gate = host_child_gate_make(Unmanaged.passUnretained(kind).toOpaque())
    unsafe host_child_gate_set_owner(gate, Unmanaged.passUnretained(self).toOpaque())
    let handle = unsafe UnsafeMutableRawPointer(gate)
    unsafe table.pointee = unsafe childplugin_host_t(handle: handle, program: program)
    if room > 1 {
      unsafe table.pointee.size = UInt32(room * MemoryLayout<childplugin_host_t>.stride)
      unsafe table.pointee.abi_minor += 7
    }
    if arguments.contains(.older) { unsafe table.pointee.abi_minor = 0 }
    unsafe canvas.initialize(to: childplugin_canvas_t(handle: handle))
  }

  /// Closes the gate; the tables stay valid.
  func close() { if !isForgotten { unsafe host_child_gate_close(gate) } }

  deinit { close() }

  /// Frees the tables and the gate: only when no call can follow and all log messages are taken.
  func forget() {
    isForgotten = true
    unsafe host_child_gate_free(gate)
    unsafe table.deallocate()
    unsafe canvas.deallocate()
  }

  var lateCalls: [HostFunction] {
    HostFunction.allCases.filter { unsafe host_child_gate_late(gate, $0.rawValue) != 0 }
  }

  /// Reports a fault, once for each type of child.
  func report(_ fault: ChildFault.Kind) {
    if let fault = kind.note(fault) { services.note(.fault(fault)) }
  }

  /// The object that a call through a gate belongs to; nil after destroy, and, which is reported,
  /// on a wrong thread or at a time that the header does not allow.
  @inline(__always)
  static func entering(
    _ handle: UnsafeMutableRawPointer?, _ function: HostFunction
  ) -> ChildHostContext? {
    unsafe entered(handle, function)?.takeUnretainedValue()
  }

  /// The same without retaining it: the child that calls keeps it alive.
  @inline(__always)
  static func entered(
    _ handle: UnsafeMutableRawPointer?, _ function: HostFunction
  ) -> Unmanaged<ChildHostContext>? {
    guard let handle = unsafe handle else { return nil }
    guard let owner = unsafe host_child_gate_enter(OpaquePointer(handle), function.rawValue) else {
      return nil
    }
    let context = unsafe Unmanaged<ChildHostContext>.fromOpaque(owner)
    return unsafe context._withUnsafeGuaranteedRef { $0.allows(function) } ? context : nil
  }

  /// Directs the canvas to a layer while a function runs.
  @inline(__always)
  func drawing(on layer: Layer, _ draw: () -> Void) {
    unsafe self.layer = .passUnretained(layer)
    draw()
    unsafe self.layer = nil
    if !links.isEmpty { links.removeAll(keepingCapacity: true) }
  }

  /// Records the kind of call while a function runs.
  func calling<Result>(for call: CallReason, _ body: () -> Result) -> Result {
    let outer = self.call
    self.call = call
    defer { self.call = outer }
    return body()
  }

  @inline(__always)
  private func allows(_ function: HostFunction) -> Bool {
    switch function.moment {
    case .anyThread, .alive: return true
    case .inDraw:
      if unsafe layer != nil { return true }
      report(.outsideDraw(function))
    case .aliveNotInDraw, .onScreenNotInDraw:
      if unsafe layer == nil {
        if isOnScreen || function.moment == .aliveNotInDraw { return true }
        report(.offScreen(function))
      } else {
        report(.insideDraw(function))
      }
    }
    return false
  }

  /// Whether a request is performed; a refusal is reported unless the result says enough.
  func perform(_ request: ChildRequest) -> Bool {
    do throws(Refusal) {
      try services.perform(request, during: call)
      return true
    } catch {
      report(error, of: request.function)
      return false
    }
  }

  func report(_ refusal: Refusal, of function: HostFunction) {
    if refusal.isLogged(of: function) { report(.refused(function, refusal)) }
  }
}

extension childplugin_host_t {
  /// The table of host functions that a child or a plugin gets.
  init(handle: UnsafeMutableRawPointer, program: HostIdentity) {
    unsafe self.init()
    unsafe size = UInt32(MemoryLayout<Self>.size)
    unsafe abi_major = UInt16(CHILDPLUGIN_ABI_MAJOR)
    unsafe abi_minor = UInt16(CHILDPLUGIN_ABI_MINOR)
    unsafe self.handle = handle
    unsafe name = program.name.text
    unsafe version = program.version.text
    unsafe addFunctions()
  }
}

extension childplugin_canvas_t {
  fileprivate init(handle: UnsafeMutableRawPointer) {
    unsafe self.init()
    unsafe size = UInt32(MemoryLayout<Self>.size)
    unsafe self.handle = handle
    unsafe addFunctions()
  }
}

/// The C function table of the host that a plugin itself gets in `init_with_host`: only functions
/// that need no child work, which log, measure and style texts, and find extensions.
///
/// A refused call is reported as a fault. The table and the C object that checks each call are
/// never freed, so that a late call is refused as well.
@safe final class PluginHostContext {
  let table: UnsafePointer<childplugin_host_t>
  private let gate: OpaquePointer

  /// The functions that need no child; log is always allowed.
  static let permitted = HostFunction.allCases.filter { !$0.needsChild }

  init(ofPluginAt file: String, minor: UInt16, program: HostIdentity, callee: CallTarget) {
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

  func close() { unsafe host_child_gate_close(gate) }

  deinit { close() }

  /// Like `ChildHostContext.bytes`, on a plugin's own host; nil for functions that need a child.
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
