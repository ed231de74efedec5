/// The functions by which a child enters the host, in the order of the header.
package enum HostFunction: UInt32, CaseIterable, Sendable, CustomStringConvertible {
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
  case canvasText
  case canvasFill
  case canvasCursor
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
  case focusAsk
  case focusInFront
  case focusCount
  case focusTakeText
  case optionsFlag
  case optionsInteger
  case optionsNumber
  case optionsDuration
  case canvasLink
  case canvasDim
  case textFit
  case acceptText
  case acceptRows
  case clipboard
  case title
  case bell
  case placeClaim
  case placeRefresh
  case messagesSend
  case run
  case cancelRun

  /// When in a child's life the header allows it, as its tag says.
  enum Moment {
    case anyThread
    case alive
    case aliveNotInDraw
    case onScreenNotInDraw
    case inDraw
  }

  @inline(__always)
  var moment: Moment {
    switch self {
    case .log, .wake: .anyThread
    case .requestState, .focusTakeText, .placeClaim, .placeRefresh, .messagesSend, .cancelRun:
      .aliveNotInDraw
    case .perform, .selectionSetRow, .selectionMark, .selectionAnchor, .viewShow, .viewFind,
      .focusAsk,
      .acceptText, .acceptRows, .clipboard, .title, .bell, .run:
      .onScreenNotInDraw
    case .canvasText, .canvasFill, .canvasCursor, .canvasLink, .canvasDim: .inDraw
    case .now, .invalidate, .wakeAfter, .content, .contentText, .contentColumn, .contentRow,
      .contentCell, .textColumns, .terminal, .themeColour, .option, .getExtension,
      .situationFlags, .situationState, .selectionRow, .selectionMarkedCount, .selectionIsMarked,
      .selectionMarkedRows, .selectionGoneCount, .selectionNotice, .viewInfo, .viewRows, .viewPlace,
      .viewMatches, .viewFilter, .viewSort, .viewProblem, .viewCells, .focusInFront, .focusCount,
      .optionsFlag, .optionsInteger,
      .optionsNumber, .optionsDuration, .textFit:
      .alive
    }
  }

  /// Its name in the header.
  package var description: String {
    switch self {
    case .log: "host.log"
    case .wake: "host.wake"
    case .now: "host.now"
    case .invalidate: "host.invalidate"
    case .wakeAfter: "host.wake_after"
    case .requestState: "host.request_state"
    case .perform: "host.perform"
    case .content: "host.content"
    case .contentText: "host.content_text"
    case .contentColumn: "host.content_column"
    case .contentRow: "host.content_row"
    case .contentCell: "host.content_cell"
    case .textColumns: "host.text_columns"
    case .terminal: "host.terminal"
    case .themeColour: "host.theme_colour"
    case .option: "host.option"
    case .getExtension: "host.get_extension"
    case .canvasText: "canvas.text"
    case .canvasFill: "canvas.fill"
    case .canvasCursor: "canvas.cursor"
    case .situationFlags: "situation.flags"
    case .situationState: "situation.state"
    case .selectionRow: "selection.row"
    case .selectionSetRow: "selection.set_row"
    case .selectionMarkedCount: "selection.marked_count"
    case .selectionIsMarked: "selection.is_marked"
    case .selectionMarkedRows: "selection.marked_rows"
    case .selectionMark: "selection.mark"
    case .selectionAnchor: "selection.anchor"
    case .selectionGoneCount: "selection.gone_count"
    case .selectionNotice: "selection.notice"
    case .viewInfo: "view.info"
    case .viewRows: "view.rows"
    case .viewPlace: "view.place"
    case .viewMatches: "view.matches"
    case .viewFilter: "view.filter"
    case .viewSort: "view.sort"
    case .viewProblem: "view.problem"
    case .viewShow: "view.show"
    case .viewFind: "view.find"
    case .viewCells: "view.cells"
    case .focusAsk: "focus.ask"
    case .focusInFront: "focus.in_front"
    case .focusCount: "focus.count"
    case .focusTakeText: "focus.take_text"
    case .optionsFlag: "options.flag"
    case .optionsInteger: "options.integer"
    case .optionsNumber: "options.number"
    case .optionsDuration: "options.duration"
    case .canvasLink: "canvas.link"
    case .canvasDim: "canvas.dim"
    case .textFit: "text.fit"
    case .acceptText: "actions.accept_text"
    case .acceptRows: "actions.accept_rows"
    case .clipboard: "actions.clipboard"
    case .title: "actions.title"
    case .bell: "actions.bell"
    case .placeClaim: "place.claim"
    case .placeRefresh: "place.refresh"
    case .messagesSend: "messages.send"
    case .run: "run.run"
    case .cancelRun: "run.cancel"
    }
  }
}
