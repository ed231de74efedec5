internal import CHostSystem
internal import ChildPluginAPI
internal import Glibc
internal import HostSurface

/// What one child has of the host: its table of functions, its canvas, and whom they lead to.
///
/// Here is known where in its life the child is, and here the header's rules about that are kept.
/// The tables and the gate live for ever, so that a late call finds a closed gate; this object lives
/// as long as the child.
@safe final class HostSide {
  let services: any ChildHost
  let kind: ChildKind
  let table: UnsafeMutablePointer<childplugin_host_t>
  let canvas: UnsafeMutablePointer<childplugin_canvas_t>
  private let gate: OpaquePointer
  /// The tables and the gate have been given back.
  private var isForgotten = false

  /// Where the child is lent what its calls carry.
  let arguments: ArgumentMemory

  /// From the call of will_appear to the return of did_disappear.
  var isOnScreen = false

  /// Where the canvas leads to while the child draws; kept by who has it drawn.
  private(set) var layer: Unmanaged<Layer>?

  /// The addresses that the draw that goes on has made links of: the first has number 1.
  var links: [LinkAddress] = []
  /// Whether there are any, which each draw asks.
  var hasLinks = false

  /// How many programs have been run for it: the last one has this number.
  var programCount: UInt64 = 0

  /// What the child is called for now.
  private(set) var call = ChildCall.other

  /// The child, once it is made.
  weak var child: PluginChild?

  init(
    for kind: ChildKind, program: ProgramName, services: any ChildHost,
    arguments: ArgumentMemory
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

  /// Lets nothing in any more.
  ///
  /// The tables stay.
  func close() { if !isForgotten { unsafe host_child_gate_close(gate) } }

  deinit { close() }

  /// Gives back what lives for ever: only where nothing of the plugin's can still call, and all that it
  /// has said has been taken.
  func forget() {
    isForgotten = true
    unsafe host_child_gate_free(gate)
    unsafe table.deallocate()
    unsafe canvas.deallocate()
  }

  /// The functions that were called after destroy.
  var lateCalls: [HostFunction] {
    HostFunction.allCases.filter { unsafe host_child_gate_late(gate, $0.rawValue) != 0 }
  }

  /// Reports a fault, the first time that this type of child has it.
  func report(_ fault: ChildFault.Kind) {
    if let fault = kind.note(fault) { services.note(.fault(fault)) }
  }

  /// The side that a call through a gate belongs to.
  ///
  /// Nil, which is reported, on a wrong thread and at a moment that the header does not allow; nil
  /// after destroy.
  @inline(__always)
  static func entering(
    _ handle: UnsafeMutableRawPointer?, _ function: HostFunction
  ) -> HostSide? {
    unsafe entered(handle, function)?.takeUnretainedValue()
  }

  /// The same without counting a reference: the child that calls keeps its side.
  @inline(__always)
  static func entered(
    _ handle: UnsafeMutableRawPointer?, _ function: HostFunction
  ) -> Unmanaged<HostSide>? {
    guard let handle = unsafe handle else { return nil }
    guard let owner = unsafe host_child_gate_enter(OpaquePointer(handle), function.rawValue) else {
      return nil
    }
    let side = unsafe Unmanaged<HostSide>.fromOpaque(owner)
    return unsafe side._withUnsafeGuaranteedRef { $0.allows(function) } ? side : nil
  }

  /// Has the canvas lead to a layer while a function runs.
  @inline(__always)
  func drawing(on layer: Layer, _ draw: () -> Void) {
    unsafe self.layer = .passUnretained(layer)
    draw()
    unsafe self.layer = nil
    if hasLinks { links.removeAll(keepingCapacity: true) }
    hasLinks = false
  }

  /// Has the child called for something.
  func calling<Result>(for call: ChildCall, _ body: () -> Result) -> Result {
    let outer = self.call
    self.call = call
    defer { self.call = outer }
    return body()
  }

  @inline(__always)
  private func allows(_ function: HostFunction) -> Bool {
    switch function.facts.moment {
    case .anyThread, .alive: return true
    case .inDraw:
      if unsafe layer != nil { return true }
      report(.outsideDraw(function))
    case .aliveNotInDraw, .onScreenNotInDraw:
      if unsafe layer == nil {
        if isOnScreen || function.facts.moment == .aliveNotInDraw { return true }
        report(.offScreen(function))
      } else {
        report(.insideDraw(function))
      }
    }
    return false
  }

  /// Has the host do something.
  ///
  /// - Returns: whether it does; why not is reported where the child cannot know it.
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
    if refusal.text(of: function) != nil { report(.refused(function, refusal)) }
  }
}

extension childplugin_host_t {
  /// The table of host functions that a child or a plugin gets.
  init(handle: UnsafeMutableRawPointer, program: ProgramName) {
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
