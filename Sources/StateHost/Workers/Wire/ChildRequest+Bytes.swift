internal import HostContent
internal import HostPlugins
internal import HostSurface
internal import HostSystem

/// The call during which a child in a worker process made a request: an input with its number, a notification of a
/// change, or another call; sent with the request, because the host permits some requests only in some calls.
package enum CallOrigin: Equatable, Sendable {
  /// The input with this ticket.
  case input(UInt32)
  /// A notification that something the child follows has changed.
  case change
  case other
}

extension ChildRequest: WireValue {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .draw: writer.append(Tag.draw)
    case .timer(let delay): writer.append(Tag.timer, delay)
    case .state(let name, let isAnimated): writer.append(Tag.state, name, isAnimated)
    case .action(let action): writer.append(Tag.action, action)
    case .select(let row): writer.append(Tag.select, row)
    case .anchor(let anchor): writer.append(Tag.anchor, anchor)
    case .mark(let row, let count, let isMarked): writer.append(Tag.mark, row, count, isMarked)
    case .show(let request): writer.append(Tag.show, request)
    case .find(let filter, let place, let isBackward):
      writer.append(Tag.find, filter, place, isBackward)
    case .endFind: writer.append(Tag.endFind)
    case .front: writer.append(Tag.front)
    case .takeText(let takesText): writer.append(Tag.takeText, takesText)
    case .dock(let dock): writer.append(Tag.dock, dock)
    case .collapse(let isCollapsed): writer.append(Tag.collapse, isCollapsed)
    case .refreshPlace: writer.append(Tag.refreshPlace)
    case .remember(let option, let value): writer.append(Tag.remember, option, value)
    case .message(let message): writer.append(Tag.message, message)
    case .run(let program, let number): writer.append(Tag.run, program, number)
    case .cancel(let number): writer.append(Tag.cancel, number)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.next() as Tag {
    case .draw: self = .draw
    case .timer: self = try reader.next(Self.timer)
    case .state: self = try reader.next(Self.state)
    case .action: self = try reader.next(Self.action)
    case .select: self = try reader.next(Self.select)
    case .anchor: self = try reader.next(Self.anchor)
    case .mark: self = try reader.next(Self.mark)
    case .show: self = try reader.next(Self.show)
    case .find: self = try reader.next(Self.find)
    case .endFind: self = .endFind
    case .front: self = .front
    case .takeText: self = try reader.next(Self.takeText)
    case .dock: self = try reader.next(Self.dock)
    case .collapse: self = try reader.next(Self.collapse)
    case .refreshPlace: self = .refreshPlace
    case .remember: self = try reader.next(Self.remember)
    case .message: self = try reader.next(Self.message)
    case .run: self = try reader.next(Self.run)
    case .cancel: self = try reader.next(Self.cancel)
    }
    guard isWithinLimits else { throw .init() }
  }

  /// Whether the request obeys the limits of the header.
  private var isWithinLimits: Bool {
    switch self {
    case .timer(let delay): delay ?? 0 >= 0
    case .state(let name, _): name.utf8.count <= Self.nameBytesLimit
    default: true
    }
  }

  private static let nameBytesLimit = 4096

  private enum Tag: UInt8, WireRawValue {
    case draw = 1
    case timer, state, action, select, anchor, mark, show, find, endFind, front, takeText, dock
    case collapse, refreshPlace, message, run, cancel, remember
  }
}

extension ChildAction: WireValue {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .reload: writer.append(Tag.reload)
    case .quit: writer.append(Tag.quit)
    case .acceptRow(let row): writer.append(Tag.acceptRow, row)
    case .acceptRows(let rows): writer.append(Tag.acceptRows, rows)
    case .acceptText(let text, let status): writer.append(Tag.acceptText, text, status)
    case .clipboard(let text): writer.append(Tag.clipboard, text)
    case .title(let text): writer.append(Tag.title, text)
    case .bell: writer.append(Tag.bell)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.next() as Tag {
    case .reload: self = .reload
    case .quit: self = .quit
    case .acceptRow: self = try reader.next(Self.acceptRow)
    case .acceptRows: self = try reader.next(Self.acceptRows)
    case .acceptText: self = try reader.next(Self.acceptText)
    case .clipboard: self = try reader.next(Self.clipboard)
    case .title: self = try reader.next(Self.title)
    case .bell: self = .bell
    }
    guard isWithinLimits else { throw .init() }
  }

  private var isWithinLimits: Bool {
    switch self {
    case .acceptRows(let rows): rows.count <= Self.acceptedRowsLimit
    case .acceptText(let text, _): text.count <= Self.acceptedBytesLimit
    case .clipboard(let text): text.count <= Self.clipboardBytesLimit
    case .title(let text): Self.title(text) == text
    case .reload, .quit, .acceptRow, .bell: true
    }
  }

  private enum Tag: UInt8, WireRawValue {
    case reload = 1
    case quit, acceptRow, acceptRows, acceptText, clipboard, title, bell
  }
}

extension ChildProgram: WireStruct {
  static let fields = WireFields(
    {
      (words: [[UInt8]], input: [UInt8], rowUse: UInt32, usesTerminal: Bool, generation: UInt64)
        throws(ByteReader.Malformed) in
      do throws(Refusal) {
        let rowUse = RowUse(rawValue: rowUse)
        guard rowUse.isSubset(of: .all) else { throw .noProgram }
        return try ChildProgram(
          words, input: input, rowUse: rowUse, usesTerminal: usesTerminal, generation: generation)
      } catch {
        throw .init()
      }
    },
    { ($0.words, $0.input, $0.rowUse.rawValue, $0.usesTerminal, $0.generation) })
}

extension CallOrigin: WireValue {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .input(let number): writer.append(Tag.input, number)
    case .change: writer.append(Tag.change)
    case .other: writer.append(Tag.other)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.next() as Tag {
    case .input: self = try reader.next(Self.input)
    case .change: self = .change
    case .other: self = .other
    }
  }

  private enum Tag: UInt8, WireRawValue {
    case input = 1
    case change, other
  }
}
