package import HostSurface

/// What one child may ask of the runtime.
///
/// Every call comes on the main thread, from inside a call of that child's: it answers at once,
/// notes what is asked for, and calls no child.
package protocol ChildServices: AnyObject {
  /// The time of the event or frame that is being handled.
  var nowNanoseconds: Int64 { get }

  /// Does what the child asks for, or takes it down.
  ///
  /// - Parameters:
  ///   - request: what it asks for.
  ///   - call: the call of the child's that it asks in.
  /// - Throws: why it is not done; whoever made the call reports that.
  func perform(_ request: ChildRequest, during call: ChildCall) throws(Refusal)

  /// The child is about to handle what the user did; what it asks for meanwhile is provisional.
  ///
  /// - Parameter activation: what it may do if it uses the input.
  func inputBegan(_ activation: UserActivation)
  /// The child has said whether it used that.
  func inputEnded(isUsed: Bool)
  /// It has chosen rows of a content that has been replaced by then.
  func rowsWereReplaced()

  /// Nil when there is no content at all.
  var contentFacts: ContentFacts? { get }
  /// Fills a buffer with as much of the text as fits and returns the length of the whole one.
  func copyContentText(_ text: ContentText, into buffer: UnsafeMutableRawBufferPointer) -> UInt64
  /// Nil out of range.
  func contentColumn(_ index: UInt32) -> ContentColumnFacts?
  /// The name of a column that is there; as for `copyContentText`.
  func copyColumnName(_ index: UInt32, into buffer: UnsafeMutableRawBufferPointer) -> UInt64
  /// Nil out of range.
  func contentRow(_ row: UInt64) -> ContentRowFacts?
  /// The text of a cell, of the whole row without a column; 0 where there is none. As for
  /// `copyContentText`.
  func copyCell(
    row: UInt64, column: UInt32?, into buffer: UnsafeMutableRawBufferPointer
  ) -> UInt64
  /// Adds the rows of a batch, as many as there is room for: of each cell what `copyCell` gives.
  func copyCells(into batch: inout CellBatch)

  /// The state, and the one before.
  var situation: ContainerSituation { get }

  /// The row that the user is on, and how many are marked.
  var selection: SelectionFacts { get }
  func isMarked(_ row: UInt64) -> Bool
  /// The marked rows in order, from the `first`-th on, so many at most.
  func markedRows(from first: UInt64, count: UInt64) -> [UInt64]
  /// Whether it is in front of those that take keys, and how many do.
  var focus: FocusFacts { get }
  /// The rows as they are shown; nil when there is no content at all.
  var view: (any ViewServices)? { get }

  var terminalFacts: TerminalFacts { get }
  /// A true colour or the default one.
  func colour(of role: ThemeRole) -> Colour
  /// As for `copyContentText`; nil when the option is not given.
  func copyOption(named name: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64?

  /// The child has logged something, which waits in the inbox.
  func hasLogged()

  /// A child did what it may not; nothing came of it. Each fault of a type of child comes once.
  func report(_ fault: ChildFault)
}

extension ChildServices {
  /// One cell after the other.
  package func copyCells(into batch: inout CellBatch) {
    while let row = batch.nextRow,
      unsafe batch.addRow({ unsafe copyCell(row: row, column: $0, into: $1) })
    {}
  }

  /// The inbox is looked into after the call.
  package func hasLogged() {}

  /// Within a call the content stays.
  package func rowsWereReplaced() {}
}

/// What a child is called for, as far as it decides what the child may ask for.
package enum ChildCall: Equatable, Sendable {
  /// The user's input.
  case input
  /// Something that the child follows has changed, or a program that runs for it has ended.
  case change
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
