package import ChildPluginAPI
package import HostSurface
internal import HostText
package import StateContainer

/// A child, the component that a plugin draws, in the process that loaded it (by default the host
/// for bundled plugins, else a worker): calls its C functions, corrects and reports bad results.
///
/// All calls are made on the main thread; after `destroy` they do nothing.
@safe package final class PluginChild {
  package let type: ChildType
  package var services: any ChildHost { host.services }

  let host: ChildHostContext
  /// The callee of its type, stored for fast access.
  private let callee: CallTarget
  /// The extensions of the child; one that lacks a required function is left out.
  package private(set) var extensions = ChildExtensions()
  private let address: UnsafePointer<childplugin_child_t>
  private let table: childplugin_child_t
  /// Private, so the compiler sees all accesses and omits exclusivity checks: every call reads it.
  private var hasEnded = false

  /// The reason why a plugin did not create a child: it is not loaded, it refused, or the child's
  /// function table is invalid.
  package enum CreationError: Error, Equatable, Sendable {
    /// Its plugin could not be opened when the child was to be made.
    case notLoaded(PluginProblem)
    case refused
    case tableSize(UInt32)
    case functionMissing(String)
  }

  /// Calls a plugin's create, to which `id` is valid for the duration of the call.
  init(
    _ type: ChildType, on host: ChildHostContext,
    create: (_ id: childplugin_text_t) -> UnsafePointer<childplugin_child_t>?
  ) throws(CreationError) {
    let callee = host.kind.callee
    let id = unsafe callee.child?.bytes ?? UnsafeRawBufferPointer(start: nil, count: 0)
    let offer = unsafe callee.calling("create") {
      unsafe host.calling(for: .creation) {
        unsafe host.arguments.lend(id) { id in
          unsafe create(ForeignMemory.text(id)).map { address in
            unsafe (
              address, size: ForeignMemory.size(at: address),
              table: ForeignMemory.copySized(childplugin_child_t.self, at: address)
            )
          }
        }
      }
    }
    guard let (address, size, table) = unsafe offer else { throw .refused }
    guard let table = unsafe table else { throw .tableSize(size) }
    if let problem = unsafe Self.problem(of: table, size: size, inMinor: host.kind.minor) {
      if let destroy = unsafe table.destroy {
        callee.calling("destroy") { unsafe destroy(address) }
      }
      throw problem
    }
    self.type = type
    self.host = host
    self.callee = callee
    unsafe self.table = table
    unsafe self.address = address
    host.child = self
    guard unsafe table.get_extension != nil else { return }
    extensions = unsafe ChildExtensions(
      finding: { unsafe extensionTable($0) }, minor: host.kind.minor, telling: host.report)
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

  deinit { destroy() }

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

  /// Destroys the child, once; it must be off screen.
  package func destroy() {
    unsafe calling("destroy", ()) { unsafe table.destroy?($0) }
    hasEnded = true
    host.close()
  }

  package func report(_ fault: ChildFault.Kind) { host.report(fault) }

  /// Between the call of will_appear and the return of did_disappear.
  package var isOnScreen: Bool { host.isOnScreen }

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
    reportRefusedPrograms()
  }

  // MARK: Events

  package func send(_ event: ChildEvent) {
    host.calling(for: event.isChange ? .change : host.call) { deliver(event) }
    reportRefusedPrograms()
  }

  /// Notifies the child of programs refused in the call before; further ones wait for the next.
  func reportRefusedPrograms() {
    if host.refusedPrograms.isEmpty { return }
    let ends = host.refusedPrograms
    host.refusedPrograms = []
    for end in ends { tell(of: end) }
    _ = host.perform(.draw)
  }

  private func deliver(_ event: ChildEvent) {
    switch event {
    case .willAppear(let animated):
      host.isOnScreen = true
      unsafe tell("will_appear", table.will_appear, "animated", animated)
    case .didAppear(let animated):
      unsafe tell("did_appear", table.did_appear, "animated", animated)
    case .willDisappear(let animated):
      unsafe tell("will_disappear", table.will_disappear, "animated", animated)
    case .didDisappear(let animated):
      unsafe tell("did_disappear", table.did_disappear, "animated", animated)
      host.isOnScreen = false
    case .transitionWillBegin(let appearing):
      unsafe tell(
        "transition.will_begin", extensions.transition?.will_begin, "appearing", appearing)
    case .transitionProgress(let appearing, let progress):
      tell(progress: progress, appearing: appearing)
    case .transitionDidEnd(let appearing):
      unsafe tell("transition.did_end", extensions.transition?.did_end, "appearing", appearing)
    case .resized(let columns, let rows):
      guard let tell = unsafe extensions.layout?.resized else { return }
      unsafe calling("layout.resized", (), "columns \(columns), rows \(rows)") {
        unsafe tell($0, Int32(clamping: columns), Int32(clamping: rows))
      }
    case .focus(let isFocused):
      guard let tell = unsafe extensions.input?.focus else { return }
      unsafe calling("input.focus", (), "\(isFocused)") { unsafe tell($0, isFocused) }
    case .contentChanged: unsafe tell("content.changed", extensions.content?.changed)
    case .themeChanged: unsafe tell("theme.changed", extensions.theme?.changed)
    case .situationChanged: unsafe tell("situation.changed", extensions.situation?.changed)
    case .selectionChanged: unsafe tell("selection.changed", extensions.selection?.changed)
    case .viewChanged: unsafe tell("view.changed", extensions.view?.changed)
    case .frontChanged: unsafe tell("focus.changed", extensions.focus?.changed)
    case .message(let message, let sender): received(message, from: sender)
    case .woke: unsafe tell("wake.woke", extensions.wake?.woke)
    case .programEnded(let end): tell(of: end)
    }
  }

  /// Calls a function if the child has it; otherwise no observer is notified.
  @inline(__always)
  private func tell(
    _ name: StaticString,
    _ function: (@convention(c) (UnsafePointer<childplugin_child_t>?) -> Void)?
  ) {
    guard let function = unsafe function else { return }
    unsafe calling(name, ()) { unsafe function($0) }
  }

  @inline(__always)
  private func tell(
    _ name: StaticString,
    _ function: (@convention(c) (UnsafePointer<childplugin_child_t>?, Bool) -> Void)?,
    _ label: StaticString, _ flag: Bool
  ) {
    guard let function = unsafe function else { return }
    unsafe calling(name, (), "\(label) \(flag)") { unsafe function($0, flag) }
  }

  /// Passes a progress of 0…1, linear in time; not a number counts as 1.
  private func tell(progress: Double, appearing: Bool) {
    guard let tell = unsafe extensions.transition?.progress else { return }
    let known = progress.isNaN ? 1 : min(max(progress, 0), 1)
    unsafe calling("transition.progress", (), "appearing \(appearing), progress \(known)") {
      unsafe tell($0, appearing, known)
    }
  }

  private func tell(of end: ProgramEnd) {
    guard let tell = unsafe extensions.run?.ended else { return }
    unsafe calling("run.ended", (), "number \(end.number)") { child in
      unsafe end.output.bytes.withUnsafeBytes { output in
        unsafe host.arguments.lend(output) { output in
          unsafe end.errors.bytes.withUnsafeBytes { errors in
            unsafe host.arguments.lend(errors) { errors in
              var foreign = unsafe end.foreign
              unsafe foreign.output = unsafe ForeignMemory.text(output)
              unsafe foreign.errors = unsafe ForeignMemory.text(errors)
              unsafe host.arguments.lend(&foreign) { unsafe tell(child, $0) }
            }
          }
        }
      }
    }
  }

  package var follows: HandledEvents {
    var news = HandledEvents()
    if unsafe extensions.transition?.progress != nil { news.insert(.transition) }
    if extensions.situation != nil { news.insert(.situation) }
    if extensions.selection != nil { news.insert(.selection) }
    if extensions.view != nil { news.insert(.view) }
    if extensions.focus != nil { news.insert(.focus) }
    if extensions.messages != nil { news.insert(.messages) }
    return news
  }

  // MARK: For tools that check plugins

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

  package var lateCalls: [HostFunction] { host.lateCalls }

  /// Frees what outlives the child: only once it can no longer call and its log messages are taken.
  package func forget() { host.forget() }
}

