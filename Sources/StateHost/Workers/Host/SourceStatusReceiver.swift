internal import CHostSystem
internal import HostPlugins
internal import HostSystem
internal import HostText

/// The host's receiver of messages from a worker that reads a plugin's data source: keeps progress
/// and whether the first row holds column names, and explains a failure once the process ended.
///
/// The messages are untrusted: the worker runs code of the plugin.
final class SourceStatusReceiver: SourceStatusPort {
  private(set) var isTable = false
  private(set) var fraction: Double?
  private let type: ChildType
  /// What the user named; empty for nothing.
  private let argument: String
  private let file: String
  private let link: SourceWorkerLink
  private let record: OpenFile?
  private let missing: MissingGrant
  private let tolerated: SandboxParts
  private var lastNews: SourceStatusMessage?
  private var sentInvalidMessage = false

  /// The most messages handled per call; after the process ended, more than a link can hold.
  private static let messagesLimit = 64
  private static let lastMessagesLimit = 4096

  init(
    of type: ChildType, reading argument: String, in file: String, over link: SourceWorkerLink,
    record: OpenFile?, missing: MissingGrant, tolerating tolerated: SandboxParts
  ) {
    self.tolerated = tolerated
    self.type = type
    self.file = file
    self.link = link
    self.record = record
    self.missing = missing
    self.argument = argument
  }

  var token: PortToken { link.token }

  func close() { link.close() }

  func take() { take(atMost: Self.messagesLimit) }

  private func take(atMost limit: Int) {
    for _ in 0..<limit {
      switch link.receive() {
      case .message(let bytes): follow(try? WorkerMessage(bytes[...]))
      case .malformed: follow(nil)
      case .end: return link.close()
      case .nothing: return
      }
    }
  }

  private func follow(_ message: WorkerMessage?) {
    switch message {
    case .opened(let parts):
      guard !parts.isSubset(of: tolerated) else { return }
      let (what, remedy) = parts.problem.text
      lastNews = .failure(what: what, remedy: remedy)
    case .reading(.namesColumns): isTable = true
    case .reading(.progress(let fraction)): self.fraction = fraction
    case .reading(let news): lastNews = news
    default:
      sentInvalidMessage = true
      link.close()
    }
  }

  func failure(of end: ProcessStatus) -> SourceFailure? {
    take(atMost: Self.lastMessagesLimit)
    let name = type.quotedName
    let data = argument.isEmpty ? name : argument
    let what: String
    var remedy: String
    switch (lastNews, end) {
    case (.done, .exited(HOST_WORKER_LEFT)) where !sentInvalidMessage: return nil
    case (.failure(let said, let advice), .exited(let status))
    where !sentInvalidMessage && [0, HOST_WORKER_LEFT].contains(status):
      what = "\(data): \(said)"
      let says =
        advice.isEmpty ? "retry; " : "the plugin says \(HarmlessText.quoted(advice, limit: 200)); "
      remedy = "\(says)\(name) is the plugin \(file)"
    default:
      let fault = sentInvalidMessage ? "sent an invalid message" : ending(end) + place
      what = (argument.isEmpty ? "" : "\(argument): ") + "\(name) \(fault)"
      remedy = "retry; if it stays so, update \(file), or take it out of the plugin directory"
    }
    if missing.isAny {
      let (what, advice) = missing.text
      remedy = "\(what): \(advice) (it is the plugin \(file))"
    }
    return SourceFailure(what: HarmlessText.cleanLine(what), remedy: HarmlessText.cleanLine(remedy))
  }

  private func ending(_ end: ProcessStatus) -> String {
    switch end {
    case .running: "goes on"
    case .exited(HOST_WORKER_LOST_LINK): WorkerEnding.unlinked.words
    case .exited(let status): WorkerEnding.exited(status).words
    case .killed(let signal): WorkerEnding.killed(signal: signal).words
    }
  }

  private var place: String {
    CallRecord.read(in: record).function.map { " in \($0)" } ?? ""
  }
}
