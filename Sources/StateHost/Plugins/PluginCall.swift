internal import CHostSystem
internal import Glibc

/// Whom a call into a plugin goes to; the texts are for the crash handler and live for ever.
struct PluginCallee {
  let file: ImmortalText
  let child: ImmortalText?
  /// Who watches the calls; nil in a run.
  let observer: (any PluginObserver)?

  /// The plugin itself, of a file.
  init(file: String, observer: (any PluginObserver)? = nil) {
    self.init(file: ImmortalText(file), child: nil, observer: observer)
  }

  private init(file: ImmortalText, child: ImmortalText?, observer: (any PluginObserver)?) {
    self.file = file
    self.child = child
    self.observer = observer
  }

  /// A child of the same plugin.
  func ofChild(_ id: String) -> PluginCallee {
    PluginCallee(file: file, child: ImmortalText(id), observer: observer)
  }

  /// Makes a call, with a note of it while it lasts: until what it gave has been read.
  @inline(__always)
  func calling<Result, Failure: Error>(
    _ function: StaticString, _ arguments: @autoclosure () -> String = "",
    _ call: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let observer { tell(observer, of: function, arguments()) }
    defer { if let observer { observer.callEnded() } }
    record(function)
    defer { host_call_record_clear() }
    return try call()
  }

  /// Makes a step of loading the file, with a note of it while it lasts.
  ///
  /// In it the dynamic loader and the constructors of the file run, and of all that it needs.
  func loading<Result: ~Copyable, Failure: Error>(
    _ step: LoadingStep, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let observer { tell(observer, of: step.name, "") }
    defer { if let observer { observer.callEnded() } }
    record(step.recorded)
    defer { host_call_record_clear() }
    return try body()
  }

  @inline(__always)
  private func record(_ function: StaticString) {
    unsafe function.utf8Start.withMemoryRebound(
      to: CChar.self, capacity: function.utf8CodeUnitCount + 1
    ) {
      unsafe host_call_record_set(file.start, child?.start, $0)
    }
  }

  @inline(never)
  private func tell(
    _ observer: any PluginObserver, of function: StaticString, _ arguments: String
  ) {
    let owner = child.map { unsafe " of " + String(cString: $0.start) } ?? ""
    observer.callBegan("\(function)(\(arguments))\(owner)")
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
