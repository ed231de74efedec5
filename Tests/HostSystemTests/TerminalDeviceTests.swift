import Glibc
import TestSupport
import Testing

@testable import HostSystem

/// One after the other: a process enters one terminal at a time.
@Suite(.serialized) final class TerminalDeviceTests {
  private let device: TerminalDevice
  private let terminal: PseudoTerminal
  private let before: TerminalSettings
  private let noSequences = TerminalSequences(enter: [], leave: [])

  init() throws {
    let made = try PseudoTerminal()
    before = made.settings
    device = try made.openDevice()
    terminal = made
  }

  /// Reads what has arrived; the sizes of its pieces.
  private func readAll(_ read: inout [UInt8]) -> [Int] {
    var counts: [Int] = []
    while case .bytes(let count) = device.read({ bytes in
      for index in bytes.indices { read.append(bytes[index]) }
    }) { counts.append(count) }
    return counts
  }

  /// Writes more than the terminal takes at once.
  private func fill(_ device: TerminalDevice) -> WriteResult {
    device.write([UInt8](repeating: 0x61, count: 100_000).span)
  }

  private func awaitInput() {
    var input = pollfd(fd: terminal.keeperNumber, events: Int16(POLLIN), revents: 0)
    #expect(unsafe poll(&input, 1, CInt(patienceSeconds) * 1_000) == 1)
  }

  /// Its settings, as a shell asks for them.
  private var asked: termios {
    var settings = termios()
    #expect(unsafe tcgetattr(terminal.keeperNumber, &settings) == 0)
    return settings
  }

  @Test func `entering makes the terminal raw but for the signal keys`() throws {
    try device.enter(testMode)
    #expect(terminal.shown() == "<enter>")
    let raw = terminal.settings
    #expect(raw.local & UInt32(ECHO | ICANON | IEXTEN) == 0)
    #expect(raw.local & UInt32(ISIG | NOFLSH) == UInt32(ISIG | NOFLSH))
    #expect(raw.input & UInt32(ICRNL | IXON | BRKINT | ISTRIP) == 0)
    #expect(raw.output & UInt32(OPOST) == 0)
    device.leave()
    #expect(terminal.shown() == "<leave>")
    #expect(terminal.settings == before)
    device.leave()
    #expect(terminal.shown() == "")
  }

  @Test func `what was typed and not read is not left to others`() throws {
    try device.enter(testMode)
    terminal.type("rm -r\n")
    awaitInput()
    device.leave()
    #expect(device.read { _ in } == .nothing)
  }

  @Test func `an Enter that was typed before the terminal was raw is one`() throws {
    var read: [UInt8] = []
    // As it stands in the queue of a terminal that turns it into a newline.
    terminal.type("/a\r\r")
    awaitInput()
    try device.enter(testMode)
    _ = readAll(&read)
    terminal.type("\n\r")
    awaitInput()
    _ = readAll(&read)
    #expect(read == Array("/a\r\r\n\r".utf8))
  }

  @Test func `a device that goes gives the terminal back`() throws {
    do {
      let device = try terminal.openDevice()
      try device.enter(testMode)
    }
    #expect(terminal.shown() == "<enter><leave>")
    #expect(terminal.settings == before)
  }

  @Test func `entering once more keeps the settings that were first`() throws {
    try device.enter(testMode)
    try device.enterAgain()
    device.leave()
    #expect(terminal.shown() == "<enter><enter><leave>")
    #expect(terminal.settings == before)
  }

  @Test func `the host's own settings are never those to go back to`() throws {
    try device.enter(testMode)
    var raw = asked
    device.leave()
    // As a shell does that gives a job its settings back.
    #expect(unsafe tcsetattr(terminal.keeperNumber, TCSANOW, &raw) == 0)
    try device.enter(testMode)
    device.leave()
    #expect(terminal.settings == before)
  }

  @Test func `settings that were changed meanwhile are gone back to`() throws {
    try device.enter(testMode)
    device.leave()
    var changed = asked
    changed.c_lflag &= ~UInt32(ECHO)
    #expect(unsafe tcsetattr(terminal.keeperNumber, TCSANOW, &changed) == 0)
    let before = terminal.settings
    try device.enter(testMode)
    device.leave()
    #expect(terminal.settings == before)
    #expect(before.local & UInt32(ECHO) == 0)
  }

