internal import CHostSystem
internal import HostPlugins
internal import HostSurface
internal import HostSystem

/// The worker process that scans plugins: forks a sandboxed process for each file and forwards its result to the
/// host.
///
/// The worker itself loads no plugin, so plugins cannot affect each other. Each forked process has a link of its own
/// and is killed before the next one is forked.
final class ScanWorker {
  private var link: WorkerLink
  private let program: ProgramName
  /// The parts that the sandbox of the forked processes lacks.
  private let lacking: SandboxParts

  init(link: consuming WorkerLink, program: ProgramName, lacking: SandboxParts) {
    self.link = link
    self.program = program
    self.lacking = lacking
  }

  /// Scans until the host is gone.
  func run() throws(WorkerEnd) -> Never {
    LoadedPlugin.instantiateTypes()
    _ = PluginScanProcess.bytes(of: ScanResult(.told(what: "", remedy: "")))
    var libraries: [String] = []
    while true {
      let received = try link.next()
      switch received.message {
      case .grant(let path): libraries.append(path)
      case .scan(let path):
        guard let file = received.file else { throw .malformed }
        try scan(file, at: path, reading: libraries)
        libraries = []
      default: throw .malformed
      }
    }
  }

  private func scan(
    _ file: OpenFile, at path: String, reading libraries: [String]
  ) throws(WorkerEnd) {
    let process: ForkedWorker
    do throws(SystemError) {
      process = try ForkedWorker { link in
        scanInSandbox(file, at: path, reading: libraries, link: link)
      }
    } catch {
      let problem = PluginProblem.told(
        what: "the plugin cannot be scanned: no process can be started (\(error))",
        remedy: "close other programs, then try again")
      return try link.tell(.scanned(PluginScanProcess.bytes(of: ScanResult(problem))))
    }
    try passOn(from: process)
  }

  /// The time in a step after which the host needs its name, in case that the step does not end.
  private static let stepMilliseconds: Int32 = 100

  /// Forwards the messages of a forked process until its finding; anything after that is ignored.
  ///
  /// A step is forwarded only if it takes long or is the last one, because the host would wake up for each.
  private func passOn(from process: consuming ForkedWorker) throws(WorkerEnd) {
    var step: [UInt8]?
    while true {
      if let name = step, !process.hasMessage(withinMilliseconds: Self.stepMilliseconds) {
        try link.pass(name)
        step = nil
      }
      let arrival = process.receive()
      if case .message(let bytes) = arrival {
        switch try? WorkerMessage(bytes[...]) {
        case .step?:
          step = bytes
          continue
        case .scanned?:
          process.end()
          return try link.pass(bytes)
        default: break
        }
      }
      if let name = step { try link.pass(name) }
      step = nil
      switch arrival {
      case .message(let bytes): try link.pass(bytes)
      case .end: process.endLikewise()
      case .nothing, .malformed:
        // An empty message is malformed for the host, too.
        try link.pass([])
        throw .malformed
      }
    }
  }

  /// Runs in the forked process.
  private func scanInSandbox(
    _ file: OpenFile, at path: String, reading libraries: [String], link: consuming WorkerLink
  ) -> Never {
    host_sandbox_begin(0)
    for library in libraries { _ = unsafe host_sandbox_grant(library) }
    // The sandbox must be as complete as when it was probed.
    guard host_sandbox_enter() == lacking.rawValue else { host_exit_now(1) }
    PluginScanProcess(link: link, program: program).scan(file, at: path)
  }
}
