internal import HostSurface
internal import HostText

/// Something that a child may not do, or a number that it may not give.
package struct ChildFault: Error, Equatable, Sendable {
  /// What it did.
  package enum Kind: Hashable, Sendable {
    /// A main thread function of the host's, called on another.
    case wrongThread(HostFunction)
    /// A function that is about a child, called on the plugin's own host.
    case withoutChild(HostFunction)
    /// A canvas function, called outside draw.
    case outsideDraw(HostFunction)
    /// A function that is not allowed in draw, called there.
    case insideDraw(HostFunction)
    /// A function that is allowed on screen only, called off screen.
    case offScreen(HostFunction)
    /// NULL in place of a struct or of a buffer that has a capacity.
    case nullArgument(HostFunction)
    /// A text with a length but no bytes, or of an absurd length; it counts as empty.
    case malformedText(HostFunction)
    /// A struct with a size that none has, smaller than that of 1.0, or larger than its minor has it.
    case structSize(HostFunction)
    /// It asks in each woke to be woken at once, more often than is allowed; 4 ms were taken.
    case wokenWithoutRest
    /// It asks for states again and again though nothing has happened; they were slowed.
    case requestedWithoutRest
    /// The host did not do what it asked for.
    case refused(HostFunction, Refusal)
    /// Its own timing kept another state waiting; the transition was ended.
    case transitionTooLong
    /// A number out of range; the nearest allowed one was taken.
    case outOfRange(Field)
    /// An area that there cannot be; it stays where it is.
    case claimOutOfRange
    /// An exit status that no program can have; nothing was chosen.
    case exitStatusOutOfRange
    /// A number that has no meaning; the default was taken.
    case unknownValue(Field)
    /// A required function of an extension is NULL; the child is without that extension.
    case functionMissing(extension: String, function: String)
    /// An extension's table is not as large as the minor of its plugin has it; the child is without it.
    case tableSize(extension: String, UInt32)
    /// A text with a length but no bytes; it counts as empty.
    case malformedField(Field)
    /// More bytes or items than allowed; the rest is cut.
    case tooMuch(Field)
    /// An address that no link may lead to; there is none.
    case linkMalformed
    /// A style with a number that is not one of this draw's links; it has none.
    case linkUnknown(HostFunction)
    /// What the worker of its plugin says of it.
    case told(what: String, remedy: String)
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
    case keyHelpKey = "the key of key_help.item"
    case keyHelpAction = "the action of key_help.item"
    case accessibilityText = "accessibility.text"
    case links = "canvas.link"
    case dimmedAreas = "canvas.dim"
  }

  package let file: String
  /// Empty: the plugin itself.
  package let child: String
  package let kind: Kind

  package init(file: String, child: String, kind: Kind) {
    self.file = file
    self.child = child
    self.kind = kind
  }
}

extension ChildFault {
  /// It as the line that a user reads, without control characters.
  package var line: String {
    let (what, remedy) = kind.text
    let who = child.isEmpty ? "the plugin itself" : "child \(child)"
    return HarmlessText.cleanLine("statehost: \(who): \(what): \(file): \(remedy)")
  }
}

extension ChildFault.Kind {
  /// What is wrong and what to do about it.
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
      (
        "host.wake_after(0) in woke, again and again, was taken as 4 ms",
        "ask for 4 ms or more where nothing is in a hurry"
      )
    case .requestedWithoutRest:
      (
        "host.request_state, again and again, was slowed to 10 times a second",
        "ask for a state when something has happened"
      )
    case .refused(let function, let refusal):
      refusal.text(of: function) ?? ("\(function) was refused", "see what it returns in the header")
    case .transitionTooLong:
      (
        "its transition was ended, for another state was waiting for it",
        "give a shorter duration in timing"
      )
    case .outOfRange(let field):
      ("\(field.rawValue) out of range, the nearest value was taken", "see its range in the header")
    case .claimOutOfRange:
      (
        "place.claim asks for an area that there cannot be",
        "see the ranges of a place in the header"
      )
    case .exitStatusOutOfRange:
      ("actions.accept_text gives an exit status that there cannot be", "give one of 0 to 255")
    case .unknownValue(let field):
      ("\(field.rawValue) has no meaning, the default was taken", "use a constant of the header")
    case .functionMissing(let name, let function):
      ("extension \(name) has no function \(function)", "set it, or return NULL for the extension")
    case .tableSize(let name, let size):
      (
        "extension \(name) has a table of a size that its minor version has not (\(size))",
        "set size to sizeof the table, and abi_minor to CHILDPLUGIN_ABI_MINOR"
      )
    case .linkMalformed:
      (
        "canvas.link got an address that no link may lead to",
        "give an http, https, file or mailto address without spaces or letters that are not ASCII"
      )
    case .linkUnknown(let function):
      (
        "\(function) got a style with a link that is none",
        "ask canvas.link for it in the same draw"
      )
    case .told(let what, let remedy): (what, remedy)
    case .tooMuch(let field):
      (
        "\(field.rawValue) gives more than is allowed, the rest was cut",
        "see its limit in the header"
      )
    }
  }
}
