internal import HostContent
package import HostPlugins
package import HostSurface

/// The mutable state of a run, shared by the event loop and children's contexts: time, theme,
/// content, view, selection, programs, plugin policies, and queues of actions, messages and faults.
package final class RunContext {
  package init() {}

  package var nowNanoseconds: Int64 = 0
  /// Whether running transitions report progress now: once a frame, however often the loop turns.
  var reportsProgress = true
  package var terminalFacts = TerminalFacts()
  package var theme = Theme.dark
  package var content: ContentReader?
  package var situation = ContainerSituation()
  package lazy var selection = RowSelection(of: self)
  /// The query of a pick; nil without a pick, or in a pick that uses the keys of other runs.
  package var query: PickQuery?
  /// The confirmation of what a pick prints while a third-party child can interfere.
  var pick = PickConfirmation()
  /// The view of the rows; nil without a content.
  package var view: SharedRowView?
  /// The programs that the host runs for children; nil if it runs none.
  package var programs: ProgramRunner?
  package var hasTerminal = false
  /// Whether a child is handling an input, or its reply is pending.
  var isHandlingInput = false
  package var needsLayout = false
  var messages: [(ChildMessage, sender: ChildContext)] = []
  /// Actions that children requested of the program, in order.
  package var actions: [RequestedAction] = []
  package var faults: [ChildFault] = []
  /// Whether there is a state of this name; set by the stage.
  package var hasState: (_ state: String) -> Bool = { _ in false }
  /// Requests a state, possibly caused by the user; set by the stage.
  package var requestState:
    (_ state: String, _ animated: Bool, _ delayNanoseconds: Int64, _ isByUser: Bool) -> Bool = {
      _, _, _, _ in false
    }
  /// The third-party children that last requested states, by state; none for one the user named.
  var stateSetters: [String: String] = [:]
  /// Shows a temporary announcement in the last row; set by the stage.
  package var announce: (String) -> Void = { _ in }
  /// The third-party child that supplied the printed text; nil if none did.
  package var textChooser: String?
  /// Reads what children remembered of their options in earlier runs.
  package var readOptions: () -> [RememberedOption] = { [] }
  /// What children remember of their options; read with the first child that declares some.
  package lazy var options = RememberedOptions(readOptions())
  /// The policies of plugins that have children, by their numbers in the catalogue.
  package var policies: [Int: PluginPolicy] = [:]

  private static let actionLimit = 64

  /// Checks that the rows and the content of an action exist.
  func check(_ action: ChildAction) throws(Refusal) {
    guard content != nil || !action.needsContent, action.rows.allSatisfy({ $0 < rowCount })
    else { throw .notThere }
    if action.takesRows { try checkRows() }
  }

  /// Checks that rows have not changed in their file, so that none is taken that nobody chose.
  func checkRows() throws(Refusal) {
    guard content?.content.rows.areIntact == false else { return }
    selection.refuse(.fileChanged)
    throw .otherRows
  }

  /// Keeps or undoes changes of the rows by a child during an input.
  func endProvisional(isKept: Bool) {
    selection.endProvisional(isKept: isKept)
    view?.endProvisional(isKept: isKept)
  }

  /// Ends an operation's user activation for all other plugins, because a new one replaces it.
  func endOperations(
    _ operation: WritableKeyPath<RequestPolicy.Operations, Bool>, but plugin: PluginPolicy
  ) {
    for other in policies.values where other !== plugin {
      other.policy.operations[keyPath: operation] = false
    }
  }

  /// Ends the user activation of operations that completed and were announced to all children.
  func endOperations() {
    let facts = view?.facts
    for plugin in policies.values where !plugin.policy.operations.isEmpty {
      if facts?.isComplete ?? true { plugin.policy.operations.view = false }
      if facts?.find != .running { plugin.policy.operations.find = false }
    }
  }

  /// An action on the program (quit, reload, accept, copy, title, bell) waiting for the event loop,
  /// with the name of the requesting third-party child; nil for a bundled child or the host.
  package struct RequestedAction: Equatable {
    package let action: ChildAction
    package var requester: String?
  }

  package func perform(_ action: ChildAction, for requester: String? = nil) throws(Refusal) {
    try check(action)
    // A copied text can be a row, so copying is refused where Enter is.
    if case .clipboard = action, let row = selection.row, selection.accept(row) == nil {
      throw .otherRows
    }
    guard actions.count < Self.actionLimit else { throw .tooOften }
    // Several reloads in one turn count as one.
    if action == .reload, actions.contains(where: { $0.action == .reload }) { return }
    actions.append(RequestedAction(action: action, requester: requester))
  }

  /// Whether the user's input means this move of the cursor: to the next row by an arrow, once, or
  /// to the row that is shown under the pointer.
  func meansMove(_ request: ChildRequest) -> Bool {
    guard case .select(let row) = request else { return false }
    if let step = pick.takeStep() { return selection.row(by: step) == row }
    let text = content.map { String(decoding: $0.bytes(ofRow: row), as: UTF8.self) } ?? ""
    return pick.isUnderPointer(text)
  }

  /// Drops requested actions on rows, because row numbers now refer to different rows.
  func dropRowActions() {
    pick.rowsWereReplaced()
    let count = actions.count
    actions.removeAll { !$0.action.rows.isEmpty }
    if actions.count < count { selection.refuse(.replaced) }
  }

  var followed: FollowedFacts {
    FollowedFacts(situation: situation, selection: selection.facts, view: view?.facts)
  }

  /// Whether no operation of an earlier input and no search for chosen rows is running over the
  /// first rows, or over all rows of a file.
  func isReady(forInputOver rowCount: UInt64) -> Bool {
    let rowCount = content?.content.isFile == true ? self.rowCount : rowCount
    return !selection.awaitsRows && view?.hasFollowedInputs(overFirst: rowCount) ?? true
  }

  /// The fewest rows below the cursor for which keys do not wait while a file is read.
  private static let rowsBelow = 1000

  /// Whether an input must wait for rows of a file: it needs all, or few follow the cursor so far.
  func awaitsFile(forAllRows needsAll: Bool) -> Bool {
    guard content?.content.isPartOfFile == true else { return false }
    return needsAll || (view?.count ?? 0) - (selection.place ?? 0) < Self.rowsBelow
  }

  var rowCount: UInt64 { content?.rowCount ?? 0 }

  package func report(_ fault: ChildFault) { faults.append(fault) }
}

/// A snapshot of the values whose changes children can subscribe to (container state, selection,
/// view, focus); compared with the one a child last received to find what it is notified of.
struct FollowedFacts: Equatable {
  var situation: ContainerSituation
  var selection: SelectionFacts
  var view: ViewFacts?
  var focus = FocusFacts()

  func changes(since old: FollowedFacts) -> HandledEvents {
    var changes = HandledEvents()
    if situation != old.situation { changes.insert(.situation) }
    if selection != old.selection { changes.insert(.selection) }
    if view != old.view { changes.insert(.view) }
    if focus != old.focus { changes.insert(.focus) }
    return changes
  }
}
