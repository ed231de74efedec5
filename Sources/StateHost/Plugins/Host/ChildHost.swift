package import HostSurface

/// Protocol of the services of the host for one child of a plugin: state to read, queries to answer
/// and requests to perform; called by the host functions of the C tables.
///
/// The runtime, worker process and validator implement it. Functions are called on the main thread,
/// inside a call to that child; they return at once, only record requests, and call no child.
package protocol ChildHost: AnyObject {
  /// State that the child can read at once; during a call, only the child's own requests change it.
  var facts: HostFacts { get }

  /// Replies without waiting outside the host; `none` when what was asked for does not exist.
  func answer(_ query: HostQuery) -> HostReply

  /// Performs a request that the child makes during a call, or records it for later.
  ///
  /// - Throws: why it is refused; the caller reports that.
  func perform(_ request: ChildRequest, during call: CallReason) throws(Refusal)

  func note(_ event: ChildCallEvent)
}

/// The values a child can read from the host at any time, such as time, terminal, theme, content
/// summary, state and focus, with the policy for its requests; the host sends workers a copy.
package struct HostFacts: Equatable, Sendable {
  /// The time of the event or frame that is being handled.
  package var nowNanoseconds: Int64 = 0
  package var terminal = TerminalFacts()
  package var theme = Theme([:])
  /// Nil when there is no content.
  package var content: ContentFacts?
  package var situation = ContainerSituation()
  package var focus = FocusFacts()
  /// What the children of the plugin may do; a worker has a copy.
  package var policy = RequestPolicy()

  package init() {}
}

/// An event of a plugin's child that is reported to its `ChildHost`: the begin or end of a user
/// input that it handles, its choice of rows of a content that has been replaced meanwhile, an
/// option that it parsed, a log message, or a fault.
package enum ChildCallEvent {
  /// The child is about to handle an input; requests made meanwhile are provisional.
  case inputBegan(ActivationLevel)
  /// The child has returned whether it used the input.
  case inputEnded(isUsed: Bool)
  /// The child has chosen rows of a content that is replaced by now.
  case rowsWereReplaced
  /// The child read an option as a value of a type; `isOfType` is false if its text is not one.
  case optionParsed(name: String, isOfType: Bool)
  /// The child has logged a message, which waits in the inbox.
  case logged
  /// A fault of the child. Each fault is recorded once for each type of child.
  case fault(ChildFault)
}

/// The reason for a call of a plugin's child, which decides what it may request: an input, a change
/// (also during an operation that an earlier input began), its creation, or another.
package enum CallReason: Equatable, Sendable {
  case input
  /// Something that the child follows has changed, or a program of the child has ended.
  case change
  /// The same, during an operation that a child of the plugin began under an activation.
  case carriedChange
  /// The creation of the child, including the restoration of its state.
  case creation
  case other
}

/// Properties of host functions, as the header documents them; the list of functions is generated.
extension HostFunction {
  /// The moments at which a plugin may call a host function, such as only in draw or only while its
  /// child is on screen, and the thread on which it may.
  package enum Moment: Sendable {
    case anyThread
    // The following on the main thread only.
    case alive, aliveNotInDraw, onScreenNotInDraw, inDraw
  }

  /// How far a host function acts for the user: not; by changing what is seen, soon after an input;
  /// by ending the run or an outside effect, using up that input; or depending on its arguments.
  package enum Act: Sendable {
    /// Reads, or affects only the child itself.
    case none
    /// Changes what the user sees or works with: needs a user activation, and does not consume it.
    case first
    /// Ends the run or has an outside effect: consumes the activation of a key, paste or press.
    case second
    /// Depends on the arguments: see `ChildRequest.act`.
    case byRequest
  }
}

/// The situation of the container, as a child can read it: current and previous state, whether a
/// transition runs, whether the run is for choosing rows, and whether the cursor follows new rows.
///
/// The container maps a state such as `loading` to the children that are shown in it.
package struct ContainerSituation: Equatable, Sendable {
  /// The state shown, or the target of the transition; nil before the first.
  package var current: String?
  /// The last different state before it.
  package var previous: String?
  package var isTransitioning = false
  /// Whether the run is for choosing rows.
  package var isPick = false
  /// Whether the cursor stays at the end as rows arrive.
  package var isFollowing = false

  package init() {}
}

