import Glibc
import HostTerminal
import Testing

/// A pipe; `read` and `write` are its ends.
private struct Pipe: ~Copyable {
  let read: Descriptor
  private(set) var write: Descriptor?
  let writeNumber: CInt

  init() {
    var ends: [CInt] = [0, 0]
    _ = unsafe pipe(&ends)
    read = Descriptor(owning: ends[0])
    write = Descriptor(owning: ends[1])
    writeNumber = ends[1]
  }

  mutating func closeWrite() {
    write = nil
  }

  func put(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe Glibc.write(writeNumber, bytes, bytes.count)
  }
}

@Suite struct PollerTests {
  @Test func `what is ready is told by its token`() throws {
    var poller = try Poller()
    let quiet = Pipe()
    let busy = Pipe()
    try poller.add(quiet.read.rawValue, token: 1, for: .read)
    try poller.add(busy.read.rawValue, token: .max, for: .read)
    try poller.wait(timeoutNanoseconds: 0)
    #expect(poller.readyCount == 0)
    busy.put("x")
    try poller.wait(timeoutNanoseconds: nil)
    #expect(poller.readyCount == 1)
    #expect(poller[0] == Poller.Ready(token: .max, events: .read))
  }

  @Test func `a wait ends when its time is over`() throws {
    var poller = try Poller()
    let start = ContinuousClock.now
    try poller.wait(timeoutNanoseconds: 2_000_000)
    #expect(poller.readyCount == 0)
    #expect(ContinuousClock.now - start >= .milliseconds(2))
    try poller.wait(timeoutNanoseconds: -5)
    #expect(poller.readyCount == 0)
  }

  @Test func `interest can be changed and taken back`() throws {
    var poller = try Poller()
    let pipe = Pipe()
    try poller.add(pipe.writeNumber, token: 7, for: [])
    try poller.wait(timeoutNanoseconds: 0)
    #expect(poller.readyCount == 0)
    try poller.change(pipe.writeNumber, token: 8, to: .write)
    try poller.wait(timeoutNanoseconds: nil)
    #expect(poller[0] == Poller.Ready(token: 8, events: .write))
    try poller.remove(pipe.writeNumber)
    try poller.wait(timeoutNanoseconds: 0)
    #expect(poller.readyCount == 0)
  }

  @Test func `the end of a pipe is told unasked`() throws {
    var poller = try Poller()
    var pipe = Pipe()
    try poller.add(pipe.read.rawValue, token: 7, for: .read)
    pipe.closeWrite()
    try poller.wait(timeoutNanoseconds: nil)
    #expect(poller[0].events == [.read, .hangup])
  }

  @Test func `more than fit in one wait come in the next`() throws {
    var poller = try Poller()
    let pipe = Pipe()
    pipe.put("x")
    var copies: [CInt] = []
    defer { for copy in copies { close(copy) } }
    for token in 0..<100 as Range<UInt64> {
      copies.append(dup(pipe.read.rawValue))
      try poller.add(copies[copies.count - 1], token: token, for: .read)
    }
    var seen: Set<UInt64> = []
    for _ in 0..<4 {
      try poller.wait(timeoutNanoseconds: 0)
      #expect(poller.readyCount <= 64)
      for index in 0..<poller.readyCount { seen.insert(poller[index].token) }
    }
    #expect(seen == Set(0..<100))
  }

  @Test func `a regular file cannot be watched, and the error says why`() throws {
    let poller = try Poller()
    let file = try Descriptor(opening: "/proc/self/exe", flags: O_RDONLY)
    #expect(throws: SystemCallError(call: "epoll_ctl", code: EPERM)) {
      try poller.add(file.rawValue, token: 1, for: .read)
    }
    #expect(throws: SystemCallError(call: "open", code: ENOENT)) {
      let missing = try Descriptor(opening: "/nonexistent", flags: O_RDONLY)
      _ = missing.rawValue
    }
    #expect(
      SystemCallError(call: "open", code: ENOENT).description == "open: No such file or directory")
  }

  @Test func `a wakeup is ready from its ring to its clearing`() throws {
    var poller = try Poller()
    let wakeup = try Wakeup()
    try poller.add(wakeup.descriptor, token: 3, for: .read)
    wakeup.ring()
    wakeup.ring()
    try poller.wait(timeoutNanoseconds: nil)
    #expect(poller[0] == Poller.Ready(token: 3, events: .read))
    wakeup.clear()
    try poller.wait(timeoutNanoseconds: 0)
    #expect(poller.readyCount == 0)
    wakeup.clear()
  }

  @Test func `a descriptor is closed by its owner, once, unless it is given away`() throws {
    let number: CInt
    do {
      let owner = try Descriptor(duplicating: STDIN_FILENO)
      number = owner.release()
    }
    #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
    let again = Descriptor(owning: number)
    #expect(again.rawValue == number)
  }
}
