internal import ChildPluginAPI
package import HostSurface
internal import HostText
package import StateContainer

/// A child that a plugin has made.
///
/// All calls are made on the main thread; after `destroy` they do nothing.
@safe package final class PluginChild {
  package let type: ChildType
  /// What the runtime gave it.
  package var services: any ChildServices { host.services }

  let host: HostSide
  private(set) var extensions = ChildExtensions()
  private let address: UnsafePointer<childplugin_child_t>
  private let table: childplugin_child_t
  /// Private, so that the compiler sees all its accesses and checks none of them while it runs:
  /// every call reads it.
  private var hasEnded = false
  package var isDestroyed: Bool { hasEnded }

  /// Why a plugin did not make a child.
  package enum CreationError: Error, Equatable, Sendable {
    case refused
    case tableSize(UInt32)
    case functionMissing(String)
  }

  init(
    _ type: ChildType, of plugin: LoadedPlugin, kind: ChildKind, program: ProgramName,
    services: any ChildServices
  ) throws(CreationError) {
    let host = HostSide(for: kind, program: program, services: services)
    let id = unsafe kind.callee.child?.text ?? childplugin_text_t()
    let (made, table) = try unsafe kind.callee.calling("create") { () throws(CreationError) in
      guard let made = unsafe plugin.table.create?(host.table, id) else { throw .refused }
      guard let table = unsafe ForeignMemory.copySized(childplugin_child_t.self, at: made) else {
        throw .tableSize(unsafe ForeignMemory.size(at: made))
      }
      return unsafe (made, table)
    }
    guard let destroy = unsafe table.destroy else { throw .functionMissing("destroy") }
    if unsafe table.draw == nil {
      kind.callee.calling("destroy") { unsafe destroy(made) }
      throw .functionMissing("draw")
    }
    self.type = type
    self.host = host
    unsafe self.table = table
    unsafe address = made
    host.child = self
    findExtensions()
  }

  deinit { destroy() }

  private func findExtensions() {
    guard let find = unsafe table.get_extension else { return }
    extensions = unsafe calling("get_extension", ChildExtensions()) { child in
      unsafe ChildExtensions(finding: { unsafe find(child, $0) }, telling: { host.report($0) })
    }
  }

  /// Makes a call to the child while it lives.
  @inline(__always)
  func calling<Result>(
    _ function: StaticString, _ otherwise: Result,
    _ call: (UnsafePointer<childplugin_child_t>) -> Result
  ) -> Result {
    if hasEnded { return otherwise }
    return host.kind.callee.calling(function) { unsafe call(address) }
  }

  /// Frees the child, once.
  ///
  /// It must be off screen.
  package func destroy() {
    unsafe calling("destroy", ()) { unsafe table.destroy?($0) }
    hasEnded = true
    host.close()
  }

  package func willAppear(animated: Bool) {
    unsafe calling("will_appear", ()) { unsafe table.will_appear?($0, animated) }
  }

  package func didAppear(animated: Bool) {
    unsafe calling("did_appear", ()) { unsafe table.did_appear?($0, animated) }
  }

  package func willDisappear(animated: Bool) {
    unsafe calling("will_disappear", ()) { unsafe table.will_disappear?($0, animated) }
  }

  package func didDisappear(animated: Bool) {
    unsafe calling("did_disappear", ()) { unsafe table.did_disappear?($0, animated) }
  }

  /// How its own transition runs in that direction.
  package func timing(appearing: Bool) -> TransitionTiming {
    guard let ask = unsafe table.timing else { return .standard }
    var timing = TransitionTiming.standard.foreign
    unsafe calling("timing", ()) { unsafe ask($0, appearing, &timing) }
    return TransitionTiming(timing, telling: host.report)
  }

  /// Draws the whole child on its layer, which is cleared first.
  package func draw(into layer: Layer, timeNanoseconds: Int64) {
    layer.clear()
    let canvas = unsafe host.canvas
    unsafe canvas.pointee.columns = Int32(clamping: layer.columns)
    unsafe canvas.pointee.rows = Int32(clamping: layer.rows)
    unsafe canvas.pointee.time_nanoseconds = timeNanoseconds
    host.layer = layer
    defer { host.layer = nil }
    unsafe calling("draw", ()) { unsafe table.draw?($0, canvas) }
  }
}

extension PluginChild.CreationError {
  /// It as the line that a user reads: whose child was not made, why, and what to do.
  package func line(child: String, file: String) -> String {
    let (what, remedy) =
      switch self {
      case .refused: ("create returns NULL", "see the plugin's log")
      case .tableSize(let size):
        ("its table has no possible size (\(size))", "set size to sizeof(childplugin_child_t)")
      case .functionMissing(let name):
        ("its table has no function \(name)", "set \(name), it is required")
      }
    return HarmlessText.cleanLine("statehost: child \(child): \(what): \(file): \(remedy)")
  }
}
