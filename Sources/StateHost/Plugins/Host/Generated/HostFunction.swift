// Made from childplugin.h by `make generate`: do not edit.
/// The functions by which a child enters the host, in the order of the header.
package enum HostFunction: UInt8, CaseIterable, Sendable, CustomStringConvertible {
  case canvasText
  case canvasFill
  case canvasCursor
  case canvasLink
  case canvasDim
  case log
  case wake
  case now
  case invalidate
  case wakeAfter
  case requestState
  case perform
  case content
  case contentText
  case contentColumn
  case contentRow
  case contentCell
  case textColumns
  case terminal
  case themeColour
  case option
  case getExtension
  case situationFlags
  case situationState
  case selectionRow
  case selectionSetRow
  case selectionMarkedCount
  case selectionIsMarked
  case selectionMarkedRows
  case selectionMark
  case selectionAnchor
  case selectionGoneCount
  case selectionNotice
  case viewInfo
  case viewRows
  case viewPlace
  case viewMatches
  case viewFilter
  case viewSort
  case viewProblem
  case viewShow
  case viewFind
  case viewCells
  case stylesOfCell
  case stylesOfText
  case focusAsk
  case focusInFront
  case focusCount
  case focusTakeText
  case optionsFlag
  case optionsInteger
  case optionsNumber
  case optionsDuration
  case textFit
  case actionsAcceptText
  case actionsAcceptRows
  case actionsClipboard
  case actionsTitle
  case actionsBell
  case runRun
  case runCancel
  case placeClaim
  case placeRefresh
  case collapseSet
  case messagesSend

  /// What the header says of each.
  @inline(__always)
  package var facts: Facts {
    switch self {
    case .canvasText: Facts("canvas.text", .inDraw, .none)
    case .canvasFill: Facts("canvas.fill", .inDraw, .none)
    case .canvasCursor: Facts("canvas.cursor", .inDraw, .none)
    case .canvasLink: Facts("canvas.link", .inDraw, .none)
    case .canvasDim: Facts("canvas.dim", .inDraw, .none)
    case .log: Facts("host.log", .anyThread, .none, needsChild: false)
    case .wake: Facts("host.wake", .anyThread, .none)
    case .now: Facts("host.now", .alive, .none)
    case .invalidate: Facts("host.invalidate", .alive, .none)
    case .wakeAfter: Facts("host.wake_after", .alive, .none)
    case .requestState: Facts("host.request_state", .aliveNotInDraw, .first)
    case .perform: Facts("host.perform", .onScreenNotInDraw, .byRequest)
    case .content: Facts("host.content", .alive, .none)
    case .contentText: Facts("host.content_text", .alive, .none)
    case .contentColumn: Facts("host.content_column", .alive, .none)
    case .contentRow: Facts("host.content_row", .alive, .none)
    case .contentCell: Facts("host.content_cell", .alive, .none)
    case .textColumns: Facts("host.text_columns", .alive, .none, needsChild: false)
    case .terminal: Facts("host.terminal", .alive, .none)
    case .themeColour: Facts("host.theme_colour", .alive, .none)
    case .option: Facts("host.option", .alive, .none)
    case .getExtension: Facts("host.get_extension", .alive, .none, needsChild: false)
    case .situationFlags: Facts("situation.flags", .alive, .none)
    case .situationState: Facts("situation.state", .alive, .none)
    case .selectionRow: Facts("selection.row", .alive, .none)
    case .selectionSetRow: Facts("selection.set_row", .onScreenNotInDraw, .first)
    case .selectionMarkedCount: Facts("selection.marked_count", .alive, .none)
    case .selectionIsMarked: Facts("selection.is_marked", .alive, .none)
    case .selectionMarkedRows: Facts("selection.marked_rows", .alive, .none)
    case .selectionMark: Facts("selection.mark", .onScreenNotInDraw, .first)
    case .selectionAnchor: Facts("selection.anchor", .onScreenNotInDraw, .first)
    case .selectionGoneCount: Facts("selection.gone_count", .alive, .none)
    case .selectionNotice: Facts("selection.notice", .alive, .none)
    case .viewInfo: Facts("view.info", .alive, .none)
    case .viewRows: Facts("view.rows", .alive, .none)
    case .viewPlace: Facts("view.place", .alive, .none)
    case .viewMatches: Facts("view.matches", .alive, .none)
    case .viewFilter: Facts("view.filter", .alive, .none)
    case .viewSort: Facts("view.sort", .alive, .none)
    case .viewProblem: Facts("view.problem", .alive, .none)
    case .viewShow: Facts("view.show", .onScreenNotInDraw, .first)
    case .viewFind: Facts("view.find", .onScreenNotInDraw, .first)
    case .viewCells: Facts("view.cells", .alive, .none)
    case .stylesOfCell: Facts("styles.of_cell", .alive, .none)
    case .stylesOfText: Facts("styles.of_text", .alive, .none, needsChild: false)
    case .focusAsk: Facts("focus.ask", .onScreenNotInDraw, .first)
    case .focusInFront: Facts("focus.in_front", .alive, .none)
    case .focusCount: Facts("focus.count", .alive, .none)
    case .focusTakeText: Facts("focus.take_text", .aliveNotInDraw, .byRequest)
    case .optionsFlag: Facts("options.flag", .alive, .none)
    case .optionsInteger: Facts("options.integer", .alive, .none)
    case .optionsNumber: Facts("options.number", .alive, .none)
    case .optionsDuration: Facts("options.duration", .alive, .none)
    case .textFit: Facts("text.fit", .alive, .none, needsChild: false)
    case .actionsAcceptText: Facts("actions.accept_text", .onScreenNotInDraw, .second)
    case .actionsAcceptRows: Facts("actions.accept_rows", .onScreenNotInDraw, .second)
    case .actionsClipboard: Facts("actions.clipboard", .onScreenNotInDraw, .second)
    case .actionsTitle: Facts("actions.title", .onScreenNotInDraw, .none)
    case .actionsBell: Facts("actions.bell", .onScreenNotInDraw, .none)
    case .runRun: Facts("run.run", .onScreenNotInDraw, .byRequest, need: .run)
    case .runCancel: Facts("run.cancel", .aliveNotInDraw, .none)
    case .placeClaim: Facts("place.claim", .aliveNotInDraw, .first)
    case .placeRefresh: Facts("place.refresh", .aliveNotInDraw, .none)
    case .collapseSet: Facts("collapse.set", .aliveNotInDraw, .none)
    case .messagesSend: Facts("messages.send", .aliveNotInDraw, .none)
    }
  }

  package var description: String { "\(facts.name)" }
}
