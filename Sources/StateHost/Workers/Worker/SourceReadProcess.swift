internal import CHostSystem
internal import HostPlugins
internal import HostSystem

/// The main program of a worker process that reads a plugin's data source once: loads the plugin,
/// writes the rows to standard output as a command would, reports progress or failure, and exits.
///
/// Logged and printed text goes to the output that a command's errors use.
final class SourceReadProcess {
  private var link: WorkerLink
  private let program: HostIdentity
  private let inbox = PluginInbox()
  private var options = ChildOptionValues([])
  /// Whether the source has reported why it fails.
  private var hasReportedFailure = false

  init(link: consuming WorkerLink, program: HostIdentity) {
    self.link = link
    self.program = program
  }

  func run() throws(WorkerExitReason) -> Never {
    let loaded = try link.next()
    let ordered = try link.next()
    guard case .load(let path) = loaded.message, let file = loaded.file,
      case .read(let order) = ordered.message
    else { throw .malformed }
    host_row_output_begin(host_worker_take_output())
    options = order.options
    do throws(PluginProblem) {
      let plugin = try LoadedPlugin(from: file, at: path, for: program)
      _ = plugin.readDescription()
      passLog()
      let isDone = plugin.read(order.id, argument: order.argument, for: self)
      _ = host_row_output_flush()
      if !isDone, !hasReportedFailure {
        fail("it failed without a reason", remedy: "see what it logged, then retry")
      }
      plugin.end()
      passLog()
      if isDone { tell(.done) }
    } catch {
      passLog()
      let (what, remedy) = error.text
      fail(what, remedy: remedy)
    }
    host_worker_leave()
  }

  private func passLog() {
    if inbox.isEmpty { return }
    inbox.drain { message in
      switch message {
      case .log(_, _, let level, let text): log(level.rawValue, text)
      case .fault(let fault): misused(fault.line)
      case .wake, .linesLost: break
      }
    }
  }

  private func tell(_ news: SourceStatusMessage) { link.tell(.reading(news)) }
}

extension SourceReadProcess: SourceHost {
  func deliver(_ bytes: UnsafeRawBufferPointer) -> Bool {
    passLog()
    return unsafe host_row_output_add(bytes.baseAddress, bytes.count)
  }

  func nameColumns() { tell(.namesColumns) }

  func progress(_ fraction: Double?) { tell(.progress(fraction)) }

  func fail(_ what: String, remedy: String) {
    _ = host_row_output_flush()
    hasReportedFailure = true
    tell(.failure(what: what, remedy: remedy))
  }

  func misused(_ what: String) { log(0, what) }

  func log(_ level: UInt32, _ text: String) {
    StandardOutput.error.writeAll(Array("\(text)\n".utf8).span)
  }

  func copyOption(named name: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64? {
    unsafe options.copy(name, into: buffer)
  }
}