/// The cursor's row, the numbers of marked rows and of marked rows that are gone, and a notice of
/// what happened to rows, as a child of a plugin can read them.
package struct SelectionFacts: Equatable, Sendable {
  /// The row of the cursor; nil when there is none.
  package var row: UInt64?
  package var markedCount: UInt64 = 0
  /// Changes whenever other rows are marked.
  package var marksRevision: UInt64 = 0
  /// The number of marked rows that no longer exist.
  package var goneCount: UInt64 = 0
  /// One line about what happened to the rows; nil when there is nothing to report.
  package var notice: String?

  package init() {}
}

/// The end of the view, its first or its last row, on which the cursor stays while rows are added
/// or replaced, until a row is chosen; children can request it.
package enum SelectionAnchor: UInt32, Equatable, Sendable {
  case top = 1, end
}

/// The keyboard focus, as one child of a plugin can read it: whether it takes keys and is in front,
/// and how many children take keys.
package struct FocusFacts: Equatable, Sendable {
  /// Whether the child takes keys and is in front.
  package var isInFront = false
  /// The number of children that take keys.
  package var count: UInt32 = 0

  package init() {}
}

/// The size, colours and abilities of the terminal, as a child of a plugin can read them.
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

/// A summary of the loaded content for plugins: number of rows and columns, progress, failure and
/// times, without any text.
package struct ContentFacts: Equatable, Sendable {
  /// The reason why loading the content failed, such as a missing file or an exit status, in terms
  /// of the plugin ABI, for children; the host itself uses `ContentError.Kind`.
  package enum Failure: Equatable, Sendable {
    case notFound, notAllowed
    case exitStatus(Int32)
    case signal(Int32)
    case read, other
    /// A kind from a later version of the ABI.
    case later(kind: UInt32, number: Int32)
  }

  package var isLoading = false
  /// Whether the source has ended and all its rows are available.
  package var isComplete = false
  /// Whether a limit was reached, so that some rows are missing.
  package var isCut = false
  /// Whether the source can be read only once.
  package var isReadOnce = false
  /// Whether escape sequences are not read as styles.
  package var isPlain = false
  package var failure: Failure?
  /// 0…1.
  package var fraction: Double?
  /// Changes with every change of the content.
  package var revision: UInt64 = 0
  /// Changes when a reload replaces the rows.
  package var generation: UInt64 = 0
  /// Changes when the rows are split into other columns.
  package var columnsRevision: UInt64 = 0
  package var rows: UInt64 = 0
  package var bytes: UInt64 = 0
  /// The number of named columns; 0 when a row is one text.
  package var columns: UInt32 = 0
  package var beganNanoseconds: Int64 = 0
  package var elapsedNanoseconds: Int64 = 0
  /// When the load that the rows come from ended; 0 while it runs.
  package var loadedNanoseconds: Int64 = 0
  /// When the last failed load ended; 0 when none has failed.
  package var failedNanoseconds: Int64 = 0
  /// The interval of automatic reloads; 0 for none.
  package var everyNanoseconds: Int64 = 0
  package var failures: UInt64 = 0

  package init() {}
}

/// A text about the loaded content that a child can query, on the host's side, numbered as in the
/// plugin header: title, error, standard error, remedy, notice, or the unfinished last line.
package enum ContentText: UInt32, CaseIterable, Sendable {
  /// What was loaded: the command line or the file.
  case title = 1
  case error = 2
  /// The last lines of standard error.
  case errorDetail = 3
  case remedy = 4
  case notice = 5
  /// The last line while it has no newline; it is not a row yet.
  case openLine = 6
}

/// The alignment and width of one column of the content, as a child of a plugin can read them.
package struct ContentColumnFacts: Equatable, Sendable {
  /// Whether the column is right-aligned, as numbers are.
  package var isRightAligned: Bool
  /// The width in cells that fits the name and most values.
  package var width: Int

  package init(isRightAligned: Bool, width: Int) {
    self.isRightAligned = isRightAligned
    self.width = width
  }
}

/// The length in bytes of one row of the content, as stored and as in the original line, as a child
/// of a plugin can read it.
package struct ContentRowFacts: Equatable, Sendable {
  /// The bytes that are kept.
  package var length: UInt64
  /// The bytes of the original line.
  package var fullLength: UInt64

  package init(length: UInt64, fullLength: UInt64) {
    self.length = length
    self.fullLength = fullLength
  }
}
