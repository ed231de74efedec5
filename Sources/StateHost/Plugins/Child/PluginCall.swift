internal import CHostSystem
internal import Glibc

/// Whom a call into a plugin goes to.
///
/// What it holds lives for ever: the texts for the crash handler, and who watches so that a call counts
/// no references.
@safe struct PluginCallee {
  @safe private struct Facts {
    let file: ImmortalText
    let child: ImmortalText?
    /// Nil in a run, where nobody watches the calls.
    let watcher: Unmanaged<CallWatcher>?
  }

  private let facts: UnsafeMutablePointer<Facts>

  var file: ImmortalText { unsafe facts.pointee.file }
  var child: ImmortalText? { unsafe facts.pointee.child }
  private var watcher: Unmanaged<CallWatcher>? { unsafe facts.pointee.watcher }

  /// The plugin itself, of a file.
  init(file: String, observer: (any PluginObserver)? = nil) {
    self.init(file: ImmortalText(file), child: nil, observer.map { CallWatcher($0) })
  }

  private init(file: ImmortalText, child: ImmortalText?, _ watcher: CallWatcher?) {
    unsafe facts = .allocate(capacity: 1)
    unsafe facts.initialize(
      to: Facts(file: file, child: child, watcher: watcher.map { unsafe .passRetained($0) }))
  }

  /// A child of the same plugin.
  func ofChild(_ id: String) -> PluginCallee {
    let watcher = unsafe watcher.map { unsafe $0.takeUnretainedValue().ofChild(id) }
    return PluginCallee(file: file, child: ImmortalText(id), watcher)
  }

  /// Makes a call, with a note of it while it lasts: until what it gave has been read.
  @inline(__always)
  func calling<Result, Failure: Error>(
    _ function: StaticString, _ arguments: @autoclosure () -> String = "",
    _ call: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let watcher = unsafe watcher else { return try recording(function, call) }
    unsafe CallWatcher.tell(watcher, of: function, arguments)
    defer { unsafe CallWatcher.tellEnd(watcher) }
    return try recording(function, call)
  }

  /// Tells who watches, if anybody does, of something that a child did.
  @inline(__always)
  func telling(_ tell: (any PluginObserver) -> Void) {
    if let watcher = unsafe watcher { unsafe CallWatcher.tell(watcher, tell) }
  }

  /// Makes a step of loading the file, with a note of it while it lasts.
  ///
  /// In it the dynamic loader and the constructors of the file run, and of all that it needs.
  func loading<Result: ~Copyable, Failure: Error>(
    _ step: LoadingStep, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let watcher = unsafe watcher {
      unsafe CallWatcher.tell(watcher, of: step.name) { "" }
    }
    defer { if let watcher = unsafe watcher { unsafe CallWatcher.tellEnd(watcher) } }
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

/// Who watches calls, kept out of the way of those that nobody watches: in a run a call costs little
/// more than what it does.
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
  static func tellEnd(_ watcher: Unmanaged<CallWatcher>) {
    unsafe watcher.takeUnretainedValue().observer.callEnded()
  }

  @inline(never)
  static func tell(_ watcher: Unmanaged<CallWatcher>, _ tell: (any PluginObserver) -> Void) {
    unsafe tell(watcher.takeUnretainedValue().observer)
  }
}

/// What happens to a file before its first function is called.
enum LoadingStep {
  /// It is opened, read and copied.
  case open
  /// The dynamic loader maps it, and its constructors run.
  case dlopen
  /// Its entry is looked up.
  case dlsym
  /// A worker finds out what it offers.
  case scan

  var name: StaticString {
    switch self {
    case .open: "open"
    case .dlopen: "dlopen"
    case .dlsym: "dlsym"
    case .scan: "scan"
    }
  }

  /// As a report of a crash has it.
  var recorded: StaticString {
    switch self {
    case .open: "open, while it was loaded"
    case .dlopen: "dlopen, while it was loaded"
    case .dlsym: "dlsym, while it was loaded"
    case .scan: "a worker that scans it"
    }
  }
}
