internal import CHostSystem

/// The process beside the program that gives the terminal back and ends the command, however the
/// program ends.
package enum Guardian {
  /// This program may need one: to be said before anything is loaded or run.
  ///
  /// Nothing is started, for starting it takes a good part of the time to the first frame.
  package static func expect() { _ = host_guardian_expect() }

  /// Starts it, where one is expected and has not been started: before there is a second thread, code
  /// that is not the program's own, or a command, and before the loop waits for the first time.
  ///
  /// Without one the program runs all the same, and only an end that it cannot answer itself, such as
  /// `SIGKILL`, leaves the terminal and the command as they are.
  ///
  /// - Returns: whether the program is to have one.
  @discardableResult package static func begin() -> Bool { host_guardian_begin() }

  /// Watches the one that there is, which hangs up when it has ended; nil: there is none.
  static func watch(in poller: Poller) -> Watch? { watch(host_guardian_link(), in: poller) }

  /// Starts another one in the place of one that has ended.
  static func beginAgain(in poller: Poller) -> Watch? {
    watch(host_guardian_begin_again(), in: poller)
  }

  private static func watch(_ link: CInt, in poller: Poller) -> Watch? {
    guard link >= 0, let copy = try? Descriptor(duplicating: link) else { return nil }
    return Watch(copy, in: poller)
  }

  /// The program has done all it had to: nothing needs to be looked after any more, and an exit is no
  /// plugin's from here.
  package static func end() { host_exit_say_goodbye() }
}
