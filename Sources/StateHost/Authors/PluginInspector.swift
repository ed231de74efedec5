internal import Glibc
internal import HostPlugins
internal import HostRuntime
internal import HostSurface
internal import HostSystem
internal import StateContainer

/// Loads plugins, one at a time, to ask them what they are.
final class PluginInspector {
  private let context = RunContext()
  private let log = PluginLog(file: nil)
  private let output: CapturedOutput
  private let inbox = PluginInbox()

  private let trust: PluginTrust

  /// Captures what plugins print from here on.
  ///
  /// - Parameter trust: which files are opened.
  init(by trust: PluginTrust) {
    self.trust = trust
    output = CapturedOutput.beginning(log: log)
    Patience.begin()
  }

  /// Takes the last that plugins printed.
  func end() { output.end() }

  func report(on path: String) -> PluginReport {
    let symbols = LibrarySymbols(fileAt: path)
    let catalogue = PluginCatalogue(for: InstalledPlugins.program, by: trust)
    catalogue.load(fileAt: path)
    output.flush()
    let children = catalogue.types.map { child($0, of: catalogue) }
    let plugin = catalogue.plugins.first
    catalogue.end()
    output.flush()
    let missing =
      plugin == nil ? symbols.map { MissingNames(from: $0, at: path) } : nil
    return PluginReport(
      path: path, bytes: Self.size(of: path), symbols: symbols, missing: missing ?? .none,
      abi: plugin.map { "\($0.abiMajor).\($0.abiMinor)" }, children: children,
      problems: catalogue.failures, log: takeLog())
  }

  private func child(_ type: ChildType, of catalogue: PluginCatalogue) -> PluginReport.Child {
    do throws(PluginChild.CreationError) {
      let child = try catalogue.makeChild(type, services: ChildContext(context, options: nil))
      let made = PluginReport.Made(
        appearing: child.timing(appearing: true), disappearing: child.timing(appearing: false),
        extensions: child.offeredExtensions, keys: child.keyHelp(),
        words: child.accessibilityText())
      child.destroy()
      return PluginReport.Child(type: type, made: made, problem: nil)
    } catch {
      return PluginReport.Child(
        type: type, made: nil,
        problem: error.line(child: type.id, file: catalogue.plugin(of: type).path))
    }
  }

  private func takeLog() -> [String] {
    var lines: [String] = []
    inbox.drain { message in
      switch message {
      case .log(_, let child, _, let text): lines.append("\(child): \(text)")
      case .fault(let fault): lines.append(fault.line)
      case .linesLost(let count): lines.append("\(count) lines were lost")
      case .wake: break
      }
    }
    lines += context.faults.map(\.line)
    context.faults = []
    return lines + log.takeNoteworthy()
  }

  /// The size of a regular file in bytes; nil for anything else.
  private static func size(of path: String) -> Int? {
    guard let file = try? Descriptor(opening: path, flags: O_RDONLY | O_NONBLOCK),
      let facts = FileFacts(of: file), facts.kind == .regular
    else { return nil }
    return Int(facts.size)
  }
}
