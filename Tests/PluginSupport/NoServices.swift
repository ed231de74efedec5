internal import HostContent
package import HostPlugins

/// A runtime that has nothing to say.
package final class NoServices: ChildHost {
  /// What was asked for, and refused.
  package private(set) var actions: [ChildAction] = []
  package private(set) var wakes: [Int64?] = []
  package private(set) var states: [String] = []
  package private(set) var faults: [ChildFault.Kind] = []
  package private(set) var selected: [UInt64] = []
  /// How often rows were chosen that had been replaced.
  package private(set) var replacedCount = 0
  /// How often a new drawing was asked for.
  package private(set) var invalidationCount = 0
  /// Everything that was asked for, in order, in words.
  package private(set) var asked: [String] = []
  /// What is offered to the child, and what it says to that.
  package private(set) var inputs: [String] = []
  /// Why it refuses what it does not take.
  package var refusal = Refusal.notThere
  package var facts = HostFacts()

  package init() {}

  package func answer(_ query: HostQuery) -> HostReply { .none }

  package func note(_ event: ChildCallEvent) {
    switch event {
    case .inputBegan(let activation): inputs.append("\(activation)")
    case .inputEnded(let isUsed): inputs.append(isUsed ? "used" : "unused")
    case .rowsWereReplaced: replacedCount += 1
    case .logged, .optionParsed: break
    case .fault(let fault):
      faults.append(fault.kind)
      asked.append("report \(fault.kind.text.what)")
    }
  }

  package func perform(_ request: ChildRequest, during call: CallReason) throws(Refusal) {
    asked.append(words(of: request) + (call == .other ? "" : " in \(call)"))
    switch request {
    case .draw: invalidationCount += 1
    case .timer(let delay): wakes.append(delay)
    case .state(let name, _): states.append(name)
    case .action(let action): actions.append(action)
    case .select(let row): selected.append(row)
    case .takeText, .dock, .collapse, .refreshPlace, .remember, .message, .anchor: return
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
    case .remember(let option, let value): "remember \(option) as \(value)"
    case .draw, .front, .collapse, .refreshPlace: "\(request)"
    }
  }

  private func words(of filter: RowFilter?) -> String {
    String(decoding: filter?.text ?? [], as: UTF8.self)
  }

}
