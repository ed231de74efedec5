internal import HostTerminal

/// A command that cannot go on: the one line that says why, and the exit status.
struct CommandFailure: Error, Equatable {
  let line: String
  var status = ExitStatus.usage

  init(line: String, status: Int32 = ExitStatus.usage) {
    self.line = line
    self.status = status
  }

  /// A states file asks for a child that no plugin offers.
  init(_ unknown: Arrangement.UnknownUse, file: String) {
    let remedy =
      unknown.nearest.map { "did you mean \($0)?" } ?? "install it, or see statehost plugins"
    line = Complaint.line(
      "no plugin offers the child \(unknown.id)", "\(file) (children.\(unknown.child).use)", remedy)
  }
}

/// Makes system calls whose failure ends the command.
///
/// - Parameters:
///   - what: what is wrong then, in a few words.
///   - place: where; nil names the call that failed.
///   - remedy: what to do.
///   - body: makes the calls.
/// - Throws: a ``CommandFailure`` in place of the call's error.
/// - Returns: what the body returns.
func attempt<Result: ~Copyable>(
  _ what: String, _ place: String? = nil, _ remedy: String = "close other programs, then try again",
  _ body: () throws(SystemCallError) -> Result
) throws(CommandFailure) -> Result {
  do throws(SystemCallError) {
    return try body()
  } catch {
    let reason = place == nil ? "\(error)" : "\(place ?? ""): \(error)"
    throw CommandFailure(line: Complaint.line(what, reason, remedy))
  }
}
