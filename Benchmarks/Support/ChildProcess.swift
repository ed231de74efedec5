import Glibc

/// A program started by a benchmark, on a pseudo-terminal of its own or with its output kept.
struct ChildProcess {
  let processID: pid_t
  /// The other side of its terminal, or the read end of its standard output.
  let descriptor: Int32

  /// Starts a program with a new pseudo-terminal as its terminal.
  static func onTerminal(_ arguments: [String], columns: UInt16, rows: UInt16) -> ChildProcess? {
    let leader = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    // TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h: what unlockpt and ptsname do.
    var locked: Int32 = 0
    var number: UInt32 = 0
    guard leader >= 0, unsafe ioctl(leader, 0x4004_5431, &locked) == 0,
      unsafe ioctl(leader, 0x8004_5430, &number) == 0
    else { return nil }
    let name = "/dev/pts/\(number)"
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe ioctl(leader, UInt(TIOCSWINSZ), &size)
    _ = fcntl(leader, F_SETFD, FD_CLOEXEC)
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
    guard let processID = unsafe spawn(arguments, &actions, newSession: true) else { return nil }
    return ChildProcess(processID: processID, descriptor: leader)
  }

  /// Starts a program whose standard output is kept.
  static func piped(_ arguments: [String]) -> ChildProcess? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    unsafe posix_spawn_file_actions_addclose(&actions, ends[1])
    let processID = unsafe spawn(arguments, &actions, newSession: false)
    close(ends[1])
    guard let processID else { return nil }
    return ChildProcess(processID: processID, descriptor: ends[0])
  }

  /// Reads until `wanted` has come, at most 10 s.
  ///
  /// - Returns: whether it came.
  func readUntil(_ wanted: String) -> Bool {
    let wanted = Array(wanted.utf8)
    return readUntil(seconds: 10) { end(of: wanted, in: $0) } != nil
  }

  /// Reads until a text has come that ends with a semicolon, at most 60 s.
  ///
  /// - Parameter beginning: what stands before the text.
  /// - Returns: the text; nil when it does not come.
  func readText(after beginning: String) -> String? {
    let beginning = Array(beginning.utf8)
    return readUntil(seconds: 60) { bytes in
      guard let start = end(of: beginning, in: bytes),
        let stop = bytes[start...].firstIndex(of: UInt8(ascii: ";"))
      else { return nil }
      return String(decoding: bytes[start..<stop], as: UTF8.self)
    }
  }

  private func readUntil<Found>(seconds: Int64, _ find: ([UInt8]) -> Found?) -> Found? {
    var seen: [UInt8] = []
    let deadline = nanosecondsNow() + seconds * 1_000_000_000
    while nanosecondsNow() < deadline {
      guard let bytes = read(timeoutMilliseconds: 1000) else { continue }
      if bytes.isEmpty { return nil }
      seen += bytes
      if let found = find(seen) { return found }
    }
    return nil
  }

  /// Types keys on its terminal.
  func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = unsafe write(descriptor, bytes, bytes.count)
  }

  /// Reads all that comes for so long.
  func readFor(milliseconds: Int64) {
    let deadline = nanosecondsNow() + milliseconds * 1_000_000
    while nanosecondsNow() < deadline { _ = read(timeoutMilliseconds: 20) }
  }

  /// Everything up to the end of its output.
  func readToEnd() -> [UInt8] {
    var all: [UInt8] = []
    while let bytes = read(timeoutMilliseconds: -1), !bytes.isEmpty { all += bytes }
    return all
  }

  /// The first line that a command writes; empty when it cannot be started.
  static func firstLine(of words: [String]) -> String {
    guard let process = piped(words) else { return "" }
    let output = String(decoding: process.readToEnd(), as: UTF8.self)
    process.finish(killing: false)
    return String(output.prefix { $0 != "\n" })
  }

  /// Ends the program and gives its resources back.
  @discardableResult
  func finish(killing: Bool) -> Int32 {
    if killing { kill(processID, SIGKILL) }
    close(descriptor)
    var status: Int32 = 0
    _ = unsafe waitpid(processID, &status, 0)
    return status
  }

  /// What has come within this time; empty at the end, nil for nothing.
  func read(timeoutMilliseconds: Int32) -> [UInt8]? {
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&poller, 1, timeoutMilliseconds) > 0 else { return nil }
    return unsafe [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
      count = max(0, unsafe Glibc.read(descriptor, buffer.baseAddress, 65536))
    }
  }

  /// Where bytes end that stand among others.
  private func end(of wanted: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= wanted.count else { return nil }
    return (wanted.count...bytes.count).first { end in
      bytes[end - wanted.count..<end].elementsEqual(wanted)
    }
  }

  private static func spawn(
    _ arguments: [String], _ actions: inout posix_spawn_file_actions_t, newSession: Bool
  ) -> pid_t? {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // POSIX_SPAWN_SETSID of spawn.h, which the module does not import.
    if newSession { unsafe posix_spawnattr_setflags(&attributes, 0x80) }
    var vector: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe vector.indices { unsafe free(vector[index]) } }
    var processID: pid_t = 0
    let failed = unsafe posix_spawnp(
      &processID, arguments[0], &actions, &attributes, &vector, environ)
    return failed == 0 ? processID : nil
  }
}
