import Glibc
import HostSystem
import Testing

/// Both ends of a terminal: the test holds `screen`, where the host's bytes come out and keys go in.
struct PseudoTerminal: ~Copyable {
  let screen: Descriptor
  /// The device file of the host's end.
  let path: String
  /// Keeps the host's end open, so that what was written stays readable.
  private let keeper: Descriptor

  /// `TIOCSPTLCK` and `TIOCGPTN`, which are macros that Swift does not see.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  init() throws {
    let opened = try Descriptor(opening: "/dev/ptmx", flags: O_RDWR | O_NOCTTY | O_NONBLOCK)
    let name = try Self.unlock(opened.rawValue)
    let kept = try Descriptor(opening: name, flags: O_RDWR | O_NOCTTY)
    screen = opened
    path = name
    keeper = kept
  }

  private static func unlock(_ screen: CInt) throws -> String {
    var lock: CInt = 0
    var number: CUnsignedInt = 0
    guard unsafe ioctl(screen, setLock, &lock) == 0, unsafe ioctl(screen, getNumber, &number) == 0
    else { throw SystemError(call: "ioctl", code: errno) }
    return "/dev/pts/\(number)"
  }

  /// The host's end, opened as `TerminalDevice` opens it.
  func openDevice(in poller: Poller? = nil) throws -> TerminalDevice {
    let end = try Descriptor(opening: path, flags: O_RDWR | O_NOCTTY | O_NONBLOCK)
    return try TerminalDevice(owning: end, in: poller ?? Poller())
  }

  /// The host's end, for asking and changing its settings as a shell would.
  var keeperNumber: CInt { keeper.rawValue }

  /// The side that a person sees.
  var view: TerminalView { TerminalView(descriptor: screen.rawValue) }

  /// What has been written to the terminal and not been read yet.
  func shown() -> String { view.shown() }

  /// Reads until the text has been written, as long as the patience lasts; what was read.
  func shown(until text: String) -> String { view.shown(until: text) }

  /// The settings that matter here, as they are now.
  var settings: TerminalSettings { TerminalSettings(of: screen.rawValue) }

  /// Types keys.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    let count = unsafe write(screen.rawValue, bytes, bytes.count)
    precondition(count == bytes.count, "the terminal takes few keys at once")
  }

  /// Makes it the controlling terminal of this process, in a session of its own.
  func control() throws {
    guard setsid() >= 0, ioctl(keeper.rawValue, UInt(TIOCSCTTY), 0) == 0
    else { throw SystemError(call: "ioctl", code: errno) }
  }

  func resize(columns: Int, rows: Int) {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    _ = unsafe ioctl(keeper.rawValue, UInt(TIOCSWINSZ), &size)
  }
}

/// What a terminal shows, for as long as the pseudo-terminal lives.
struct TerminalView: Sendable {
  let descriptor: CInt

  /// What has been written to the terminal and not been read yet.
  func shown() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer.prefix(count)
    }
  }

  /// Reads until the text has been written, as long as the patience lasts; what was read.
  func shown(until text: String) -> String {
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

/// A terminal's settings, comparable.
struct TerminalSettings: Equatable {
  let input: UInt32
  let output: UInt32
  let control: UInt32
  let local: UInt32

  init(of descriptor: CInt) {
    var settings = termios()
    _ = unsafe tcgetattr(descriptor, &settings)
    input = settings.c_iflag
    output = settings.c_oflag
    control = settings.c_cflag
    local = settings.c_lflag
  }
}

/// How long an event may take on a machine with much to do, in seconds.
let patienceSeconds: CUnsignedInt = 60

let testMode = TerminalMode(enter: Array("<enter>".utf8), leave: Array("<leave>".utf8))

/// What a process wrote to its standard error.
func errorText(of result: ExitTest.Result?) -> String {
  String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

/// The numbers of this process's open descriptors.
func openDescriptors() -> Set<CInt> {
  Set((0..<256).filter { fcntl($0, F_GETFD) >= 0 })
}
