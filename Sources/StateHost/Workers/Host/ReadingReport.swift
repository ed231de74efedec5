internal import CHostSystem
internal import HostPlugins
internal import HostSystem
internal import HostText

/// What the worker of a source says of it, and what comes of that when it has ended.
///
/// Nothing of it is believed but that the source says so.
final class ReadingReport: ProcessReport {
  private(set) var isTable = false
  private(set) var fraction: Double?
  private let type: ChildType
  private let file: String
  private let link: HostLink
  private let record: Descriptor?
  private let lacking: PluginNeeds
  private let tolerated: SandboxParts
  private var lastNews: ReadingNews?
  private var isLying = false

  /// Messages that are taken at a time, and once its process has ended: more than a link holds.
  private static let messagesLimit = 64
  private static let lastMessagesLimit = 4096

  /// - Parameters:
  ///   - type: the source.
  ///   - file: its plugin's.
  ///   - link: to its worker.
  ///   - record: where that notes its calls.
  ///   - lacking: what it needs and has not been granted.
  ///   - tolerated: what the sandbox of its worker may lack.
  init(
    of type: ChildType, in file: String, over link: HostLink, record: consuming Descriptor?,
    lacking: PluginNeeds, tolerating tolerated: SandboxParts
  ) {
    self.tolerated = tolerated
    self.type = type
    self.file = file
    self.link = link
    self.record = record
    self.lacking = lacking
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
    let what: String
    var remedy = "retry; if it stays so, update it, or take it out of the plugin directory"
    switch (lastNews, end) {
    case (_, _) where isLying: what = "said what no source says"
    case (.done, .exited(HOST_WORKER_LEFT)): return nil
    case (.failure(let said, let advice), .exited(0)),
      (.failure(let said, let advice), .exited(HOST_WORKER_LEFT)):
      what = said
      if !advice.isEmpty { remedy = advice } else { remedy = "retry" }
    default: what = ending(end) + place
    }
    if !lacking.isEmpty {
      remedy =
        "it says that it needs \(lacking.words.joined(separator: ", ")): "
        + "--grant \(type.id)=\(lacking.words.joined(separator: ","))"
    }
    return SourceFailure(
      what: HarmlessText.cleanLine("\(type.shortName): \(what): \(file)"),
      remedy: HarmlessText.cleanLine(remedy))
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
