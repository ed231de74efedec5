internal import CHostSystem

/// A set of Unix signals that the process has received, such as `SIGWINCH` and `SIGINT`.
package struct Signals: OptionSet, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `SIGWINCH`: the terminal has another size.
  package static let resize = Signals(rawValue: HOST_SIGNAL_RESIZE)
  /// `SIGTSTP`, Ctrl-Z: suspend.
  package static let stop = Signals(rawValue: HOST_SIGNAL_STOP)
  /// `SIGCONT`: continued after a stop that was not ours, such as `SIGSTOP`.
  package static let `continue` = Signals(rawValue: HOST_SIGNAL_CONTINUE)
  /// `SIGINT`, Ctrl-C.
  package static let interrupt = Signals(rawValue: HOST_SIGNAL_INTERRUPT)
  /// `SIGTERM`.
  package static let terminate = Signals(rawValue: HOST_SIGNAL_TERMINATE)
  /// `SIGHUP`: the terminal is gone.
  package static let hangup = Signals(rawValue: HOST_SIGNAL_HANGUP)
  /// `SIGQUIT`, Ctrl-\.
  package static let quit = Signals(rawValue: HOST_SIGNAL_QUIT)
  /// `SIGCHLD`: a process that the host started has changed.
  package static let child = Signals(rawValue: HOST_SIGNAL_CHILD)
}

/// The signal handling of the process: records signals for the main loop, ignores `SIGPIPE` and
/// `SIGXFSZ`, and acts on a signal itself if the loop leaves it pending, as while a plugin hangs.
///
/// Ctrl-C and Ctrl-Z work while a plugin hangs: the same signal again (also TERM, HUP, QUIT), 250
/// ms or more after a pending one, is handled in the signal handler. It restores the terminal, and
/// stops the process or names the plugin on standard error and dies of the signal. A pending signal
/// to end acts alone after 2 s, so that no program is left in a closed window. One inbox a process.
package struct SignalInbox: ~Copyable {
  /// How long a signal must be pending until a second one is handled at once.
  package static let patienceNanoseconds: Int64 = 250_000_000

  /// Ignores `SIGXFSZ` for commands without an inbox: writes past the size limit fail with `EFBIG`.
  package static func ignoreFileLimit() { host_signals_ignore_file_limit() }

  /// Readable while signals are pending.
  package let token: PortToken
  private let number: CInt
  private let poller: Poller

  package init(
    patienceNanoseconds: Int64 = SignalInbox.patienceNanoseconds, in poller: Poller
  ) throws(SystemError) {
    let number = try checked(host_signals_open(patienceNanoseconds), "eventfd")
    let token = poller.makeToken()
    do throws(SystemError) {
      try poller.add(number, as: token)
    } catch {
      host_signals_close()
      throw error
    }
    self.number = number
    self.token = token
    self.poller = poller
  }

  deinit {
    poller.remove(number)
    host_signals_close()
  }

  /// The signals since the last call.
  package borrowing func take() -> Signals { Signals(rawValue: host_signals_take()) }
}
