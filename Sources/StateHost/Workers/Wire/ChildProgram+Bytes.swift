internal import HostPlugins
internal import HostSystem

extension ChildProgram: WireValue {
  private static let fields = WireFields(
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

  func write(to writer: inout ByteWriter) { Self.fields.write(self, to: &writer) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self = try Self.fields.read(from: &reader)
  }
}

extension ProgramEnd {
  func write(to writer: inout ByteWriter) {
    writer.append(number)
    switch how {
    case .exited(let status):
      writer.append(Tag.exited.rawValue)
      writer.append(status)
    case .killed(let signal):
      writer.append(Tag.killed.rawValue)
      writer.append(signal)
    case .notStarted: writer.append(Tag.notStarted.rawValue)
    }
    for written in [output, errors] {
      writer.append(written.bytes)
      writer.append(written.isCut)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    let number = try reader.uint64()
    let how: How
    switch Tag(rawValue: try reader.uint8()) {
    case .exited: how = .exited(try reader.int32())
    case .killed: how = .killed(signal: try reader.int32())
    case .notStarted: how = .notStarted
    case nil: throw .init()
    }
    self.init(
      number, how, output: try Output(from: &reader), errors: try Output(from: &reader))
  }

  /// The byte that says in a message how a child's program ended: exited, killed or not started.
  private enum Tag: UInt8 {
    case exited = 1
    case killed, notStarted
  }
}

extension ProgramEnd.Output {
  fileprivate init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(
      Array(try reader.bytes(limit: Self.bytesLimit)), isCut: try reader.flag())
  }
}