  @Test func `bytes go through unchanged in both directions`() throws {
    try device.enter(noSequences)
    #expect(device.write(Array("a\nb\r\u{1B}[Hä".utf8).span) == .complete)
    #expect(terminal.shown(until: "ä") == "a\nb\r\u{1B}[Hä")
    var read: [UInt8] = []
    #expect(device.read { _ in } == .nothing)
    // Few bytes are keys, and are read one by one; many are read at once.
    for text in ["x\r\u{13}\u{16}ä", String(repeating: "x", count: 65)] {
      terminal.type(text)
      let counts = readAll(&read)
      #expect(read == Array(text.utf8))
      // The terminal may pass on a part of many bytes first.
      #expect(read.count > 64 || counts == read.map { _ in 1 })
      read.removeAll()
    }
  }

  @Test func `a frame that the terminal does not take at once is sent whole and in order`() throws {
    try device.enter(noSequences)
    let frame = (0..<100_000).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    let next = Array("the next frame".utf8)
    #expect(device.write(frame.span) == .pending)
    #expect(device.write(next.span) == .pending)
    var shown = terminal.shown()
    var rounds = 0
    while device.flush() == .pending, rounds < 1_000 {
      shown += terminal.shown()
      rounds += 1
    }
    shown += terminal.shown(until: "frame")
    #expect(shown == String(decoding: frame + next, as: UTF8.self))
    #expect(device.write(next.span) == .complete)
  }

  @Test func `a terminal that takes nothing is left all the same`() throws {
    try device.enter(testMode)
    #expect(fill(device) == .pending)
    let start = ContinuousClock.now
    device.leave()
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(terminal.settings == before)
    #expect(device.flush() == .complete)
  }

  @Test func `a terminal that is gone is told, and nothing is tried again`() throws {
    let device = try Self.deviceWithoutScreen()
    #expect(device.write([0x61].span) == .gone)
    #expect(device.flush() == .gone)
    #expect(device.read { _ in } == .end)
    device.leave()
  }

  @Test func `after a hang-up nothing is written`() throws {
    device.hangUp()
    #expect(device.write([0x61].span) == .gone)
    #expect(device.read { _ in } == .end)
    #expect(terminal.shown() == "")
  }

