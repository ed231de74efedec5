import HostSystem

@testable import HostPlugins
@testable import HostWorkers

/// Both ends of a worker link, in this process: messages go as bytes, handled after a delay.
///
/// The worker's end is the `RunWorker` of a real worker process.
final class LateLink: WorkerPort, WorkerWorld {
  let token = PortToken(rawValue: 0)
  let outputToken = PortToken(rawValue: 1)
  let processorNanoseconds: Int64 = 0
  let isJammed = false
  var nowNanoseconds: Int64 = 0
  /// How long the worker takes for the next message.
  var takeTime: (HostMessage) -> Int64 = { _ in 0 }
  private(set) var isKilled = false
  private(set) var sent: [HostMessage] = []

  private let plugin: LoadedPlugin
  private lazy var worker = RunWorker(for: self)
  private var toWorker: [(dueNanoseconds: Int64, message: ReceivedMessage)] = []
  private var toHost: [[UInt8]] = []
  private var hasEnded = false

  /// Every file that the host sends is loaded as this plugin.
  init(loading plugin: LoadedPlugin) { self.plugin = plugin }

  func startWorker() throws(SystemError) -> any WorkerPort { self }

  func send(_ bytes: [UInt8], with file: OpenFile?) -> WriteResult {
    guard !isKilled, let message = try? HostMessage(bytes[...]) else { return .gone }
    sent.append(message)
    let start = max(nowNanoseconds, toWorker.last?.dueNanoseconds ?? 0)
    toWorker.append((start + takeTime(message), ReceivedMessage(message, with: file)))
    return .complete
  }

  func flush() -> WriteResult { isKilled ? .gone : .complete }

  func receive() -> ReceiveResult {
    toHost.isEmpty ? (hasEnded ? .end : .nothing) : .message(toHost.removeFirst())
  }

  func readOutput(_ body: (Span<UInt8>) -> Void) -> Bool { false }

  func end() -> WorkerEnding {
    isKilled = !hasEnded
    toWorker = []
    return hasEnded ? .exited(0) : .killed(signal: 9)
  }

  /// When the worker has handled the next message; nil while there is none.
  var nextNanoseconds: Int64? { toWorker.first?.dueNanoseconds }

  /// Lets the worker handle what is due.
  func work() throws(WorkerExitReason) {
    while let next = toWorker.first, next.dueNanoseconds <= nowNanoseconds, !hasEnded {
      toWorker.removeFirst()
      switch next.message.message {
      case .grant: break
      case .order: tell(.opened(lacking: []))
      default: try worker.follow(next.message)
      }
      guard worker.hasEnded else { continue }
      tell(.ended)
      hasEnded = true
    }
  }
}

extension LateLink: RunWorkerEnvironment {
  func tell(_ message: WorkerMessage) { toHost.append(message.bytes) }

  func answer(to question: ContentQuestion) -> ContentAnswer { .rows([]) }
  func passLog() {}
  func load(_ file: OpenFile, at path: String) throws(PluginProblem) -> LoadedPlugin { plugin }
}
