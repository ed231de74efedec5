package import HostSurface
package import StateContainer

/// A child as the stage has it: of a plugin in this process or in a worker, or of the program's own.
///
/// What it is asked is answered at once: one in a worker answers as it did last. What is on its way to
/// a worker or back is never waited for.
package protocol HostedChild: AnyObject {
  /// What its descriptor says.
  var type: ChildType { get }
  /// Whether it draws and answers within the call.
  var answersAtOnce: Bool { get }
  /// Whether it is there, and not being made.
  var isReady: Bool { get }

  /// It hears, and may ask for something.
  var isAlive: Bool { get }

  func tell(_ news: ChildNews)

  /// Offers it what the user did: one thing at a time.
  ///
  /// - Parameters:
  ///   - input: what the user did.
  ///   - layer: a child that answers later draws on it with its answer, if it uses the input; nil: it does not.
  /// - Returns: what it says at once.
  func offer(_ input: ChildInput, drawingInto layer: Layer?) -> InputAnswer
  /// What has become of what it was offered last.
  var inputAnswer: InputAnswer { get }
  /// It has had its time: whatever it answers now, others get the input.
  func withdrawInput()

  /// Draws the whole child, or asks for that: then the layer is filled later, whole.
  func draw(into layer: Layer, timeNanoseconds: Int64)
  /// A drawing was asked for and has not come.
  var isDrawing: Bool { get }

  /// How its own transition runs in that direction.
  func timing(appearing: Bool) -> TransitionTiming
  /// Cells it wants free around its layer on a surface of that size.
  func insets(columns: Int, rows: Int) -> CellInsets
  /// Of what it is told only if it wants to know.
  var follows: FollowedNews { get }
  /// The keys that it names now.
  func keyHelp() -> [KeyHelpItem]
  /// What it shows, in words.
  func accessibilityText() -> String?

  /// Its state as bytes; nil when there is nothing to save.
  func saveState() -> [UInt8]?
  /// Gives it a state that it saved; before it first appears.
  func restore(_ state: [UInt8])

  /// Notes something wrong that only the runtime sees.
  func report(_ fault: ChildFault.Kind)
  /// Frees it, off screen, once.
  func destroy()
}

extension HostedChild {
  package var isAlive: Bool { true }

  package func offer(_ input: ChildInput) -> InputAnswer { offer(input, drawingInto: nil) }
}

/// What a child says to what the user did.
package enum InputAnswer: Equatable, Sendable {
  case used
  case unused
  /// It has not said yet.
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
