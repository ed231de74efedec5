package import HostPlugins
package import HostSystem

/// What a worker tells the host, a message each.
///
/// Any of them may be a lie, and what is none of them ends the worker.
package enum WorkerMessage: Equatable, Sendable {
  /// The sandbox stands but for these parts, and the work can begin.
  case opened(lacking: SandboxParts)
  /// The plugin that is being looked into is in this step, such as `init`.
  case step(String)
  /// A `ScanResult`.
  case scanned(ArraySlice<UInt8>)
  /// The child is there; its descriptor says this.
  case created(child: UInt32, ChildType, ChildAnswers)
  /// The child could not be made.
  case refused(child: UInt32, what: String, remedy: String)
  /// The reply to a request for a child that the worker does not have.
  case gone(child: UInt32)
  /// A child asks for something, in the call that the ticket names; `generation`: of the content whose rows it means,
  /// nil for any.
  case request(
    child: UInt32, during: CallTicket, generation: UInt64? = nil, ChildRequest)
  /// A child asks to be woken, as it has on some thread.
  case wake(child: UInt32)
  /// A child has done something wrong.
  case fault(child: UInt32, what: String, remedy: String)
  case answers(child: UInt32, ChildAnswers)
  /// What has become of an input. A child that draws after it does so unasked, and shows this selection: `drawn` follows.
  case used(child: UInt32, ticket: UInt32, Bool, drawing: SelectionFacts? = nil)
  /// What is another than in the drawing before, as a `DrawnLayer` has it.
  case drawn(child: UInt32, ArraySlice<UInt8>)
  case saved(child: UInt32, [UInt8]?)
  /// A child's line of log; `lost` lines of whomever came too fast.
  case note(child: UInt32, level: UInt32, text: String)
  /// The same of the plugin itself, and what it has done wrong on its own host.
  case pluginNote(level: UInt32, text: String)
  case pluginFault(what: String, remedy: String)
  case lost(UInt64)
  /// It waits for the answer.
  case question(ContentQuestion)
  /// The reply to `HostMessage.idle`: everything sent before it is done.
  case idle
  /// All its plugins have been ended.
  case ended
  /// What a source says of itself.
  case reading(ReadingNews)
}

/// What a source says of itself while it is read.
package enum ReadingNews: Equatable, Sendable {
  /// The first row, which comes next, names the columns.
  case namesColumns
  /// How far it is, 0…1; nil: nobody knows.
  case progress(Double?)
  /// Why it fails or has not been read at all.
  case failure(what: String, remedy: String)
  /// It has been read, and says so.
  case done
}

// MARK: - As bytes

extension WorkerMessage {
  package var bytes: [UInt8] {
    var writer = ByteWriter()
    func begin(_ tag: Tag, _ number: UInt32? = nil) {
      writer.append(tag.rawValue)
      if let number { writer.append(number) }
    }
    switch self {
    case .opened(let parts):
      begin(.opened)
      writer.append(parts.rawValue)
    case .step(let name):
      begin(.step)
      writer.append(name)
    case .scanned(let finding):
      begin(.scanned)
      writer.append(finding)
    case .created(let child, let type, let answers):
      begin(.created, child)
      type.write(to: &writer)
      answers.write(to: &writer)
    case .refused(let child, let what, let remedy):
      begin(.refused, child)
      writer.append(what)
      writer.append(remedy)
    case .gone(let child): begin(.gone, child)
    case .request(let child, let ticket, let generation, let request):
      begin(.request, child)
      ticket.write(to: &writer)
      writer.append(generation ?? .max)
      request.write(to: &writer)
    case .wake(let child): begin(.wake, child)
    case .fault(let child, let what, let remedy):
      begin(.fault, child)
      writer.append(what)
      writer.append(remedy)
    case .answers(let child, let answers):
      begin(.answers, child)
      answers.write(to: &writer)
    case .used(let child, let ticket, let isUsed, let selection):
      begin(.used, child)
      writer.append(ticket, isUsed, selection)
    case .drawn(let child, let layer):
      begin(.drawn, child)
      writer.append(layer)
    case .saved(let child, let state):
      begin(.saved, child)
      writer.append(state != nil)
      if let state { writer.append(state) }
    case .note(let child, let level, let text):
      begin(.note, child)
      writer.append(level)
      writer.append(text)
    case .pluginNote(let level, let text):
      begin(.pluginNote)
      writer.append(level)
      writer.append(text)
    case .pluginFault(let what, let remedy):
      begin(.pluginFault)
      writer.append(what)
      writer.append(remedy)
    case .lost(let count):
      begin(.lost)
      writer.append(count)
    case .question(let question):
      begin(.question)
      question.write(to: &writer)
    case .idle: begin(.idle)
    case .ended: begin(.ended)
    case .reading(let news):
      begin(.reading)
      news.write(to: &writer)
    }
    return writer.bytes
  }

