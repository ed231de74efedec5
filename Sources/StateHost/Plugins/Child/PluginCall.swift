internal import CHostSystem
package import ChildPluginAPI
internal import Glibc
package import HostSurface
internal import HostText

/// The target of calls into a plugin, which is the plugin or a type of child or source of it: makes
/// each call, records it for the crash report while it runs, and reports it to an observer, if
/// there is one.
///
/// Its contents are never freed: the crash handler uses the texts.
@safe struct CallTarget {
  /// The texts (plugin file, child id) and the observer of a call target, never freed.
  @safe private struct Facts {
    let file: ImmortalText
    let child: ImmortalText?
    let childID: String?
    /// Nil in a run, where calls are not observed.
    let observer: (any PluginObserver)?
    /// Whether there is an observer: read at each call, without touching the reference.
    let isObserved: Bool
  }

  private let facts: UnsafeMutablePointer<Facts>

  var file: ImmortalText { unsafe facts.pointee.file }
  var child: ImmortalText? { unsafe facts.pointee.child }
  private var isObserved: Bool { unsafe facts.pointee.isObserved }

  init(file: String, observer: (any PluginObserver)? = nil) {
    self.init(file: ImmortalText(file), childID: nil, observer)
  }

  private init(file: ImmortalText, childID: String?, _ observer: (any PluginObserver)?) {
    unsafe facts = .allocate(capacity: 1)
    unsafe facts.initialize(
      to: Facts(
        file: file, child: childID.map { ImmortalText($0) }, childID: childID, observer: observer,
        isObserved: observer != nil))
  }

  func ofChild(_ id: String) -> CallTarget {
    unsafe CallTarget(file: file, childID: id, facts.pointee.observer)
  }

  /// Makes a call, recorded for crash reports until its result has been read.
  @inline(__always)
  func calling<Result, Failure: Error>(
    _ function: StaticString, _ arguments: @autoclosure () -> String = "",
    _ call: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard isObserved else { return try recording(function, call) }
    reportBegin(function, arguments)
    defer { notify { $0.callEnded() } }
    return try recording(function, call)
  }

  /// Notifies the observer, if there is one, of something that a child did.
  @inline(__always)
  func telling(_ tell: (any PluginObserver) -> Void) {
    if isObserved { notify(tell) }
  }

  /// Runs a step of loading the file, recorded for crash reports meanwhile.
  ///
  /// The dynamic loader and the constructors of the file and its libraries run in it.
  func loading<Result: ~Copyable, Failure: Error>(
    _ step: LoadingStep, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    reportBegin(step.name) { "" }
    defer { notify { $0.callEnded() } }
    return try recording(step.recorded, body)
  }

  // Functions of their own, so that unobserved calls stay fast.
  @inline(never)
  private func reportBegin(_ function: StaticString, _ arguments: () -> String) {
    notify { $0.callBegan(function, arguments, of: unsafe facts.pointee.childID) }
  }

  @inline(never)
  private func notify(_ tell: (any PluginObserver) -> Void) {
    if let observer = unsafe facts.pointee.observer { tell(observer) }
  }

  @inline(__always)
  private func recording<Result: ~Copyable, Failure: Error>(
    _ function: StaticString, _ call: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe function.utf8Start.withMemoryRebound(
      to: CChar.self, capacity: function.utf8CodeUnitCount + 1
    ) { unsafe host_call_record_set(file.start, child?.start, $0) }
    defer { host_call_record_clear() }
    return try call()
  }
}

/// The name of a step of scanning or loading a plugin before its functions are called (open,
/// `dlopen`, `dlsym`, a worker's scan), for a plugin observer, with the text for crash reports.
struct LoadingStep {
  let name: StaticString
  /// The text in crash reports.
  let recorded: StaticString

  static let open = LoadingStep(name: "open", recorded: "open, while it was loaded")
  /// Mapping the file and running its constructors, by the dynamic loader.
  static let dlopen = LoadingStep(name: "dlopen", recorded: "dlopen, while it was loaded")
  static let dlsym = LoadingStep(name: "dlsym", recorded: "dlsym, while it was loaded")
  static let scan = LoadingStep(name: "scan", recorded: "a worker that scans it")
}

/// Protocol of the receiver of every call into a plugin, from `CallTarget`, of the texts that the
/// plugin passes, and of everything that its children draw; only validation and plugin scans
/// implement it.
///
/// A normal run has no observer. Calls are on the main thread; pointers are valid during the call.
package protocol PluginObserver: AnyObject {
  /// A call of a function, or a step of loading, begins; `child` is the id of the child that is
  /// called, nil for the plugin itself, and `arguments` a text for the user.
  func callBegan(_ function: StaticString, _ arguments: () -> String, of child: String?)
  /// The call has returned, and its result has been read.
  func callEnded()
  /// The plugin has passed a text, which may be any bytes, to this function.
  func received(_ text: UnsafeRawBufferPointer, in function: String)
  func drew(_ mark: DrawOperation)
}

