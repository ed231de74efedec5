/// The functions by which a child enters the host, in the order of the header.
///
/// A gate has a bit for every byte, so no two functions share one.
package enum HostFunction: UInt8, CaseIterable, Sendable, CustomStringConvertible {
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

  /// When in a child's life the header allows a function, and on which thread, as its tag says.
  package enum Moment: Sendable {
    case anyThread
    // All others on the main thread.
    case alive
    case aliveNotInDraw
    case onScreenNotInDraw
    case inDraw
  }

  /// Whether a function acts for the user, and so what allows a call.
  package enum Act: Sendable {
    /// It reads, or concerns the child alone.
    case none
    /// It changes what the user sees or works with: it needs a user activation, and does not consume it.
    case first
    /// It ends the run or leaves the program: it consumes the activation of a key, a paste or a button press.
    case second
    /// The kind depends on the arguments: see `ChildRequest.act`.
    case byRequest
  }

  /// What the host knows of a function.
  package struct Facts: Sendable {
    /// The name in the header.
    package let name: StaticString
    package let moment: Moment
    package let act: Act
    /// What the user has to grant for it, whatever the arguments are.
    package let need: PluginNeeds

    @inline(__always)
    fileprivate init(
      _ name: StaticString, _ moment: Moment, _ act: Act, need: PluginNeeds = []
    ) {
      self.name = name
      self.moment = moment
      self.act = act
      self.need = need
    }
  }

  /// The table of all functions: what is not in it does not compile.
  @inline(__always)
  package var facts: Facts {
    switch self {
    case .log: Facts("host.log", .anyThread, .none)
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
    case .textColumns: Facts("host.text_columns", .alive, .none)
    case .terminal: Facts("host.terminal", .alive, .none)
    case .themeColour: Facts("host.theme_colour", .alive, .none)
    case .option: Facts("host.option", .alive, .none)
    case .getExtension: Facts("host.get_extension", .alive, .none)
    case .canvasText: Facts("canvas.text", .inDraw, .none)
    case .canvasFill: Facts("canvas.fill", .inDraw, .none)
    case .canvasCursor: Facts("canvas.cursor", .inDraw, .none)
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
    case .focusAsk: Facts("focus.ask", .onScreenNotInDraw, .first)
    case .focusInFront: Facts("focus.in_front", .alive, .none)
    case .focusCount: Facts("focus.count", .alive, .none)
    case .focusTakeText: Facts("focus.take_text", .aliveNotInDraw, .byRequest)
    case .optionsFlag: Facts("options.flag", .alive, .none)
    case .optionsInteger: Facts("options.integer", .alive, .none)
    case .optionsNumber: Facts("options.number", .alive, .none)
    case .optionsDuration: Facts("options.duration", .alive, .none)
    case .canvasLink: Facts("canvas.link", .inDraw, .none)
    case .canvasDim: Facts("canvas.dim", .inDraw, .none)
    case .textFit: Facts("text.fit", .alive, .none)
    case .acceptText: Facts("actions.accept_text", .onScreenNotInDraw, .second)
    case .acceptRows: Facts("actions.accept_rows", .onScreenNotInDraw, .second)
    case .clipboard: Facts("actions.clipboard", .onScreenNotInDraw, .second)
    case .title: Facts("actions.title", .onScreenNotInDraw, .none)
    case .bell: Facts("actions.bell", .onScreenNotInDraw, .none)
    case .placeClaim: Facts("place.claim", .aliveNotInDraw, .first)
    case .placeRefresh: Facts("place.refresh", .aliveNotInDraw, .none)
    case .messagesSend: Facts("messages.send", .aliveNotInDraw, .none)
    case .run: Facts("run.run", .onScreenNotInDraw, .byRequest, need: .run)
    case .cancelRun: Facts("run.cancel", .aliveNotInDraw, .none)
    }
  }

  package var description: String { "\(facts.name)" }
}
