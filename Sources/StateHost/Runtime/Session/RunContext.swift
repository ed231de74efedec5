package import HostPlugins
package import HostSurface

/// What all children of a run find: the time, the terminal's facts, the content; and what they asked
/// for, until the loop takes it.
package final class RunContext {
  package init() {}

  package var nowNanoseconds: Int64 = 0
  package var terminalFacts = TerminalFacts()
  package var theme = Theme.dark
  package var content: ContentWindow?
  package var situation = ContainerSituation()
  package lazy var selection = RowSelection(of: self)
  /// What is typed in a pick; nil: the run is none, or its keys are those of other runs.
  package var query: PickQuery?
  /// What a pick prints while a third-party child is in the way.
  var pick = PickConfirmation()
  /// The rows as they are shown; nil without a content.
  package var view: ContainerView?
  /// What the host runs for children; nil where it runs nothing.
  package var programs: ChildPrograms?
  /// Somebody is at a terminal, which a program can have for a while.
  package var hasTerminal = false
  /// A child handles an input, or has not said yet what it does with it.
  var isHandlingInput = false
  /// A child has asked for another area, or for its insets to be asked anew.
  package var asksForLayout = false
  /// What children have said to others, in order.
  var messages: [(ChildMessage, sender: ChildContext)] = []
  /// What children asked the program for, in order.
  package var actions: [ChildAction] = []
  /// What children may not do and did.
  package var faults: [ChildFault] = []
  /// Whether there is a state of this name; set by the stage.
  package var hasState: (_ state: String) -> Bool = { _ in false }
  /// Takes a request for a state, which the user may have led to; set by the stage.
  package var requestState:
    (_ state: String, _ animated: Bool, _ delayNanoseconds: Int64, _ isByUser: Bool) -> Bool = {
      _, _, _, _ in false
    }
  /// Says something for a while in the last row; set by the stage.
  package var announce: (String) -> Void = { _ in }
  /// The third-party child that the chosen text is of; nil: there is none.
  package var textChooser: String?
  /// What the children of each plugin may do.
  package var policies: [PluginPolicy] = []

  /// More than this is not meant: the rest of one turn's actions is dropped.
  private static let actionLimit = 64

  /// Refuses an action that is about rows, or a content, that are not there.
  func check(_ action: ChildAction) throws(Refusal) {
    guard content != nil || !action.needsContent, action.rows.allSatisfy({ $0 < rowCount })
    else { throw .notThere }
  }

  /// What a child has done to rows while it handled an input stays, or is undone.
  func endProvisional(isKept: Bool) {
    selection.endProvisional(isKept: isKept)
    view?.endProvisional(isKept: isKept)
  }

  /// The children of all other plugins act no more in the name of an operation: another takes its place.
  func endOperations(
    _ operation: WritableKeyPath<RequestPolicy.Operations, Bool>, but plugin: PluginPolicy
  ) {
    for other in policies where other !== plugin {
      other.policy.operations[keyPath: operation] = false
    }
  }

  /// Operations that have come to their end, of which all have been told, carry no activation any more.
  func endOperations() {
    let facts = view?.facts
    for plugin in policies where !plugin.policy.operations.isEmpty {
      if facts?.isComplete ?? true { plugin.policy.operations.view = false }
      if facts?.find != .running { plugin.policy.operations.find = false }
    }
  }

  /// Takes down what is for the program itself.
  package func perform(_ action: ChildAction) throws(Refusal) {
    try check(action)
    guard actions.count < Self.actionLimit else { throw .tooOften }
    // One load more is as good as many.
    if action != .reload || !actions.contains(.reload) { actions.append(action) }
  }

  /// The numbers of rows mean others: what children asked for with them is not done.
  func dropRowActions() {
    pick.rowsWereReplaced()
    let count = actions.count
    actions.removeAll { !$0.rows.isEmpty }
    if actions.count < count { selection.refuseReplaced() }
  }

  /// What children that follow it are told of when it is another.
  var followed: FollowedFacts {
    FollowedFacts(
      situation: situation, selection: selection.facts, view: view?.facts)
  }

  /// Nothing of the host's own is under way on which an input depends: what an earlier input has begun, and the
  /// search for the chosen rows after a reload.
  ///
  /// - Parameter rowCount: how many rows there were when the input came; others do not matter.
  /// - Returns: whether it is so.
  func isReady(forInputOver rowCount: UInt64) -> Bool {
    !selection.awaitsRows && view?.hasFollowedInputs(overFirst: rowCount) ?? true
  }

  /// How many rows the content has now.
  var rowCount: UInt64 { content?.rowCount ?? 0 }

  package func report(_ fault: ChildFault) { faults.append(fault) }
}

/// What children may follow: all of them share it, but for the focus, which is of each.
struct FollowedFacts: Equatable {
  var situation: ContainerSituation
  var selection: SelectionFacts
  var view: ViewFacts?
  var focus = FocusFacts()

  /// What was another before.
  func news(since old: FollowedFacts) -> FollowedNews {
    var news = FollowedNews()
    if situation != old.situation { news.insert(.situation) }
    if selection != old.selection { news.insert(.selection) }
    if view != old.view { news.insert(.view) }
    if focus != old.focus { news.insert(.focus) }
    return news
  }
}
