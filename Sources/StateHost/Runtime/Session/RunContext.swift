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
  /// Answers requests for a state; set by the stage.
  package var requestState: (_ state: String, _ animated: Bool, _ delayNanoseconds: Int64) -> Bool =
    { _, _, _ in false }

  /// More than this is not meant: the rest of one turn's actions is dropped.
  private static let actionLimit = 64

  /// Takes down what is for the program itself.
  package func perform(_ action: ChildAction) throws(Refusal) {
    guard content != nil || !action.needsContent, action.rows.allSatisfy({ $0 < rowCount })
    else { throw .notThere }
    guard actions.count < Self.actionLimit else { throw .tooOften }
    // One load more is as good as many.
    if action != .reload || !actions.contains(.reload) { actions.append(action) }
  }

  /// The numbers of rows mean others: what children asked for with them is not done.
  func dropRowActions() {
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
