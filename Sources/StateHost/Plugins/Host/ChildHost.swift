package import HostSurface

/// What one child has of the host: facts that it can read at once, answers to what it asks, and what it has done.
///
/// Every call comes on the main thread, from inside a call of that child's: it answers at once, notes what is asked
/// for, and calls no child.
package protocol ChildHost: AnyObject {
  /// What the child can read at once; it stays the same within a call, but for what the child itself changes.
  var facts: HostFacts { get }

  /// Answers a question, of which there is none that waits for anything but the host.
  ///
  /// - Parameter query: what the child asks.
  /// - Returns: the answer of that kind; `none` where there is nothing of what it asks for.
  func answer(_ query: HostQuery) -> HostReply

  /// Does what the child asks for, or takes it down.
  ///
  /// - Parameters:
  ///   - request: what it asks for.
  ///   - call: the call of the child's that it asks in.
  /// - Throws: why it is not done; whoever made the call reports that.
  func perform(_ request: ChildRequest, during call: ChildCall) throws(Refusal)

  /// Hears what has become of a call of the child's.
  func note(_ event: ChildCallEvent)
}

/// What a child can read of the host at once.
package struct HostFacts: Equatable, Sendable {
  /// The time of the event or frame that is being handled.
  package var nowNanoseconds: Int64 = 0
  package var terminal = TerminalFacts()
  package var theme = Theme([:])
  /// Nil when there is no content at all.
  package var content: ContentFacts?
  /// The state, and the one before.
  package var situation = ContainerSituation()
  /// Whether it is in front of those that take keys, and how many do.
  package var focus = FocusFacts()
  /// What the children of its plugin may do now; a worker has a copy.
  package var policy = RequestPolicy()

  package init() {}
}

/// What becomes of a call of a child's, as the host hears of it.
package enum ChildCallEvent {
  /// The child is about to handle what the user did; what it asks for meanwhile is provisional.
  case inputBegan(UserActivation)
  /// The child has said whether it used that.
  case inputEnded(isUsed: Bool)
  /// It has chosen rows of a content that has been replaced by then.
  case rowsWereReplaced
  /// It has logged something, which waits in the inbox.
  case logged
  /// It did what it may not; nothing came of it. Each fault of a type of child comes once.
  case fault(ChildFault)
}

/// What a child is called for, as far as it decides what the child may ask for.
package enum ChildCall: Equatable, Sendable {
  /// The user's input.
  case input
  /// Something that the child follows has changed, or a program that runs for it has ended.
  case change
  /// The same, told while the host did something that a child of the plugin had begun under an activation.
  case carriedChange
  case other
}

/// The container as a child sees it.
package struct ContainerSituation: Equatable, Sendable {
  /// The state that is shown, or that the transition goes to; nil before the first.
  package var current: String?
  /// The last other one before it.
  package var previous: String?
  package var isTransitioning = false
  /// The run is there to choose rows.
  package var isPick = false
  /// The user follows the rows that arrive: the cursor stays at the end.
  package var isFollowing = false

  package init() {}
}

/// The selection as a child sees it.
package struct SelectionFacts: Equatable, Sendable {
  /// The row that the user is on; nil where there is none.
  package var row: UInt64?
  package var markedCount: UInt64 = 0
  /// Changes whenever other rows are marked.
  package var marksRevision: UInt64 = 0
  /// How many marked rows are not there any more.
  package var goneCount: UInt64 = 0
  /// One line on what has become of the rows; nil where there is nothing to say.
  package var notice: String?

  package init() {}
}

/// Where the user stays, whichever row is there.
package enum SelectionAnchor: UInt32, Equatable, Sendable {
  case top = 1
  case end = 2
}

/// The children that take keys, as one child sees them.
package struct FocusFacts: Equatable, Sendable {
  /// Whether it takes keys and is in front.
  package var isInFront = false
  /// How many take keys.
  package var count: UInt32 = 0

  package init() {}
}

/// The terminal as a child sees it.
package struct TerminalFacts: Equatable, Sendable {
  package var columns = 0
  package var rows = 0
  /// 0, 16, 256 or 16777216.
  package var colours: UInt32 = 0
  package var isUTF8 = true
  package var hasMouse = false
  package var isMotionReduced = false
  package var isDark = true

  package init() {}
}
