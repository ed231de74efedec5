internal import HostPlugins
internal import HostTerminal
internal import HostText

/// A key, mouse or paste event queued in the host's event loop, with the number of rows loaded when
/// it was read: it waits for running filters, sorts and searches over those rows only.
struct PendingInput: Equatable {
  let event: InputEvent
  /// The row count when it was read; it waits only for operations on those rows, or not if nil.
  let rowCount: UInt64?
}

extension PendingInput {
  private var mouseAction: MouseEvent.Action? {
    if case .mouse(let mouse) = event { mouse.action } else { nil }
  }

  /// Whether it is a mouse movement without a button, which triggers nothing.
  var isMovement: Bool { mouseAction == .move }
  var isRelease: Bool { mouseAction == .release }
  var isEscape: Bool { event == .key(Key(.escape)) }

  /// Whether it quits the program if no child uses it.
  var quits: Bool {
    if case .key(let key) = event { key.quits } else { false }
  }

  /// Whether it depends on rows far from the screen: goes to the end or a row, or marks all rows.
  var needsAllRows: Bool {
    guard case .key(let key) = event else { return false }
    return switch key.code {
    case .end: true
    // A digit begins the number of a row, a percentage, or how far to go.
    case .character(let character): "G>M%123456789".unicodeScalars.contains(character)
    default: false
    }
  }

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

/// A throttle for mouse movements without a button: removes those that another queued event
/// follows, and delays the rest, so that children receive at most one each frame interval.
struct MouseMovementThrottle {
  private var dueNanoseconds = Int64.min

  /// Removes movements followed by another event; keeps the first if a child already handles it.
  func thin(_ events: inout [PendingInput], keepingFirst keepsFirst: Bool) {
    guard events.count > 1 else { return }
    let last = events.count - 1
    var index = 0
    events.removeAll { event in
      defer { index += 1 }
      return event.isMovement && index < last && !(index == 0 && keepsFirst)
    }
  }

  /// Whether an event may be delivered now; a movement starts the interval anew.
  mutating func allows(_ event: PendingInput, atNanoseconds now: Int64) -> Bool {
    guard event.isMovement else { return true }
    guard now >= dueNanoseconds else { return false }
    dueNanoseconds = now + FrameRateLimit.intervalNanoseconds
    return true
  }

  func deadline(of events: [PendingInput]) -> Int64? {
    events.first?.isMovement == true ? dueNanoseconds : nil
  }
}

extension ChildMouse {
  /// The rows or columns of one wheel step.
  private static let wheelCells = 3

  init(_ event: MouseEvent) {
    let (kind, wheel, wheelColumns): (Kind, Int, Int) =
      switch event.action {
      case .press: (.press, 0, 0)
      case .release: (.release, 0, 0)
      case .drag: (.drag, 0, 0)
      case .wheelUp: (.wheel, -Self.wheelCells, 0)
      case .wheelDown: (.wheel, Self.wheelCells, 0)
      case .wheelLeft: (.wheel, 0, -Self.wheelCells)
      case .wheelRight: (.wheel, 0, Self.wheelCells)
      case .move: (.move, 0, 0)
      }
    let button: Button =
      switch event.button {
      case .left: .left
      case .middle: .middle
      case .right: .right
      case .none, .other: .none
      }
    self.init(
      kind, button: button, modifiers: ChildModifiers(event.modifiers), column: event.column,
      row: event.row, wheel: wheel, wheelColumns: wheelColumns)
  }
}
