internal import Glibc
internal import HostSystem

/// What a plugin leaves alone in the process that it shares.
enum ProcessChecks {
  static let endsWithProcess = "ends-with-process"

  static var all: [Check] {
    [
      Check("writes-nothing", level: 2, "it writes nothing to standard output or standard error") {
        trial throws(CheckEnd) in
        let output = try WatchedOutput()
        _ = try trial.plugin()
        try trial.forEachChild { $0.liveAndEnd() }
        fflush(nil)
        let said = output.bytes
        try expect(
          said.isEmpty, "nothing on descriptors 1 and 2: use host->log",
          else: "\(said.count) bytes: \(String(decoding: said.prefix(80), as: UTF8.self))")
      },
      Check("threads-end", level: 3, "its threads have ended when destroy returns") {
        trial throws(CheckEnd) in
        _ = try trial.plugin()
        let before = ProcessFacts.threadCount
        try trial.forEachChild { child throws(CheckEnd) in
          child.appear(animated: true)
          child.live()
          child.disappear()
          child.destroy()
          // A joined thread's entry in /proc may stay a moment longer than the thread.
          for _ in 0..<20 where ProcessFacts.threadCount > before {
            RealTime.sleep(milliseconds: 5)
          }
          let more = ProcessFacts.threadCount - before
          try expect(more <= 0, "no thread more than before create", else: "\(more) more")
        }
      },
      Check("descriptors-closed", level: 4, "what it opens it has closed when destroy returns") {
        trial throws(CheckEnd) in
        try trial.forEachChild { $0.liveAndEnd() }
        let before = ProcessFacts.descriptorCount
        for _ in 0..<5 { try trial.forEachChild { $0.liveAndEnd() } }
        let more = ProcessFacts.descriptorCount - before
        try expect(
          more <= 0, "no more open descriptors after five more lives", else: "\(more) more")
      },
      Check("process-untouched", level: 4, "signals, directory, umask, locale, environment stay") {
        trial throws(CheckEnd) in
        let before = ProcessFacts()
        _ = try trial.plugin()
        try trial.forEachChild { $0.liveAndEnd() }
        let change = ProcessFacts().firstChange(since: before)
        try expect(
          change == nil, "the process as it was: it is shared with others",
          else: "\(change ?? "") changed")
      },
      Check("descriptors-untouched", level: 5, "descriptors 0, 1 and 2 are what they were") {
        trial throws(CheckEnd) in
        let streams: [StandardStream] = [.input, .output, .error]
        let before = streams.map { ProcessFacts.target(of: $0) }
        _ = try trial.plugin()
        try trial.forEachChild { $0.liveAndEnd() }
        for (stream, before) in zip(streams, before) {
          let now = ProcessFacts.target(of: stream)
          try expect(
            now == before, "descriptor \(stream.rawValue) leads to \(before)",
            else: "it leads to \(now)")
        }
      },
      Check(
        "needs-nothing-refused", level: 4, severity: .warning, in: .trapped,
        "it asks the system for nothing that is refused where plugins live"
      ) {
        trial throws(CheckEnd) in
        _ = try trial.plugin()
        try trial.forEachChild { $0.liveAndEnd() }
      },
      Check(endsWithProcess, level: 4, "the process may end with children that are not destroyed") {
        trial throws(CheckEnd) in
        for type in try trial.types() {
          let child = try trial.child(type)
          child.appear(animated: true)
          child.live()
          // A child is destroyed with the last who knows it: this one is never let go.
          _ = unsafe Unmanaged.passRetained(child)
        }
      },
    ]
  }
}

/// Descriptors 1 and 2, led to a pipe where one can see what was written.
private struct WatchedOutput: ~Copyable {
  private let pipe: Pipe

  init() throws(CheckEnd) {
    do throws(SystemError) {
      pipe = try Pipe()
    } catch {
      throw .skipped("there is no pipe to watch")
    }
    fflush(nil)
    pipe.take(.output)
    pipe.take(.error)
  }

  /// What has been written, as far as the pipe holds it.
  var bytes: [UInt8] { pipe.bytes }
}
