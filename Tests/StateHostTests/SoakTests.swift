import Foundation
import TestSupport
import Testing

/// One crash after the other in a real terminal, for as long as it is asked for.
@Suite struct `A program whose plugins crash all the time` {
  /// Twenty seconds in the long tests, `STATEHOST_SOAK_SECONDS` in `make soak`, else not at all.
  private static let seconds: [Double] = {
    let environment = ProcessInfo.processInfo.environment
    if let asked = environment["STATEHOST_SOAK_SECONDS"].flatMap(Double.init) { return [asked] }
    return environment["STATEHOST_LONG_TESTS"] == nil ? [] : [20]
  }()

  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test(arguments: seconds)
  func `does not grow in memory, descriptors, processes or files`(seconds: Double) throws {
    let terminal = try start()
    try terminal.wait(for: "the child", until: isThere)
    let process = try #require(
      Int32(try terminal.fact("#{pane_pid}")).flatMap { Processes.below($0).first })
    let began = Date()
    var crashes = 0
    // Each is asked for with R, so that it is started again however often it failed.
    func crash(until end: Date) throws -> Figures {
      while Date() < end {
        try terminal.press("x")
        try terminal.wait(forText: "crashed (SIGABRT) in input.key")
        try terminal.type("R")
        try terminal.wait(for: "the child", until: isThere)
        crashes += 1
      }
      return try figures(of: process)
    }
    let first = try crash(until: began.addingTimeInterval(seconds / 5))
    let crashesBefore = crashes
    let last = try crash(until: began.addingTimeInterval(seconds))
    print("soak: \(crashes) crashes in \(Int(seconds)) s: from \(first) to \(last)")

    #expect(Double(crashes - crashesBefore) >= seconds / 5, "it has hardly crashed")
    #expect(last.descriptors <= first.descriptors)
    #expect(last.processes <= first.processes)
    #expect(last.files <= first.files)
    #expect(last.memoryKiB - first.memoryKiB <= 2048, "\(first) and \(last)")
    try terminal.press("q")
    try terminal.wait(forText: "ended:0")
  }

  private func isThere(_ rows: [String]) -> Bool {
    rows[0].hasPrefix("it is there") && !rows.contains { $0.contains("crashed") }
  }

  /// A child that crashes at every `x`, above the list.
  private func start() throws -> TmuxTerminal {
    var plugin = SmallPlugin()
    plugin.text = "it is there"
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.key = "if (key->code != 'x') return false;\nabort();"
    try plugin.compile(into: folder)
    for name in ["home", "tmp", "cache"] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/" + name, withIntermediateDirectories: true)
    }
    return try TmuxTerminal(
      columns: 120, environment: ["TMPDIR": folder.path + "/tmp", "HOME": folder.path + "/home"],
      command: "XDG_CACHE_HOME='\(folder.path)/cache' statehost --reduced-motion "
        + "--plugins '\(folder.path)' -- seq 9")
  }

  /// What a process and those that it has started have of the system, and what they leave in files.
  private struct Figures: CustomStringConvertible {
    var memoryKiB = 0
    var descriptors = 0
    var processes = 0
    var files = 0

    var description: String {
      "\(memoryKiB) KiB, \(descriptors) descriptors, \(processes) processes, \(files) files"
    }
  }

  private func figures(of process: Int32) throws -> Figures {
    let all = [process] + Processes.below(process)
    let manager = FileManager.default
    return Figures(
      memoryKiB: try all.map(memoryKiB).reduce(0, +),
      descriptors: try all.map {
        try manager.contentsOfDirectory(atPath: "/proc/\($0)/fd").count
      }.reduce(0, +),
      processes: all.count,
      files: try manager.subpathsOfDirectory(atPath: folder.path).count)
  }

  private func memoryKiB(of process: Int32) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return try #require(line?.split(separator: " ").compactMap { Int($0) }.first)
  }
}
