package import HostPlugins
package import HostSystem

/// A message from a worker process to the host, such as a drawing, a request, a question or a fault, with its codec.
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
  case refused(child: UInt32, what: String, remedy: String)
  /// The reply to a request for a child that the worker does not have.
  case gone(child: UInt32)
  /// A request of a child, made in the call that the ticket names. `generation` is the generation of the content that
  /// its row numbers refer to; nil if it has none.
  case request(child: UInt32, during: CallOrigin, generation: UInt64? = nil, ChildRequest)
  /// A child asked to be woken, from any thread.
  case wake(child: UInt32)
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
  case ended
  case reading(SourceStatusMessage)
}

/// A report to the host from a worker process that reads a plugin's data source, besides the rows: that the first row
/// names the columns, the progress, a failure, or the end.
package enum SourceStatusMessage: Equatable, Sendable {
  /// The first row, which comes next, contains the names of the columns.
  case namesColumns
  /// The progress, 0…1; nil if it is unknown.
  case progress(Double?)
  case failure(what: String, remedy: String)
  case done
}

// MARK: - Encoding

extension WorkerMessage {
  package var bytes: [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .opened(let parts): writer.append(Tag.opened, parts)
    case .step(let name): writer.append(Tag.step, name)
    case .scanned(let finding): writer.append(Tag.scanned, finding)
    case .created(let child, let type, let answers):
      writer.append(Tag.created, child, type, answers)
    case .refused(let child, let what, let remedy): writer.append(Tag.refused, child, what, remedy)
    case .gone(let child): writer.append(Tag.gone, child)
    case .request(let child, let ticket, let generation, let request):
      writer.append(Tag.request, child, ticket, generation, request)
    case .wake(let child): writer.append(Tag.wake, child)
    case .fault(let child, let what, let remedy): writer.append(Tag.fault, child, what, remedy)
    case .answers(let child, let answers): writer.append(Tag.answers, child, answers)
    case .used(let child, let ticket, let isUsed, let selection):
      writer.append(Tag.used, child, ticket, isUsed, selection)
    case .drawn(let child, let layer): writer.append(Tag.drawn, child, layer)
    case .saved(let child, let state): writer.append(Tag.saved, child, state)
    case .note(let child, let level, let text): writer.append(Tag.note, child, level, text)
    case .pluginNote(let level, let text): writer.append(Tag.pluginNote, level, text)
    case .pluginFault(let what, let remedy): writer.append(Tag.pluginFault, what, remedy)
    case .lost(let count): writer.append(Tag.lost, count)
    case .question(let question): writer.append(Tag.question, question)
    case .idle: writer.append(Tag.idle)
    case .ended: writer.append(Tag.ended)
    case .reading(let news): writer.append(Tag.reading, news)
    }
    return writer.bytes
  }

  package init(_ bytes: ArraySlice<UInt8>) throws(ByteReader.Malformed) {
    var reader = ByteReader(bytes)
    switch try reader.next() as Tag {
    case .opened: self = try reader.next(Self.opened)
    case .step: self = try reader.next(Self.step)
    case .scanned: self = try reader.next(Self.scanned)
    case .created: self = try reader.next(Self.created)
    case .refused: self = try reader.next(Self.refused)
    case .gone: self = try reader.next(Self.gone)
    case .request: self = try reader.next(Self.request)
    case .wake: self = try reader.next(Self.wake)
    case .fault: self = try reader.next(Self.fault)
    case .answers: self = try reader.next(Self.answers)
    case .used: self = try reader.next(Self.used)
    case .drawn: self = try reader.next(Self.drawn)
    case .saved: self = try reader.next(Self.saved)
    case .note: self = try reader.next(Self.note)
    case .pluginNote: self = try reader.next(Self.pluginNote)
    case .pluginFault: self = try reader.next(Self.pluginFault)
    case .lost: self = try reader.next(Self.lost)
    case .question: self = try reader.next(Self.question)
    case .idle: self = .idle
    case .ended: self = .ended
    case .reading: self = try reader.next(Self.reading)
    }
    guard isWithinLimits else { throw .init() }
    try reader.finish()
  }

  private var isWithinLimits: Bool {
    switch self {
    case .opened(let parts): SandboxParts.all.isSuperset(of: parts)
    case .step(let name): name.utf8.count <= Self.stepBytesLimit
    case .scanned(let finding): finding.count <= PluginDescription.bytesLimit
    case .fault(_, let what, let remedy):
      max(what.utf8.count, remedy.utf8.count) <= Self.sentenceBytesLimit
    case .refused(_, let what, let remedy), .pluginFault(let what, let remedy),
      .reading(.failure(let what, let remedy)):
      max(what.utf8.count, remedy.utf8.count) <= Self.textBytesLimit
    case .note(_, _, let text), .pluginNote(_, let text): text.utf8.count <= Self.textBytesLimit
    case .saved(_, let state): state?.count ?? 0 <= PluginChild.stateBytesLimit
    case .reading(.progress(let fraction)): (0...1).contains(fraction ?? 0)
    default: true
    }
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

  private enum Tag: UInt8, WireRawValue {
    case opened = 1
    case step, scanned, created, refused, request, answers, used, drawn, saved, note, lost, question
    case ended, idle, reading, pluginNote, pluginFault, wake, fault, gone
  }
}

extension ChildType: WireValue {}

extension SourceStatusMessage: WireValue {
  private enum Tag: UInt8, WireRawValue {
    case namesColumns = 1
    case progress, failure, done
  }

  func write(to writer: inout ByteWriter) {
    switch self {
    case .namesColumns: writer.append(Tag.namesColumns)
    case .progress(let fraction): writer.append(Tag.progress, fraction)
    case .failure(let what, let remedy): writer.append(Tag.failure, what, remedy)
    case .done: writer.append(Tag.done)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.next() as Tag {
    case .namesColumns: self = .namesColumns
    case .progress: self = try reader.next(Self.progress)
    case .failure: self = try reader.next(Self.failure)
    case .done: self = .done
    }
  }
}