  package init(_ bytes: ArraySlice<UInt8>) throws(ByteReader.Malformed) {
    var reader = ByteReader(bytes)
    switch Tag(rawValue: try reader.uint8()) {
    case .opened:
      let parts = SandboxParts(rawValue: try reader.uint32())
      guard SandboxParts.all.isSuperset(of: parts) else { throw .init() }
      self = .opened(lacking: parts)
    case .step: self = .step(try reader.text(limit: Self.stepBytesLimit))
    case .scanned: self = .scanned(try reader.bytes(limit: PluginDescription.bytesLimit))
    case .created:
      self = .created(
        child: try reader.uint32(), try ChildType(from: &reader), try ChildAnswers(from: &reader))
    case .refused:
      self = .refused(
        child: try reader.uint32(), what: try reader.text(limit: Self.textBytesLimit),
        remedy: try reader.text(limit: Self.textBytesLimit))
    case .gone: self = .gone(child: try reader.uint32())
    case .request:
      let (child, ticket) = (try reader.uint32(), try CallTicket(from: &reader))
      let generation = try reader.uint64()
      self = .request(
        child: child, during: ticket, generation: generation == .max ? nil : generation,
        try ChildRequest(from: &reader))
    case .wake: self = .wake(child: try reader.uint32())
    case .fault:
      self = .fault(
        child: try reader.uint32(), what: try reader.text(limit: Self.sentenceBytesLimit),
        remedy: try reader.text(limit: Self.sentenceBytesLimit))
    case .answers: self = .answers(child: try reader.uint32(), try ChildAnswers(from: &reader))
    case .used:
      self = .used(
        child: try reader.next(), ticket: try reader.next(), try reader.next(),
        drawing: try reader.next())
    case .drawn: self = .drawn(child: try reader.uint32(), try reader.bytes())
    case .saved:
      let child = try reader.uint32()
      let state =
        try reader.flag() ? Array(try reader.bytes(limit: PluginChild.stateBytesLimit)) : nil
      self = .saved(child: child, state)
    case .note:
      self = .note(
        child: try reader.uint32(), level: try reader.uint32(),
        text: try reader.text(limit: Self.textBytesLimit))
    case .pluginNote:
      self = .pluginNote(
        level: try reader.uint32(), text: try reader.text(limit: Self.textBytesLimit))
    case .pluginFault:
      self = .pluginFault(
        what: try reader.text(limit: Self.textBytesLimit),
        remedy: try reader.text(limit: Self.textBytesLimit))
    case .lost: self = .lost(try reader.uint64())
    case .question: self = .question(try ContentQuestion(from: &reader))
    case .idle: self = .idle
    case .ended: self = .ended
    case .reading: self = .reading(try ReadingNews(from: &reader))
    case nil: throw .init()
    }
    try reader.finish()
  }

  /// It speaks of the sandbox, before all others.
  var isOpening: Bool {
    if case .opened = self { true } else { false }
  }

  /// Bytes of a step's name at most.
  static let stepBytesLimit = 200
  /// Bytes of what is said of a fault at most.
  private static let sentenceBytesLimit = 4096
  /// Bytes of a line or a sentence at most.
  static let textBytesLimit = 64 << 10

  private enum Tag: UInt8 {
    case opened = 1
    case step, scanned, created, refused, request, answers, used, drawn, saved, note, lost, question
    case ended, idle, reading, pluginNote, pluginFault, wake, fault, gone
  }
}

extension ReadingNews {
  private enum Tag: UInt8 {
    case namesColumns = 1
    case progress, failure, done
  }

  fileprivate func write(to writer: inout ByteWriter) {
    func begin(_ tag: Tag) { writer.append(tag.rawValue) }
    switch self {
    case .namesColumns: begin(.namesColumns)
    case .progress(let fraction):
      begin(.progress)
      writer.append(fraction != nil)
      if let fraction { writer.append(fraction.bitPattern) }
    case .failure(let what, let remedy):
      begin(.failure)
      writer.append(what)
      writer.append(remedy)
    case .done: begin(.done)
    }
  }

  fileprivate init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch Tag(rawValue: try reader.uint8()) {
    case .namesColumns: self = .namesColumns
    case .progress:
      let fraction = try reader.flag() ? Double(bitPattern: try reader.uint64()) : nil
      guard fraction.map({ (0...1).contains($0) }) ?? true else { throw .init() }
      self = .progress(fraction)
    case .failure:
      self = .failure(
        what: try reader.text(limit: WorkerMessage.textBytesLimit),
        remedy: try reader.text(limit: WorkerMessage.textBytesLimit))
    case .done: self = .done
    case nil: throw .init()
    }
  }
}
