import Glibc
internal import HostSystem

/// Both ends of a terminal: the test holds `screen`, where host bytes come out and keys go in.
package struct PseudoTerminal: ~Copyable {
  package let screen: End
  /// The device file of the host's end.
  package let path: String
  /// Keeps the host's end open, so that what was written stays readable.
  private let keeper: End

  /// `TIOCSPTLCK` and `TIOCGPTN`, which are macros that Swift does not see.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  package init() throws {
    let opened = try End(of: "/dev/ptmx", flags: O_RDWR | O_NOCTTY | O_NONBLOCK)
    let name = try Self.unlock(opened.number)
    let kept = try End(of: name, flags: O_RDWR | O_NOCTTY)
    screen = opened
    path = name
    keeper = kept
  }

  /// The owner of a descriptor, for calls that the program does not make.
  package struct End: ~Copyable {
    package let number: CInt

    init(of path: String, flags: CInt) throws {
      let number = unsafe open(path, flags | O_CLOEXEC)
      guard number >= 0 else { throw SystemError(call: "open", code: errno) }
      self.number = number
    }

    deinit { close(number) }
  }

  private static func unlock(_ screen: CInt) throws -> String {
    var lock: CInt = 0
    var number: CUnsignedInt = 0
    guard unsafe ioctl(screen, setLock, &lock) == 0, unsafe ioctl(screen, getNumber, &number) == 0
    else { throw SystemError(call: "ioctl", code: errno) }
    return "/dev/pts/\(number)"
  }

  /// The host's end, for asking and changing its settings as a shell would.
  package var keeperNumber: CInt { keeper.number }

  /// The side that a person sees.
  package var view: TerminalView { TerminalView(descriptor: screen.number) }

  /// What has been written to the terminal and not been read yet.
  package func shown() -> String { view.shown() }

  /// Reads until the text has been written, as long as the patience lasts; what was read.
  package func shown(until text: String) -> String { view.shown(until: text) }

  /// Takes some of what has been written and not been read yet.
  package func take(_ most: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: most)
    let count = unsafe read(screen.number, &bytes, most)
    return Array(bytes.prefix(max(0, count)))
  }

  /// Types keys.
  package func type(_ text: String) {
    let bytes = Array(text.utf8)
    let count = unsafe write(screen.number, bytes, bytes.count)
    precondition(count == bytes.count, "the terminal takes few keys at once")
  }

  /// Gives it another size in cells.
  package func resize(columns: Int, rows: Int) {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    _ = unsafe ioctl(keeper.number, UInt(TIOCSWINSZ), &size)
  }
}

/// What a terminal shows, for as long as the pseudo-terminal lives.
package struct TerminalView: Sendable {
  package let descriptor: CInt

  /// What has been written to the terminal and not been read yet.
  package func shown() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer.prefix(count)
    }
  }

  /// Reads until the text has been written, as long as the patience lasts; what was read.
  package func shown(until text: String) -> String {
    var all = ""
    while !all.contains(text) {
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&ready, 1, CInt(patienceSeconds) * 1_000) == 1,
        ready.revents & Int16(POLLIN) != 0
      else { return all }
      all += shown()
    }
    return all
  }
}
