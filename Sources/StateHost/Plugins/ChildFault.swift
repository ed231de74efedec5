internal import HostSurface
internal import HostText

/// Something that a child may not do, or a number that it may not give.
package struct ChildFault: Error, Equatable, Sendable {
  /// What it did.
  package enum Kind: Hashable, Sendable {
    /// A main thread function of the host's, called on another.
    case wrongThread(HostFunction)
    /// A canvas function, called outside draw.
    case outsideDraw(HostFunction)
    /// A struct with a size that none has.
    case structSize(HostFunction)
    /// A number out of range; the nearest allowed one was taken.
    case outOfRange(Field)
    /// A number that has no meaning; the default was taken.
    case unknownValue(Field)
    /// A required function of an extension is NULL; the child is without that extension.
    case functionMissing(extension: String, function: String)
    /// An extension's table has no possible size; the child is without it.
    case tableSize(extension: String)
    /// A request for a state that there is not.
    case unknownState(String)
    /// More bytes or items than allowed; the rest is cut.
    case tooMuch(Field)
  }

  /// A number that a child gives.
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
    case accessibilityText = "accessibility.text"
  }

  package let file: String
  package let child: String
  package let kind: Kind
}

extension ChildFault {
  /// It as the line that a user reads, without control characters.
  package var line: String {
    let (what, remedy) = kind.text
    return HarmlessText.cleanLine("statehost: child \(child): \(what): \(file): \(remedy)")
  }
}

extension ChildFault.Kind {
  fileprivate var text: (what: String, remedy: String) {
    switch self {
    case .wrongThread(let function):
      (
        "\(function) called on a thread that is not the main one",
        "call host.wake there, and this in woke"
      )
    case .outsideDraw(let function):
      ("\(function) called outside draw", "keep no canvas after draw has returned")
    case .structSize(let function):
      ("\(function) got a struct without its size", "write its size first")
    case .outOfRange(let field):
      ("\(field.rawValue) out of range, the nearest value was taken", "see its range in the header")
    case .unknownValue(let field):
      ("\(field.rawValue) has no meaning, the default was taken", "use a constant of the header")
    case .functionMissing(let name, let function):
      ("extension \(name) has no function \(function)", "set it, or return NULL for the extension")
    case .tableSize(let name):
      ("extension \(name) has a table of no possible size", "set size to sizeof the table")
    case .unknownState(let state):
      ("host.request_state asks for the state \(state), which is not there", "ask for one that is")
    case .tooMuch(let field):
      (
        "\(field.rawValue) gives more than is allowed, the rest was cut",
        "see its limit in the header"
      )
    }
  }
}
