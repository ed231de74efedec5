internal import CHostSystem
internal import HostPlugins
internal import HostSystem

/// The main loop of a worker process that scans plugins: forks a sandboxed process for each file,
/// and forwards its result, and a step that takes long or ends the process, to the host.
///
/// The worker itself loads no plugin, so plugins cannot affect each other. Each forked process has
/// a link of its own and is killed before the next one is forked.
final class ScanWorker {
  private var link: WorkerLink
  private let program: HostIdentity
  /// The parts that the sandbox of the forked processes lacks.
  private let lacking: SandboxParts

  init(link: consuming WorkerLink, program: HostIdentity, lacking: SandboxParts) {
    self.link = link
    self.program = program
    self.lacking = lacking
  }

  func run() throws(WorkerExitReason) -> Never {
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
  ) throws(WorkerExitReason) {
    let process: ForkedWorker
    do throws(SystemError) {
      process = try ForkedWorker { link in
        scanInSandbox(file, at: path, reading: libraries, link: link)
      }
    } catch {
      let problem = PluginProblem.told(
        what: "the plugin cannot be scanned: no process can be started (\(error))",
        remedy: "close other programs, then try again")
      return link.tell(.scanned(PluginScanProcess.bytes(of: ScanResult(problem))))
    }
    try passOn(from: process)
  }

  /// The time in a step after which the host needs its name, in case that the step does not end.
  private static let stepMilliseconds: Int32 = 100

  /// Forwards the messages of a forked process until its finding; anything after that is ignored.
  ///
  /// Forwards a step only if it takes long or is the last, because the host wakes up for each.
  private func passOn(from process: consuming ForkedWorker) throws(WorkerExitReason) {
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

/// The scan of one plugin, in a fork of a scanning worker, whose crash ends both: loads it,
/// reads its descriptors, sends each step and the result, and exits.
final class PluginScanProcess {
  private let link: WorkerLink
  private let program: HostIdentity
  /// The plugin's log; discarded, as the plugin logs again when it is used.
  private let inbox = PluginInbox()

  init(link: consuming WorkerLink, program: HostIdentity) {
    self.link = link
    self.program = program
  }

  /// Sends the finding and ends the process; the plugin's `deinit` may not be called.
  func scan(_ file: OpenFile, at path: String) -> Never {
    do throws(PluginProblem) {
      let plugin = try LoadedPlugin(from: file, at: path, for: program, observer: self)
      tell(.described(plugin.readDescription()))
      plugin.end()
    } catch {
      tell(ScanResult(error))
    }
    host_exit_now(0)
  }

  private func tell(_ finding: ScanResult) {
    // What it has printed so far is there before its finding.
    host_capture_flush()
    link.tell(.scanned(Self.bytes(of: finding)))
  }

  static func bytes(of finding: ScanResult) -> ArraySlice<UInt8> {
    var writer = ByteWriter()
    finding.write(to: &writer)
    guard writer.bytes.count <= PluginDescription.bytesLimit else {
      let problem = PluginProblem.told(
        what: "its descriptors have \(writer.bytes.count) bytes",
        remedy: "describe it in at most \(PluginDescription.bytesLimit)")
      return bytes(of: .failed(problem, isOfContent: true))
    }
    return writer.bytes[...]
  }
}

extension PluginScanProcess: PluginObserver {
  func callBegan(_ function: StaticString, _ arguments: () -> String, of child: String?) {
    let name = "\(function)"
    let isOfLoading = ["open", "dlopen", "dlsym"].contains(name)
    link.tell(.step(isOfLoading ? name + ", while it was loaded" : name))
  }

  func callEnded() {}
  func received(_ text: UnsafeRawBufferPointer, in function: String) {}
  func drew(_ mark: DrawOperation) {}
}
