internal import Foundation

/// Another process of the simulator, which plays and has ended.
struct PlayerProcess {
  /// Its exit status; without meaning where a signal ended it.
  let status: Int32
  let signal: Int32?
  let lines: [String]

  /// Starts and awaits it; when it `isQuiet`, nobody sees what it writes to standard error.
  init(_ words: ArraySlice<String>, isQuiet: Bool) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = words + ["--here"]
    // The stack of a trap is worth seconds only where somebody asks for it.
    process.environment = ["SWIFT_BACKTRACE": "enable=no"].merging(
      ProcessInfo.processInfo.environment
    ) { $1 }
    let output = Pipe()
    process.standardOutput = output
    if isQuiet { process.standardError = FileHandle.nullDevice }
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    status = process.terminationStatus
    signal = process.terminationReason == .uncaughtSignal ? status : nil
  }

  var lastSeed: UInt64? {
    lines.last { $0.hasPrefix(PlayedSeeds.mark) }
      .flatMap { UInt64($0.dropFirst(PlayedSeeds.mark.count)) }
  }
}
