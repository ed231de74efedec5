internal import CHostSystem
internal import HostPlugins
internal import HostSystem
internal import HostText

/// What the worker of a source says of it, and what comes of that when it has ended.
///
/// Nothing of it is believed but that the source says so.
final class ReadingReport: SourceReportPort {
  private(set) var isTable = false
  private(set) var fraction: Double?
  private let type: ChildType
  /// What the user gives it, else its name.
  private let data: String
  private let file: String
  private let link: HostLink
  private let record: Descriptor?
  private let missing: MissingGrant
  private let tolerated: SandboxParts
  private var lastNews: ReadingNews?
  private var isLying = false

  /// Messages that are taken at a time, and once its process has ended: more than a link holds.
  private static let messagesLimit = 64
  private static let lastMessagesLimit = 4096

  /// - Parameters:
  ///   - type: the source.
  ///   - argument: what the user gives it: its data.
  ///   - file: its plugin's.
  ///   - link: to its worker.
  ///   - record: where that notes its calls.
  ///   - missing: what it needs and has not been granted.
  ///   - tolerated: what the sandbox of its worker may lack.
  init(
    of type: ChildType, reading argument: String, in file: String, over link: HostLink,
    record: consuming Descriptor?, missing: MissingGrant, tolerating tolerated: SandboxParts
  ) {
    self.tolerated = tolerated
    self.type = type
    self.file = file
    self.link = link
    self.record = record
    self.missing = missing
    data = argument.isEmpty ? type.shortName : argument
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
      isLying = true
      link.close()
    }
  }

  func failure(of end: ProcessStatus) -> SourceFailure? {
    take(atMost: Self.lastMessagesLimit)
    let name = type.shortName
    let what: String
    var remedy: String
    switch (lastNews, end) {
    case (.done, .exited(HOST_WORKER_LEFT)) where !isLying: return nil
    case (.failure(let said, let advice), .exited(0)) where !isLying,
      (.failure(let said, let advice), .exited(HOST_WORKER_LEFT)) where !isLying:
      what = "\(data): \(said)"
      remedy = "\(advice.isEmpty ? "retry" : advice) (\(name) is the plugin \(file))"
    default:
      let fault = isLying ? "said what no source says" : ending(end) + place
      what = data == name ? "\(name) \(fault)" : "\(data): \(name) \(fault)"
      remedy = "retry; if it stays so, update \(file), or take it out of the plugin directory"
    }
    if missing.isAny {
      let (what, advice) = missing.text
      remedy = "\(what): \(advice) (it is the plugin \(file))"
    }
    return SourceFailure(
      what: HarmlessText.cleanLine(what), remedy: HarmlessText.cleanLine(remedy))
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
    let function: String? =
      switch record {
      case .some(let record): CallRecord.read(in: record).function
      case .none: nil
      }
    return function.map { " in \($0)" } ?? ""
  }
}
