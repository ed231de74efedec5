package import ChildPluginAPI
package import HostSurface
internal import HostText
package import StateContainer

/// A child, a component that a plugin draws, in this process: calls the functions of the plugin's C tables for it.
///
/// All calls are made on the main thread; after `destroy` they do nothing.
@safe package final class PluginChild {
  package let type: ChildType
  /// The child's host.
  package var services: any ChildHost { host.services }

  let host: ChildHostContext
  /// The callee of its type, stored for fast access.
  private let callee: CallTarget
  /// The extensions of the child; one that lacks a required function is left out.
  package private(set) var extensions = ChildExtensions()
  private let address: UnsafePointer<childplugin_child_t>
  private let table: childplugin_child_t
  /// Private, so that the compiler sees all accesses and omits exclusivity checks: every call reads it.
  private var hasEnded = false

  /// Why a plugin did not create a child: not loaded, refused, or with an invalid function table.
  package enum CreationError: Error, Equatable, Sendable {
    /// Its plugin could not be opened when the child was to be made.
    case notLoaded(PluginProblem)
    case refused
    case tableSize(UInt32)
    case functionMissing(String)
  }

  /// Calls a plugin's create.
  ///
  /// `id` is valid for the duration of the call.
  init(
    _ type: ChildType, on host: ChildHostContext,
    create: (_ id: childplugin_text_t) -> UnsafePointer<childplugin_child_t>?
  ) throws(CreationError) {
    let callee = host.kind.callee
    let id = unsafe callee.child?.bytes ?? UnsafeRawBufferPointer(start: nil, count: 0)
    let offer = callee.calling("create") {
      host.calling(for: .creation) {
        unsafe host.arguments.lend(id) { unsafe Offer(create(ForeignMemory.text($0))) }
      }
    }
    guard let offer else { throw .refused }
    guard let table = unsafe offer.table else { throw .tableSize(offer.size) }
    if let problem = unsafe Self.problem(of: table, size: offer.size, inMinor: host.kind.minor) {
      if let destroy = unsafe table.destroy {
        callee.calling("destroy") { unsafe destroy(offer.address) }
      }
      throw problem
    }
    self.type = type
    self.host = host
    self.callee = callee
    unsafe self.table = table
    unsafe address = offer.address
    host.child = self
    findExtensions()
  }

  /// The problem with a child's table; nil for none.
  private static func problem(
    of table: childplugin_child_t, size: UInt32, inMinor minor: UInt16
  ) -> CreationError? {
    guard unsafe childplugin_child_t.sizes.allows(size, inMinor: minor) else {
      return .tableSize(size)
    }
    if unsafe table.destroy == nil { return .functionMissing("destroy") }
    return unsafe table.draw == nil ? .functionMissing("draw") : nil
  }

  /// The C struct that a plugin returned from `create`, with its address and stated size, before it is checked.
  @safe private struct Offer {
    let address: UnsafePointer<childplugin_child_t>
    let size: UInt32
    let table: childplugin_child_t?

    init?(_ address: UnsafePointer<childplugin_child_t>?) {
      guard let address = unsafe address else { return nil }
      unsafe self.address = address
      size = unsafe ForeignMemory.size(at: address)
      unsafe table = unsafe ForeignMemory.copySized(childplugin_child_t.self, at: address)
    }
  }

  deinit { destroy() }

  private func findExtensions() {
    guard unsafe table.get_extension != nil else { return }
    extensions = unsafe ChildExtensions(
      finding: { unsafe extensionTable($0) }, minor: host.kind.minor,
      telling: { host.report($0) })
  }

  /// The address of the extension table for any id.
  func extensionTable(_ id: String) -> UnsafeRawPointer? {
    guard let find = unsafe table.get_extension else { return nil }
    var id = id
    return id.withUTF8 { bytes in
      unsafe calling("get_extension", nil, "\"\(String(decoding: bytes, as: UTF8.self))\"") {
        child in
        unsafe host.arguments.lend(UnsafeRawBufferPointer(bytes)) {
          unsafe find(child, ForeignMemory.text($0))
        }
      }
    }
  }

  /// Calls a function of the child unless it is destroyed.
  @inline(__always)
  func calling<Result>(
    _ function: StaticString, _ otherwise: Result, _ arguments: @autoclosure () -> String = "",
    _ call: (UnsafePointer<childplugin_child_t>) -> Result
  ) -> Result {
    if hasEnded { return otherwise }
    return callee.calling(function, arguments()) { unsafe call(address) }
  }

  package var isAlive: Bool { !hasEnded }

  /// Destroys the child, once.
  ///
  /// It must be off screen.
  package func destroy() {
    unsafe calling("destroy", ()) { unsafe table.destroy?($0) }
    hasEnded = true
    host.close()
  }

  /// Reports a fault that only the runtime sees, once for each type of child.
  package func report(_ fault: ChildFault.Kind) { host.report(fault) }

  /// Between the call of will_appear and the return of did_disappear.
  package var isOnScreen: Bool { host.isOnScreen }

  package func willAppear(animated: Bool) {
    host.isOnScreen = true
    unsafe tell("will_appear", table.will_appear, animated)
  }

  package func didAppear(animated: Bool) {
    unsafe tell("did_appear", table.did_appear, animated)
  }

  package func willDisappear(animated: Bool) {
    unsafe tell("will_disappear", table.will_disappear, animated)
  }

  package func didDisappear(animated: Bool) {
    unsafe tell("did_disappear", table.did_disappear, animated)
    host.isOnScreen = false
  }

  /// Calls a function if the child has it; otherwise no observer is notified.
  @inline(__always)
  private func tell(
    _ name: StaticString,
    _ function: (@convention(c) (UnsafePointer<childplugin_child_t>?, Bool) -> Void)?,
    _ animated: Bool
  ) {
    guard let function = unsafe function else { return }
    unsafe calling(name, (), "animated \(animated)") { unsafe function($0, animated) }
  }

  /// The timing of the child's transition in a direction.
  package func timing(appearing: Bool) -> TransitionTiming {
    if unsafe table.timing == nil { return .standard }
    return TransitionTiming(filledTiming(appearing: appearing), telling: host.report)
  }

  /// The timing as the child fills it in, unchecked; the defaults if it has no such function.
  package func filledTiming(appearing: Bool) -> childplugin_timing_t {
    var timing = TransitionTiming.standard.foreign
    guard let ask = unsafe table.timing else { return timing }
    unsafe calling("timing", (), "appearing \(appearing)") { child in
      unsafe host.arguments.lend(&timing) { unsafe ask(child, appearing, $0) }
    }
    return timing
  }

  /// Draws the whole child on its layer, which is cleared first.
  package func draw(into layer: Layer, timeNanoseconds: Int64) {
    layer.clear()
    let canvas = unsafe host.canvas
    unsafe canvas.pointee.columns = Int32(clamping: layer.columns)
    unsafe canvas.pointee.rows = Int32(clamping: layer.rows)
    unsafe canvas.pointee.time_nanoseconds = timeNanoseconds
    host.drawing(on: layer) {
      unsafe calling("draw", (), "columns \(layer.columns), rows \(layer.rows)") { child in
        if host.arguments.isEmpty {
          unsafe table.draw?(child, canvas)
        } else {
          unsafe host.arguments.lend(&canvas.pointee) { unsafe table.draw?(child, $0) }
        }
      }
    }
  }
}

