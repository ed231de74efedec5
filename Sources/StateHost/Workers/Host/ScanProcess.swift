internal import CHostSystem
internal import HostPlugins
internal import HostSystem

/// The host's side of a worker that scans.
final class ScanProcess {
  /// What its sandbox lacks.
  let lacking: SandboxParts
  /// Whether it can look into another file.
  private(set) var isUsable = true
  private let process: WorkerProcess

  /// Starts one that can load these files.
  init(program: String, files: ArraySlice<PluginFile>) throws(SystemError) {
    process = try WorkerProcess(program)
    var paths: [String] = []
    for path in files.lazy.flatMap({ NeededFiles(of: $0).paths }) where !paths.contains(path) {
      paths.append(path)
    }
    lacking = try process.open(.scan, granting: paths)
  }

  /// Finds out what a file offers, in that time at most.
  func scan(_ file: PluginFile, nanoseconds: Int64) -> PluginFinding {
    do throws(PluginProblem) {
      let handed = try file.handedOver()
      process.forgetOutput()
      process.tell(.scan(path: file.path), file: handed.rawValue)
      return finding(nanoseconds: nanoseconds)
    } catch {
      return PluginFinding(error)
    }
  }

  private func finding(nanoseconds: Int64) -> PluginFinding {
    let deadline = process.nowNanoseconds + nanoseconds
    var step = "a worker, before anything was loaded"
    var bytes: [UInt8] = []
    while true {
      switch process.next(untilNanoseconds: deadline) {
      case .message(.step(let name)): step = name
      case .message(.part(let part)) where bytes.count + part.count <= PluginDescription.bytesLimit:
        bytes += part
      case .message(.scanned):
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

  private static func finding(in bytes: [UInt8]) -> PluginFinding? {
    var reader = ByteReader(bytes[...])
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
    let lines = process.lastOutput.split(separator: UInt8(ascii: "\n"))
    guard let last = lines.last else { return "" }
    return ", saying \"\(String(decoding: last.prefix(200), as: UTF8.self))\""
  }
}

extension WorkerProcess.Ending {
  fileprivate var words: String {
    switch self {
    case .exited(let status): return "ended its process with status \(status)"
    case .killed(let signal):
      let name = unsafe host_signal_name(signal).map { unsafe "SIG" + String(cString: $0) }
      return "crashed (\(name ?? "signal \(signal)"))"
    }
  }
}
