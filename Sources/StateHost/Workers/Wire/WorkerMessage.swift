package import HostPlugins
package import HostSystem

/// A message from a worker process to the host, such as a created child, a drawing, a request or a fault.
///
/// The host trusts none of them, and a malformed one ends the worker.
package enum WorkerMessage: Equatable, Sendable {
  /// The worker has entered its sandbox, which lacks these parts.
  case opened(lacking: SandboxParts)
  /// The scan of a plugin has reached this step, such as `init`.
  case step(String)
  /// A `ScanResult`.
  case scanned(ArraySlice<UInt8>)
  /// The child was created; the type is from its descriptor.
  case created(child: UInt32, ChildType, ChildAnswers)
  /// The child could not be created.
  case refused(child: UInt32, what: String, remedy: String)
  /// The reply to a request for a child that the worker does not have.
  case gone(child: UInt32)
  /// A request of a child, made in the call that the ticket names. `generation` is the generation of the content that
  /// its row numbers refer to; nil if it has none.
  case request(
    child: UInt32, during: CallTicket, generation: UInt64? = nil, ChildRequest)
  /// A child asked to be woken, from any thread.
  case wake(child: UInt32)
  /// A fault of a child.
  case fault(child: UInt32, what: String, remedy: String)
  case answers(child: UInt32, ChildAnswers)
  /// The reply to an input: whether the child used it. With a selection, a drawing that shows it follows as `drawn`,
  /// without a request.
  case used(child: UInt32, ticket: UInt32, Bool, drawing: SelectionFacts? = nil)
  /// The changes since the last drawing: an encoded `DrawnLayer`.
  case drawn(child: UInt32, ArraySlice<UInt8>)
  case saved(child: UInt32, [UInt8]?)
  /// A log line of a child. `lost` counts lines that were dropped because they came too fast, whatever their origin.
  case note(child: UInt32, level: UInt32, text: String)
  /// A log line and a fault of the plugin itself.
  case pluginNote(level: UInt32, text: String)
  case pluginFault(what: String, remedy: String)
  case lost(UInt64)
  /// A question; the worker waits for the answer.
  case question(ContentQuestion)
  /// The reply to `HostMessage.idle`: everything sent before it is done.
  case idle
  /// All plugins have ended.
  case ended
  /// A report of a source.
  case reading(ReadingNews)
}

/// A report of a worker process that reads a plugin's source, besides the rows: column names follow, progress,
/// failure or end.
package enum ReadingNews: Equatable, Sendable {
  /// The first row, which comes next, contains the names of the columns.
  case namesColumns
  /// The progress, 0…1; nil if it is unknown.
  case progress(Double?)
  /// Why reading failed or did not begin.
  case failure(what: String, remedy: String)
  /// The source was read completely.
  case done
}

// MARK: - Encoding

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

  /// Whether this is `opened`, which comes before all others.
  var isOpening: Bool {
    if case .opened = self { true } else { false }
  }

  /// The most bytes of a step's name.
  static let stepBytesLimit = 200
  /// The most bytes of each text of a fault.
  private static let sentenceBytesLimit = 4096
  /// The most bytes of a log line or of any other text.
  static let textBytesLimit = 64 << 10

  /// The byte that identifies the type of a message from a worker process to the host.
  private enum Tag: UInt8 {
    case opened = 1
    case step, scanned, created, refused, request, answers, used, drawn, saved, note, lost, question
    case ended, idle, reading, pluginNote, pluginFault, wake, fault, gone
  }
}

extension ReadingNews {
  /// The byte that identifies the type of a report about reading a plugin's source.
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
