internal import CHostSystem
internal import HostPlugins
internal import HostSurface
internal import HostSystem

/// Scans one plugin, in a process forked for it: loads it, reads its descriptors, and sends the result.
final class PluginScanProcess {
  private let link: WorkerLink
  private let program: ProgramName
  /// The plugin's log; discarded, as the plugin logs again when it is used.
  private let inbox = PluginInbox()

  init(link: consuming WorkerLink, program: ProgramName) {
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
    tell(.scanned(Self.bytes(of: finding)))
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

  private func tell(_ message: WorkerMessage) {
    do throws(WorkerEnd) { try link.tell(message) } catch { error.end() }
  }
}

extension PluginScanProcess: PluginObserver {
  func callBegan(_ function: StaticString, _ arguments: () -> String, of child: String?) {
    let name = "\(function)"
    let isOfLoading = ["open", "dlopen", "dlsym"].contains(name)
    tell(.step(isOfLoading ? name + ", while it was loaded" : name))
  }

  func callEnded() {}
  func received(_ text: UnsafeRawBufferPointer, in function: String) {}
  func drew(_ mark: CanvasMark) {}
}