// MARK: - For tools that check plugins

extension PluginChild {
  /// The address of the child's table.
  package var tableAddress: UInt { unsafe UInt(bitPattern: address) }

  /// The bytes of the table in the plugin's memory now, as far as this version of the ABI knows it.
  package var tableBytes: [UInt8] {
    let start = unsafe UnsafeRawPointer(address)
    let size = min(
      unsafe ForeignMemory.size(at: start),
      UInt32(unsafe MemoryLayout<childplugin_child_t>.size))
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: Int(size)))
  }

  /// The address of the extension table for an id now; 0 for none.
  package func extensionAddress(_ id: String) -> UInt {
    unsafe UInt(bitPattern: extensionTable(id))
  }

  /// The host functions that were called after destroy.
  package var lateCalls: [HostFunction] { host.lateCalls }

  /// Frees what outlives a destroyed child: only when it can no longer call and all its log messages are taken.
  package func forget() { host.forget() }
}

extension PluginChild.CreationError {
  /// One line for the user: the child, the reason, the file, and a remedy.
  package func line(child: String, file: String) -> String {
    HarmlessText.cleanLine("statehost: child \(child): \(text.what): \(file): \(text.remedy)")
  }

  /// The reason and a remedy.
  package var text: (what: String, remedy: String) {
    switch self {
    case .notLoaded(let problem): problem.text
    case .refused: ("create returns NULL", "see the plugin's log")
    case .tableSize(let size):
      ("its table has no possible size (\(size))", "set size to sizeof(childplugin_child_t)")
    case .functionMissing(let name):
      ("its table has no function \(name)", "set \(name), it is required")
    }
  }
}
