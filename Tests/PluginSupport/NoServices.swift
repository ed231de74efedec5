internal import HostContent
package import HostPlugins
package import HostSurface

/// A runtime that has nothing to say.
package final class NoServices: ChildServices {
  /// What was asked for, and refused.
  package private(set) var actions: [ChildAction] = []
  package private(set) var wakes: [Int64?] = []
  package private(set) var states: [String] = []
  package private(set) var faults: [ChildFault.Kind] = []
  package private(set) var selected: [UInt64] = []
  /// How often a new drawing was asked for.
  package private(set) var invalidationCount = 0
  /// Everything that was asked for, in order, in words.
  package private(set) var asked: [String] = []
  /// What is offered to the child, and what it says to that.
  package private(set) var inputs: [String] = []
  /// Why it refuses what it does not take.
  package var refusal = Refusal.notThere
  package let view: (any ViewServices)? = nil
  package var nowNanoseconds: Int64 = 0

  package init() {}

  package var contentFacts: ContentFacts? { nil }
  package var terminalFacts: TerminalFacts { TerminalFacts() }
  package func inputBegan(_ activation: UserActivation) { inputs.append("\(activation)") }
  package func inputEnded(isUsed: Bool) { inputs.append(isUsed ? "used" : "unused") }

  package func perform(_ request: ChildRequest, during call: ChildCall) throws(Refusal) {
    asked.append(words(of: request) + (call == .other ? "" : " in \(call)"))
    switch request {
    case .draw: invalidationCount += 1
    case .timer(let delay): wakes.append(delay)
    case .state(let name, _): states.append(name)
    case .action(let action): actions.append(action)
    case .select(let row): selected.append(row)
    case .takeText, .dock, .refreshPlace, .message, .anchor: return
    case .mark, .show, .find, .endFind, .front, .run, .cancel: break
    }
    throw refusal
  }

  private func words(of request: ChildRequest) -> String {
    switch request {
    case .timer(let delay): "wake after \(delay.map(String.init) ?? "nothing")"
    case .state(let name, let isAnimated): "show \(name)\(isAnimated ? " in motion" : "")"
    case .action(let action): "\(action)"
    case .select(let row): "select \(row)"
    case .anchor(let anchor): "stay at the \(anchor)"
    case .mark(let row, let count, let isMarked):
      "\(isMarked ? "mark" : "unmark") \(count) from \(row)"
    case .show(let request): "view: show \(words(of: request.filter))"
    case .find(let filter, let place, let isBackward):
      "view: find \(words(of: filter)) \(isBackward ? "back" : "on")"
        + (place.map { " from \($0)" } ?? "")
    case .endFind: "view: end"
    case .takeText(let takesText): "text is \(takesText ? "" : "not ")its own"
    case .dock(let dock): dock == nil ? "no dock" : "dock"
    case .message(let message): "say \(message.subject)"
    case .run(_, let number): "run \(number)"
    case .cancel(let number): "cancel \(number)"
    case .draw, .front, .refreshPlace: "\(request)"
    }
  }

  private func words(of filter: RowFilter?) -> String {
    String(decoding: filter?.text ?? [], as: UTF8.self)
  }

  package func copyContentText(_ text: ContentText, into buffer: UnsafeMutableRawBufferPointer)
    -> UInt64
  {
    0
  }
  package func contentColumn(_ index: UInt32) -> ContentColumnFacts? { nil }
  package func copyColumnName(_ index: UInt32, into buffer: UnsafeMutableRawBufferPointer) -> UInt64
  { 0 }
  package func contentRow(_ row: UInt64) -> ContentRowFacts? { nil }
  package func copyCell(
    row: UInt64, column: UInt32?, into buffer: UnsafeMutableRawBufferPointer
  ) -> UInt64 { 0 }
  package func colour(of role: ThemeRole) -> Colour { .default }
  package func copyOption(named name: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64?
  { nil }
  package func report(_ fault: ChildFault) {
    faults.append(fault.kind)
    asked.append("report \(fault.kind.text.what)")
  }
  package var situation: ContainerSituation { ContainerSituation() }
  package var selection: SelectionFacts { SelectionFacts() }
  package var focus: FocusFacts { FocusFacts() }
  package func isMarked(_ row: UInt64) -> Bool { false }
  package func markedRows(from first: UInt64, count: UInt64) -> [UInt64] { [] }
}
