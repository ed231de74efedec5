internal import CHostSystem
internal import Glibc
internal import HostPlugins
internal import HostRuntime
internal import HostStates
internal import HostSystem
internal import HostText

/// The error that ends a command: the line printed on standard error, and the exit status.
struct CommandFailure: Error, Equatable {
  let line: String
  var status = ExitStatus.usage

  init(line: String) { self.line = line }

  init(_ error: StatesFileError) { line = error.text }

  /// Creates the failure that is reported as `statehost: what: place: remedy`.
  init(
    _ what: String, _ place: String, _ remedy: String, status: Int32 = ExitStatus.usage
  ) {
    line = Diagnostic.line(what, place, remedy)
    self.status = status
  }

  /// Creates the failure of an output that could not be written completely.
  init(unwritable name: String, _ error: SystemError) {
    self.init(
      "not everything could be written", "\(name): \(error)",
      "make room there, or write to another place")
  }

  /// Creates the failure of an arrangement that is impossible.
  init(_ problem: ArrangementProblem, file: String) {
    let missing = { (what: String) in
      problem.leftOut?.text(missing: what)
        ?? ("no plugin offers \(what)", "install it, or see statehost plugins")
    }
    let (what, remedy) =
      switch problem.kind {
      case .unknownUse(let id): missing("the child \(id)")
      case .unknownSource(let id): missing("the source \(id)")
      case .otherKind(let id, isSource: true):
        ("\(id) is a source, not a child", "ask for it with --source \(id)")
      case .otherKind(let id, isSource: false):
        ("\(id) is a child, not a source", "see statehost plugins")
      case .unknownOption(let name):
        ("it has no option \"\(name)\"", "statehost inspect PLUGIN.so names those that it has")
      case .optionValue(let name, let wanted):
        ("the option \"\(name)\" takes something else", "write \(wanted)")
      }
    let place =
      switch problem.origin {
      case .file(let place?, let path): "\(file):\(place.line):\(place.column) (\(path))"
      case .file(nil, let path): "\(file) (\(path))"
      case .commandLine(let text): text
      }
    let meant = problem.nearest.map { "did you mean \($0)?" }
    let advice =
      problem.leftOut == nil ? meant ?? remedy : remedy + (meant.map { "; or \($0)" } ?? "")
    self.init(what, place, advice)
  }
}

/// The fixed exit statuses of the program, as its help documents them; those of signals and of
/// failed commands are computed elsewhere.
enum ExitStatus {
  static let done: Int32 = 0
  static let failedCheck: Int32 = 1
  /// No row matched when one was to be picked.
  static let nothingMatched: Int32 = 1
  static let usage: Int32 = 2
  static let interrupted: Int32 = 130
}

/// The format of the program's error lines, `statehost: what: where: what to do`, and the functions
/// that write lines without unsafe characters, to standard error by default.
enum Diagnostic {
  /// Formats `statehost: what: where: what to do`.
  static func line(_ what: String, _ place: String, _ remedy: String) -> String {
    "statehost: \(what): \(place): \(remedy)"
  }

  /// Writes `statehost: what: where: what to do` to standard error.
  static func write(_ what: String, _ place: String, _ remedy: String) {
    write(line(what, place, remedy))
  }

  /// Writes a line without unsafe characters, to standard error by default; ignores closed outputs.
  static func write(_ line: String, to output: any OutputPort = StandardOutput.error) {
    var bytes: [UInt8] = []
    HarmlessText.appendLine(line.utf8.span, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    output.writeAll(bytes.span)
  }
}

/// Writes the output of a command completely; a closed pipe is no failure.
func deliver(
  _ bytes: [UInt8], to output: any OutputPort = StandardOutput.output,
  _ name: String = "standard output"
) throws(CommandFailure) {
  guard let error = output.writeAll(bytes.span), error.code != EPIPE else { return }
  throw CommandFailure(unwritable: name, error)
}

/// Writes text in place of a file's contents; to standard output without a file.
func deliver(_ text: String, to file: OutputFile?, _ path: String?) throws(CommandFailure) {
  guard let file else { return try deliver(Array(text.utf8)) }
  file.removeContents()
  try deliver(Array(text.utf8), to: file, path ?? "")
}

/// Checks that all files exist before any is opened.
func requirePlugins(_ files: [String]) throws(CommandFailure) {
  for file in files where unsafe host_exists(file) == 0 {
    throw CommandFailure("no such file", file, "write the path of a plugin, a .so file")
  }
}

/// Makes a system call whose failure ends the command with what failed, the place (nil: only the
/// failed call) and the remedy (nil: that of the error, if it has one).
func attempt<Result: ~Copyable>(
  _ call: @autoclosure () throws(SystemError) -> Result, or what: String, _ place: String? = nil,
  _ remedy: String? = nil
) throws(CommandFailure) -> Result {
  do throws(SystemError) {
    return try call()
  } catch {
    let reason = place == nil ? "\(error)" : "\(place ?? ""): \(error)"
    let remedy = remedy ?? error.remedy ?? "close other programs, then try again"
    throw CommandFailure(what, reason, remedy)
  }
}

/// Performs work whose errors end the command.
func attempt<Failure: Error, Result>(
  failing failure: (Failure) -> CommandFailure, _ body: () throws(Failure) -> Result
) throws(CommandFailure) -> Result {
  do throws(Failure) {
    return try body()
  } catch {
    throw failure(error)
  }
}
