package import HostSurface
package import StateContainer

/// A child, the component that a plugin draws, as the runtime uses it: sends it events and input, and makes it draw.
///
/// Children of plugins in this process and in worker processes conform, and the program's own failure notice.
/// Functions return at once: a child in a worker returns its last reply. Messages to or from a worker are never
/// awaited.
package protocol HostedChild: AnyObject {
  /// The type, from its descriptor.
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
  /// The answer to the last input offered.
  var inputAnswer: InputAnswer { get }
  /// Withdraws the input after a timeout: whatever the child answers now, others get it.
  func withdrawInput()

  /// Draws the whole child, or requests that: then the layer is filled later, as a whole.
  func draw(into layer: Layer, timeNanoseconds: Int64)
  /// Whether a drawing was requested and has not arrived.
  var isDrawing: Bool { get }

  /// The timing of the child's transition in a direction.
  func timing(appearing: Bool) -> TransitionTiming
  /// The cells that the child wants free around its layer on a surface of that size.
  func insets(columns: Int, rows: Int) -> CellInsets
  /// The optional events that the child wants.
  var follows: EventSubscriptions { get }
  /// The keys that the child describes now.
  func keyHelp() -> [KeyHelpItem]
  /// What the child shows, as text.
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

extension HostedChild {
  package var isAlive: Bool { true }

  package func offer(_ input: ChildInput) -> InputAnswer { offer(input, drawingInto: nil) }
}

/// Whether a child used the key, mouse event or paste that it was offered, or has not answered yet.
package enum InputAnswer: Equatable, Sendable {
  case used
  case unused
  /// Not answered yet.
  case later
}

extension PluginChild: HostedChild {
  package var answersAtOnce: Bool { true }
  package var isReady: Bool { true }
  package var isDrawing: Bool { false }
  package var inputAnswer: InputAnswer { .unused }
  package func withdrawInput() {}

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
