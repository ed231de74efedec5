package import HostContent
package import HostSurface
internal import HostText

/// Everything that a child can ask the host to do: a value, the same in this process and across the border of a
/// worker.
package enum ChildRequest: Equatable, Sendable {
  /// To be drawn before the next frame.
  case draw
  /// Its one timer, from now; nil stops it.
  case timer(afterNanoseconds: Int64?)
  case state(String, animated: Bool)
  case action(ChildAction)
  /// To put the user on a row.
  case select(row: UInt64)
  /// To keep the user on the first or the last row of the view.
  case anchor(SelectionAnchor)
  /// To mark rows side by side, or to unmark them.
  case mark(row: UInt64, count: UInt64, isMarked: Bool)
  /// To show other rows, or others first.
  case show(ViewRequest)
  /// To look for the next match; without a place from the first row on, or from the last.
  case find(RowFilter, fromPlace: UInt64?, isBackward: Bool)
  case endFind
  /// To be in front of the children that take keys.
  case front
  /// That what is typed is text for it from now on, or is not.
  case takeText(Bool)
  /// To dock there from now on, or nowhere.
  case dock(Dock?)
  /// To have no room where it docks, or its room again.
  case collapse(Bool)
  /// To have its insets asked for again.
  case refreshPlace
  case message(ChildMessage)
  /// To run a program, whose end is told by the number.
  case run(ChildProgram, number: UInt64)
  /// To end a program early.
  case cancel(number: UInt64)
}

/// What a child asks the program for: it is done when the child's call has returned.
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
}

extension ChildAction {
  package static let acceptedBytesLimit = 64 << 10
  package static let acceptedRowsLimit = 4096
  package static let clipboardBytesLimit = 100 << 10
  private static let titleColumnsLimit = 256

  /// A text as a terminal's window may have it for a title.
  package static func title(_ text: String) -> String {
    let line = HarmlessText.cleanLine(text)
    let fitting = TextWidth.prefix(of: line.utf8.span, columns: titleColumnsLimit).bytes
    return String(decoding: line.utf8.prefix(fitting), as: UTF8.self)
  }

  /// Refuses a text that other programs may not get; what is copied is made harmless instead.
  package func checkText() throws(Refusal) {
    guard case .acceptText(let text, _) = self,
      let scalar = HarmlessText.firstHarmful(in: text.span)
    else { return }
    throw .harmfulText(scalar: scalar)
  }

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

  /// The function of the header that asks for it.
  package var function: HostFunction {
    switch self {
    case .reload, .quit, .acceptRow: .perform
    case .acceptRows: .actionsAcceptRows
    case .acceptText: .actionsAcceptText
    case .clipboard: .actionsClipboard
    case .title: .actionsTitle
    case .bell: .actionsBell
    }
  }
}

extension ChildRequest {
  /// Whether it is about rows of the content, by their numbers.
  package var namesRows: Bool {
    switch self {
    case .select, .mark: true
    case .action(let action): !action.rows.isEmpty
    default: false
    }
  }

  /// Whether it may lead to other rows being chosen.
  package var changesChosenRows: Bool {
    switch self {
    case .select, .anchor, .mark, .show, .find: true
    default: false
    }
  }

  /// The function of the header that makes it.
  package var function: HostFunction {
    switch self {
    case .draw: .invalidate
    case .timer: .wakeAfter
    case .state: .requestState
    case .action(let action): action.function
    case .select: .selectionSetRow
    case .anchor: .selectionAnchor
    case .mark: .selectionMark
    case .show: .viewShow
    case .find, .endFind: .viewFind
    case .front: .focusAsk
    case .takeText: .focusTakeText
    case .dock: .placeClaim
    case .collapse: .collapseSet
    case .refreshPlace: .placeRefresh
    case .message: .messagesSend
    case .run: .runRun
    case .cancel: .runCancel
    }
  }

  /// The kind of act, also where that depends on what is asked for.
  package var act: HostFunction.Act {
    switch self {
    case .action(.reload), .action(.quit), .action(.acceptRow): .second
    case .run(let program, _): program.usesTerminal ? .second : .none
    case .takeText(let takesText): takesText ? .first : .none
    default: function.facts.act
    }
  }
}
