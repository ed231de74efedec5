internal import Glibc
internal import HostPlugins
internal import HostSystem

/// The host's side of a worker process that scans plugin files, one at a time and each in a process
/// that it forks: sends a file, collects the result, and kills a worker that is overdue, sends
/// invalid messages, closes its link or lacks required parts of its sandbox; never blocks.
final class ScanWorkerHandle {
  let port: any WorkerPort
  private(set) var lacking: SandboxParts = []
  private(set) var phase: Phase
  /// The file to scan once the worker is in its sandbox.
  private var first: PluginFile?
  private var lastOutput: [UInt8] = []
  private let nanosecondsForFile: Int64
  private let tolerated: SandboxParts

  /// The state of a worker scanning plugins: starting or scanning until a deadline, idle, or ended.
  enum Phase: Equatable {
    case opening(untilNanoseconds: Int64)
    case idle
    /// `step` is the current step, such as `init`.
    case scanning(step: String, untilNanoseconds: Int64)
    case ended
  }

  /// The outcome of a plugin file's scan in a worker process: a result, such as a description or a
  /// fault of the plugin; no worker can be used here; or its sandbox lacks required parts.
  enum Outcome {
    case found(ScanResult)
    case refused(SystemError)
    /// The sandbox lacks these parts, and may not lack all of them.
    case incomplete(SandboxParts)
  }

  private static let messagesLimit = 64
  private static let openNanoseconds: Int64 = 10_000_000_000

  /// Starts a worker; `nanosecondsForFile` limits the scan of a file.
  init(
    in world: any WorkerWorld, nanosecondsForFile: Int64, tolerating tolerated: SandboxParts,
    at now: Int64
  ) throws(SystemError) {
    port = try world.startWorker()
    self.tolerated = tolerated
    self.nanosecondsForFile = nanosecondsForFile
    phase = .opening(untilNanoseconds: now + Self.openNanoseconds)
    _ = port.send(HostMessage.order(.scan, [], mayLack: tolerated).bytes)
  }

  /// Scans a file once the worker is in its sandbox; fails when the file cannot be passed to it.
  func scan(_ file: PluginFile, at now: Int64) throws(PluginProblem) {
    guard phase == .idle else { return first = file }
    let handed = try file.handedOver()
    let libraries = try file.neededFiles().paths
    takeOutput()
    lastOutput = []
    for path in libraries { _ = port.send(HostMessage.grant(path: path).bytes) }
    _ = port.send(HostMessage.scan(path: file.path).bytes, with: handed)
    phase = .scanning(
      step: "a worker, before anything was loaded", untilNanoseconds: now + nanosecondsForFile)
  }

  /// When the current phase is overdue; nil while nothing is pending.
  var deadline: Int64? {
    switch phase {
    case .opening(let until), .scanning(_, let until): until
    case .idle, .ended: nil
    }
  }

  func waitAnew(at now: Int64) {
    switch phase {
    case .opening: phase = .opening(untilNanoseconds: now + Self.openNanoseconds)
    case .scanning(let step, _):
      phase = .scanning(step: step, untilNanoseconds: now + nanosecondsForFile)
    case .idle, .ended: break
    }
  }

  func flush() { _ = port.flush() }

  func end() {
    phase = .ended
    _ = port.end()
  }
}

// MARK: - Messages from the worker

extension ScanWorkerHandle {
  /// Handles some received messages; returns the result for the current file, once there is one.
  func take(at now: Int64) -> Outcome? {
    for _ in 0..<Self.messagesLimit where phase != .ended {
      switch port.receive() {
      case .message(let bytes):
        guard let message = try? WorkerMessage(bytes[...]) else { return invalidMessage() }
        if let outcome = follow(message, at: now) { return outcome }
      case .malformed: return invalidMessage()
      // A worker that has closed its link may still run, so it is killed.
      case .end:
        let ending = port.end()
        takeOutput()
        return fault(ending.words, refusal: EPIPE)
      case .nothing: return nil
      }
    }
    return nil
  }

  private func follow(_ message: WorkerMessage, at now: Int64) -> Outcome? {
    switch (phase, message) {
    case (.opening, .opened(let lacking)):
      self.lacking = lacking
      guard lacking.isSubset(of: tolerated) else {
        end()
        return .incomplete(lacking)
      }
      phase = .idle
      return scanFirst(at: now)
    case (.scanning(_, let until), .step(let name)):
      phase = .scanning(step: name, untilNanoseconds: until)
      return nil
    case (.scanning, .scanned(let bytes)):
      guard let finding = Self.finding(in: bytes) else { return invalidMessage() }
      takeOutput()
      phase = .idle
      return .found(finding)
    default: return invalidMessage()
    }
  }

  private func scanFirst(at now: Int64) -> Outcome? {
    guard let file = first.take() else { return nil }
    do throws(PluginProblem) {
      try scan(file, at: now)
      return nil
    } catch {
      return .found(ScanResult(error))
    }
  }

  private static func finding(in bytes: ArraySlice<UInt8>) -> ScanResult? {
    var reader = ByteReader(bytes)
    let finding = try? ScanResult(from: &reader)
    return reader.isAtEnd ? finding : nil
  }

  func takeOutput() { port.readOutput(into: &lastOutput) }
}

// MARK: - Faults

extension ScanWorkerHandle {
  /// Ends the worker if it is overdue; everything received by now must have been handled.
  func judgeLateness(at now: Int64) -> Outcome? {
    guard let deadline, deadline <= now else { return nil }
    return fault(
      "did not come back within \(Double(nanosecondsForFile) / 1e9) s", refusal: ETIMEDOUT)
  }

  private func invalidMessage() -> Outcome? { fault("sent an invalid message", refusal: EPROTO) }

  /// Ends the worker for a fault; `refusal` is the error code if it was not yet in its sandbox.
  private func fault(_ what: String, refusal: Int32) -> Outcome? {
    defer { end() }
    switch phase {
    case .opening: return .refused(SystemError(call: "recvmsg", code: refusal))
    case .scanning(let step, _):
      return .found(
        .failed(
          .told(
            what: "\(what) when it was scanned, in \(step)\(lastOutputLine)",
            remedy: "update or remove it; statehost plugins --rescan tries it again"),
          isOfContent: true))
    case .idle, .ended: return nil
    }
  }

  /// The last line of the worker's output, as the end of a sentence.
  private var lastOutputLine: String {
    let lines = lastOutput.split(separator: UInt8(ascii: "\n"))
    guard let last = lines.last else { return "" }
    return ", saying \"\(String(decoding: last.prefix(200), as: UTF8.self))\""
  }
}
