import Glibc
import Testing

@testable import HostSystem

/// A pipe whose read end is watched.
private final class WatchedPipe {
  private var watch: Watch?
  private var write: FileDescriptor?

  init(in poller: Poller) {
    var ends: [CInt] = [0, 0]
    _ = unsafe pipe(&ends)
    watch = Watch(FileDescriptor(owning: ends[0]), in: poller)
    write = FileDescriptor(owning: ends[1])
  }

  var token: PortToken? { watch?.token }
  var readNumber: CInt { watch?.number ?? -1 }
  func closeRead() { watch = nil }
  func closeWrite() { write = nil }

  func put(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe Glibc.write(write?.rawValue ?? -1, bytes, bytes.count)
  }
}

@Suite final class PollerTests {
  private let poller: Poller
  private var ready: [Ready] = []

  init() throws {
    poller = try Poller()
  }

  private func wait(nanoseconds: Int64? = 0) throws -> [PortToken] {
    try poller.wait(timeoutNanoseconds: nanoseconds, into: &ready)
    return ready.map(\.token)
  }

  @Test func `what is ready is told by its token`() throws {
    let quiet = WatchedPipe(in: poller)
    let busy = WatchedPipe(in: poller)
    #expect(try wait() == [])
    busy.put("x")
    #expect(try wait(nanoseconds: nil) == [busy.token])
    #expect(ready[0].isReadable && !ready[0].isWritable && !ready[0].hasHungUp)
    #expect(quiet.token != busy.token)
  }

  @Test func `a wait ends when its time is over`() throws {
    let start = ContinuousClock.now
    #expect(try wait(nanoseconds: 2_000_000) == [])
    #expect(ContinuousClock.now - start >= .milliseconds(2))
    #expect(try wait(nanoseconds: -5) == [])
  }

  @Test func `a worker that has ended and stays is told no more`() throws {
    let worker = try WorkerProcess("/bin/true", in: poller)
    let told = try wait(nanoseconds: nil)
    #expect(told.contains(worker.token) || told.contains(worker.outputToken))
    #expect(worker.end() == .exited(0))
    #expect(try wait() == [])
    #expect(worker.processNumber > 0)
  }

  @Test func `the end of a pipe is told unasked`() throws {
    let pipe = WatchedPipe(in: poller)
    pipe.closeWrite()
    #expect(try wait(nanoseconds: nil) == [pipe.token])
    #expect(ready[0].isReadable && ready[0].hasHungUp)
  }

  /// What another descriptor still holds open, such as that of a process that was forked, would be
  /// watched on if the watch only closed its own.
  @Test func `a watch ends before its descriptor closes`() throws {
    let pipe = WatchedPipe(in: poller)
    pipe.put("x")
    #expect(try wait() == [pipe.token])
    let number = pipe.readNumber
    let other = try FileDescriptor(duplicating: number)
    pipe.closeRead()
    #expect(fcntl(number, F_GETFD) == -1)
    #expect(try wait() == [])
    _ = consume other
  }

  /// In a process of its own, where hardly anybody else opens anything: what runs the tests may.
  @Test func `a number that comes back at once is watched under a name of its own`() async {
    await #expect(processExitsWith: .success) {
      let poller = try Poller()
      var ready: [Ready] = []
      var pipe = WatchedPipe(in: poller)
      var former = pipe.token
      var hasComeBack = false
      for _ in 0..<100 where !hasComeBack {
        pipe.put("old")
        former = pipe.token
        let number = pipe.readNumber
        pipe.closeRead()
        pipe = WatchedPipe(in: poller)
        hasComeBack = pipe.readNumber == number
      }
      #expect(hasComeBack)
      #expect(pipe.token != former)
      try poller.wait(timeoutNanoseconds: 0, into: &ready)
      #expect(ready == [])
      pipe.put("new")
      try poller.wait(timeoutNanoseconds: 0, into: &ready)
      #expect(ready.map(\.token) == [pipe.token])
    }
  }

  @Test func `more than fit in one wait come in the next`() throws {
    let pipes = (0..<80).map { _ in WatchedPipe(in: poller) }
    for pipe in pipes { pipe.put("x") }
    var seen: Set<PortToken> = []
    for _ in 0..<4 {
      let tokens = try wait()
      #expect(tokens.count <= 64)
      seen.formUnion(tokens)
    }
    #expect(seen == Set(pipes.compactMap(\.token)))
  }

  @Test func `a regular file cannot be waited for`() throws {
    let file = Watch(try FileDescriptor(opening: "/proc/self/exe", flags: O_RDONLY), in: poller)
    let canWait = file.canWait
    #expect(!canWait)
    #expect(try wait() == [])
  }

  @Test func `a failure says which call, and why`() {
    #expect(throws: SystemError(call: "open", code: ENOENT)) {
      let missing = try FileDescriptor(opening: "/nonexistent", flags: O_RDONLY)
      _ = missing.rawValue
    }
    #expect(
      SystemError(call: "open", code: ENOENT).description == "open: No such file or directory")
  }

  @Test func `a bell is ready from its ring to its clearing`() throws {
    let bell = try Bell()
    let watch = try bell.watch(in: poller)
    let token = watch.token
    bell.ring()
    bell.ring()
    #expect(try wait(nanoseconds: nil) == [token])
    bell.clear()
    #expect(try wait() == [])
    bell.clear()
    _ = consume watch
  }

  @Test func `a descriptor is closed by its owner, once, unless it is given away`() throws {
    let number: CInt
    do {
      let owner = try FileDescriptor(duplicating: STDIN_FILENO)
      number = owner.release()
    }
    #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
    let again = FileDescriptor(owning: number)
    #expect(again.rawValue == number)
  }
}

@Suite struct `The clock` {
  private static func nanoseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  @Test func `of the system is the kernel's that never jumps, and the calendar's is the other`() {
    let before = [CLOCK_MONOTONIC, CLOCK_REALTIME].map(Self.nanoseconds)
    let now = [Clock.systemNanoseconds, Clock.calendarNanoseconds]
    let after = [CLOCK_MONOTONIC, CLOCK_REALTIME].map(Self.nanoseconds)
    for index in 0..<2 { #expect((before[index]...after[index]).contains(now[index])) }
  }
}
