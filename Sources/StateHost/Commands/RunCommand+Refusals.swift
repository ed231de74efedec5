internal import CHostSystem
internal import Glibc
internal import HostContent
internal import HostRuntime
internal import HostSystem
internal import HostText

/// Refuses sources and options with which a run cannot begin.
extension RunCommand {
  /// Refuses a file that does not exist if its name is that of a command or a URL.
  ///
  /// - Throws: `CommandFailure` that says what to type instead.
  func refuseForgottenDashes() throws(CommandFailure) {
    guard case .source(.file(let name)) = source, unsafe host_exists(name) == 0 else { return }
    let words = name.split(separator: " ").map(String.init)
    var remedy: String?
    if URLFetch.isAddress(name) {
      remedy = "for the URL, write statehost --url \(ShellWords.quoted([name]))"
    } else if words.count > 1, let command = words.first, Environment.hasCommand(command) {
      remedy = "for the command line, write statehost -c \(ShellWords.quoted([name]))"
    } else if Environment.hasCommand(name) {
      remedy = "for the command, write statehost -- \(ShellWords.quoted([name]))"
    } else if let near = NearestName.nearest(to: name, among: ArgumentParser.commands) {
      remedy = "did you mean statehost \(near)?"
    }
    if name.hasPrefix("+") { remedy = PagerOptions.commandRemedy }
    guard let remedy else { return }
    throw CommandFailure("there is no such file", name, remedy)
  }

  /// Refuses a terminal as the source: it has no end, and its input is for the program.
  ///
  /// - Throws: `CommandFailure` that says what to give instead.
  func refuseTerminal() throws(CommandFailure) {
    guard case .source(.file(let path)) = source, FileFacts(at: path)?.kind == .device,
      let file = try? FileDescriptor(opening: path, flags: O_RDONLY | O_NOCTTY | O_NONBLOCK),
      FileFacts(of: file)?.kind == .terminal
    else { return }
    throw CommandFailure("this is a terminal, not a file", path, "give a file, or -- COMMAND")
  }

  /// Refuses options for displayed rows in a run without an interface.
  func refuseViewWithoutInterface() throws(CommandFailure) {
    let refused = [
      (
        options.session.filter != nil && options.readsNULs, "filtering rows that end with NUL",
        "--filter", ", or pipe the rows to grep -z"
      ),
      (options.session.sort != nil, "sorting", "--sort", ", or pipe the rows to sort"),
      (options.session.key != nil, "identifying rows", "--key", ""),
      (
        options.keptRowCount != nil, "limiting the rows", "--limit", ", or pipe the rows to tail -n"
      ),
      (
        options.session.filter?.kind == .query, "a query", "--filter-kind",
        ", or pipe the rows to grep"
      ),
    ]
    for (isGiven, what, option, remedy) in refused where isPlain && isGiven {
      throw CommandFailure("\(what) needs the interface", option, "omit it\(remedy)")
    }
  }

  /// Refuses to reload standard input that is a pipe.
  func refuseReadingAgain() throws(CommandFailure) {
    guard options.everyNanoseconds != nil, source == .source(.standardInput),
      FileFacts(of: .input)?.kind != .regular
    else { return }
    throw CommandFailure(
      "standard input can be read only once", "--every",
      "leave it out, or give the command: statehost --every TIME -- COMMAND")
  }
}