  @Test func `sequences that are too long are refused before anything changes`() throws {
    let long = [UInt8](repeating: 0x61, count: 1025)
    #expect(throws: SystemError(call: "tcsetattr", code: E2BIG)) {
      try device.enter(TerminalSequences(enter: [], leave: long))
    }
    #expect(terminal.settings == before)
    #expect(terminal.shown() == "")
  }

  @Test func `a second terminal cannot be entered, and its going does not leave the first`() throws
  {
    let other = try PseudoTerminal()
    try device.enter(testMode)
    do {
      let second = try other.openDevice()
      #expect(throws: SystemError(call: "tcsetattr", code: EBUSY)) {
        try second.enter(testMode)
      }
    }
    #expect(other.shown() == "")
    #expect(terminal.shown() == "<enter>")
    device.leave()
    #expect(terminal.shown() == "<leave>")
  }

  @Test func `what is no terminal cannot be entered, and what cannot be waited for is none`() throws
  {
    var ends: [CInt] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    close(ends[1])
    let device = try TerminalDevice(owning: FileDescriptor(owning: ends[0]), in: Poller())
    #expect(throws: SystemError(call: "tcsetattr", code: ENOTTY)) {
      try device.enter(testMode)
    }
    #expect(device.size == (0, 0))
    #expect(throws: SystemError(call: "epoll_ctl", code: EPERM)) {
      let nothing = try FileDescriptor(opening: "/dev/null", flags: O_RDWR)
      _ = try TerminalDevice(owning: nothing, in: Poller())
    }
  }

  @Test func `in the background the settings stay those that the shell has made`() async {
    await #expect(processExitsWith: .success) {
      let terminal = try PseudoTerminal()
      try terminal.control()
      let device = try terminal.openDevice()
      try device.enter(testMode)
      // A shell takes the terminal back, for another group, with settings of its own.
      signal(SIGTTOU, SIG_IGN)
      signal(SIGHUP, SIG_IGN)
      let other = try SpawnedProcess(
        ["sleep", "600"], environment: ["PATH": "/usr/bin:/bin"], input: .file("/dev/null"),
        output: .file("/dev/null"), errors: .file("/dev/null"), hasOwnGroup: true)
      #expect(tcsetpgrp(terminal.keeperNumber, other.number) == 0)
      var settings = termios()
      #expect(unsafe tcgetattr(terminal.keeperNumber, &settings) == 0)
      settings.c_lflag ^= UInt32(ECHONL)
      #expect(unsafe tcsetattr(terminal.keeperNumber, TCSANOW, &settings) == 0)
      let ofTheShell = terminal.settings
      device.leave()
      #expect(terminal.shown() == "<enter><leave>")
      #expect(terminal.settings == ofTheShell)
    }
  }

  @Test func `the size is the terminal's`() throws {
    #expect(device.size == (0, 0))
    terminal.resize(columns: 132, rows: 43)
    #expect(device.size == (132, 43))
  }

  @Test func `the terminal of standard output is opened anew, for the host alone`() async throws {
    let path = terminal.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      let slave = try FileDescriptor(opening: path, flags: O_RDWR | O_NOCTTY)
      #expect(dup2(slave.rawValue, STDOUT_FILENO) == STDOUT_FILENO)
      // Of terminals alone: another thread may close a file, whose number the terminal then gets.
      let before = (0..<256 as Range<CInt>).filter { isatty($0) == 1 }
      let device = try TerminalDevice(in: Poller())
      let opened = (0..<256).filter { isatty($0) == 1 && !before.contains($0) }
      #expect(opened.count == 1)
      for number in opened {
        #expect(number > STDERR_FILENO)
        #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
        #expect(fcntl(number, F_GETFL) & O_NONBLOCK != 0)
      }
      #expect(fcntl(STDOUT_FILENO, F_GETFL) & O_NONBLOCK == 0)
      #expect(device.write(Array("here".utf8).span) == .complete)
    }
    #expect(terminal.shown(until: "here").hasPrefix("here"))
  }

  @Test func `a process without a terminal is told so`() async {
    await #expect(processExitsWith: .success) {
      _ = setsid()
      let nothing = try FileDescriptor(opening: "/dev/null", flags: O_RDWR)
      dup2(nothing.rawValue, STDIN_FILENO)
      dup2(nothing.rawValue, STDOUT_FILENO)
      #expect(throws: SystemError(call: "open", code: ENXIO)) {
        _ = try TerminalDevice(in: Poller())
      }
    }
  }

  @Test func `while bytes are pending, a wait ends when there is room again`() throws {
    let poller = try Poller()
    let device = try terminal.openDevice(in: poller)
    try device.enter(noSequences)
    var ready: [Ready] = []
    #expect(fill(device) == .pending)
    // The kernel moves on in its own time what it took, and then takes a little more.
    repeat {
      #expect(device.flush() == .pending)
      try poller.wait(timeoutNanoseconds: 50_000_000, into: &ready)
    } while !ready.isEmpty
    #expect(device.pendingCount > 0)
    _ = terminal.shown()
    try poller.wait(timeoutNanoseconds: nil, into: &ready)
    #expect(ready == [Ready(device.token, isWritable: true)])
    device.dropPending()
    #expect(device.pendingCount == 0)
    _ = terminal.shown()
    try poller.wait(timeoutNanoseconds: 0, into: &ready)
    #expect(ready.isEmpty)
  }

  private static func deviceWithoutScreen() throws -> TerminalDevice {
    let terminal = try PseudoTerminal()
    let device = try terminal.openDevice()
    try device.enter(testMode)
    return device
  }
}

@Suite struct TerminalSizeTests {
  @Test(
    arguments: [
      (132, 43, [:], 132, 43), (0, 0, [:], 80, 24),
      (0, 0, ["COLUMNS": "100", "LINES": "30"], 100, 30),
      (0, 0, ["COLUMNS": "-3", "LINES": "x"], 80, 24), (90, 0, ["LINES": "30"], 90, 30),
      (65535, 65535, [:], 4096, 2048),
      (0, 0, ["COLUMNS": "999999", "LINES": "999999"], 4096, 2048),
      (1, 1, [:], 1, 1),
    ] as [(Int, Int, [String: String], Int, Int)])
  func `a size that the kernel does not know is looked for elsewhere`(
    columns: Int, rows: Int, environment: [String: String], expectedColumns: Int, expectedRows: Int
  ) {
    let size = TerminalSize(
      kernelColumns: columns, kernelRows: rows, environment: { environment[$0] })
    #expect(size == TerminalSize(columns: expectedColumns, rows: expectedRows))
  }
}
