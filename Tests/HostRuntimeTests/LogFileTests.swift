import HostPlugins
import HostStates
import HostSystem
import Testing

@testable import HostRuntime

/// A disk that becomes full.
private final class FullDisk: OutputPort {
  let isTerminal = false
  private(set) var text = ""
  /// The errors of the next writes; nil: it takes everything.
  var failures: [Int32?] = []

  func write(_ bytes: Span<UInt8>) -> OutputResult {
    if !failures.isEmpty, let code = failures.removeFirst() {
      return .failed(SystemError(call: "write", code: code))
    }
    text += String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    return .bytes(bytes.count)
  }
}

@Suite struct `Files of a run` {
  private let disk = FullDisk()

  @Test func `of events have each once, when it is time or there are many`() {
    let file = EventLogFile(disk)
    file.append(.superseded(state: "a"), atNanoseconds: 0)
    #expect(disk.text.isEmpty)
    file.flush()
    #expect(disk.text == "{\"t\":0,\"event\":\"superseded\",\"state\":\"a\"}\n")
    file.flush()
    #expect(file.end() == nil && disk.text.utf8.count(where: { $0 == 0x0A }) == 1)
    for _ in 0..<3_000 { file.append(.superseded(state: "a"), atNanoseconds: 0) }
    #expect(disk.text.utf8.count > 1 << 16)
  }

  @Test func `lose what a full disk does not take, say the first reason, and go on`() {
    disk.failures = [28, 5, nil]
    let file = EventLogFile(disk)
    for state in ["a", "b", "c"] {
      file.append(.superseded(state: state), atNanoseconds: 0)
      file.flush()
    }
    #expect(disk.text == "{\"t\":0,\"event\":\"superseded\",\"state\":\"c\"}\n")
    #expect(file.end()?.code == 28)
  }

  @Test func `of a log have a line for each, with how much it matters`() {
    disk.failures = [28, 5]
    let file = PluginLogFile(disk)
    for level in [.debug, .info, .warning, .error, .debug, .error] as [PluginLog.Line] {
      file.write(level)
    }
    #expect(disk.text == "warning: w\nerror: e\ndebug: d\nerror: e\n")
    #expect(file.failure?.code == 28)
  }
}

extension PluginLog.Line {
  fileprivate static let debug = PluginLog.Line(level: .debug, text: "d")
  fileprivate static let info = PluginLog.Line(level: .info, text: "i")
  fileprivate static let warning = PluginLog.Line(level: .warning, text: "w")
  fileprivate static let error = PluginLog.Line(level: .error, text: "e")
}
