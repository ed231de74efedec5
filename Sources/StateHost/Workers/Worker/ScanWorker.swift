internal import CHostSystem
internal import Glibc
internal import HostPlugins
internal import HostSurface
internal import HostSystem

/// A worker that finds out what plugins offer: it loads one after the other, and reads its descriptors.
///
/// `deinit` is called once the host has its answer, so what happens there is nobody's fault any more.
final class ScanWorker {
  private var link: WorkerLink
  private let program: ProgramName
  /// What plugins log; nobody keeps it, for they say it again when they are used.
  private let inbox = PluginInbox()
  /// A link that is gone is noticed when the next message is waited for.
  private var end: WorkerEnd?

  init(link: consuming WorkerLink, program: ProgramName) {
    self.link = link
    self.program = program
  }

  /// Scans until the host is gone.
  func run() throws(WorkerEnd) -> Never {
    while true {
      let received = try link.next()
      guard case .scan(let path) = received.message, let file = received.file else {
        throw .malformed
      }
      scan(file, at: path)
      if let end { throw end }
    }
  }

  private func scan(_ file: OpenFile, at path: String) {
    do throws(PluginProblem) {
      let plugin = try LoadedPlugin(from: file, at: path, for: program, observer: self)
      tell(.described(plugin.readDescription()))
      plugin.end()
    } catch {
      tell(PluginFinding(error))
    }
    inbox.drain { _ in }
    host_capture_flush()
  }

  private func tell(_ finding: PluginFinding) {
    // What it has printed so far is there before its finding.
    host_capture_flush()
    var writer = ByteWriter()
    finding.write(to: &writer)
    let bytes = writer.bytes
    guard bytes.count <= Self.findingBytesLimit else {
      return tell(.failed(Self.tooMuch(bytes.count), isOfContent: true))
    }
    tell(.scanned(bytes[...]))
  }

  private static func tooMuch(_ count: Int) -> PluginProblem {
    .told(
      what: "its descriptors have \(count) bytes",
      remedy: "describe it in at most \(findingBytesLimit)")
  }

  private func tell(_ message: WorkerMessage) {
    do throws(WorkerEnd) { try link.tell(message) } catch { end = error }
  }

  /// Bytes of a finding at most, on both sides.
  static let findingBytesLimit = PluginDescription.bytesLimit
}

extension ScanWorker: PluginObserver {
  func callBegan(_ function: StaticString, _ arguments: () -> String, of child: String?) {
    let name = "\(function)"
    let isOfLoading = ["open", "dlopen", "dlsym"].contains(name)
    tell(.step(isOfLoading ? name + ", while it was loaded" : name))
  }

  func callEnded() {}
  func received(_ text: UnsafeRawBufferPointer, in function: String) {}
  func drew(_ mark: CanvasMark) {}
}
