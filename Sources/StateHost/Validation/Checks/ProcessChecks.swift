internal import CHostSystem
internal import ChildPluginAPI
internal import Glibc
internal import HostPlugins
internal import HostSystem

/// What a plugin leaves alone in the process that it shares.
enum ProcessChecks {
  static let endsWithProcess = "ends-with-process"

  static var all: [Check] {
    [
      Check("writes-nothing", level: 2, "it writes nothing to standard output or standard error") {
        trial throws(CheckEnd) in
        let output = try WatchedOutput()
        trial.watch.afterEachCall { output.words }
        _ = try trial.plugin()
        try trial.forEachChild { $0.liveAndEnd() }
        let rule = "nothing on descriptors 1 and 2: use host->log"
        try trial.expectNoFinding(rule)
        // A thread writes when it likes.
        if let words = output.words {
          throw .failed(expected: rule, happened: words, place: .afterLastCall)
        }
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
      Check("threads-end-with-plugin", level: 4, "its threads have ended when deinit returns") {
        trial throws(CheckEnd) in
        let plugin = try trial.plugin()
        try trial.forEachChild { $0.liveAndEnd() }
        plugin.end()
        for _ in 0..<40 where trial.watch.hasOtherThreads { RealTime.sleep(milliseconds: 5) }
        try expect(
          !trial.watch.hasOtherThreads, "no thread more than before the plugin was loaded",
          else: "some are left")
      },
      Check("descriptors-closed", level: 4, "what it opens it has closed when destroy returns") {
        trial throws(CheckEnd) in
        try trial.forEachChild { $0.liveAndEnd() }
        let before = ProcessFacts.descriptorCount
        for _ in 0..<5 { try trial.forEachChild { $0.liveAndEnd() } }
        let more = ProcessFacts.descriptorCount - before
        try expect(
          more <= 0, "no more open descriptors after five more lives", in: .afterLastCall,
          else: "\(more) more")
      },
      Check("process-untouched", level: 4, "signals, directory, umask, locale, environment stay") {
        trial throws(CheckEnd) in
        let before = ProcessFacts()
        trial.watch.afterEachCall {
          ProcessFacts().firstChange(since: before).map { "\($0) changed" }
        }
        _ = try trial.plugin()
        try trial.forEachChild { $0.liveAndEnd() }
        try trial.expectNoFinding("the process as it was: it is shared with others")
      },
      Check("descriptors-untouched", level: 5, "descriptors 0, 1 and 2 are what they were") {
        trial throws(CheckEnd) in
        let streams: [StandardStream] = [.input, .output, .error]
        let before = streams.map { ProcessFacts.target(of: $0) }
        trial.watch.afterEachCall {
          zip(streams, before).first { ProcessFacts.target(of: $0) != $1 }.map { stream, before in
            "descriptor \(stream.rawValue), which led to \(before), leads to "
              + ProcessFacts.target(of: stream)
          }
        }
        _ = try trial.plugin()
        try trial.forEachChild { $0.liveAndEnd() }
        try trial.expectNoFinding("the descriptors that every process has, as they were")
      },
      Check(
        "needs-nothing-refused", level: 4, severity: .warning, in: .trapped,
        "it asks the system for nothing that is refused where plugins live"
      ) {
        trial throws(CheckEnd) in
        _ = try trial.plugin()
        plugin_files_watch()
        trial.watch.afterEachCall {
          unsafe plugin_files_first().map { unsafe String(cString: $0) }
        }
        try trial.forEachChild { child throws(CheckEnd) in
          child.liveAndEnd()
          if let file = trial.watch.finding, !child.type.needs.contains(CHILDPLUGIN_NEED_FILES_READ)
          {
            throw .failed(
              expected:
                "\"files:read\" among the needs of \(child.type.id), which the user can grant",
              happened: "it opens \(file.what), which is refused", place: file.place)
          }
        }
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
private final class WatchedOutput {
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

  /// What has been written since it was last asked; nil: nothing.
  var words: String? {
    fflush(nil)
    let bytes = pipe.bytes
    if bytes.isEmpty { return nil }
    return "\(bytes.count) bytes: \(String(decoding: bytes.prefix(80), as: UTF8.self))"
  }
}
