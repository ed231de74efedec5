import CHostSystem
import Foundation
import Glibc
import TestSupport
import Testing

@testable import HostSystem

/// What must live until the process ends.
private enum Kept {
  nonisolated(unsafe) static var device: TerminalDevice?
  nonisolated(unsafe) static var capture: OutputCapture?
}

/// Enters the terminal of a path with the crash guard on, for the life of the process.
private func enterTerminal(at path: String, question: String = "") throws {
  try installCrashGuard()
  let device = try openDevice(at: path)
  try device.enter(
    TerminalSequences(
      enter: testMode.enter, leave: testMode.leave, question: Array(question.utf8)))
  unsafe Kept.device = consume device
}

/// A way in which a process ends that has entered the terminal, and what is printed then.
private struct Ending: Codable, CustomTestStringConvertible {
  enum Act: Codable {
    case badAddress, stackOverflow, trap, abort
    case raise(CInt), raiseOnThread(CInt)
    case exit, quickExit, exitOnThread
    /// As the program itself does.
    case exitAfterGoodbye
  }

  /// Notes for the rest of the process that a plugin is being called.
  struct Call: Codable {
    let file: String
    let child: String
    /// Whether it has returned.
    var isOver = false
  }

  let name: String
  let act: Act
  /// The signal that the process dies of, or its status.
  let end: CInt
  var isExit = false
  var call: Call?
  /// What the plugin prints before.
  var printed = ""
  /// The line on standard error; empty where it is not looked at.
  var message = ""

  var testDescription: String { name }
  var condition: ExitTest.Condition { isExit ? .exitCode(end) : .signal(end) }

  /// Ends the process.
  func happen() throws {
    if !printed.isEmpty {
      unsafe Kept.capture = try OutputCapture(in: Poller())
      _ = unsafe write(STDERR_FILENO, printed, printed.utf8.count)
    }
    if let call {
      noteCall(of: call.file, child: call.child, "draw")
      if call.isOver { host_call_record_clear() }
    }
    switch act {
    case .badAddress: unsafe UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    case .stackOverflow: print(Self.endless(1))
    case .trap: fatalError("a trap")
    case .abort: Glibc.abort()
    case .raise(let number):
      takeAllSignals()
      Glibc.raise(number)
    case .raiseOnThread(let number): Self.onThread { Glibc.raise(number) }
    case .exit: Glibc.exit(7)
    case .quickExit: Glibc.quick_exit(7)
    case .exitOnThread: Self.onThread { Glibc.exit(0) }
    case .exitAfterGoodbye:
      Guardian.end()
      Glibc.exit(7)
    }
  }

  private static func onThread(_ act: @escaping @Sendable () -> Void) {
    Thread { act() }.start()
    while true { pause() }
  }

  @inline(never) @_optimize(none)
  private static func endless(_ depth: Int) -> Int {
    depth == 0 ? 0 : endless(depth + 1) + endless(depth + 2)
  }
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
  private static let list = Ending.Call(file: "list.so", child: "list")
  private static let listDraws =
    "list.so, child list, in draw: update list.so, or take it out of the plugin directory\n"

  private static let crashes = [
    Ending(name: "a bad address", act: .badAddress, end: SIGSEGV),
    Ending(name: "a stack overflow", act: .stackOverflow, end: SIGSEGV),
    Ending(name: "a trap", act: .trap, end: SIGILL),
    Ending(name: "a division by zero", act: .raise(SIGFPE), end: SIGFPE),
    Ending(name: "a bus error", act: .raise(SIGBUS), end: SIGBUS),
    Ending(
      name: "outside a call", act: .abort, end: SIGABRT,
      call: Ending.Call(file: "list.so", child: "list", isOver: true),
      message:
        "statehost: it crashed (SIGABRT): in the host itself: please report what led to it\n"),
    Ending(
      name: "names keep their letters, and nothing that moves others", act: .raise(SIGSEGV),
      end: SIGSEGV,
      call: Ending.Call(
        file: "café 木\u{202E}\u{301}\u{301}\u{200B}\u{1F600}\u{1B}[2J.so", child: "li\u{9B}st"),
      message: "statehost: a plugin crashed (SIGSEGV): café 木??????[2J.so, child li?st, in draw: "
        + "update café 木??????[2J.so, or take it out of the plugin directory\n"),
    Ending(
      name: "another signal", act: .raise(SIGUSR1), end: SIGUSR1, call: list,
      message: "statehost: stopped by SIGUSR1: \(listDraws)"),
    Ending(
      name: "on another thread", act: .raiseOnThread(SIGSEGV), end: SIGSEGV, call: list,
      message: "statehost: a thread crashed (SIGSEGV): beside \(listDraws)"),
    Ending(
      name: "the last words", act: .abort, end: SIGABRT, call: list,
      printed: "first\nassertion \u{1B}failed\n\n",
      message: "statehost: a plugin crashed (SIGABRT, saying \"assertion ?failed\"): \(listDraws)"),
    Ending(
      name: "the traces of runtimes are no last words", act: .abort, end: SIGABRT, call: list,
      printed: "before\nFatal error: it is\nCurrent stack trace:\n0    list 0x17\n",
      message: "statehost: a plugin crashed (SIGABRT, saying \"Fatal error: it is\"): \(listDraws)"),
    Ending(name: "an exit of its own", act: .exitAfterGoodbye, end: 7, isExit: true),
  ]

  private static let exits = [
    (Ending.Act.exit, "exit with status 7"), (.quickExit, "quick_exit"),
    (.exitOnThread, "exit with status 0"),
  ].map { act, words in
    Ending(
      name: "\(act)", act: act, end: 128 + SIGABRT, isExit: true,
      message: "statehost: a plugin ended the program (\(words)): in a thread of its own: "
        + "take plugins out one by one\n")
  }

  @Test(arguments: crashes + exits)
  fileprivate func `restores the terminal, and says in one line what ended the program`(
    ending: Ending
  ) async throws {
    let terminal = try PseudoTerminal()
    let path = terminal.path
    let before = terminal.settings
    let result: ExitTest.Result? = await #expect(
      processExitsWith: ending.condition, observing: [\.standardErrorContent]
    ) { [path = path as String, ending = ending as Ending] in
      try enterTerminal(at: path)
      try ending.happen()
    }
    #expect(terminal.shown() == "<enter><leave>")
    #expect(terminal.settings == before)
    if !ending.message.isEmpty { #expect(errorText(of: result) == ending.message) }
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
}
