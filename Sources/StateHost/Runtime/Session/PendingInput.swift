internal import HostTerminal
internal import HostText

/// An input event from the terminal that waits to be handled, with the number of rows that were loaded when it was
/// read.
struct PendingInput: Equatable {
  let event: InputEvent
  /// The number of rows when the event was read; nil if it does not wait.
  ///
  /// Operations are awaited only for these rows, so the wait ends even while rows arrive without end.
  let rowCount: UInt64?
}

extension PendingInput {
  /// Whether it is a mouse movement without a button, which triggers nothing.
  var isMovement: Bool {
    if case .mouse(let mouse) = event { mouse.action == .move } else { false }
  }

  var isRelease: Bool {
    if case .mouse(let mouse) = event { mouse.action == .release } else { false }
  }

  /// Whether it quits the program if no child uses it.
  var quits: Bool {
    if case .key(let key) = event, case .quit? = ProgramKey(key) { true } else { false }
  }

  var isEscape: Bool { if case .key(let key) = event { key == Key(.escape) } else { false } }

  /// Whether it edits text during text input, and so replaces the running search.
  var editsText: Bool {
    switch event {
    case .paste: true
    case .key(let key):
      switch key.code {
      case .backspace, .delete: true
      case .character: key.modifiers.isDisjoint(with: [.control, .alt])
      default: false
      }
    case .mouse, .focus, .reply: false
    }
  }
}
