import CHostSystem
import Foundation
import Glibc
import TestSupport
import Testing

@testable import HostSystem

/// What a shell saw of a process that it suspended and continued.
private struct Observation: Sendable {
  var hasStopped = false
  var shownWhileStopped = ""
  var settingsWhileStopped: TerminalSettings?
  var shownAfterwards = ""
}

/// Plays the shell, on a thread of its own that begins at once: it must not wait until the tests'
/// own threads are free.
///
/// Waits for `id=N;` on the terminal, sends that process the signals, each after its text is shown,
/// looks once it has stopped, and continues it. `SIGWINCH` tells the process that the terminal was
/// entered again.
private func suspend(
  _ view: TerminalView, with signals: [(number: CInt, after: String)]
) -> AsyncStream<Observation> {
  AsyncStream { continuation in
    Thread {
      var observation = Observation()
      var shown = ""
      var process: pid_t = 0
      for (number, text) in signals {
        shown += view.shown(until: text)
        if process == 0 {
          let digits = shown.drop { $0 != "=" }.dropFirst().prefix { $0 != ";" }
          process = pid_t(digits) ?? 0
        }
        guard process > 0 else { break }
        kill(process, number)
      }
      var information = unsafe siginfo_t()
      if process > 0,
        unsafe waitid(P_PID, id_t(process), &information, WSTOPPED | WEXITED | WNOWAIT) == 0,
        unsafe information.si_code == CInt(CLD_STOPPED)
      {
        observation.hasStopped = true
        observation.shownWhileStopped = shown + view.shown()
        observation.settingsWhileStopped = TerminalSettings(of: view.descriptor)
        kill(process, SIGCONT)
        observation.shownAfterwards = view.shown(until: "<enter>")
        kill(process, SIGWINCH)
        endIfStopped(process)
      }
      continuation.yield(observation)
      continuation.finish()
    }.start()
  }
}

/// Waits for the end of a process, and ends one that stops instead.
private func endIfStopped(_ process: pid_t) {
  var information = unsafe siginfo_t()
  let result = unsafe waitid(
    P_PID, id_t(process), &information, WSTOPPED | WEXITED | WNOWAIT)
  if unsafe result == 0 && information.si_code == CInt(CLD_STOPPED) { kill(process, SIGKILL) }
}

/// The signals that a world has, once there are any.
private func awaited(_ world: RealWorld) -> Signals {
  var ready: [Ready] = []
  while true {
    try? world.wait(untilNanoseconds: nil, into: &ready)
    let arrived = world.takeSignals()
    if !arrived.isEmpty { return arrived }
  }
}

@Suite struct SuspendTests {
  @Test func `a second Ctrl-Z suspends a program that does not take the first`() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    let path = terminal.path
    let observations = suspend(terminal.view, with: [(SIGTSTP, ";"), (SIGTSTP, "!")])
    await #expect(processExitsWith: .success) { [path = path as String] in
      alarm(patienceSeconds)
      setpgid(0, 0)
      let poller = try Poller()
      let inbox = try SignalInbox(patienceNanoseconds: 0, in: poller)
      let device = try openDevice(at: path)
      try device.enter(testMode)
      #expect(device.write(Array("id=\(getpid());".utf8).span) == .complete)
      // Busy, as a plugin that hangs: nothing is taken.
      var ready: [Ready] = []
      while ready.isEmpty { try poller.wait(timeoutNanoseconds: nil, into: &ready) }
      #expect(device.write(Array("!".utf8).span) == .complete)
      while host_signals_peek() & HOST_SIGNAL_RESIZE == 0 { sched_yield() }
      #expect(inbox.take().contains(.continue))
      #expect(host_terminal_is_entered() == 1)
    }
    let seen = try #require(await observations.first { _ in true })
    #expect(seen.hasStopped)
    #expect(seen.shownWhileStopped.hasSuffix("!<leave>"))
    #expect(seen.settingsWhileStopped == before)
    #expect(seen.shownAfterwards == "<enter>")
    #expect(terminal.shown() == "<leave>")
    #expect(terminal.settings == before)
  }

  @Test func `what the terminal had not taken before never comes`() async throws {
    let terminal = try PseudoTerminal()
    let path = terminal.path
    let observations = suspend(terminal.view, with: [(SIGTSTP, ";")])
    await #expect(processExitsWith: .success) { [path = path as String] in
      alarm(patienceSeconds)
      setpgid(0, 0)
      let world = try RealWorld()
      let slave = try FileDescriptor(opening: path, flags: O_RDWR | O_NOCTTY)
      #expect(dup2(slave.rawValue, STDOUT_FILENO) == STDOUT_FILENO)
      let device = try world.openTerminal()
      try device.enter(testMode)
      #expect(device.write(Array("id=\(getpid());".utf8).span) == .complete)
      try #require(awaited(world) == .stop)
      #expect(device.write([UInt8](repeating: UInt8(ascii: "x"), count: 100_000).span) == .pending)
      try world.suspend()
      #expect(device.pendingCount == 0)
      #expect(device.flush() == .complete)
      Guardian.end()
    }
    let seen = try #require(await observations.first { _ in true })
    #expect(seen.hasStopped)
    let wasFull = seen.shownWhileStopped.contains("xxx")
    #expect(wasFull)
    let afterwards = (seen.shownAfterwards + terminal.shown()).split(separator: "<enter>").last
    // What follows is the end of the test's own process.
    #expect(afterwards?.prefix(7) == "<leave>")
  }
}
