internal import HostPlugins
internal import HostSystem

/// The call during which a child in a worker made a request: an input with its number, a change
/// notification, or another call; sent along, because some requests are allowed only in some calls.
package enum CallOrigin: Equatable, Sendable {
  /// The input with this ticket.
  case input(UInt32)
  /// A notification that something the child follows has changed.
  case change
  case other
}

extension ChildRequest: GeneratedWireValue {
  /// Whether the request obeys the limits of the header.
  var isWithinLimits: Bool {
    switch self {
    case .timer(let delay): delay ?? 0 >= 0
    case .state(let name, _): name.utf8.count <= Self.nameBytesLimit
    default: true
    }
  }

  private static let nameBytesLimit = 4096
}

extension ChildAction: GeneratedWireValue {
  var isWithinLimits: Bool {
    switch self {
    case .acceptRows(let rows): rows.count <= Self.acceptedRowsLimit
    case .acceptText(let text, _): text.count <= Self.acceptedBytesLimit
    case .clipboard(let text): text.count <= Self.clipboardBytesLimit
    case .title(let text): Self.title(text) == text
    case .reload, .quit, .acceptRow, .bell: true
    }
  }
}

extension ChildProgram: WireValue {
  func write(to writer: inout ByteWriter) {
    writer.append(words, input, rowUse, usesTerminal, generation)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    let (words, input): ([[UInt8]], [UInt8]) = (try reader.next(), try reader.next())
    let (rowUse, usesTerminal): (RowUse, Bool) = (try reader.next(), try reader.next())
    let program = try? Self(
      words, input: input, rowUse: rowUse, usesTerminal: usesTerminal,
      generation: try reader.uint64())
    guard let program, rowUse.isSubset(of: .all) else { throw .init() }
    self = program
  }
}

extension ChildProgram.RowUse: WireRawValue {}

extension CallOrigin: GeneratedWireValue {}