/// One drawing of a child on its canvas, as a plugin observer receives it: a text, fill, cursor or
/// dimmed area, or before these the colours of the style that the child passed.
@safe package enum DrawOperation {
  /// `used`: the number of columns that were drawn.
  case text(UnsafeRawBufferPointer, column: Int32, row: Int32, maximumColumns: Int32, used: Int)
  case fill(CellRectangle, with: UnsafeRawBufferPointer, Style)
  case cursor
  case dim(CellRectangle)
  case colours(foreground: UInt32, background: UInt32)
}

/// Functions that format the arguments of a call into a plugin (bytes, a key such as `key
/// ctrl-page-down`, or a mouse event) as text for the reports of `statehost validate`.
package enum CallFormatter {
  /// The first 24 bytes: quoted if they are ASCII text, otherwise in hexadecimal.
  package static func bytes(_ bytes: some Collection<UInt8>) -> String {
    let rest = bytes.count > 24 ? " ..." : ""
    let first = bytes.prefix(24)
    if !first.isEmpty, first.allSatisfy({ 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "\"") }) {
      return "\"" + String(decoding: first, as: UTF8.self) + "\"" + rest
    }
    let digits = first.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return digits.joined(separator: " ") + rest
  }

  /// For example `key ctrl-page-down`; `key U+00E9` beyond ASCII, `key 0x110040` if invalid.
  package static func key(_ code: UInt32, _ modifiers: UInt32) -> String {
    "key " + names(of: modifiers).map { $0 + "-" }.joined() + name(ofKey: code)
  }

  /// For example `press of left, column 3, row 4`.
  package static func mouse(_ mouse: childplugin_mouse_t) -> String {
    let kind = kinds.first { $0.0 == mouse.kind }?.1 ?? "kind \(mouse.kind)"
    let button = buttons.first { $0.0 == mouse.button }?.1 ?? "button \(mouse.button)"
    let held = names(of: mouse.modifiers).map { $0 + "-" }.joined()
    let wheel = mouse.wheel == 0 ? "" : ", wheel \(mouse.wheel)"
    let sideways = mouse.wheel_columns == 0 ? "" : ", wheel columns \(mouse.wheel_columns)"
    return "\(held)\(kind)\(button), column \(mouse.column), row \(mouse.row)\(wheel)\(sideways)"
  }

  private static let kinds = [
    (CHILDPLUGIN_MOUSE_PRESS, "press"), (CHILDPLUGIN_MOUSE_RELEASE, "release"),
    (CHILDPLUGIN_MOUSE_DRAG, "drag"), (CHILDPLUGIN_MOUSE_WHEEL, "wheel"),
    (CHILDPLUGIN_MOUSE_MOVE, "move"),
  ]
  private static let buttons = [
    (CHILDPLUGIN_BUTTON_NONE, ""), (CHILDPLUGIN_BUTTON_LEFT, " of left"),
    (CHILDPLUGIN_BUTTON_MIDDLE, " of middle"), (CHILDPLUGIN_BUTTON_RIGHT, " of right"),
  ]
  private static let modifiers = [
    (CHILDPLUGIN_MODIFIER_CONTROL, "ctrl"), (CHILDPLUGIN_MODIFIER_ALT, "alt"),
    (CHILDPLUGIN_MODIFIER_SHIFT, "shift"),
  ]

  /// The names of modifiers; unknown ones as numbers.
  private static func names(of bits: UInt32) -> [String] {
    let known = modifiers.filter { bits & $0.0 != 0 }
    let rest = bits & ~modifiers.reduce(0) { $0 | $1.0 }
    return known.map(\.1) + (rest == 0 ? [] : ["0x\(String(rest, radix: 16))"])
  }

  private static func name(ofKey code: UInt32) -> String {
    if let known = ChildKey.named[code] { return Key(known).name }
    switch code {
    case CHILDPLUGIN_KEY_F1..<CHILDPLUGIN_KEY_F1 + 12: return "f\(code - CHILDPLUGIN_KEY_F1 + 1)"
    case 0x20..<0x7F: return Key(.character(UnicodeScalar(UInt8(code)))).name
    case 0xA0... where UnicodeScalar(code) != nil: return HarmlessText.name(of: code)
    default: return "0x\(String(code, radix: 16))"
    }
  }
}
