internal import Glibc
internal import HostPlugins
internal import HostSystem

/// The host's side of a worker that has files looked into, one after the other, each by a process that it forks.
///
/// It is never waited for.
final class ScanningWorker {
  let port: any WorkerPort
  /// What its sandbox lacks.
  private(set) var lacking: SandboxParts = []
  private(set) var phase: Phase
  /// What it is given once it is in its sandbox.
  private var first: PluginFile?
  /// The last that it printed.
  private var lastOutput: [UInt8] = []
  private let nanosecondsForFile: Int64
  /// What its sandbox may lack.
  private let tolerated: SandboxParts

  enum Phase: Equatable {
    /// It goes into its sandbox.
    case opening(untilNanoseconds: Int64)
    case idle
    /// It looks into a file, and is in this step of that.
    case scanning(step: String, untilNanoseconds: Int64)
    /// It is of no use any more.
    case ended
  }

  /// What has come of a file.
  enum Outcome {
    case found(ScanResult)
    /// No worker can be used here at all.
    case refused(SystemError)
    /// Its sandbox lacks these, which it may not.
    case incomplete(SandboxParts)
  }

  private static let outputBytesLimit = 2000
  private static let outputPartsLimit = 16
  private static let messagesLimit = 64
  private static let openNanoseconds: Int64 = 10_000_000_000

  /// Starts one.
  ///
  /// - Parameters:
  ///   - world: where.
  ///   - nanosecondsForFile: how long each may take.
  ///   - tolerated: what its sandbox may lack.
  ///   - now: the present instant.
  /// - Throws: why there is none.
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

  /// Has it look into a file, as soon as it is in its sandbox.
  ///
  /// - Throws: that the file cannot be handed over.
  func scan(_ file: PluginFile, at now: Int64) throws(PluginProblem) {
    guard phase == .idle else { return first = file }
    let handed = try file.handedOver()
    let libraries = try file.neededFiles().paths
    takeOutput()
    lastOutput = []
    for path in libraries { _ = port.send(HostMessage.grant(path: path).bytes) }
    _ = port.send(HostMessage.scan(path: file.path).bytes, with: handed.descriptor)
    phase = .scanning(
      step: "a worker, before anything was loaded", untilNanoseconds: now + nanosecondsForFile)
  }

  /// When it will have taken too long; nil: nothing is asked of it.
  var deadline: Int64? {
    switch phase {
    case .opening(let until), .scanning(_, let until): until
    case .idle, .ended: nil
    }
  }

  /// It has as long as ever for what is asked of it.
  func waitAnew(at now: Int64) {
    switch phase {
    case .opening: phase = .opening(untilNanoseconds: now + Self.openNanoseconds)
    case .scanning(let step, _):
      phase = .scanning(step: step, untilNanoseconds: now + nanosecondsForFile)
    case .idle, .ended: break
    }
  }

  /// Sends what waits.
  func flush() { _ = port.flush() }

  /// Ends it, whatever it does.
  func end() {
    phase = .ended
    _ = port.end()
  }
}

// MARK: - What it says

extension ScanningWorker {
  /// Takes some of what it has said.
  ///
  /// - Returns: what has come of the file that it was given; nil: nothing yet.
  func take(at now: Int64) -> Outcome? {
    for _ in 0..<Self.messagesLimit where phase != .ended {
      switch port.receive() {
      case .message(let bytes):
        guard let message = try? WorkerMessage(bytes[...]) else { return liar() }
        if let outcome = follow(message, at: now) { return outcome }
      case .malformed: return liar()
      // It has closed the link, and may go on without it: it is killed, unless it has ended.
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
      guard let finding = Self.finding(in: bytes) else { return liar() }
      takeOutput()
      phase = .idle
      return .found(finding)
    default: return liar()
    }
  }

  private func scanFirst(at now: Int64) -> Outcome? {
    guard let file = first else { return nil }
    first = nil
    do throws(PluginProblem) {
      try scan(file, at: now)
      return nil
    } catch {
      return .found(ScanResult(error))
    }
  }

  private static func finding(in bytes: ArraySlice<UInt8>) -> ScanResult? {
    var reader = ByteReader(bytes)
    guard let finding = try? ScanResult(from: &reader), (try? reader.finish()) != nil else {
      return nil
    }
    return finding
  }

  /// Takes some of what it has printed.
  func takeOutput() {
    for _ in 0..<Self.outputPartsLimit {
      let isMore = port.readOutput { bytes in
        for index in bytes.indices { lastOutput.append(bytes[index]) }
      }
      if !isMore { break }
    }
    lastOutput.removeFirst(max(0, lastOutput.count - Self.outputBytesLimit))
  }
}

// MARK: - What is wrong with it

extension ScanningWorker {
  /// Ends it where it has taken too long; what it has said by now has been taken.
  func judgeLateness(at now: Int64) -> Outcome? {
    guard let deadline, deadline <= now else { return nil }
    return fault(
      "did not come back within \(Double(nanosecondsForFile) / 1e9) s", refusal: ETIMEDOUT)
  }

  private func liar() -> Outcome? { fault("said what no plugin's scan says", refusal: EPROTO) }

  /// It is of no use any more, and ends; `refusal`: what that is where it has not even come into its sandbox.
  private func fault(_ what: String, refusal: Int32) -> Outcome? {
    defer { end() }
    switch phase {
    case .opening: return .refused(SystemError(call: "recvmsg", code: refusal))
    case .scanning(let step, _):
      return .found(
        .failed(
          .told(
            what: "\(what) when it was scanned, in \(step)\(lastWords)",
            remedy: "update or remove it; statehost plugins --rescan tries it again"),
          isOfContent: true))
    case .idle, .ended: return nil
    }
  }

  /// What it printed last, as the end of a sentence.
  private var lastWords: String {
    let lines = lastOutput.split(separator: UInt8(ascii: "\n"))
    guard let last = lines.last else { return "" }
    return ", saying \"\(String(decoding: last.prefix(200), as: UTF8.self))\""
  }
}
