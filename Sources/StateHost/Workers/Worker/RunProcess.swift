internal import CHostSystem
internal import Glibc
internal import HostPlugins
internal import HostSystem

/// The main loop of a worker process that runs children: receives messages of host and plugin
/// threads for its `RunWorker`, sends its replies, and waits for the host to answer its questions.
final class RunProcess: RunWorkerEnvironment {
  private var link: WorkerLink
  private let program: HostIdentity
  private let inbox: PluginInbox
  private let bell: Bell
  private lazy var worker = RunWorker(for: self)
  /// Messages received while waiting for an answer.
  private var waiting: [ReceivedMessage] = []

  /// `bell` is readable when a plugin thread has queued a message.
  init(link: consuming WorkerLink, program: HostIdentity, bell: consuming Bell) {
    self.link = link
    self.program = program
    inbox = PluginInbox()
    bell.openGates()
    self.bell = bell
  }

  func run() throws(WorkerExitReason) -> Never {
    while true {
      if waiting.isEmpty { link.wait(or: bell) }
      passLog()
      if !waiting.isEmpty {
        try follow(waiting.removeFirst())
      } else if link.hasMessage() {
        try follow(try link.next())
      }
    }
  }

  private func follow(_ received: ReceivedMessage) throws(WorkerExitReason) {
    try worker.follow(received)
    if worker.hasEnded { end() }
    host_capture_flush()
  }

  private func end() -> Never {
    passLog()
    host_capture_flush()
    tell(.ended)
    host_worker_leave()
  }

  func passLog() {
    bell.clear()
    if !inbox.isEmpty { inbox.drain(worker.pass) }
  }
}

// MARK: - RunWorkerEnvironment

extension RunProcess {
  func tell(_ message: WorkerMessage) { link.tell(message) }

  /// Sends a question, and queues the messages that arrive before the answer.
  func answer(to question: ContentQuestion) -> ContentAnswer {
    tell(.question(question))
    while true {
      let received = nextMessage()
      if case .answer(let bytes) = received.message {
        guard let answer = try? ContentAnswer(bytes) else { host_exit_now(1) }
        return answer
      }
      waiting.append(received)
    }
  }

  private func nextMessage() -> ReceivedMessage {
    do throws(WorkerExitReason) { return try link.next() } catch { error.end() }
  }

  func load(_ file: OpenFile, at path: String) throws(PluginProblem) -> LoadedPlugin {
    try LoadedPlugin(from: file, at: path, for: program)
  }
}
