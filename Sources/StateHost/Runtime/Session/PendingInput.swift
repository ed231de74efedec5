internal import HostTerminal
internal import HostText

/// What the user did, until it is handled.
struct PendingInput: Equatable {
  let event: InputEvent
  /// How many rows there were when it was read: what it depends on is waited for over these alone, and so not for
  /// ever where rows come without end; nil: it waits for nothing.
  let rowCount: UInt64?
}

extension PendingInput {
  /// The mouse's movement without a button asks for nothing.
  var isMovement: Bool {
    if case .mouse(let mouse) = event { mouse.action == .move } else { false }
  }

  var isRelease: Bool {
    if case .mouse(let mouse) = event { mouse.action == .release } else { false }
  }

  /// It leaves where no child uses it.
  var quits: Bool {
    if case .key(let key) = event, case .quit? = ProgramKey(key) { true } else { false }
  }

  var isEscape: Bool { if case .key(let key) = event { key == Key(.escape) } else { false } }

  /// Whether it changes a text where one is typed, and so replaces what is looked for.
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
