internal import CHostSystem

/// Signals that have arrived; several of one kind are one.
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

/// Collects the process's signals for the loop; `SIGPIPE` and `SIGXFSZ` are ignored while it lives.
///
/// Ctrl-C and Ctrl-Z arrive as signals, not keys, so they work while a plugin hangs: a second one
/// (as with TERM, HUP and QUIT) that finds the first still waiting acts from inside the handler.
/// It restores the terminal, names the plugin on standard error and dies of the signal, or stops.
/// A first one that asks to end does the same by itself after eight times the patience, so that no
/// program is left behind in a window that was closed. One inbox a process.
package struct SignalInbox: ~Copyable {
  /// How long a signal must have waited until a second one acts at once.
  package static let patienceNanoseconds: Int64 = 250_000_000

  /// Has a write beyond the limit of a file's size fail (`EFBIG`), and not end the process (`SIGXFSZ`), for commands
  /// that have no inbox.
  package static func ignoreFileLimit() { host_signals_ignore_file_limit() }

  /// Ready while signals wait.
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

  /// What has arrived since the last call.
  package borrowing func take() -> Signals {
    Signals(rawValue: host_signals_take())
  }
}
