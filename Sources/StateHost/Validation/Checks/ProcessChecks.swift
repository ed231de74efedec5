internal import CHostSystem
internal import ChildPluginAPI
internal import Glibc
internal import HostPlugins
internal import HostSystem

/// Validator checks that a plugin does not affect its process: no output, no threads or descriptors
/// left over, no changed signal handlers, locale, environment or standard descriptors, no system
/// call that the sandbox refuses, and no crash if the process ends before its children.
enum ProcessChecks {
  static let endsWithProcess = "ends-with-process"

  static let all: [Check] = [
    Check("writes-nothing", 2, "the plugin writes nothing to standard output or standard error") {
      session in
      let pipe: Pipe
      do throws(SystemError) { pipe = try Pipe() } catch {
        throw CheckOutcome.skipped("there is no pipe to watch")
      }
      fflush(nil)
      pipe.take(.output)
      pipe.take(.error)
      /// The output since the last read; nil if there is none.
      let output: () -> String? = {
        fflush(nil)
        let bytes = pipe.bytes
        if bytes.isEmpty { return nil }
        return "\(bytes.count) bytes: \(String(decoding: bytes.prefix(80), as: UTF8.self))"
      }
      session.monitor.afterEachCall(output)
      _ = try session.plugin()
      try session.useAll()
      let rule = "nothing on descriptors 1 and 2: use host->log"
      try session.expectNoFinding(rule)
      // A thread may write at any time.
      try expectNone(output(), rule, in: .afterLastCall) { $0 }
    },
    Check("threads-end", 3, "a child's threads have ended when destroy returns") { session in
      _ = try session.plugin()
      let before = ProcessSnapshot.threadCount
      try session.forEachChild { child in
        child.appear(animated: true)
        child.live()
        child.remove()
        let place = session.monitor.lastCall
        // A joined thread's entry in /proc may stay a moment longer than the thread.
        for _ in 0..<20 where ProcessSnapshot.threadCount > before {
          RealTime.sleep(milliseconds: 5)
        }
        let more = ProcessSnapshot.threadCount - before
        try expect(more <= 0, "no more threads than before create", in: place, else: "\(more) more")
      }
    },
    Check("threads-end-with-plugin", 4, "the plugin's threads have ended when deinit returns") {
      session in
      let plugin = try session.plugin()
      try session.useAll()
      plugin.end()
      for _ in 0..<40 where session.monitor.hasOtherThreads { RealTime.sleep(milliseconds: 5) }
      try expect(
        !session.monitor.hasOtherThreads, "no more threads than before the plugin was loaded",
        else: "some are left")
    },
    Check(
      "descriptors-closed", 4,
      "a child or source has closed what it opened when destroy or read returns"
    ) {
      session in
      try session.useAll()
      let before = ProcessSnapshot.descriptorCount
      for _ in 0..<5 { try session.useAll() }
      let more = ProcessSnapshot.descriptorCount - before
      try expect(
        more <= 0, "no more open descriptors after five more lives", in: .afterLastCall,
        else: "\(more) more")
    },
    Check(
      "process-untouched", 4, "signals, directory, umask, locale and environment stay unchanged"
    ) { session in
      let before = ProcessSnapshot()
      session.monitor.afterEachCall {
        ProcessSnapshot().firstChange(since: before).map { "\($0) changed" }
      }
      _ = try session.plugin()
      try session.useAll()
      try session.expectNoFinding("an unchanged process: others share it")
    },
    Check("descriptors-untouched", 5, "descriptors 0, 1 and 2 stay unchanged") { session in
      let streams: [StandardStream] = [.input, .output, .error]
      let before = streams.map { ProcessSnapshot.target(of: $0) }
      session.monitor.afterEachCall {
        zip(streams, before).first { ProcessSnapshot.target(of: $0) != $1 }.map { stream, before in
          "descriptor \(stream.rawValue), which led to \(before), leads to "
            + ProcessSnapshot.target(of: stream)
        }
      }
      _ = try session.plugin()
      try session.useAll()
      try session.expectNoFinding("unchanged standard descriptors")
    },
    Check(
      "needs-nothing-refused", .warning(4),
      "the plugin makes no system call that the sandbox refuses", options: [.trapsRefusedCalls]
    ) { session in
      _ = try session.plugin()
      plugin_files_watch()
      session.monitor.afterEachCall {
        unsafe plugin_files_first().map { unsafe String(cString: $0) }
      }
      try session.forEachChild { child in
        child.liveAndEnd()
        if let file = session.monitor.finding,
          !child.type.needs.contains(CHILDPLUGIN_NEED_FILES_READ)
        {
          try fail(
            "\"files:read\" among the needs of \(child.type.id), which the user can grant",
            in: file.place, but: "it opens \(file.what), which is refused")
        }
      }
    },
    Check(endsWithProcess, 4, "the process may end with children that are not destroyed") {
      session in
      for type in try session.types() {
        let child = try session.child(type)
        child.appear(animated: true)
        child.live()
        // Leaked, because releasing the last reference destroys the child.
        _ = unsafe Unmanaged.passRetained(child)
      }
    },
  ]
}