extension ChildExtensions {
  /// Calls a child's `get_extension`; a table of a wrong size, or without a required function, is
  /// left out and reported to `tell`.
  ///
  /// `minor` is the minor ABI version that the plugin was built for.
  mutating func table<Table: SizedStruct & BitwiseCopyable>(
    _ id: String, _ find: (String) -> UnsafeRawPointer?, _ minor: UInt16,
    _ tell: (ChildFault.Kind) -> Void, _ required: (function: String, isThere: (Table) -> Bool)...
  ) -> Table? {
    guard let address = unsafe find(id) else { return nil }
    let size = unsafe ForeignMemory.size(at: address)
    guard Table.sizes.allows(size, inMinor: minor) else {
      tell(.tableSize(extension: id, size))
      return nil
    }
    let table = unsafe ForeignMemory.copy(Table.self, at: address, size: size)
    if let missing = required.first(where: { !$0.isThere(table) }) {
      tell(.functionMissing(extension: id, function: missing.function))
      return nil
    }
    ids.append(id)
    return table
  }
}

extension PluginChild.CreationError {
  /// One line for the user: the child, the reason, the file, and a remedy.
  package func line(child: String, file: String) -> String {
    HarmlessText.cleanLine("statehost: child \(child): \(text.what): \(file): \(text.remedy)")
  }

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
