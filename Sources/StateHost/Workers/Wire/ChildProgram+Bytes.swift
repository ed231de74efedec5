internal import HostPlugins
internal import HostSystem

/// A program that a child asks for, as bytes.
extension ChildProgram {
  func write(to writer: inout ByteWriter) {
    writer.append(UInt32(words.count))
    for word in words { writer.append(word) }
    writer.append(input)
    writer.append(rowUse.rawValue)
    writer.append(usesTerminal)
    writer.append(generation)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    var words: [[UInt8]] = []
    for _ in 0..<(try reader.count(limit: Self.wordsLimit)) {
      words.append(Array(try reader.bytes(limit: Self.wordBytesLimit)))
    }
    let input = Array(try reader.bytes(limit: Self.inputBytesLimit))
    let rowUse = RowUse(rawValue: try reader.uint32())
    guard rowUse.isSubset(of: .all) else { throw .init() }
    let usesTerminal = try reader.flag()
    let generation = try reader.uint64()
    do throws(RunRefusal) {
      self = try ChildProgram(
        words, input: input, rowUse: rowUse, usesTerminal: usesTerminal, generation: generation)
    } catch {
      throw .init()
    }
  }
}

/// What has become of one, as bytes.
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
