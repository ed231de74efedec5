import CHostSystem
import Glibc
import HostSystem
import TestSupport
import Testing

extension PseudoTerminal {
  /// The host's end, opened as `TerminalDevice` opens it.
  func openDevice(in poller: Poller? = nil) throws -> TerminalDevice {
    try HostSystemTests.openDevice(at: path, in: poller)
  }

  /// The settings that matter here, as they are now.
  var settings: TerminalSettings { TerminalSettings(of: screen.number) }

  /// Makes it the controlling terminal of this process, in a session of its own.
  func control() throws {
    guard setsid() >= 0, ioctl(keeperNumber, UInt(TIOCSCTTY), 0) == 0
    else { throw SystemError(call: "ioctl", code: errno) }
  }
}

func openDevice(at path: String, in poller: Poller? = nil) throws -> TerminalDevice {
  let end = try FileDescriptor(opening: path, flags: O_RDWR | O_NOCTTY | O_NONBLOCK)
  return try TerminalDevice(owning: end, in: poller ?? Poller())
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

let testMode = TerminalSequences(enter: Array("<enter>".utf8), leave: Array("<leave>".utf8))

/// Notes for the rest of the process that a plugin is being called.
func noteCall(of file: String, child: String? = nil, _ function: String) {
  unsafe host_call_record_set(
    strdup(file), child.flatMap { unsafe strdup($0) }, strdup(function))
}

/// What a process wrote to its standard error.
func errorText(of result: ExitTest.Result?) -> String {
  String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}
