internal import CHostSystem
internal import ChildPluginAPI
internal import Glibc
internal import HostSurface

/// What one child has of the host: its table of functions, its canvas, and whom they lead to.
///
/// The tables and the gate live for ever, so that a late call finds a closed gate; this object lives
/// as long as the child.
@safe final class HostSide {
  let services: any ChildServices
  let kind: ChildKind
  let table: UnsafeMutablePointer<childplugin_host_t>
  let canvas: UnsafeMutablePointer<childplugin_canvas_t>
  private let gate: OpaquePointer

  /// Where the canvas leads to while the child draws.
  var layer: Layer?

  /// The child, once it is made.
  weak var child: PluginChild?

  init(for kind: ChildKind, program: ProgramName, services: any ChildServices) {
    self.services = services
    self.kind = kind
    unsafe table = .allocate(capacity: 1)
    unsafe canvas = .allocate(capacity: 1)
    unsafe gate = host_child_gate_make(Unmanaged.passUnretained(kind).toOpaque())
    unsafe host_child_gate_set_owner(gate, Unmanaged.passUnretained(self).toOpaque())
    let handle = unsafe UnsafeMutableRawPointer(gate)
    unsafe table.initialize(to: HostTable.make(handle: handle, program: program))
    unsafe canvas.initialize(to: CanvasTable.make(handle: handle))
  }

  /// Lets nothing in any more.
  ///
  /// The tables stay.
  func close() { unsafe host_child_gate_close(gate) }

  deinit { close() }

  /// Reports a fault, the first time that this type of child has it.
  func report(_ fault: ChildFault.Kind) {
    if let fault = kind.note(fault) { services.report(fault) }
  }

  /// The side that a call through a gate belongs to; nil, which is reported, on a wrong thread, and
  /// after destroy.
  @inline(__always)
  static func entering(
    _ handle: UnsafeMutableRawPointer?, _ function: HostFunction
  ) -> HostSide? {
    guard let handle = unsafe handle else { return nil }
    guard let owner = unsafe host_child_gate_enter(OpaquePointer(handle), function.rawValue) else {
      return nil
    }
    return unsafe Unmanaged<HostSide>.fromOpaque(owner).takeUnretainedValue()
  }
}

/// A type of child in this process: whom its calls go to, and which of its faults are known.
///
/// Lives for ever, as its children's gates do.
final class ChildKind {
  let callee: PluginCallee
  let file: String
  let id: String
  private var known: Set<ChildFault.Kind> = []

  init(id: String, file: String, callee: PluginCallee) {
    self.id = id
    self.file = file
    self.callee = PluginCallee(file: callee.file, child: ImmortalText(id))
    _ = unsafe Unmanaged.passRetained(self)
  }

  /// A child may ask for any number of states that there are not.
  private static let knownLimit = 256

  /// The fault with its names, when it is a new one.
  func note(_ fault: ChildFault.Kind) -> ChildFault? {
    guard known.count < Self.knownLimit, known.insert(fault).inserted else { return nil }
    return ChildFault(file: file, child: id, kind: fault)
  }
}

/// What a plugin is told of the program; lives for ever.
package struct ProgramName: Sendable {
  let name: ImmortalText
  let version: ImmortalText

  package init(name: String = "StateHost", version: String) {
    self.name = ImmortalText(name)
    self.version = ImmortalText(version)
  }
}
