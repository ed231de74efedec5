import Glibc
import HostSystem
import PluginSupport
import TestSupport
import Testing

@testable import HostPlugins
@testable import HostRuntime

/// Programs that run for a child, on the system.
@Suite struct `A program that runs for a child` {
  private let world: SmallWorld
  private let stage: Stage
  private let run: RunContext
  private let child: ChildContext
  private let heard = Heard()
  private let programs: ProgramRunner

  private final class Heard {
    var ends: [ProgramEnd] = []
    var isThere = true
  }

  init() throws {
    // As in the program, where a write that fails says so itself.
    signal(SIGPIPE, SIG_IGN)
    world = try SmallWorld()
    programs = ProgramRunner(in: world)
    stage = try Stage()
    run = stage.context
    run.programs = programs
    child = ChildContext(run, of: PluginPolicy(RequestPolicy(grants: GrantedNeeds(.run))))
    child.isAlive = { [heard] in heard.isThere }
    child.reportEnd = { [heard] in heard.ends.append($0) }
  }

  private func start(
    _ words: String..., input: [UInt8] = [], as number: UInt64 = 1
  ) throws {
    try start(ChildProgram(words.map { Array($0.utf8) }, input: input), as: number)
  }

  private func start(_ program: ChildProgram, as number: UInt64) throws {
    try child.perform(.run(program, number: number), during: .other)
  }

  /// Goes round as the loop does.
  private func turn() throws {
    var ready: [Ready] = []
    try world.wait(
      untilNanoseconds: programs.nextDeadline ?? world.nowNanoseconds + 60_000_000_000,
      into: &ready)
    for port in ready { programs.take(port) }
    stage.context.programs?.reportEnds()
  }

  private func end() throws -> ProgramEnd {
    while heard.ends.isEmpty { try turn() }
    return heard.ends.removeFirst()
  }

