import CHostSystem
import Foundation
import Glibc
import HostSystem
import Testing

/// Enters the terminal of a path with the crash guard on, for the life of the process.
private func enterTerminal(at path: String) throws {
  try installCrashGuard()
  let device = try TerminalDevice(
    owning: try Descriptor(opening: path, flags: O_RDWR | O_NOCTTY | O_NONBLOCK), in: try Poller())
  try device.enter(testMode)
  unsafe Kept.device = consume device
}

/// What must live until the process ends.
private enum Kept {
  nonisolated(unsafe) static var device: TerminalDevice?
  nonisolated(unsafe) static var capture: OutputCapture?
}

/// A way for a process to die of itself.
private enum Fault: String, Codable, CaseIterable {
  case badAddress, stackOverflow, trap, abort, divisionByZero, signal

  var signalNumber: CInt {
    switch self {
    case .badAddress, .stackOverflow: SIGSEGV
    case .trap: SIGILL
    case .abort: SIGABRT
    case .divisionByZero: SIGFPE
    case .signal: SIGBUS
    }
  }

  func happen() {
    switch self {
    case .badAddress: unsafe UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    case .stackOverflow: print(Self.endless(1))
    case .trap: fatalError("a trap")
    case .abort: Glibc.abort()
    case .divisionByZero: raise(SIGFPE)
    case .signal: raise(SIGBUS)
    }
  }

  @inline(never) @_optimize(none)
  private static func endless(_ depth: Int) -> Int {
    depth == 0 ? 0 : endless(depth + 1) + endless(depth + 2)
  }
}

@Suite struct CrashTests {
  @Test(arguments: Fault.allCases)
  fileprivate func `a crash restores the terminal and dies of its own signal`(fault: Fault)
    async throws
  {
    let terminal = try PseudoTerminal()
    let path = terminal.path
    let before = terminal.settings
    await #expect(processExitsWith: .signal(fault.signalNumber)) {
      [path = path as String, fault = fault as Fault] in
      try enterTerminal(at: path)
      fault.happen()
    }
    #expect(terminal.shown() == "<enter><leave>")
    #expect(terminal.settings == before)
  }

  @Test func `a crash names the plugin, the child and the call in one line`() async throws {
    let terminal = try PseudoTerminal()
    let path = terminal.path
    let result: ExitTest.Result? = await #expect(
      processExitsWith: .signal(SIGSEGV), observing: [\.standardErrorContent]
    ) { [path = path as String] in
      try enterTerminal(at: path)
      unsafe host_call_record_set(strdup("/plugins/list\u{1B}[2J.so"), strdup("li\u{9B}st"), "draw")
      raise(SIGSEGV)
    }
    let line = errorText(of: result)
    let file = "/plugins/list?[2J.so"
    #expect(
      line.replacing("\u{C2}?", with: "?").hasPrefix(
        "statehost: a plugin crashed (SIGSEGV): \(file)"))
    #expect(
      line.hasSuffix(": update \(file), or take it out of the plugin directory\n"))
    #expect(line.contains(", in draw: "))
    #expect(line.filter(\.isNewline).count == 1)
    #expect(!line.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" })
  }

  @Test func `a crash outside a call is the host's own`() async {
    let result: ExitTest.Result? = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      try installCrashGuard()
      unsafe host_call_record_set("list.so", nil, "init")
      host_call_record_clear()
      Glibc.abort()
    }
    #expect(
      errorText(of: result)
        == "statehost: it crashed (SIGABRT): in the host itself: please report what led to it\n")
  }

  @Test func `a crash on another thread restores the terminal too`() async throws {
    let terminal = try PseudoTerminal()
    let path = terminal.path
    let before = terminal.settings
    let result: ExitTest.Result? = await #expect(
      processExitsWith: .signal(SIGSEGV), observing: [\.standardErrorContent]
    ) { [path = path as String] in
      try enterTerminal(at: path)
      unsafe host_call_record_set("list.so", "list", "draw")
      let thread = Thread { raise(SIGSEGV) }
      thread.start()
      while true { pause() }
    }
    #expect(terminal.shown() == "<enter><leave>")
    #expect(terminal.settings == before)
    #expect(
      errorText(of: result).hasPrefix(
        "statehost: a thread crashed (SIGSEGV): beside list.so, child list, in draw: update"))
  }

  @Test func `the last words of a plugin that aborts are told`() async throws {
    let result: ExitTest.Result? = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      try installCrashGuard()
      unsafe Kept.capture = try OutputCapture(in: Poller())
      unsafe host_call_record_set("list.so", "list", "draw")
      let words = Array("first\nassertion \u{1B}failed\n\n".utf8)
      _ = unsafe write(STDERR_FILENO, words, words.count)
      Glibc.abort()
    }
    #expect(
      errorText(of: result).hasPrefix(
        "statehost: a plugin crashed (SIGABRT, saying \"assertion ?failed\"): list.so, child list"))
  }

  @Test func `exit restores the terminal and keeps its status`() async throws {
    let terminal = try PseudoTerminal()
    let path = terminal.path
    let before = terminal.settings
    await #expect(processExitsWith: .exitCode(7)) { [path = path as String] in
      try enterTerminal(at: path)
      exit(7)
    }
    #expect(terminal.shown() == "<enter><leave>")
    #expect(terminal.settings == before)
  }

  @Test func `a thrown error restores the terminal`() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    let path = terminal.path
    await #expect(processExitsWith: .failure) { [path = path as String] in
      let device = try TerminalDevice(
        owning: try Descriptor(opening: path, flags: O_RDWR | O_NOCTTY | O_NONBLOCK),
        in: try Poller())
      try device.enter(testMode)
      throw SystemError(call: "test", code: EIO)
    }
    #expect(terminal.shown() == "<enter><leave>")
    #expect(terminal.settings == before)
  }
}
