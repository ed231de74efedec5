internal import CHostSystem

/// The process beside the program that gives the terminal back and ends the command, however the
/// program ends.
package enum Guardian {
  /// Starts it: before there is a second thread, a plugin, or a command.
  ///
  /// Without one the program runs all the same, and only an end that it cannot answer itself, such as
  /// `SIGKILL`, leaves the terminal and the command as they are.
  package static func begin() { _ = host_guardian_begin() }

  /// The program has done all it had to: nothing needs to be looked after any more, and an exit is no
  /// plugin's from here.
  package static func end() { host_exit_say_goodbye() }
}
