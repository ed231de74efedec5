import Glibc
import HostSystem
import Testing

@testable import HostContent

@Suite struct CommandTests {
  private func loaded(_ words: String..., options: ContentLoader.Options = .init()) throws -> Loop {
    try .loaded(.command(words), options)
  }

  @Test func `the rows of a command are its lines`() throws {
    let loop = try loaded("printf", "a\\nb\\r\\n\\nlast")
    #expect(loop.rows() == ["a", "b", "", "last"] && loop.content.byteCount == 10)
    #expect(loop.content.isComplete && !loop.content.isLoading && loop.content.error == nil)
  }

  @Test func `a command without rows is complete and empty`() throws {
    let content = try loaded("true").content
    #expect(!content.hasContent && content.isComplete && content.error == nil)
  }

  @Test func `a failing command says its status and what it wrote last`() throws {
    let loop = try loaded("sh", "-c", "echo first >&2; echo second >&2; exit 7")
    let error = try #require(loop.content.error)
    #expect(error.kind == .exited(status: 7) && error.programStatus == 7)
    #expect(error.standardError == ["first", "second"] && error.message == "exit 7: second")
    #expect(!loop.content.isComplete)
  }

  @Test func `a command that a signal ended says which`() throws {
    let error = try #require(try loaded("sh", "-c", "kill -SEGV $$").content.error)
    #expect(error.signal == SIGSEGV && error.programStatus == 139)
    #expect(error.message == "killed by SIGSEGV")
  }

  @Test(
    arguments: [
      (["no-such-command-here", "x y"], .commandNotFound, 127),
      (["/etc/passwd"], .notExecutable(EACCES), 126),
    ] as [([String], ContentError.Kind, Int32)])
  func `what cannot be started is known at once`(
    words: [String], kind: ContentError.Kind, status: Int32
  ) throws {
    let loop = try Loop(.command(words))
    #expect(loop.content.error?.kind == kind && loop.content.error?.programStatus == status)
    #expect(loop.content.error?.subject == Source.command(words).title)
    #expect(!loop.content.isLoading && loop.loader.isAtRest)
  }

  @Test func `standard error is kept and counted after a success, an unfinished line too`() throws {
    let loop = try loaded("sh", "-c", "printf 'one\\ntwo' >&2")
    #expect(loop.loader.standardErrorLineCount == 2 && loop.content.error == nil)
    #expect(loop.content.notices.last == .standardError(lines: 2))
    #expect(loop.content.standardError == ["one", "two"])
  }

  @Test func `a command has nothing to read and no descriptor of this program`() throws {
    let loop = try loaded("sh", "-c", "cat; ls -l /proc/self/fd | grep -c ' -> '")
    // 0, 1 and 2, and the one that ls opens.
    #expect(loop.rows() == ["4"])
  }

  @Test func `a command starts with no signal ignored or blocked`() throws {
    signal(SIGUSR1, SIG_IGN)
    defer { signal(SIGUSR1, SIG_DFL) }
    let loop = try loaded("grep", "-E", "^Sig(Blk|Ign):", "/proc/self/status")
    let masks = loop.rows().map { UInt64($0.split(separator: "\t")[1], radix: 16) }
    // 32 and 33 belong to the C library.
    #expect(masks.map { $0.map { $0 & 0x7FFF_FFFF } } == [0, 0])
  }

  @Test func `rows appear while more are still to come`() throws {
    let loop = try Loop(.command(["sh", "-c", "echo early; exec sleep 60"]))
    #expect(loop.run { $0.rowCount == 1 } && loop.content.isLoading)
    loop.stop()
    #expect(loop.content.error?.kind == .stopped && loop.rows() == ["early"])
  }

  private static let stubborn = "trap '' TERM; echo $$; while :; do sleep 60; done"

