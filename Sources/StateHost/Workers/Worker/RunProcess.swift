internal import CHostSystem
internal import Glibc
internal import HostPlugins
internal import HostSystem

/// The process of a `RunWorker`: it waits for the host and for threads of plugins, and lets the worker
/// follow.
final class RunProcess: RunWorkerHost {
  private var link: WorkerLink
  private let program: ProgramName
  private let inbox: PluginInbox
  private let rung: Bell
  private lazy var worker = RunWorker(for: self)
  /// What came while an answer was waited for.
  private var waiting: [ReceivedMessage] = []

  /// - Parameters:
  ///   - link: to the host.
  ///   - program: what plugins are told of the program.
  ///   - rung: readable when a thread of a plugin's has left something.
  init(link: consuming WorkerLink, program: ProgramName, rung: consuming Bell) {
    self.link = link
    self.program = program
    inbox = PluginInbox()
    rung.openGates()
    self.rung = rung
  }

  /// Does what the host says until that is gone.
  func run() throws(WorkerEnd) -> Never {
    while true {
      if waiting.isEmpty { link.wait(or: rung) }
      passLog()
      if !waiting.isEmpty {
        try follow(waiting.removeFirst())
      } else if link.hasMessage() {
        try follow(try link.next())
      }
    }
  }

  private func follow(_ received: ReceivedMessage) throws(WorkerEnd) {
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
    rung.clear()
    if !inbox.isEmpty { inbox.drain(worker.pass) }
  }
}

// MARK: - For its worker

extension RunProcess {
  /// Tells the host something; without one there is nothing left to do.
  func tell(_ message: WorkerMessage) {
    do throws(WorkerEnd) { try link.tell(message) } catch { error.end() }
  }

  /// Asks the host, and puts aside what it says before the answer.
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
    do throws(WorkerEnd) { return try link.next() } catch { error.end() }
  }

  func load(
    _ file: OpenFile, at path: String
  ) throws(PluginProblem) -> LoadedPlugin {
    try LoadedPlugin(from: file, at: path, for: program)
  }
}
