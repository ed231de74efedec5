import CHostSystem
import Foundation
import Glibc
import HostSystem
import TestSupport
import Testing

/// The signals that wait, once there are any; within the patience.
func awaited(_ inbox: borrowing SignalInbox, in poller: Poller) -> Signals {
  var ready: [Ready] = []
  let end = ContinuousClock.now + .seconds(Int(patienceSeconds))
  while ContinuousClock.now < end {
    try? poller.wait(timeoutNanoseconds: 1_000_000_000, into: &ready)
    if ready.contains(where: { $0.token == inbox.token }) { return inbox.take() }
  }
  return []
}

/// `SIGRTMAX`, which Swift does not see.
private let lastSignal: CInt = 64

@Suite struct SignalTests {
  @Test func `each signal arrives under its name, and once`() async {
    await #expect(processExitsWith: .success) {
      let poller = try Poller()
      let inbox = try SignalInbox(patienceNanoseconds: -1, in: poller)
      let numbers: [(CInt, Signals)] = [
        (SIGWINCH, .resize), (SIGTSTP, .stop), (SIGCONT, .continue), (SIGINT, .interrupt),
        (SIGTERM, .terminate), (SIGHUP, .hangup), (SIGQUIT, .quit), (SIGCHLD, .child),
      ]
      for (number, name) in numbers {
        raise(number)
        raise(number)
        #expect(awaited(inbox, in: poller) == name)
        #expect(inbox.take() == [])
      }
      raise(SIGINT)
      raise(SIGWINCH)
      #expect(awaited(inbox, in: poller) == [.interrupt, .resize])
      raise(SIGPIPE)
      raise(SIGXFSZ)
      #expect(inbox.take() == [])
    }
  }

  @Test func `what was ignored at the start stays ignored`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGHUP, SIG_IGN)
      let poller = try Poller()
      let inbox = try SignalInbox(in: poller)
      raise(SIGHUP)
      #expect(inbox.take() == [])
    }
  }

  @Test func `after the inbox the signals act as before`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      do {
        let poller = try Poller()
        let inbox = try SignalInbox(in: poller)
        raise(SIGTERM)
        #expect(inbox.take() == .terminate)
      }
      raise(SIGTERM)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func `a second signal ends a program that does not take the first`(number: CInt) async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    let path = terminal.path
    let result = await #expect(
      processExitsWith: .signal(number), observing: [\.standardErrorContent]
    ) { [path = path as String, number = number as CInt] in
      let poller = try Poller()
      let inbox = try SignalInbox(patienceNanoseconds: 0, in: poller)
      let device = try TerminalDevice(
        owning: try FileDescriptor(opening: path, flags: O_RDWR | O_NOCTTY | O_NONBLOCK),
        in: try Poller())
      try device.enter(testMode)
      noteCall(of: "list.so", child: "list", "draw")
      raise(number)
      #expect(host_terminal_is_entered() == 1)
      raise(number)
      withExtendedLifetime(inbox) {}
    }
    #expect(terminal.shown() == "<enter><leave>")
    #expect(terminal.settings == before)
    let line = errorText(of: result)
    #expect(line.hasPrefix("statehost: stopped by SIG"))
    #expect(line.contains(", which a plugin kept waiting: list.so, child list, in draw: update"))
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal that nobody takes ends the program by itself`(number: CInt) async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    let path = terminal.path
    await #expect(processExitsWith: .signal(number)) {
      [path = path as String, number = number as CInt] in
      alarm(patienceSeconds)
      let poller = try Poller()
      let inbox = try SignalInbox(patienceNanoseconds: 1_000_000, in: poller)
      let device = try TerminalDevice(
        owning: try FileDescriptor(opening: path, flags: O_RDWR | O_NOCTTY | O_NONBLOCK),
        in: try Poller())
      try device.enter(testMode)
      raise(number)
      while inbox.token.rawValue > 0 { pause() }
    }
    #expect(terminal.shown() == "<enter><leave>")
    #expect(terminal.settings == before)
  }

  @Test func `a signal that had come before, and that nobody takes, ends the program, too`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      alarm(patienceSeconds)
      var set = sigset_t()
      unsafe sigemptyset(&set)
      unsafe sigaddset(&set, SIGTERM)
      unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
      raise(SIGTERM)
      let poller = try Poller()
      let inbox = try SignalInbox(patienceNanoseconds: 1_000_000, in: poller)
      while inbox.token.rawValue > 0 { pause() }
    }
  }

  @Test func `a signal that is taken does not end the program`() async {
    await #expect(processExitsWith: .success) {
      let poller = try Poller()
      let inbox = try SignalInbox(in: poller)
      raise(SIGTERM)
      #expect(inbox.take() == .terminate)
      // What the timer sends.
      raise(lastSignal)
      #expect(inbox.take() == [])
    }
  }

  @Test func `Ctrl-C and Ctrl-backslash on the terminal are signals`() async {
    await #expect(processExitsWith: .success) {
      let terminal = try PseudoTerminal()
      try terminal.control()
      let poller = try Poller()
      let inbox = try SignalInbox(patienceNanoseconds: -1, in: poller)
      let device = try terminal.openDevice()
      try device.enter(testMode)
      terminal.type("\u{3}")
      #expect(awaited(inbox, in: poller) == .interrupt)
      terminal.type("\u{1C}")
      #expect(awaited(inbox, in: poller) == .quit)
      terminal.type("\u{1A}")
      #expect(awaited(inbox, in: poller) == .stop)
      terminal.resize(columns: 90, rows: 30)
      #expect(awaited(inbox, in: poller) == .resize)
      #expect(device.size == (90, 30))
      _ = consume terminal
      #expect(awaited(inbox, in: poller).contains(.hangup))
    }
  }

  @Test func `a terminal that goes away is told by a signal and by its bytes`() async {
    await #expect(processExitsWith: .success) {
      let poller = try Poller()
      let inbox = try SignalInbox(patienceNanoseconds: -1, in: poller)
      let gone = try enterAndHangUp()
      #expect(awaited(inbox, in: poller).contains(.hangup))
      #expect(gone.write(Array("frame".utf8).span) == .gone)
      #expect(gone.read { _ in } == .end)
      gone.leave()
    }
  }
}

/// Enters a terminal that is then closed by its other side.
private func enterAndHangUp() throws -> TerminalDevice {
  let terminal = try PseudoTerminal()
  try terminal.control()
  let device = try terminal.openDevice()
  try device.enter(testMode)
  return device
}