/// The signal handlers and mask, directory, umask, locale, environment and rounding mode of a
/// check's worker process at one time, compared with a later snapshot to name what a plugin has
/// changed; also functions that count the process's threads and descriptors.
struct ProcessSnapshot {
  private let facts: [(name: String, value: String)]

  init() {
    var mask = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
    let mode = umask(0o22)
    umask(mode)
    let locale = unsafe setlocale(LC_ALL, nil).map { unsafe String(cString: $0) }
    let signals = (1..<CInt(65)).filter { $0 != SIGKILL && $0 != SIGSTOP }
    facts =
      signals.map { ("the handler of signal \($0)", Self.disposition($0)) } + [
        ("the signal mask", Self.text(mask)),
        ("the working directory", Self.link("/proc/self/cwd")),
        ("the umask", String(mode, radix: 8)), ("the locale", locale ?? ""),
        ("the environment", Self.environment), ("the rounding mode", String(fegetround())),
      ]
  }

  /// The name of the first fact that has changed.
  func firstChange(since before: ProcessSnapshot) -> String? {
    zip(facts, before.facts).first { $0.value != $1.value }?.0.name
  }

  private static func disposition(_ signal: CInt) -> String {
    var action = sigaction()
    unsafe sigaction(signal, nil, &action)
    return "\(text(action.__sigaction_handler)) \(action.sa_flags)"
  }

  private static func text<Value>(_ value: Value) -> String {
    unsafe withUnsafeBytes(of: value) { bytes in
      unsafe bytes.map { String($0, radix: 16) }.joined(separator: " ")
    }
  }

  private static var environment: String {
    var lines: [String] = []
    var next = unsafe environ
    while let line = unsafe next.pointee {
      lines.append(unsafe String(cString: line))
      unsafe next += 1
    }
    return lines.joined(separator: "\n")
  }

  static func target(of stream: StandardStream) -> String {
    link("/proc/self/fd/\(stream.rawValue)")
  }

  private static func link(_ path: String) -> String {
    var room = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink(path, &room, room.count)
    return String(decoding: room.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The number of threads, from the link count of their folder, because a worker may not list it.
  static var threadCount: Int {
    var facts = stat()
    return unsafe stat("/proc/self/task", &facts) == 0 ? Int(facts.st_nlink) - 2 : 0
  }

  /// The number of open descriptors.
  static var descriptorCount: Int { (0..<getdtablesize()).count { fcntl($0, F_GETFD) >= 0 } }
}

/// Validator checks for invalid accesses and leaks that only valgrind finds; skipped without it.
///
/// They share one worker, which runs a whole life; `ValgrindRun` evaluates what valgrind reports.
enum ValgrindChecks {
  static let leaks = "leaks"

  static let all: [Check] = [
    Check(
      "invalid-accesses", 9, "valgrind reports no invalid access in a whole life",
      options: [.runsAlone, .valgrind], run: live),
    Check(
      leaks, 9, "valgrind reports no unreachable memory", options: [.runsAlone, .valgrind],
      run: live),
  ]

  private static func live(_ session: CheckSession) throws {
    try session.useAll { type in
      var saved: [UInt8] = []
      for state in type.places.isEmpty ? ["content"] : type.places.map(\.state) {
        let child = try session.child(type, content: .fitting(state))
        if let saved = child.savedBytes() { _ = child.restore(saved) }
        child.appear(animated: true)
        child.live()
        saved = child.savedBytes() ?? []
        // The function may be called at any time and repeatedly.
        for id in ChildExtensions.allIDs + ChildExtensions.allIDs {
          _ = child.child.extensionAddress(id)
        }
        child.remove(animated: true)
      }
      // A number of the state may be out of range, by little or by much.
      for index in saved.indices.prefix(16) {
        for bits: UInt8 in [0x04, 0x10, 0x40, 0xFF] {
          let child = try session.child(type)
          saved[index] ^= bits
          _ = child.restore(saved)
          saved[index] ^= bits
          child.appear()
          child.ask(waking: false)
          child.remove()
        }
      }
    }
    try session.plugin().end()
  }
}
