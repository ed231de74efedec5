import CHostSystem
import Foundation
import Glibc
import TestSupport
import Testing

@testable import HostSystem

/// Enters the terminal of a path with the crash guard on, for the life of the process.
private func enterTerminal(at path: String, question: String = "") throws {
  try installCrashGuard()
  let device = try TerminalDevice(
    owning: try FileDescriptor(opening: path, flags: O_RDWR | O_NOCTTY | O_NONBLOCK),
    in: try Poller())
  try device.enter(
    TerminalSequences(
      enter: testMode.enter, leave: testMode.leave, question: Array(question.utf8)))
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

/// A way to leave that is not the program's own.
private enum Leaving: String, Codable, CaseIterable {
  case exit, quick_exit, threadsExit

  var words: String {
    switch self {
    case .exit: "exit with status 7"
    case .quick_exit: "quick_exit"
    case .threadsExit: "exit with status 0"
    }
  }

  func happen() {
    switch self {
    case .exit: Glibc.exit(7)
    case .quick_exit: Glibc.quick_exit(7)
    case .threadsExit:
      Thread { Glibc.exit(0) }.start()
      while true { pause() }
    }
  }
}

/// The signals that end a process which does nothing about them, and are no crashes.
private enum EndingSignal {
  /// The first and the last of the real-time signals that are free, which Swift does not see.
  static let numbers: [CInt] = [
    SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO, SIGPWR, SIGSTKFLT, 34, 62,
  ]
}

/// The threads that tests run on have signals blocked; that of a program has not.
private func takeAllSignals() {
  var none = sigset_t()
  unsafe sigemptyset(&none)
  unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
}

/// `fork`, which Swift keeps from programs: what a plugin in C may call.
@unsafe private func forkProcess() -> pid_t {
  let address = unsafe dlsym(nil, "fork")
  return unsafe unsafeBitCast(address, to: (@convention(c) () -> pid_t).self)()
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
      noteCall(of: "/plugins/list\u{1B}[2J.so", child: "li\u{9B}st", "draw")
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
      noteCall(of: "list.so", "init")
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
      noteCall(of: "list.so", child: "list", "draw")
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
      noteCall(of: "list.so", child: "list", "draw")
      let words = Array("first\nassertion \u{1B}failed\n\n".utf8)
      _ = unsafe write(STDERR_FILENO, words, words.count)
      Glibc.abort()
    }
    #expect(
      errorText(of: result).hasPrefix(
        "statehost: a plugin crashed (SIGABRT, saying \"assertion ?failed\"): list.so, child list"))
  }

  @Test func `the traces of runtimes are no last words`() async throws {
    let result: ExitTest.Result? = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      try installCrashGuard()
      unsafe Kept.capture = try OutputCapture(in: Poller())
      noteCall(of: "list.so", child: "list", "draw")
      let words = Array("before\nFatal error: it is\nCurrent stack trace:\n0    list 0x17\n".utf8)
      _ = unsafe write(STDERR_FILENO, words, words.count)
      Glibc.abort()
    }
    #expect(
      errorText(of: result).hasPrefix(
        "statehost: a plugin crashed (SIGABRT, saying \"Fatal error: it is\"): list.so, child list")
    )
  }

  @Test func `names keep their letters, and nothing that moves others`() async throws {
    let result: ExitTest.Result? = await #expect(
      processExitsWith: .signal(SIGSEGV), observing: [\.standardErrorContent]
    ) {
      try installCrashGuard()
      noteCall(
        of: "café 木\u{202E}\u{301}\u{301}\u{200B}\u{1F600}.so", child: "li\u{85}st", "draw")
      raise(SIGSEGV)
    }
    #expect(
      errorText(of: result).hasPrefix(
        "statehost: a plugin crashed (SIGSEGV): café 木?????.so, child li?st, in draw: "))
  }

  @Test(arguments: [true, false])
  func `what the terminal answers after a plugin's end does not reach the shell`(isExit: Bool)
    async throws
  {
    let terminal = try PseudoTerminal()
    let (path, view) = (terminal.path, terminal.view)
    // It answers what it was asked first, in pieces, and last the last question.
    let answering = Thread {
      _ = view.shown(until: "<question>")
      for answer in ["\u{1B}[?1;", "2c\u{1B}\u{1B}[", "0n"] {
        _ = unsafe write(view.descriptor, answer, answer.utf8.count)
        usleep(5000)
      }
    }
    answering.start()
    await #expect(processExitsWith: isExit ? .exitCode(128 + SIGABRT) : .signal(SIGSEGV)) {
      [path = path as String, isExit = isExit as Bool] in
      try enterTerminal(at: path, question: "<question>")
      if isExit { exit(7) }
      raise(SIGSEGV)
    }
    try wait(for: "the last answer") { answering.isFinished }
    #expect(terminal.shown() == "<leave>")
  }

  @Test func `exit restores the terminal and keeps its status`() async throws {
    let terminal = try PseudoTerminal()
    let path = terminal.path
    let before = terminal.settings
    await #expect(processExitsWith: .exitCode(7)) { [path = path as String] in
      try enterTerminal(at: path)
      Guardian.end()
      exit(7)
    }
    #expect(terminal.shown() == "<enter><leave>")
    #expect(terminal.settings == before)
  }

  @Test(arguments: Leaving.allCases)
  fileprivate func `an exit before the goodbye is a plugin's`(leaving: Leaving) async throws {
    let terminal = try PseudoTerminal()
    let path = terminal.path
    let before = terminal.settings
    let result: ExitTest.Result? = await #expect(
      processExitsWith: .exitCode(128 + SIGABRT), observing: [\.standardErrorContent]
    ) { [path = path as String, leaving = leaving as Leaving] in
      try enterTerminal(at: path)
      leaving.happen()
    }
    #expect(terminal.shown() == "<enter><leave>")
    #expect(terminal.settings == before)
    #expect(
      errorText(of: result)
        == "statehost: a plugin ended the program (\(leaving.words)): in a thread of its own: "
        + "take plugins out one by one\n")
  }

  @Test(arguments: EndingSignal.numbers)
  func `a signal that would end the program without a word is told`(number: CInt) async throws {
    let terminal = try PseudoTerminal()
    let path = terminal.path
    let before = terminal.settings
    let result: ExitTest.Result? = await #expect(
      processExitsWith: .signal(number), observing: [\.standardErrorContent]
    ) { [path = path as String, number = number as CInt] in
      try enterTerminal(at: path)
      noteCall(of: "list.so", child: "list", "draw")
      takeAllSignals()
      raise(number)
    }
    #expect(terminal.shown() == "<enter><leave>")
    #expect(terminal.settings == before)
    let line = errorText(of: result)
    #expect(line.hasPrefix("statehost: stopped by SIG") && line.filter(\.isNewline).count == 1)
    #expect(line.contains(": list.so, child list, in draw: update "), "\(line)")
  }

  @Test func `a process that a plugin forks leaves the terminal alone`() async throws {
    let terminal = try PseudoTerminal()
    let path = terminal.path
    let result: ExitTest.Result? = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [path = path as String] in
      try enterTerminal(at: path)
      takeAllSignals()
      let view = try FileDescriptor(opening: path, flags: O_RDWR | O_NOCTTY)
      let raw = TerminalSettings(of: view.rawValue)
      for end in [{ exit(3) }, { Glibc.abort() }, { raise(SIGUSR2) }] as [() -> Void] {
        let forked = unsafe forkProcess()
        if forked == 0 {
          end()
          kill(getpid(), SIGKILL)
        }
        var status: CInt = 0
        #expect(unsafe waitpid(forked, &status, 0) == forked && status != SIGKILL)
      }
      #expect(host_terminal_is_entered() == 1)
      #expect(TerminalSettings(of: view.rawValue) == raw)
      Guardian.end()
    }
    #expect(errorText(of: result) == "")
    #expect(terminal.shown() == "<enter><leave>")
  }

  @Test func `a thrown error restores the terminal`() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    let path = terminal.path
    await #expect(processExitsWith: .failure) { [path = path as String] in
      let device = try TerminalDevice(
        owning: try FileDescriptor(opening: path, flags: O_RDWR | O_NOCTTY | O_NONBLOCK),
        in: try Poller())
      try device.enter(testMode)
      throw SystemError(call: "test", code: EIO)
    }
    #expect(terminal.shown() == "<enter><leave>")
    #expect(terminal.settings == before)
  }
}
