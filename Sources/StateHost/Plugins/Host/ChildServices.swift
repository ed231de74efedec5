package import HostSurface

/// What one child may ask of the runtime.
///
/// Every call comes on the main thread, from inside a call of that child's: it answers at once,
/// notes what is asked for, and calls no child.
package protocol ChildServices: AnyObject {
  /// The time of the event or frame that is being handled.
  var nowNanoseconds: Int64 { get }

  /// Asks for a draw before the next frame; off screen it is remembered.
  func invalidate()
  /// Sets the child's one timer, from now: 0, or 4 ms and more. Nil stops it.
  func wake(afterNanoseconds delay: Int64?)
  /// Asks the container for a state, 0 ns from now or later. False when there is none of that name.
  func request(state: String, animated: Bool, afterNanoseconds delay: Int64) -> Bool
  /// Asks the program for something. False when it is not allowed now or out of range.
  func perform(_ action: ChildAction) -> Bool
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
  /// Puts the user on a row; false when there is none.
  func select(_ row: UInt64) -> Bool
  /// Keeps the user on the first or the last row of the view, whichever that is.
  func anchor(_ anchor: SelectionAnchor)
  /// Marks rows side by side, or unmarks them; nil when one is not there, false when those that are marked
  /// would lie in too many places.
  func mark(_ row: UInt64, count: UInt64, _ isMarked: Bool) -> Bool?

  /// Whether it is in front of those that take keys, and how many do.
  var focus: FocusFacts { get }
  /// Asks for it to be put in front; false where it does not take keys now.
  func askForFront() -> Bool
  /// What is typed is text for it from now on, or is not.
  func takeText(_ takesText: Bool)

  /// Asks for it to dock there from now on, or nowhere.
  func claim(_ dock: Dock?)
  /// Asks for its insets to be asked anew.
  func refreshPlace()

  /// Says something to other children, once the call has returned; false where that is too much.
  func send(_ message: ChildMessage) -> Bool
  /// Has a program run for it.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - number: its end is told by; that of no other.
  /// - Throws: why it is not run.
  func startProgram(_ program: ChildProgram, as number: UInt64) throws(RunRefusal)
  /// Asks a program to end early; false when there is none of that number any more.
  func cancelProgram(_ number: UInt64) -> Bool

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

/// What a child asks the program for.
package enum ChildAction: Equatable, Sendable {
  case reload
  case quit
  /// The user chose this row of the content.
  case acceptRow(UInt64)
  /// The user chose these rows, in this order.
  case acceptRows([UInt64])
  /// The user chose a text of the child's own.
  case acceptText([UInt8], exitStatus: UInt8)
  /// A text for the clipboard of the terminal.
  case clipboard([UInt8])
  /// Harmless words for the terminal's window.
  case title(String)
  case bell

  /// The rows of the content that it is about.
  package var rows: [UInt64] {
    switch self {
    case .acceptRow(let row): [row]
    case .acceptRows(let rows): rows
    case .reload, .quit, .acceptText, .clipboard, .title, .bell: []
    }
  }

  /// Whether it makes sense only where there is a content.
  package var needsContent: Bool {
    switch self {
    case .reload, .acceptRow, .acceptRows: true
    case .quit, .acceptText, .clipboard, .title, .bell: false
    }
  }
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
