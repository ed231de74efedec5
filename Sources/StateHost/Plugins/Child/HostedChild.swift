package import HostSurface
package import StateContainer

/// Protocol of a child, the component that a plugin draws, as the runtime uses it: the runtime
/// sends it events and input and makes it draw, wherever its plugin runs.
///
/// Children of plugins in this process and in worker processes conform, and the program's own
/// failure notice. Functions return at once: a child in a worker returns its last reply. Messages
/// to or from a worker are never awaited.
package protocol HostedChild: AnyObject {
  var type: ChildType { get }
  /// Whether it draws and answers within the call.
  var answersAtOnce: Bool { get }
  /// Whether the child exists, and is not still being made.
  var isReady: Bool { get }

  /// Whether the child receives events and may make requests.
  var isAlive: Bool { get }

  func send(_ event: ChildEvent)

  /// Offers the child an input of the user, one at a time, and returns the immediate answer.
  ///
  /// A child that answers later draws on the layer, if there is one, if it uses the input.
  func offer(_ input: ChildInput, drawingInto layer: Layer?) -> InputAnswer
  var inputAnswer: InputAnswer { get }
  /// Withdraws the input after a timeout: whatever the child answers now, others get it.
  func withdrawInput()

  /// Draws the whole child, or requests that: then the layer is filled later, as a whole.
  func draw(into layer: Layer, timeNanoseconds: Int64)
  /// Whether a drawing was requested and has not arrived.
  var isDrawing: Bool { get }

  func timing(appearing: Bool) -> TransitionTiming
  /// The cells that the child wants free around its layer on a surface of that size.
  func insets(columns: Int, rows: Int) -> CellInsets
  var follows: HandledEvents { get }
  func keyHelp() -> [KeyHelpItem]
  func accessibilityText() -> String?

  /// The saved state; nil when there is nothing to save.
  func saveState() -> [UInt8]?
  /// Restores a saved state; before the child first appears.
  func restore(_ state: [UInt8])

  /// Reports a fault that only the runtime sees.
  func report(_ fault: ChildFault.Kind)
  /// Destroys the child, once; it must be off screen.
  func destroy()
}

/// Defaults for a child in this process, which draws and answers within the call.
extension HostedChild {
  package var isAlive: Bool { true }
  package var answersAtOnce: Bool { true }
  package var isReady: Bool { true }
  package var isDrawing: Bool { false }
  package var inputAnswer: InputAnswer { .unused }
  package func withdrawInput() {}
  package func offer(_ input: ChildInput) -> InputAnswer { offer(input, drawingInto: nil) }
}

/// The answer of a plugin's child, or of all children together, to a key, mouse event or paste that
/// was offered: used, not used, or, if a child in a worker process is still to answer, not known
/// yet.
package enum InputAnswer: Equatable, Sendable {
  case used, unused
  case later
}

extension PluginChild: HostedChild {
  package func offer(_ input: ChildInput, drawingInto layer: Layer?) -> InputAnswer {
    let isUsed =
      switch input {
      case .key(let key): self.key(key)
      case .mouse(let mouse): self.mouse(mouse)
      case .paste(let text): paste(text.span)
      }
    return isUsed ? .used : .unused
  }

  package func restore(_ state: [UInt8]) { _ = restoreState(state) }
}

/// A notification other than an input that the host sends to a child, the component that a plugin
/// draws, such as "will appear" or "content changed".
package enum ChildEvent: Equatable, Sendable {
  case willAppear(animated: Bool), didAppear(animated: Bool)
  case willDisappear(animated: Bool), didDisappear(animated: Bool)
  case transitionWillBegin(appearing: Bool)
  /// The progress of the child's own transition, 0…1.
  case transitionProgress(appearing: Bool, progress: Double)
  case transitionDidEnd(appearing: Bool)
  /// The size of its layer, in cells.
  case resized(columns: Int, rows: Int)
  case focus(Bool)
  case contentChanged, themeChanged, situationChanged, selectionChanged, viewChanged, frontChanged
  /// A message from the child with the id `from`.
  case message(ChildMessage, from: String)
  case woke
  case programEnded(ProgramEnd)

  /// Whether something that the child follows has changed, or a program of the child has ended.
  package var isChange: Bool {
    switch self {
    case .contentChanged, .situationChanged, .selectionChanged, .viewChanged, .frontChanged,
      .programEnded:
      true
    default: false
    }
  }
}

/// A set of those notifications to a plugin's child that the host sends only to children that
/// handle them (transition progress, messages, changes of situation, selection, view and focus):
/// those that the child handles, or those that are due.
package struct HandledEvents: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// No events; other modules use this, because for `[]` the runtime looks types up by name.
  package init() { rawValue = 0 }

  package static let transition = HandledEvents(rawValue: 1 << 0)
  package static let situation = HandledEvents(rawValue: 1 << 1)
  package static let selection = HandledEvents(rawValue: 1 << 2)
  package static let view = HandledEvents(rawValue: 1 << 3)
  package static let focus = HandledEvents(rawValue: 1 << 4)
  package static let messages = HandledEvents(rawValue: 1 << 5)
  package static let all: HandledEvents = [
    transition, situation, selection, view, focus, messages,
  ]
}
