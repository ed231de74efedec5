import Foundation
import TestSupport
import Testing

/// A shell in a real terminal, in which the program shows a file, or runs a command that goes on
/// for long.
///
/// The same end wakes the guardian and the shell: settings are looked at for two seconds.
private struct GuardedRun {
  let terminal: TmuxTerminal
  let folder: ScratchFolder
  private let runsCommand: Bool

  /// Starts the program and waits for a row of what it shows.
  ///
  /// - Parameters:
  ///   - plugin: loaded beside the program's own.
  ///   - runsCommand: it runs a command; else it shows a file.
  /// - Throws: what the terminal, the compiler and the folder throw.
  init(plugin: SmallPlugin? = nil, runsCommand: Bool = true) throws {
    terminal = try TmuxTerminal(columns: 200)
    folder = try ScratchFolder()
    self.runsCommand = runsCommand
    try plugin?.compile(into: folder)
    try folder.write("running\n", to: "rows")
    let command = "sh -c \"echo \\$\\$ >group; echo running; sleep 1000 & sleep 1000; :\""
    let program =
      "statehost \(plugin == nil ? "" : "--isolation none --plugins .") "
      + (runsCommand ? "-- " + command : "rows")
    try terminal.run(program, recordedIn: folder)
  }

  /// The program's process.
  func host() throws -> Int32 {
    try terminal.wait(forText: "running")
    return try folder.number(in: "host")
  }

  /// Waits for the end of the program and looks whether the terminal is as it was, the command's
  /// group is gone, and one line says what happened.
  func expectGuarded(status: Int32, saying words: String...) throws {
    try wait(for: "the end of the program") {
      FileManager.default.fileExists(atPath: folder.path + "/done")
    }
    if runsCommand {
      let group = try folder.number(in: "group")
      try wait(for: "the end of the group") { kill(-group, 0) == -1 && errno == ESRCH }
    }
    #expect(try folder.number(in: "status") == status)
    #expect(try contents("before") == contents("after"))
    let rows = try terminal.wait(for: "the shell's screen") { rows in
      guard rows.contains(where: { $0.isReport }) else { return false }
      return try terminal.fact("#{alternate_on} #{mouse_any_flag} #{cursor_flag} #{wrap_flag}")
        == "0 0 1 1"
    }
    let lines = rows.filter(\.isReport)
    #expect(lines.count == 1, "\(rows)")
    for word in words { #expect(lines.first?.contains(word) == true, "\(lines)") }
  }

  private func contents(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
  }
}

@Suite struct `Whatever ends the program` {
  /// Signals, with the names that the program has for them.
  @Test(arguments: [
    (SIGUSR1, "SIGUSR1"), (SIGSEGV, "SIGSEGV"), (34, "SIGRTMIN+0"),
    (SIGKILL, "killed by SIGKILL: from outside"),
  ])
  func `a signal leaves the terminal and no command`(number: Int32, name: String) throws {
    let run = try GuardedRun()
    kill(try run.host(), number)
    try run.expectGuarded(status: 128 + number, saying: name)
  }

  @Test func `another guardian takes the place of one that is killed, and does the same`() throws {
    let run = try GuardedRun()
    let host = try run.host()
    for round in 1...2 {
      let guardian = try GuardianProcess.awaited(of: host)
      kill(guardian, SIGKILL)
      try wait(for: "another guardian") {
        let next = try GuardianProcess.number(of: host)
        return next != nil && next != guardian
      }
      if round == 1 { try run.terminal.wait(forText: "the guardian process had ended: another") }
    }
    kill(host, SIGKILL)
    try run.expectGuarded(status: 137, saying: "killed by SIGKILL: from outside")
  }

  @Test func `without a screen the next guardian ends the command, too`() throws {
    let folder = try ScratchFolder()
    let running = try RunningProgram(
      ["--plain", "--", "sh", "-c", "echo $$ >'\(folder.path)/group'; sleep 1000 & sleep 1000"])
    let group = try folder.number(in: "group")
    kill(try GuardianProcess(of: running).number, SIGKILL)
    _ = try GuardianProcess(of: running)
    running.send(SIGKILL)
    #expect(running.wait().status == 137)
    try wait(for: "the end of the group") { kill(-group, 0) == -1 && errno == ESRCH }
  }

  @Test(.needsSandbox) func `a plugin's deed in the first frame of a file is told with its name`()
    throws
  {
    var plugin = plugin("kill(getpid(), SIGKILL);")
    plugin.draw = "act(); on_a_thread();"
    let run = try GuardedRun(plugin: plugin, runsCommand: false)
    try run.expectGuarded(
      status: 137, saying: "killed by SIGKILL: ",
      "small.so, child com.example.small, in draw: update ")
  }

