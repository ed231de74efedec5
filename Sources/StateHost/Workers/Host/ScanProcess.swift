internal import CHostSystem
internal import Glibc
internal import HostPlugins
internal import HostSystem

/// The host's side of a worker that scans; it is waited for.
final class ScanProcess {
  /// What its sandbox lacks.
  private(set) var lacking: SandboxParts = []
  /// Whether it can look into another file.
  private(set) var isUsable = true
  private let poller: Poller
  private let process: WorkerProcess
  private let clock = Clock()
  private var ready: [Ready] = []
  /// The last that it printed.
  private var lastOutput: [UInt8] = []

  private static let outputBytesLimit = 2000
  private static let outputPartsLimit = 16
  private static let openNanoseconds: Int64 = 10_000_000_000

  /// Starts one that can load these files.
  ///
  /// - Throws: why it cannot be used.
  init(program: String, files: ArraySlice<PluginFile>) throws(SystemError) {
    poller = try Poller()
    process = try WorkerProcess(program, in: poller)
    var paths: [String] = []
    for path in files.lazy.flatMap({ (try? NeededFiles(of: $0))?.paths ?? [] })
    where !paths.contains(path) {
      paths.append(path)
    }
    for path in paths { _ = process.send(HostMessage.grant(path: path).bytes) }
    _ = process.send(HostMessage.order(.scan, []).bytes)
    switch next(untilNanoseconds: clock.nowNanoseconds + Self.openNanoseconds) {
    case .message(.opened(let lacking)): self.lacking = lacking
    case .message, .malformed: throw SystemError(call: "recvmsg", code: EPROTO)
    case .late: throw SystemError(call: "recvmsg", code: ETIMEDOUT)
    case .ended: throw SystemError(call: "recvmsg", code: EPIPE)
    }
  }

  /// Finds out what a file offers, in that time at most.
  func scan(_ file: PluginFile, nanoseconds: Int64) -> PluginFinding {
    do throws(PluginProblem) {
      let handed = try file.handedOver()
      takeOutput()
      lastOutput = []
      _ = process.send(HostMessage.scan(path: file.path).bytes, with: handed.descriptor)
      return finding(nanoseconds: nanoseconds)
    } catch {
      return PluginFinding(error)
    }
  }

  private func finding(nanoseconds: Int64) -> PluginFinding {
    let deadline = clock.nowNanoseconds + nanoseconds
    var step = "a worker, before anything was loaded"
    while true {
      switch next(untilNanoseconds: deadline) {
      case .message(.step(let name)): step = name
      case .message(.scanned(let bytes)):
        return Self.finding(in: bytes) ?? fault("said what no plugin's scan says", step)
      case .message, .malformed: return fault("said what no plugin's scan says", step)
      case .late:
        return fault("did not come back within \(Double(nanoseconds) / 1e9) s", step)
      case .ended(let ending):
        isUsable = false
        return failure(ending.words, step)
      }
    }
  }

  private static func finding(in bytes: ArraySlice<UInt8>) -> PluginFinding? {
    var reader = ByteReader(bytes)
    guard let finding = try? PluginFinding(from: &reader), (try? reader.finish()) != nil else {
      return nil
    }
    return finding
  }

  /// The worker is of no use any more, and ends.
  private func fault(_ what: String, _ step: String) -> PluginFinding {
    isUsable = false
    _ = process.end()
    return failure(what, step)
  }

  private func failure(_ what: String, _ step: String) -> PluginFinding {
    .failed(
      .told(
        what: "\(what) when it was scanned, in \(step)\(lastWords)",
        remedy: "update or remove it; statehost plugins --rescan tries it again"),
      isOfContent: true)
  }

  /// What it printed last, as the end of a sentence.
  private var lastWords: String {
    let lines = lastOutput.split(separator: UInt8(ascii: "\n"))
    guard let last = lines.last else { return "" }
    return ", saying \"\(String(decoding: last.prefix(200), as: UTF8.self))\""
  }
}

// MARK: - Waiting

extension ScanProcess {
  /// What is waited for from a worker.
  private enum Arrival {
    case message(WorkerMessage)
    /// It said what no worker says.
    case malformed
    case late
    case ended(WorkerEnding)
  }

  /// Waits for what it says next; after `ended` nothing comes any more.
  private func next(untilNanoseconds deadline: Int64) -> Arrival {
    while true {
      takeOutput()
      switch process.receive() {
      case .message(let bytes):
        guard let message = try? WorkerMessage(bytes[...]) else { return .malformed }
        return .message(message)
      case .malformed: return .malformed
      // It has closed the link, and may go on without it: it is killed, unless it has ended.
      case .end:
        let ending = process.end()
        takeOutput()
        return .ended(ending)
      case .nothing: break
      }
      let left = deadline - clock.nowNanoseconds
      guard left > 0 else { return .late }
      try? poller.wait(timeoutNanoseconds: left, into: &ready)
    }
  }

  /// Not all that it may print without end.
  private func takeOutput() {
    for _ in 0..<Self.outputPartsLimit {
      let isMore = process.readOutput { bytes in
        for index in bytes.indices { lastOutput.append(bytes[index]) }
      }
      if !isMore { break }
    }
    lastOutput.removeFirst(max(0, lastOutput.count - Self.outputBytesLimit))
  }
}
