package import HostContent
package import HostSurface
internal import HostText

/// A request of a plugin's child to the host, such as to redraw, move the cursor, set a timer or
/// run a program, with the host function that makes it and the user activation that it needs.
///
/// It is a value, the same in this process and in a worker process.
package enum ChildRequest: Equatable, Sendable {
  /// Draw the child before the next frame.
  case draw
  /// Set the child's only timer, relative to now; nil stops it.
  case timer(afterNanoseconds: Int64?)
  case state(String, animated: Bool)
  case action(ChildAction)
  case select(row: UInt64)
  /// Keep the cursor on the first or the last row of the view.
  case anchor(SelectionAnchor)
  case mark(row: UInt64, count: UInt64, isMarked: Bool)
  case show(ViewRequest)
  /// Find the next match; without a place, from the first row on, or backward from the last.
  case find(RowFilter, fromPlace: UInt64?, isBackward: Bool)
  case endFind
  /// Move the child in front of the others that take keys.
  case front
  case takeText(Bool)
  case dock(Dock?)
  case collapse(Bool)
  /// Keep a value of an option of the child for the source.
  case remember(option: String, value: String)
  /// Query the child's insets again.
  case refreshPlace
  case message(ChildMessage)
  /// Run a program; the number identifies it when its end is reported.
  case run(ChildProgram, number: UInt64)
  case cancel(number: UInt64)
}

/// A request of a plugin's child to the program as a whole: reload, quit, accept rows or a text,
/// copy, set the title or ring the bell.
///
/// It is performed when the call to the child has returned.
package enum ChildAction: Equatable, Sendable {
  case reload, quit
  case acceptRow(UInt64)
  /// The user chose these rows, in this order.
  case acceptRows([UInt64])
  /// The user chose a text of the child's own.
  case acceptText([UInt8], exitStatus: UInt8)
  case clipboard([UInt8])
  /// The title of the terminal's window, without control characters.
  case title(String)
  case bell

  package static let acceptedBytesLimit = 64 << 10
  package static let acceptedRowsLimit = 4096
  package static let clipboardBytesLimit = 100 << 10
  private static let titleColumnsLimit = 256

  /// Sanitises a text and truncates it for a window title.
  package static func title(_ text: String) -> String {
    let line = HarmlessText.cleanLine(text)
    let fitting = TextWidth.prefix(of: line.utf8.span, columns: titleColumnsLimit).bytes
    return String(decoding: line.utf8.prefix(fitting), as: UTF8.self)
  }

  /// Refuses text with characters that must not reach other programs; copied text is sanitised.
  package func checkText() throws(Refusal) {
    guard case .acceptText(let text, _) = self,
      let scalar = HarmlessText.firstHarmful(in: text.span)
    else { return }
    throw .harmfulText(scalar: scalar)
  }

  package var rows: [UInt64] {
    switch self {
    case .acceptRow(let row): [row]
    case .acceptRows(let rows): rows
    case .reload, .quit, .acceptText, .clipboard, .title, .bell: []
    }
  }

  package var needsContent: Bool { traits.needsContent }
  /// Whether rows leave the program with it; a text for the clipboard may be rows.
  package var takesRows: Bool { traits.takesRows }
  package var function: HostFunction { traits.function }

  private var traits: (function: HostFunction, needsContent: Bool, takesRows: Bool) {
    switch self {
    case .reload: (.perform, true, false)
    case .quit: (.perform, false, false)
    case .acceptRow: (.perform, true, true)
    case .acceptRows: (.actionsAcceptRows, true, true)
    case .acceptText: (.actionsAcceptText, false, false)
    case .clipboard: (.actionsClipboard, false, true)
    case .title: (.actionsTitle, false, false)
    case .bell: (.actionsBell, false, false)
    }
  }
}

extension ChildRequest {
  package var namesRows: Bool {
    switch self {
    case .select, .mark: true
    case .action(let action): !action.rows.isEmpty
    default: false
    }
  }

  /// Whether the request may change which rows are chosen.
  package var changesChosenRows: Bool {
    switch self {
    case .select, .anchor, .mark, .show, .find: true
    default: false
    }
  }

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
    case .remember: .rememberOption
    case .refreshPlace: .placeRefresh
    case .message: .messagesSend
    case .run: .runRun
    case .cancel: .runCancel
    }
  }

  /// The kind of act, including where it depends on the arguments.
  package var act: HostFunction.Act {
    switch self {
    case .action(.reload), .action(.quit), .action(.acceptRow): .second
    case .run(let program, _): program.usesTerminal ? .second : .none
    case .takeText(let takesText): takesText ? .first : .none
    default: function.act
    }
  }
}

/// A message from one child of a plugin to the children, of any plugin, with one id or to all
/// others: a subject and a body, which the host does not interpret, within limits of size.
package struct ChildMessage: Equatable, Sendable {
  /// The id of the recipients; empty for all other children.
  package var to: String
  /// The type of the body, 1…255 bytes.
  package var subject: String
  package var body: [UInt8]

  package static let idBytesLimit = 255
  package static let bodyBytesLimit = 64 << 10

  package init(to: String, subject: String, body: [UInt8]) {
    self.to = to
    self.subject = subject
    self.body = body
  }

  /// Whether there is a subject and everything is within its limit.
  package var isWithinLimits: Bool {
    to.utf8.count <= Self.idBytesLimit && 1...Self.idBytesLimit ~= subject.utf8.count
      && body.count <= Self.bodyBytesLimit
  }
}