  @Test func `SIGKILL while it is stopped leaves the terminal and no command`() throws {
    let run = try GuardedRun()
    let host = try run.host()
    kill(host, SIGSTOP)
    kill(host, SIGKILL)
    try run.expectGuarded(status: 137, saying: "killed by SIGKILL: from outside")
  }

  /// What a plugin may do, how the program ends then, and the words for it.
  static let deeds: [(deed: String, status: Int32, words: String)] = [
    ("kill(getpid(), SIGKILL);", 137, "killed by SIGKILL: "),
    ("exit(0);", 134, "a plugin ended the program (exit with status 0): "),
    ("syscall(SYS_exit_group, 7);", 7, "ended without a goodbye (status 7): "),
    ("execl(\"/bin/sh\", \"sh\", \"-c\", \"exit 9\", (char *)0);", 9, "ended without a goodbye"),
    ("signal(SIGSEGV, SIG_DFL); raise(SIGSEGV);", 139, "killed by SIGSEGV: "),
    ("_exit(0);", 134, "a plugin ended the program (_exit with status 0): "),
    ("quick_exit(0);", 134, "a plugin ended the program (quick_exit): "),
    ("alarm(1); for (;;) pause();", 142, "stopped by SIGALRM: "),
  ]

  private func plugin(_ deed: String) -> SmallPlugin {
    var plugin = SmallPlugin()
    plugin.declarations = """
      #include <signal.h>
      #include <sys/syscall.h>
      #include <pthread.h>
      static void act(void) { \(deed) }
      static void *later(void *nothing) { sleep(1); act(); return nothing; }
      static void on_a_thread(void) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, later, NULL) == 0) pthread_detach(thread);
      }
      """
    return plugin
  }

  @Test(.needsSandbox, arguments: deeds.indices, [true, false])
  func `a plugin's deed is told, with its name where it is in a call`(
    index: Int, isInCall: Bool
  ) throws {
    let (deed, status, words) = Self.deeds[index]
    let folder = try ScratchFolder()
    var plugin = plugin(deed)
    plugin.draw = isInCall ? "act(); on_a_thread();" : ""
    plugin.willAppear = isInCall ? "" : "on_a_thread();"
    try plugin.compile(into: folder)
    let run = try RunningProgram([
      "--isolation", "none", "--plugins", folder.path, "--snapshot", "-", "--", "sh", "-c",
      "echo $$ >'\(folder.path)/group'; echo a row; sleep 1000 & sleep 1000",
    ])
    #expect(run.wait().status == status)
    // The guardian writes once the program has ended.
    try wait(for: "the line about the end") { run.errors.hasSuffix("\n") }
    let errors = run.errors
    let place = isInCall ? "\(folder.path)/small.so, child com.example.small, in draw: update " : ""
    #expect(errors.filter(\.isNewline).count == 1, "\(errors)")
    #expect(errors.hasPrefix("statehost: " + words.dropLast(2)), "\(errors)")
    #expect(errors.contains(place) || place.isEmpty, "\(errors)")
    let group = try folder.number(in: "group")
    try wait(for: "the end of the group") { kill(-group, 0) == -1 && errno == ESRCH }
  }

  @Test(.needsSandbox) func `a daemon that a plugin forked does not keep the guardian waiting`()
    throws
  {
    var plugin = SmallPlugin()
    plugin.create = "if (fork() == 0) { setsid(); sleep(20); _exit(0); }"
    let run = try GuardedRun(plugin: plugin)
    kill(try run.host(), SIGKILL)
    try run.expectGuarded(status: 137, saying: "killed by SIGKILL: from outside")
  }

  @Test(arguments: ["--plain", "--snapshot picture.txt --at 1h"])
  func `without a screen the command ends too`(options: String) throws {
    let folder = try ScratchFolder()
    let running = try RunningProgram(
      options.split(separator: " ").map {
        $0 == "picture.txt" ? folder.path + "/picture.txt" : String($0)
      } + ["--", "sh", "-c", "echo $$ >'\(folder.path)/group'; sleep 1000 & sleep 1000"])
    let group = try folder.number(in: "group")
    _ = try GuardianProcess(of: running)
    running.send(SIGKILL)
    #expect(running.wait().status == 137)
    try wait(for: "the end of the group") { kill(-group, 0) == -1 && errno == ESRCH }
    // Before it there is the state, where loading was told.
    try wait(for: "the guardian's line", found: { running.errors }) {
      running.errors.split(separator: "\n").last
        == "statehost: killed by SIGKILL: from outside: start it again"
    }
  }

