// Made from childplugin.h by `make generate`: do not edit.
/// The C functions of the host that a plugin can call, in the order of the header: the name of
/// each, when it may be called, and the user activation and the permission that it needs.
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
  case rememberOption
  case messagesSend

  /// The name in messages: `host.log`, `selection.row`.
  package var name: StaticString {
    switch self {
    case .canvasText: "canvas.text"
    case .canvasFill: "canvas.fill"
    case .canvasCursor: "canvas.cursor"
    case .canvasLink: "canvas.link"
    case .canvasDim: "canvas.dim"
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
    case .stylesOfCell: "styles.of_cell"
    case .stylesOfText: "styles.of_text"
    case .focusAsk: "focus.ask"
    case .focusInFront: "focus.in_front"
    case .focusCount: "focus.count"
    case .focusTakeText: "focus.take_text"
    case .optionsFlag: "options.flag"
    case .optionsInteger: "options.integer"
    case .optionsNumber: "options.number"
    case .optionsDuration: "options.duration"
    case .textFit: "text.fit"
    case .actionsAcceptText: "actions.accept_text"
    case .actionsAcceptRows: "actions.accept_rows"
    case .actionsClipboard: "actions.clipboard"
    case .actionsTitle: "actions.title"
    case .actionsBell: "actions.bell"
    case .runRun: "run.run"
    case .runCancel: "run.cancel"
    case .placeClaim: "place.claim"
    case .placeRefresh: "place.refresh"
    case .collapseSet: "collapse.set"
    case .rememberOption: "remember.option"
    case .messagesSend: "messages.send"
    }
  }

  /// When a plugin may call it.
  @inline(__always)
  package var moment: Moment {
    switch self {
    case .canvasText, .canvasFill, .canvasCursor, .canvasLink, .canvasDim: .inDraw
    case .log, .wake: .anyThread
    case .now, .invalidate, .wakeAfter, .content, .contentText, .contentColumn, .contentRow,
      .contentCell, .textColumns, .terminal, .themeColour, .option, .getExtension, .situationFlags,
      .situationState, .selectionRow, .selectionMarkedCount, .selectionIsMarked,
      .selectionMarkedRows, .selectionGoneCount, .selectionNotice, .viewInfo, .viewRows, .viewPlace,
      .viewMatches, .viewFilter, .viewSort, .viewProblem, .viewCells, .stylesOfCell, .stylesOfText,
      .focusInFront, .focusCount, .optionsFlag, .optionsInteger, .optionsNumber, .optionsDuration,
      .textFit:
      .alive
    case .requestState, .focusTakeText, .runCancel, .placeClaim, .placeRefresh, .collapseSet,
      .messagesSend:
      .aliveNotInDraw
    case .perform, .selectionSetRow, .selectionMark, .selectionAnchor, .viewShow, .viewFind,
      .focusAsk, .actionsAcceptText, .actionsAcceptRows, .actionsClipboard, .actionsTitle,
      .actionsBell, .runRun, .rememberOption:
      .onScreenNotInDraw
    }
  }

  /// How far a call acts for the user.
  package var act: Act {
    switch self {
    case .requestState, .selectionSetRow, .selectionMark, .selectionAnchor, .viewShow, .viewFind,
      .focusAsk, .placeClaim, .rememberOption:
      .first
    case .perform, .focusTakeText, .runRun: .byRequest
    case .actionsAcceptText, .actionsAcceptRows, .actionsClipboard: .second
    default: .none
    }
  }

  /// The need that must be granted, whatever the arguments are.
  package var need: PluginNeeds {
    switch self {
    case .runRun: .run
    default: []
    }
  }

  /// Whether it is available to children only, not on the plugin's own host.
  package var needsChild: Bool {
    switch self {
    case .log, .textColumns, .getExtension, .stylesOfText, .textFit: false
    default: true
    }
  }

  package var description: String { "\(name)" }
}