  @Test func `gives what it wrote, and its status`() throws {
    try start("sh", "-c", "printf 'a\\377'; printf e >&2; exit 3")
    #expect(
      try end()
        == ProgramEnd(
          1, .exited(3), output: ProgramEnd.Output([0x61, 0xFF]),
          errors: ProgramEnd.Output([0x65])))
    #expect(programs.isAtRest)
  }

  /// A program that leaves one output open for its child, which writes once the program ended.
  @Test(arguments: ["", " >&2"])
  func `has what is written after its end, on either output`(output: String) throws {
    let ended = "[ ! -e /proc/$$ ] || grep -q ') Z' /proc/$$/stat"
    let late = "(until \(ended); do :; done; printf late\(output))"
    let closed = output.isEmpty ? "2>&-" : ">&-"
    try start("sh", "-c", "\(late) \(closed) & exec \(closed)")
    let end = try end()
    #expect(end.how == .exited(0))
    #expect((output.isEmpty ? end.output : end.errors).bytes == Array("late".utf8))
  }

  @Test func `reads what it is given, byte for byte, and its end`() throws {
    let input = (0..<ChildProgram.inputBytesLimit).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try start("cat", input: input)
    let end = try end()
    #expect(end.how == .exited(0) && !end.output.isCut)
    #expect(end.output.bytes == input)
  }

  @Test func `need not read it`() throws {
    try start("true", input: Array(repeating: 0x61, count: ChildProgram.inputBytesLimit))
    #expect(try end() == ProgramEnd(1, .exited(0)))
  }

  @Test func `has nothing to read, and no terminal`() throws {
    try start("sh", "-c", "cat; (: </dev/tty) 2>/dev/null || echo none")
    #expect(try end().output.bytes == Array("none\n".utf8))
  }

  @Test func `is cut after a MiB of each output, and ends all the same`() throws {
    try start("sh", "-c", "head -c 3000000 /dev/zero; head -c 1048576 /dev/zero >&2")
    let end = try end()
    #expect(end.how == .exited(0))
    #expect(end.output.bytes.count == ProgramEnd.Output.bytesLimit && end.output.isCut)
    #expect(end.errors.bytes.count == ProgramEnd.Output.bytesLimit && !end.errors.isCut)
  }

  @Test func `that there is not is told as its end`() throws {
    try start("no-such-program")
    let end = try end()
    #expect(end.how == .notStarted)
    #expect(
      String(decoding: end.errors.bytes, as: UTF8.self)
        == "the command was not found: no-such-program: check the name and PATH, or give the path of the program"
    )
  }

  @Test func `that there is not is told at once, and one that waits for the terminal never begins`()
    throws
  {
    let order = ProgramInvocation(
      words: [Array("no-such-program".utf8)], input: [], usesTerminal: false)
    try programs.add(order, as: 1, for: child)
    #expect(programs.nextDeadline == world.nowNanoseconds && !programs.isAtRest)
    #expect(programs.takeEnds().count == 1 && programs.nextDeadline == nil && programs.isAtRest)
    let waiting = ProgramInvocation(words: order.words, input: [], usesTerminal: true)
    try programs.add(waiting, as: 2, for: child)
    #expect(programs.wantsTerminal && !programs.isAtRest)
    programs.stop()
    #expect(!programs.wantsTerminal && programs.isAtRest)
  }

  @Test func `is cancelled with its group`() throws {
    let folder = try ScratchFolder()
    try start("sh", "-c", "echo $$ >'\(folder.path)/group'; sleep 1000 & sleep 1000")
    let group = try folder.number(in: "group")
    #expect(!child.does(.cancel(number: 2)))
    #expect(child.does(.cancel(number: 1)))
    #expect(try end().how == .killed(signal: SIGTERM))
    while !programs.isAtRest { try turn() }
    try wait(for: "the end of the group") { kill(-group, 0) == -1 && errno == ESRCH }
    #expect(!child.does(.cancel(number: 1)))
  }

  @Test func `is known by its child and its number`() throws {
    let other = ChildContext(run, of: PluginPolicy(RequestPolicy(grants: GrantedNeeds(.run))))
    let folder = try ScratchFolder()
    let script = "echo $$ >'\(folder.path)/other'; exec sleep 1000"
    try start("sleep", "1000")
    let program = try ChildProgram(["sh", "-c", script].map { Array($0.utf8) })
    try other.perform(.run(program, number: 1), during: .other)
    let process = try folder.number(in: "other")
    #expect(other.does(.cancel(number: 1)))
    try wait(for: "the end of the other one") {
      programs.childExited()
      return kill(process, 0) == -1 && errno == ESRCH
    }
    #expect(heard.ends.isEmpty && child.does(.cancel(number: 1)))
    #expect(try end().how == .killed(signal: SIGTERM))
    while !programs.isAtRest { try turn() }
  }

  @Test func `is killed when it does not end though it was asked to`() throws {
    let folder = try ScratchFolder()
    try start("sh", "-c", "trap '' TERM; echo $$ >'\(folder.path)/group'; exec sleep 1000")
    _ = try folder.number(in: "group")
    #expect(child.does(.cancel(number: 1)))
    #expect(heard.ends.isEmpty && programs.nextDeadline != nil)
    world.skip(nanoseconds: RunningProgram.graceNanoseconds)
    #expect(try end().how == .killed(signal: SIGKILL))
  }

  @Test func `cannot be cancelled any more when it has ended, though nobody has heard of that yet`()
    throws
  {
    for number in [1, 2] as [UInt64] { try start("no-such-program", as: number) }
    var areCancelled: [Bool] = []
    child.reportEnd = { [child] in areCancelled.append(child.does(.cancel(number: 3 - $0.number))) }
    stage.context.programs?.reportEnds()
    #expect(areCancelled == [false, false] && programs.isAtRest)
  }

  @Test func `is one of four at most`() throws {
    for number in 1...4 as ClosedRange<UInt64> { try start("sleep", "1000", as: number) }
    #expect(throws: Refusal.tooManyPrograms) { try start("true", as: 5) }
    #expect(child.does(.cancel(number: 2)))
    #expect(try end().number == 2)
    try start("true", as: 5)
    #expect(try end().number == 5)
    programs.stop()
    programs.kill()
    while !programs.isAtRest { programs.end() }
  }

  @Test func `has a number that no other has that runs`() throws {
    try start("sleep", "1000")
    #expect(throws: Refusal.tooManyPrograms) { try start("true") }
    #expect(child.does(.cancel(number: 1)))
    #expect(try end().how == .killed(signal: SIGTERM))
    try start("true")
    #expect(try end().how == .exited(0))
  }

  @Test func `is not waited for when only something else holds its output`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/fifo"
    #expect(unsafe mkfifo(path, 0o600) == 0)
    try start("sh", "-c", "echo early; read line <>'\(path)' & :")
    #expect(try end().output.bytes == Array("early\n".utf8))
    #expect(programs.isAtRest)
    // What holds it goes, too.
    let holder = unsafe open(path, O_WRONLY | O_CLOEXEC)
    #expect(unsafe write(holder, "\n", 1) == 1)
    close(holder)
  }

  @Test func `is told when its outputs have ended, where something else held them longer`() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/fifo"
    #expect(unsafe mkfifo(path, 0o600) == 0)
    try start("sh", "-c", "(read line <'\(path)'; echo $line) & :")
    var ready: [Ready] = []
    func turn() throws {
      try world.wait(untilNanoseconds: world.nowNanoseconds + 60_000_000_000, into: &ready)
      for port in ready { programs.take(port) }
    }
    // It has ended itself.
    while programs.nextDeadline == nil { try turn() }
    let holder = unsafe open(path, O_WRONLY | O_CLOEXEC)
    #expect(unsafe write(holder, "late\n", 5) == 5)
    close(holder)
    var ends: [ProgramEnd] = []
    // What has come tells of it, not the time.
    repeat {
      try turn()
      ends = programs.takeEnds().map(\.1)
    } while ends.isEmpty && !ready.isEmpty
    #expect(ends == [ProgramEnd(1, .exited(0), output: ProgramEnd.Output(Array("late\n".utf8)))])
  }

  @Test func `ends with its child, of which nobody is told`() throws {
    try start("sleep", "1000")
    heard.isThere = false
    // It may be gone at once: what is left then is to be taken before anything is waited for.
    stage.context.programs?.reportEnds()
    while !programs.isAtRest { try turn() }
    #expect(heard.ends.isEmpty)
  }

  @Test func `lets its plugin act for the user no longer than there is a program`() throws {
    child.use()
    try start("sleep", "1000")
    #expect(child.policy.operations.programs == [1])
    // One that does not start carries nothing: no more than 120 may start at once.
    var refused: [UInt64] = []
    for number in UInt64(2)...200 {
      do { try start("true", as: number) } catch { refused.append(number) }
    }
    #expect(!refused.isEmpty && child.policy.operations.programs.isDisjoint(with: refused))
    heard.isThere = false
    while !programs.isAtRest { try turn() }
    #expect(child.policy.operations.isEmpty)
  }

  @Test func `has the terminal where the user has asked its child for it, and no other has it`()
    throws
  {
    let program = try ChildProgram([[0x61]], usesTerminal: true)
    #expect(throws: Refusal.noTerminal) { try start(program, as: 1) }
    run.hasTerminal = true
    #expect(throws: Refusal.notInFront) { try start(program, as: 1) }
    child.focus.isInFront = true
    #expect(throws: Refusal.unasked) { try start(program, as: 1) }
    child.use()
    child.focus.isInFront = false
    #expect(throws: Refusal.notInFront) { try start(program, as: 1) }
    child.focus.isInFront = true
    try start(program, as: 1)
    #expect(programs.wantsTerminal && !programs.isAtRest)
    #expect(throws: Refusal.spent) { try start(program, as: 2) }
    child.use()
    #expect(throws: Refusal.terminalTaken) { try start(program, as: 2) }
    // The same number is another program's for another child.
    let other = ChildContext(run, of: PluginPolicy(RequestPolicy(grants: GrantedNeeds(.run))))
    #expect(!other.does(.cancel(number: 1)) && programs.wantsTerminal)
    try other.perform(.run(ChildProgram([Array("cat".utf8)]), number: 1), during: .other)
    #expect(other.does(.cancel(number: 1)) && programs.wantsTerminal)
    #expect(child.does(.cancel(number: 1)))
    #expect(try end() == ProgramEnd(1, notStarted: "it was cancelled"))
    #expect(!programs.wantsTerminal)
    while !programs.isAtRest { try turn() }
    child.use()
    try start(program, as: 3)
    heard.isThere = false
    programs.advance()
    #expect(!programs.wantsTerminal && programs.isAtRest)
  }

  @Test func `is about rows that are there`() throws {
    let program = try ChildProgram([[0x61]], rowUse: .arguments)
    #expect(throws: Refusal.otherRows) { try start(program, as: 1) }
  }
}