  /// The processes write their ids; a grace period in milliseconds.
  @Test(
    arguments: [
      (["sleep 60 & echo $! $$; wait"], 2000, 2), ([stubborn], 50, 1),
      // What is left of the group when the command has ended.
      (["sh -c \"$0\" & wait", stubborn], 2000, 1),
    ] as [([String], Int64, Int)])
  func `the whole group ends when the command is stopped, or is killed after its grace`(
    script: [String], grace: Int64, count: Int
  ) throws {
    let loop = try Loop(
      .command(["sh", "-c"] + script), .with { $0.graceNanoseconds = grace * 1_000_000 })
    #expect(loop.run { $0.rowCount == 1 })
    let numbers = loop.rows()[0].split(separator: " ").compactMap { pid_t($0) }
    #expect(numbers.count == count)
    loop.stop()
    for number in numbers { #expect(isGone(number)) }
  }

  /// A process with the times, in milliseconds, when it and its group end.
  private final class Scripted: ProcessPort {
    let token = PortToken(rawValue: 1)
    let canWait: Bool
    var now: Int64 = 0
    var calls: [String] = []
    let (ends, groupEnds): (Int64, Int64)

    init(ends: Int64, groupEnds: Int64, canWait: Bool = true) {
      (self.ends, self.groupEnds, self.canWait) = (ends, groupEnds, canWait)
    }

    var hasGroup: Bool { now < groupEnds }
    func checkStatus() -> ProcessStatus { now < ends ? .running : .exited(3) }
    func terminate() { calls.append("\(now) terminate") }
    func kill() { calls.append("\(now) kill") }
    func release() { calls.append("\(now) release") }
  }

  @Test(arguments: [false, true])
  func `a command whose end nobody tells is asked again and again`(canWait: Bool) {
    let process = Scripted(ends: 20, groupEnds: 0, canWait: canWait)
    let command = RunningCommand(process)
    command.poll(at: 5)
    #expect(command.deadline == (canWait ? nil : 5 + RunningCommand.pollIntervalNanoseconds))
    process.now = 20
    command.poll(at: 20_000_005)
    #expect(command.outcome == .exited(3) && command.deadline == nil)
  }

  /// Milliseconds: the grace period, when the command ends, when its group does; what is asked of
  /// it, and when it is gone.
  @Test(
    arguments: [
      (2000, 10, 10, ["0 terminate", "10 release"], 10),
      (2000, 10, 50, ["0 terminate", "10 release"], 50),
      (2000, 10, 990, ["0 terminate", "10 release", "210 kill"], 210),
      (100, 10, 990, ["0 terminate", "10 release", "100 kill"], 100),
      (100, 130, 130, ["0 terminate", "100 kill", "120 kill", "130 release"], 130),
      (0, 10, 10, ["0 terminate", "0 kill", "10 release"], 10),
    ] as [(Int64, Int64, Int64, [String], Int64)])
  func `a command is asked to end, and killed with its group when it is time`(
    grace: Int64, ends: Int64, groupEnds: Int64, calls: [String], gone: Int64
  ) {
    let process = Scripted(ends: ends, groupEnds: groupEnds)
    let command = RunningCommand(process)
    for _ in 0..<2 { command.stop(at: 0, graceNanoseconds: grace * 1_000_000) }
    for now in stride(from: 10, through: gone, by: 10) {
      #expect(!command.isGone, "at \(now)")
      process.now = now
      let isDue = command.deadline.map { $0 <= now * 1_000_000 } ?? false
      if now == ends || isDue { command.poll(at: now * 1_000_000) }
    }
    #expect(command.isGone && command.deadline == nil && process.calls == calls)
    command.stop(at: 2_000_000_000, graceNanoseconds: 0)
    command.kill()
    #expect(process.calls == calls)
  }

  @Test func `a command that has stopped itself is continued, so that it can end`() throws {
    let loop = try Loop(
      .command(["sh", "-c", "echo $$; kill -STOP $$; exec sleep 600"]),
      .with { $0.graceNanoseconds = 600_000_000_000 })
    let number = pid_t(loop.run { $0.rowCount == 1 } ? loop.rows()[0] : "")
    #expect(number.map { becomes("T", $0) } == true)
    loop.stop()
    #expect(number.map(isGone) == true)
  }

  @Test func `an output that a grandchild holds open does not hold up the end`() throws {
    let loop = try Loop(.command(["sh", "-c", "sleep 60 & echo $!"]))
    #expect(loop.run(seconds: 5) && loop.content.isComplete)
    #expect(loop.content.notices == [.outputStillOpen])
    // It was left running on purpose; the test ends it.
    if let number = loop.rows().first.flatMap({ pid_t($0) }) { #expect(kill(number, SIGKILL) == 0) }
  }

  @Test func `too many rows cut the content and end the command`() throws {
    let loop = try loaded(
      "yes", options: .with { $0.limits = RowLimits(rows: 100, bytes: 1 << 30) })
    #expect(loop.content.rowCount == 100 && loop.content.notices == [.cutAfter(rows: 100)])
    #expect(loop.content.error == nil && !loop.content.isComplete)
  }

  /// Whether a process has ended, even if its parent has not reaped it.
  private func isGone(_ number: pid_t) -> Bool {
    for _ in 0..<1000 {
      guard kill(number, 0) == 0 else { return true }
      if state(number) == "Z" { return true }
      usleep(1000)
    }
    return false
  }

  /// Whether a process reaches a state in `/proc/PID/stat`.
  private func becomes(_ letter: String, _ number: pid_t) -> Bool {
    for _ in 0..<10_000 {
      if state(number) == letter { return true }
      usleep(1000)
    }
    return false
  }

  private func state(_ number: pid_t) -> String? {
    guard let file = unsafe fopen("/proc/\(number)/stat", "r") else { return nil }
    defer { unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    guard unsafe fgets(&line, 512, file) != nil else { return nil }
    let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(separator: ")").last?.split(separator: " ").first.map(String.init)
  }
}
