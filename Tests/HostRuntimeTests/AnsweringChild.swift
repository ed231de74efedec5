import HostSurface
import StateContainer

@testable import HostPlugins
@testable import HostRuntime

/// A child of no plugin's, which says to what the user did what a test has it say.
final class AnsweringChild: HostedChild {
  var inputAnswer = InputAnswer.unused
  private(set) var offeredCount = 0
  private(set) var withdrawnCount = 0
  private(set) var faults: [ChildFault.Kind] = []

  let type = ChildType(id: "com.example.answering", takesFocus: true)
  let answersAtOnce = true
  let isReady = true
  let isDrawing = false
  var follows: HandledEvents = []
  private(set) var told: [ChildEvent] = []
  /// Told of its inputs, as those of plugins tell theirs.
  var services: (any ChildHost)?

  func offer(_ input: ChildInput, drawingInto layer: Layer?) -> InputAnswer {
    offeredCount += 1
    if let services, input.activation != .none {
      services.note(.inputBegan(input.activation))
      if inputAnswer != .later { services.note(.inputEnded(isUsed: inputAnswer == .used)) }
    }
    return inputAnswer
  }

  func withdrawInput() { withdrawnCount += 1 }
  func report(_ fault: ChildFault.Kind) { faults.append(fault) }

  func send(_ event: ChildEvent) { told.append(event) }
  func draw(into layer: Layer, timeNanoseconds: Int64) {}
  func timing(appearing: Bool) -> TransitionTiming { .standard }
  func insets(columns: Int, rows: Int) -> CellInsets { CellInsets() }
  func keyHelp() -> [KeyHelpItem] { [] }
  func accessibilityText() -> String? { nil }
  func saveState() -> [UInt8]? { nil }
  func restore(_ state: [UInt8]) {}
  func destroy() {}

  /// It is on screen.
  func onStage(named name: String = "answering", of run: RunContext = RunContext()) -> StageChild {
    let context = ChildContext(run)
    services = context
    let child = StageChild(
      name: name, description: nil, hosted: self, context: context, pool: CellPool(),
      output: PluginOutputReader(nil, log: PluginLog(file: nil)))
    child.willAppear(animated: false)
    child.didAppear(animated: false)
    return child
  }
}
