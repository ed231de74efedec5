internal import CHostSystem
internal import Glibc
package import HostSurface

/// The plugin, or the child of a plugin, that calls go to: makes each call, and records it for crash reports and an
/// observer.
///
/// Its contents are never freed: the crash handler uses the texts, and calls do not retain the watcher.
@safe struct CallTarget {
  /// The plugin file, the child id and the observer of a call target, in memory that is never freed.
  @safe private struct Facts {
    let file: ImmortalText
    let child: ImmortalText?
    /// Nil in a run, where calls are not observed.
    let watcher: Unmanaged<CallWatcher>?
  }

  private let facts: UnsafeMutablePointer<Facts>

  var file: ImmortalText { unsafe facts.pointee.file }
  var child: ImmortalText? { unsafe facts.pointee.child }
  private var watcher: Unmanaged<CallWatcher>? { unsafe facts.pointee.watcher }

  /// The plugin itself.
  init(file: String, observer: (any PluginObserver)? = nil) {
    self.init(file: ImmortalText(file), child: nil, observer.map { CallWatcher($0) })
  }

  private init(file: ImmortalText, child: ImmortalText?, _ watcher: CallWatcher?) {
    unsafe facts = .allocate(capacity: 1)
    unsafe facts.initialize(
      to: Facts(file: file, child: child, watcher: watcher.map { unsafe .passRetained($0) }))
  }

  /// A child of the same plugin.
  func ofChild(_ id: String) -> CallTarget {
    let watcher = unsafe watcher.map { unsafe $0.takeUnretainedValue().ofChild(id) }
    return CallTarget(file: file, child: ImmortalText(id), watcher)
  }

  /// Makes a call, recorded for crash reports until its result has been read.
  @inline(__always)
  func calling<Result, Failure: Error>(
    _ function: StaticString, _ arguments: @autoclosure () -> String = "",
    _ call: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let watcher = unsafe watcher else { return try recording(function, call) }
    unsafe CallWatcher.tell(watcher, of: function, arguments)
    defer { unsafe CallWatcher.reportEnd(watcher) }
    return try recording(function, call)
  }

  /// Notifies the observer, if there is one, of something that a child did.
  @inline(__always)
  func telling(_ tell: (any PluginObserver) -> Void) {
    if let watcher = unsafe watcher { unsafe CallWatcher.tell(watcher, tell) }
  }

  /// Runs a step of loading the file, recorded for crash reports meanwhile.
  ///
  /// The dynamic loader and the constructors of the file and its libraries run in it.
  func loading<Result: ~Copyable, Failure: Error>(
    _ step: LoadingStep, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let watcher = unsafe watcher {
      unsafe CallWatcher.tell(watcher, of: step.name) { "" }
    }
    defer { if let watcher = unsafe watcher { unsafe CallWatcher.reportEnd(watcher) } }
    return try recording(step.recorded, body)
  }

  @inline(__always)
  private func recording<Result: ~Copyable, Failure: Error>(
    _ function: StaticString, _ call: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe function.utf8Start.withMemoryRebound(
      to: CChar.self, capacity: function.utf8CodeUnitCount + 1
    ) {
      unsafe host_call_record_set(file.start, child?.start, $0)
    }
    defer { host_call_record_clear() }
    return try call()
  }
}

/// Tells an observer when calls into a plugin begin and end, in functions of its own so that unobserved calls stay
/// fast.
private final class CallWatcher {
  private let observer: any PluginObserver
  private let child: String?

  init(_ observer: any PluginObserver, of child: String? = nil) {
    self.observer = observer
    self.child = child
  }

  func ofChild(_ id: String) -> CallWatcher { CallWatcher(observer, of: id) }

  @inline(never)
  static func tell(
    _ watcher: Unmanaged<CallWatcher>, of function: StaticString, _ arguments: () -> String
  ) {
    let watcher = unsafe watcher.takeUnretainedValue()
    watcher.observer.callBegan(function, arguments, of: watcher.child)
  }

  @inline(never)
  static func reportEnd(_ watcher: Unmanaged<CallWatcher>) {
    unsafe watcher.takeUnretainedValue().observer.callEnded()
  }

  @inline(never)
  static func tell(_ watcher: Unmanaged<CallWatcher>, _ tell: (any PluginObserver) -> Void) {
    unsafe tell(watcher.takeUnretainedValue().observer)
  }
}

/// A step of loading a plugin before any of its functions is called: opening its file, `dlopen`, `dlsym`, or a scan
/// by a worker.
struct LoadingStep {
  let name: StaticString
  /// The text in crash reports.
  let recorded: StaticString

  /// Opening, reading and copying the file.
  static let open = LoadingStep(name: "open", recorded: "open, while it was loaded")
  /// Mapping the file and running its constructors, by the dynamic loader.
  static let dlopen = LoadingStep(name: "dlopen", recorded: "dlopen, while it was loaded")
  /// Looking up the entry.
  static let dlsym = LoadingStep(name: "dlsym", recorded: "dlsym, while it was loaded")
  /// Scanning the file in a worker.
  static let scan = LoadingStep(name: "scan", recorded: "a worker that scans it")
}

/// Receives every call into a plugin and everything that its children draw; only validation and plugin scans
/// implement it.
///
/// A normal run has no observer. Functions are called on the main thread; pointers are valid until the call returns.
package protocol PluginObserver: AnyObject {
  /// A call of a function, or a step of loading, begins; `child` is the id of the child that is called, nil for the
  /// plugin itself, and `arguments` a text for the user.
  func callBegan(_ function: StaticString, _ arguments: () -> String, of child: String?)
  /// The call has returned, and its result has been read.
  func callEnded()
  /// The plugin has passed a text, which may be any bytes, to this function.
  func received(_ text: UnsafeRawBufferPointer, in function: String)
  /// A child has drawn something.
  func drew(_ mark: CanvasMark)
}

/// One operation of a child on its canvas (text, fill, cursor, dimmed area or colours), as reported to a plugin
/// observer.
@safe package enum CanvasMark {
  /// `used`: the number of columns that were drawn.
  case text(
    UnsafeRawBufferPointer, column: Int32, row: Int32, maximumColumns: Int32, used: Int)
  case fill(CellRectangle, with: UnsafeRawBufferPointer, Style)
  case cursor
  case dim(CellRectangle)
  /// The colours of a style, in values of the ABI.
  case colours(foreground: UInt32, background: UInt32)
}
