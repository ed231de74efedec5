package import HostPlugins
package import HostSystem

/// A message from a worker to the host, such as a drawing, request or fault, with its codec.
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
  /// A request of a child, made in the call that the ticket names. `generation` is the generation
  /// of the content that its row numbers refer to; nil if it has none.
  case request(child: UInt32, during: CallOrigin, generation: UInt64? = nil, ChildRequest)
  /// A child asked to be woken, from any thread.
  case wake(child: UInt32)
  case fault(child: UInt32, what: String, remedy: String)
  case answers(child: UInt32, ChildAnswers)
  /// The reply to an input: whether the child used it. With a selection, a drawing that shows it
  /// follows as `drawn`, without a request.
  case used(child: UInt32, ticket: UInt32, Bool, drawing: SelectionFacts? = nil)
  /// The changes since the last drawing: an encoded `DrawnLayer`.
  case drawn(child: UInt32, ArraySlice<UInt8>)
  case saved(child: UInt32, [UInt8]?)
  /// A child's log line. `lost` counts lines dropped for coming too fast, whatever their origin.
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

/// A report to the host from a worker process that reads a plugin's data source, besides the rows:
/// that the first row names the columns, the progress, a failure, or the end.
package enum SourceStatusMessage: Equatable, Sendable {
  /// The first row, which comes next, contains the names of the columns.
  case namesColumns
  /// The progress, 0…1; nil if it is unknown.
  case progress(Double?)
  case failure(what: String, remedy: String)
  case done
}

// MARK: - Encoding

extension WorkerMessage: GeneratedWireValue {
  package var bytes: [UInt8] { encoded() }
  package init(_ bytes: ArraySlice<UInt8>) throws(ByteReader.Malformed) {
    try self.init(decoding: bytes)
  }

  var isWithinLimits: Bool {
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
}

extension ChildType: WireValue {}

extension SourceStatusMessage: GeneratedWireValue {}
