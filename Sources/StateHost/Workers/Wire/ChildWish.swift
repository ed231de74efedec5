package import HostContent
package import HostPlugins
package import HostSurface
internal import HostSystem

/// What a child in a worker asks of the host, or does wrong.
package enum ChildWish: Equatable, Sendable {
  /// To be drawn.
  case draw
  /// Its timer; nil stops it.
  case timer(afterNanoseconds: Int64?)
  /// To be woken, as it asked for on some thread.
  case wake
  case state(String, animated: Bool, afterNanoseconds: Int64)
  case action(ChildAction)
  /// To put the user on a row.
  case select(row: UInt64)
  /// To keep the user on the first or the last row of the view.
  case anchor(SelectionAnchor)
  /// To mark rows side by side, or to unmark them.
  case mark(row: UInt64, count: UInt64, Bool)
  /// To show other rows, or others first.
  case show(ViewRequest)
  /// To look for the next match; without a place from the first row on, or from the last.
  case find(RowFilter, fromPlace: UInt64?, isBackward: Bool)
  case endFind
  /// To be in front of those that take keys.
  case front
  /// That what is typed is text for it from now on, or is not.
  case takeText(Bool)
  /// To dock there, or nowhere.
  case dock(Dock?)
  /// To say something to other children.
  case message(ChildMessage)
  /// To have a program run, and to be told of its end by the number.
  case run(ChildProgram, number: UInt64)
  /// To end a program early.
  case cancel(number: UInt64)
  case fault(what: String, remedy: String)
}

extension ChildWish {
  /// It is about rows of the content, by their numbers.
  var namesRows: Bool {
    switch self {
    case .select, .mark: true
    case .action(let action): !action.rows.isEmpty
    default: false
    }
  }

  func write(to writer: inout ByteWriter) {
    switch self {
    case .draw: writer.append(Tag.draw.rawValue)
    case .timer(let delay):
      writer.append(Tag.timer.rawValue)
      writer.append(delay ?? -1)
    case .wake: writer.append(Tag.wake.rawValue)
    case .state(let name, let animated, let delay):
      writer.append(Tag.state.rawValue)
      writer.append(name)
      writer.append(animated)
      writer.append(delay)
    case .action(let action):
      switch action {
      case .reload: writer.append(Tag.reload.rawValue)
      case .quit: writer.append(Tag.quit.rawValue)
      case .acceptRow(let row):
        writer.append(Tag.acceptRow.rawValue)
        writer.append(row)
      case .acceptRows(let rows):
        writer.append(Tag.acceptRows.rawValue)
        writer.append(UInt32(rows.count))
        for row in rows { writer.append(row) }
      case .acceptText(let text, let status):
        writer.append(Tag.acceptText.rawValue)
        writer.append(text)
        writer.append(status)
      case .clipboard(let text):
        writer.append(Tag.clipboard.rawValue)
        writer.append(text)
      case .title(let text):
        writer.append(Tag.title.rawValue)
        writer.append(text)
      case .bell: writer.append(Tag.bell.rawValue)
      }
    case .select(let row):
      writer.append(Tag.select.rawValue)
      writer.append(row)
    case .anchor(let anchor):
      writer.append(Tag.anchor.rawValue)
      writer.append(anchor.rawValue)
    case .mark(let row, let count, let isMarked):
      writer.append(Tag.mark.rawValue)
      writer.append(row)
      writer.append(count)
      writer.append(isMarked)
    case .show(let request):
      writer.append(Tag.show.rawValue)
      request.write(to: &writer)
    case .find(let filter, let place, let isBackward):
      writer.append(Tag.find.rawValue)
      filter.write(to: &writer)
      writer.append(place ?? .max)
      writer.append(isBackward)
    case .endFind: writer.append(Tag.endFind.rawValue)
    case .front: writer.append(Tag.front.rawValue)
    case .takeText(let takesText):
      writer.append(Tag.takeText.rawValue)
      writer.append(takesText)
    case .dock(let dock):
      writer.append(Tag.dock.rawValue)
      Dock.write(dock, to: &writer)
    case .message(let message):
      writer.append(Tag.message.rawValue)
      message.write(to: &writer)
    case .run(let program, let number):
      writer.append(Tag.run.rawValue)
      program.write(to: &writer)
      writer.append(number)
    case .cancel(let number):
      writer.append(Tag.cancel.rawValue)
      writer.append(number)
    case .fault(let what, let remedy):
      writer.append(Tag.fault.rawValue)
      writer.append(what)
      writer.append(remedy)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch Tag(rawValue: try reader.uint8()) {
    case .draw: self = .draw
    case .timer:
      let delay = try reader.int64()
      guard delay >= -1 else { throw .init() }
      self = .timer(afterNanoseconds: delay < 0 ? nil : delay)
    case .wake: self = .wake
    case .state:
      self = .state(
        try reader.text(limit: Self.textBytesLimit), animated: try reader.flag(),
        afterNanoseconds: try reader.int64())
    case .reload: self = .action(.reload)
    case .quit: self = .action(.quit)
    case .acceptRow: self = .action(.acceptRow(try reader.uint64()))
    case .acceptRows:
      var rows: [UInt64] = []
      for _ in 0..<(try reader.count(limit: ChildAction.acceptedRowsLimit)) {
        rows.append(try reader.uint64())
      }
      self = .action(.acceptRows(rows))
    case .acceptText:
      self = .action(
        .acceptText(
          Array(try reader.bytes(limit: ChildAction.acceptedBytesLimit)),
          exitStatus: try reader.uint8()))
    case .clipboard:
      self = .action(
        .clipboard(Array(try reader.bytes(limit: ChildAction.clipboardBytesLimit))))
    case .title:
      let title = try reader.text(limit: Self.textBytesLimit)
      guard ChildAction.title(title) == title else { throw .init() }
      self = .action(.title(title))
    case .bell: self = .action(.bell)
    case .select: self = .select(row: try reader.uint64())
    case .anchor:
      guard let anchor = SelectionAnchor(rawValue: try reader.uint32()) else { throw .init() }
      self = .anchor(anchor)
    case .mark:
      self = .mark(
        row: try reader.uint64(), count: try reader.uint64(), try reader.flag())
    case .show: self = .show(try ViewRequest(from: &reader))
    case .find:
      let filter = try RowFilter(from: &reader)
      let place = try reader.uint64()
      self = .find(
        filter, fromPlace: place == .max ? nil : place, isBackward: try reader.flag())
    case .endFind: self = .endFind
    case .front: self = .front
    case .takeText: self = .takeText(try reader.flag())
    case .dock: self = .dock(try Dock.read(from: &reader))
    case .message: self = .message(try ChildMessage(from: &reader))
    case .run: self = .run(try ChildProgram(from: &reader), number: try reader.uint64())
    case .cancel: self = .cancel(number: try reader.uint64())
    case .fault:
      self = .fault(
        what: try reader.text(limit: Self.textBytesLimit),
        remedy: try reader.text(limit: Self.textBytesLimit))
    case nil: throw .init()
    }
  }

  private static let textBytesLimit = 4096

  private enum Tag: UInt8 {
    case draw = 1
    case timer, wake, state, reload, quit, acceptRow, fault, select, mark
    case show, find, endFind, front, takeText
    case acceptRows, acceptText, clipboard, title, bell, dock, message
    case run, cancel, anchor
  }
}
