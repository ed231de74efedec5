internal import HostText

/// A fault of a plugin, reported in the plugin log and by `statehost validate`, such as a wrong
/// call, a refused request or an invalid value, with the plugin's file and the id of the child
/// (none for the plugin itself); formatted as one line with a remedy.
package struct ChildFault: Equatable, Sendable {
  /// The kind of a plugin's fault, such as a call on the wrong thread, a refused request or a
  /// number out of range; `text` describes it, with a remedy.
  package enum Kind: Hashable, Sendable {
    case wrongThread(HostFunction), withoutChild(HostFunction)
    case outsideDraw(HostFunction), insideDraw(HostFunction), offScreen(HostFunction)
    case nullArgument(HostFunction)
    /// The text counts as empty.
    case malformedText(HostFunction)
    case structSize(HostFunction)
    case wokenWithoutRest, requestedWithoutRest
    case refused(HostFunction, Refusal)
    case transitionTooLong
    case outOfRange(Field)
    /// The child keeps its place.
    case claimOutOfRange
    /// Nothing is accepted.
    case exitStatusOutOfRange
    case unknownValue(Field)
    /// The extension is left out; so it is with `tableSize`.
    case functionMissing(extension: String, function: String)
    case tableSize(extension: String, UInt32)
    /// The text counts as empty.
    case malformedField(Field)
    case tooMuch(Field)
    case linkMalformed
    case linkUnknown(HostFunction)
    /// A fault reported by the plugin's worker.
    case told(what: String, remedy: String)
  }

  /// A value or list that a plugin's child returns or passes, named as in reports of invalid
  /// values, such as `insets.top`.
  package enum Field: String, Hashable, Sendable {
    case delay = "timing.delay_nanoseconds"
    case duration = "timing.duration_nanoseconds"
    case curve = "timing.curve"
    case effect = "timing.effect"
    case insetTop = "insets.top"
    case insetRight = "insets.right"
    case insetBottom = "insets.bottom"
    case insetLeft = "insets.left"
    case savedState = "saved_state.save"
    case keyHelpCount = "key_help.count"
    case keyHelpKey = "the key of key_help.item"
    case keyHelpAction = "the action of key_help.item"
    case accessibilityText = "accessibility.text"
    case links = "canvas.link"
    case dimmedAreas = "canvas.dim"
  }

  package let file: String
  /// Empty for the plugin itself.
  package let child: String
  package let kind: Kind

  package init(file: String, child: String, kind: Kind) {
    self.file = file
    self.child = child
    self.kind = kind
  }

  /// One line for the user, without control characters.
  package var line: String {
    let (what, remedy) = kind.text
    let who = child.isEmpty ? "the plugin itself" : "child \(child)"
    return HarmlessText.cleanLine("statehost: \(who): \(what): \(file): \(remedy)")
  }
}

extension ChildFault.Kind {
  package var text: (what: String, remedy: String) {
    switch self {
    case .wrongThread(let function):
      (
        "\(function) called on a thread that is not the main one",
        "call host.wake there, and this in woke"
      )
    case .withoutChild(let function):
      ("\(function) called on the plugin's own host", "call it on the host that create gets")
    case .outsideDraw(let function):
      ("\(function) called outside draw", "keep no canvas after draw has returned")
    case .insideDraw(let function):
      ("\(function) called in draw", "call it when a key, the mouse or a timer asks for it")
    case .offScreen(let function):
      ("\(function) called off screen", "call it between will_appear and did_disappear")
    case .nullArgument(let function):
      ("\(function) got NULL for something to fill", "give it a struct, or room of that capacity")
    case .malformedText(let function):
      ("\(function) got a text with a length but no bytes", "set bytes and length together")
    case .malformedField(let field):
      ("\(field.rawValue) has a length but no bytes", "set bytes and length together")
    case .structSize(let function):
      ("\(function) got a struct of a wrong size", "write sizeof the struct into it first")
    case .wokenWithoutRest:
      ("host.wake_after(0), repeated in woke, was taken as 4 ms", "request 4 ms or more")
    case .requestedWithoutRest:
      (
        "repeated host.request_state was slowed to 10 times a second",
        "request a state only after an event"
      )
    case .refused(let function, let refusal):
      refusal.text(of: function) ?? ("\(function) was refused", "see what it returns in the header")
    case .transitionTooLong:
      (
        "its transition was ended because another state was waiting",
        "give a shorter duration in timing"
      )
    case .outOfRange(let field):
      ("\(field.rawValue) out of range, the nearest value was taken", "see its range in the header")
    case .claimOutOfRange:
      ("place.claim requests an impossible area", "see the ranges of a place in the header")
    case .exitStatusOutOfRange:
      ("actions.accept_text passes an exit status out of range", "give one of 0 to 255")
    case .unknownValue(let field):
      ("\(field.rawValue) has no meaning, the default was taken", "use a constant of the header")
    case .functionMissing(let name, let function):
      ("extension \(name) has no function \(function)", "set it, or return NULL for the extension")
    case .tableSize(let name, let size):
      (
        "extension \(name) has a table of a size that does not fit its minor version (\(size))",
        "set size to sizeof the table, and abi_minor to CHILDPLUGIN_ABI_MINOR"
      )
    case .linkMalformed:
      (
        "canvas.link got an address that is not allowed",
        "pass an http, https, file or mailto address in ASCII without spaces"
      )
    case .linkUnknown(let function):
      ("\(function) got a style with an unknown link", "get it from canvas.link in the same draw")
    case .told(let what, let remedy): (what, remedy)
    case .tooMuch(let field):
      (
        "\(field.rawValue) gives more than is allowed, the rest was cut",
        "see its limit in the header"
      )
    }
  }
}

/// The run-time record of one type of child of a loaded plugin, or of the plugin itself: the target
/// of its calls, and the faults already reported for it, so that each is reported once.
///
/// It is never freed, because the C objects that check a plugin's calls refer to it.
final class ChildTypeRecord {
  let callee: CallTarget
  let file: String
  /// Empty for the plugin itself.
  let id: String
  /// The minor ABI version that the plugin was built for.
  let minor: UInt16
  private var known: Set<ChildFault.Kind> = []

  init(id: String, file: String, minor: UInt16, callee: CallTarget) {
    self.id = id
    self.file = file
    self.minor = minor
    self.callee = callee
    _ = unsafe Unmanaged.passRetained(self)
  }

  /// Bounds `known`: a child may request any number of unknown states.
  private static let knownLimit = 256

  /// The fault of a call that its gate rejected.
  func misplaced(_ function: HostFunction) -> ChildFault.Kind {
    id.isEmpty && !PluginHostContext.permitted.contains(function)
      ? .withoutChild(function) : .wrongThread(function)
  }

  /// The fault with the names of file and child; nil when it was reported before.
  func note(_ fault: ChildFault.Kind) -> ChildFault? {
    guard known.count < Self.knownLimit, known.insert(fault).inserted else { return nil }
    return ChildFault(file: file, child: id, kind: fault)
  }
}

/// The name and version of this program as C strings that plugins can read, never freed.
package struct HostIdentity: Sendable {
  let name: ImmortalText
  let version: ImmortalText

  package init(name: String = "StateHost", version: String) {
    self.name = ImmortalText(name)
    self.version = ImmortalText(version)
  }
}
