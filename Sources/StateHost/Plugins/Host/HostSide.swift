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
  let services: any ChildServices
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

  /// How often it runs them.
  var programPace = ProgramPace()

  /// While woke runs.
  var isBeingWoken = false
  private var wakePace = WakePace()
  private var wakeCallPace = WakePace()
  private var requestPace = RequestPace()
  private var messagePace = MessagePace()

  /// The child, once it is made.
  weak var child: PluginChild?

  init(
    for kind: ChildKind, program: ProgramName, services: any ChildServices,
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
    unsafe table.pointee = unsafe HostTable.make(handle: handle, program: program)
    if room > 1 {
      unsafe table.pointee.size = UInt32(room * MemoryLayout<childplugin_host_t>.stride)
      unsafe table.pointee.abi_minor += 7
    }
    if arguments.contains(.older) { unsafe table.pointee.abi_minor = 0 }
    unsafe canvas.initialize(to: CanvasTable.make(handle: handle))
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
    let bits = unsafe host_child_gate_late(gate)
    return HostFunction.allCases.filter { bits & 1 << $0.rawValue != 0 }
  }

  /// Reports a fault, the first time that this type of child has it.
  func report(_ fault: ChildFault.Kind) {
    if let fault = kind.note(fault) { services.report(fault) }
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

  /// A delay as it is taken.
  ///
  /// Nil stops the timer; what is shorter than 4 ms takes 4, as does 0 when each woke asks for it.
  func wakeDelay(_ nanoseconds: Int64) -> Int64? {
    switch nanoseconds {
    case ..<0: return nil
    case 0:
      if !isBeingWoken || wakePace.allowsOneMore(at: services.nowNanoseconds) { return 0 }
      report(.wokenWithoutRest)
      return WakePace.shortestNanoseconds
    default: return max(nanoseconds, WakePace.shortestNanoseconds)
    }
  }
}

extension HostSide {
  /// How long a request for a state waits: a child that asks again and again gets 10 a second.
  func requestDelay() -> Int64 {
    if requestPace.allowsOneMore(at: services.nowNanoseconds) { return 0 }
    report(.requestedWithoutRest)
    return RequestPace.restNanoseconds
  }

  /// Passes a message on; false where it is too much.
  func send(_ message: ChildMessage) -> Bool {
    guard message.isWithinLimits else { return false }
    guard messagePace.allows(message, at: services.nowNanoseconds) else {
      report(.saidTooMuch)
      return false
    }
    return services.send(message)
  }

  /// What a child asks for then is what the user wants, however fast the user is.
  func inputArrived() { requestPace = RequestPace() }

  /// Whether a wake that came from any thread is delivered now, which counts, or in 4 ms.
  func mayBeWokenNow() -> Bool { wakeCallPace.allowsOneMore(at: services.nowNanoseconds) }
}

/// How often a child is woken at once.
///
/// Now and then that is work in pieces; without end it keeps the program from resting.
package struct WakePace {
  /// The shortest delay but 0.
  package static let shortestNanoseconds: Int64 = 4_000_000
  private static let limit = CountedSecond.nanoseconds / shortestNanoseconds

  private var second = CountedSecond()
  private var count: Int64 = 0

  package init() {}

  /// Counts one more; false when there are too many in a second.
  package mutating func allowsOneMore(at now: Int64) -> Bool {
    if second.isOver(at: now) { count = 0 }
    count += 1
    return count <= Self.limit
  }
}

/// A second in which something is counted; the first time after it begins the next.
struct CountedSecond {
  static let nanoseconds: Int64 = 1_000_000_000

  private var began = Int64.min

  /// Whether another second begins now, in which nothing has been counted yet.
  mutating func isOver(at now: Int64) -> Bool {
    let elapsed = now.subtractingReportingOverflow(began).partialValue.magnitude
    guard elapsed >= Self.nanoseconds.magnitude else { return false }
    began = now
    return true
  }
}

/// How often a child asks for states that the user has not asked it for.
///
/// Some at once are a way through several states; without end they are two children that send each
/// other away.
package struct RequestPace {
  /// What one too many waits.
  package static let restNanoseconds: Int64 = 100_000_000
  private static let limit = 20

  /// How many were there of late: one less with each rest.
  private var count = 0
  private var countedNanoseconds = Int64.min

  package init() {}

  /// Counts one more; false when there are too many of late.
  package mutating func allowsOneMore(at now: Int64) -> Bool {
    let (elapsed, overflows) = now.subtractingReportingOverflow(countedNanoseconds)
    let rests = overflows ? .max : elapsed / Self.restNanoseconds
    if rests > 0 {
      count = Int(max(0, Int64(count) - rests))
      countedNanoseconds = now
    }
    count += 1
    return count <= Self.limit
  }
}
