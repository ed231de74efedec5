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

  /// A second signal at once, or a first one after its patience.
  @Test(arguments: [
    (SIGINT, true), (SIGTERM, true), (SIGHUP, true), (SIGQUIT, true), (SIGTERM, false),
    (SIGHUP, false),
  ])
  func `a signal that nobody takes ends the program`(number: CInt, isSecond: Bool) async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    let path = terminal.path
    let result = await #expect(
      processExitsWith: .signal(number), observing: [\.standardErrorContent]
    ) { [path = path as String, number = number as CInt, isSecond = isSecond as Bool] in
      alarm(patienceSeconds)
      let poller = try Poller()
      let inbox = try SignalInbox(patienceNanoseconds: isSecond ? 0 : 1_000_000, in: poller)
      let device = try openDevice(at: path)
      try device.enter(testMode)
      noteCall(of: "list.so", child: "list", "draw")
      raise(number)
      if isSecond {
        #expect(host_terminal_is_entered() == 1)
        raise(number)
      }
      while inbox.token.rawValue > 0 { pause() }
    }
    #expect(terminal.shown() == "<enter><leave>")
    #expect(terminal.settings == before)
    let line = errorText(of: result)
    #expect(line.hasPrefix("statehost: stopped by SIG"))
    #expect(line.contains(", which a plugin kept waiting: list.so, child list, in draw: update"))
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
}