  @Test func `a command that does not end when it is asked to is killed`() throws {
    let folder = try ScratchFolder()
    let running = try RunningProgram([
      "--", "sh", "-c",
      "trap '' TERM INT HUP; echo $$ >'\(folder.path)/group'; while :; do sleep 1; done",
    ])
    let group = try folder.number(in: "group")
    _ = try GuardianProcess(of: running)
    running.send(SIGKILL)
    try wait(for: "the end of the group") { kill(-group, 0) == -1 && errno == ESRCH }
  }

  @Test func `a limit of memory blames nobody`() throws {
    let run = try ProgramRun.run(
      ["-c", "ulimit -v 150000; exec \"$0\" --snapshot - -- seq 10000000", BuiltProducts.program],
      program: "bash")
    #expect(run.status == 128 + SIGABRT)
    #expect(run.errors.hasPrefix("statehost: out of memory (SIGABRT, saying "), "\(run.errors)")
    #expect(run.errors.hasSuffix("or give it fewer rows\n"))
    #expect(run.errors.filter(\.isNewline).count == 1)
  }

  @Test func `a file that may not grow is an error, not the end`() throws {
    let folder = try ScratchFolder()
    let run = try ProgramRun.run(
      [
        "-c",
        "cd '\(folder.path)'; : >log; "
          + "(ulimit -f 0; exec \"$0\" --plain --events log -- echo a) 2>&1 | cat",
        BuiltProducts.program,
      ], program: "bash")
    #expect(run.output.hasPrefix("a\n") || run.output.contains("\na\n"), "\(run.output)")
    #expect(run.output.contains("File too large"), "\(run.output)")
  }
}

/// The guardian of a program that runs a command without a terminal.
private struct GuardianProcess {
  let number: Int32

  /// Waits until it watches the program and its command, and looks what else it holds.
  init(of running: RunningProgram) throws {
    var number: Int32 = 0
    var held: [String] = []
    try wait(for: "the guardian at rest", found: { "\(held)" }) {
      number = try Self.number(of: running.processID) ?? 0
      let folder = "/proc/\(number)/fd"
      held = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
      }
      return held.count(where: { $0.contains("pidfd") }) == 2
    }
    self.number = number
    let others = held.filter { !$0.contains("pidfd") }.sorted()
    #expect(others.count == 2, "\(held)")
    #expect(others[0].hasSuffix("/errors") && others[1].hasPrefix("socket:"), "\(held)")
  }

  /// Waits for the guardian's process.
  static func awaited(of host: Int32) throws -> Int32 {
    var number: Int32?
    try wait(for: "the guardian") {
      number = try Self.number(of: host)
      return number != nil
    }
    return number ?? 0
  }

  /// The guardian's process; nil while a program has none.
  static func number(of host: Int32) throws -> Int32? {
    let run = try ProgramRun.run(["-o", "pid=,comm=", "--ppid", "\(host)"], program: "ps")
    let line = run.output.split(separator: "\n").first { $0.hasSuffix(" guardian") }
    return line.flatMap { Int32($0.split(separator: " ")[0]) }
  }
}

@Suite struct `The guardian` {
  @Test func `that cannot be forked is done without`() throws {
    let run = try Kernel.run(
      [BuiltProducts.program, "--plain", "--", "echo", "a row"], without: "guardian")
    #expect(run.status == 0 && run.output == "a row\n", "\(run.errors)")
  }

  @Test func `ends the command where hardly a descriptor may be opened`() throws {
    let folder = try ScratchFolder()
    let running = try RunningProgram(
      [
        "-c", "ulimit -n 20; exec \"$@\"", "sh", BuiltProducts.program, "--plain", "--", "sh", "-c",
        "echo $$ >'\(folder.path)/group'; sleep 1000",
      ], program: "/bin/sh")
    let group = try folder.number(in: "group")
    running.send(SIGKILL)
    try wait(for: "the end of the group") { kill(-group, 0) == -1 && errno == ESRCH }
  }

  @Test func `has its own session, holds no pipe but standard error, and is waited for`() throws {
    let running = try RunningProgram(["--", "sleep", "1000"], input: .pipe)
    let guardian = try GuardianProcess(of: running).number
    #expect(getsid(guardian) == guardian)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { kill(guardian, number) }
    running.send(SIGTERM)
    #expect(running.wait().status == 143)
    #expect(running.errors == "")
    #expect(kill(guardian, 0) == -1 && errno == ESRCH)
  }
}

extension String {
  /// A line of the program's or its guardian's; the shell may have written its prompt and its own
  /// word before, onto a terminal that was still raw.
  fileprivate var isReport: Bool { contains("statehost: ") }
}
