internal import CHostSystem
internal import HostContent
internal import HostStates
internal import HostText

extension SourceChoice {
  /// Refuses a file that does not exist if its name is that of a command or a URL.
  ///
  /// - Throws: `CommandFailure` that says what to type instead.
  func refuseForgottenDashes() throws(CommandFailure) {
    guard case .source(.file(let name)) = self, unsafe host_exists(name) == 0 else { return }
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
    guard let remedy else { return }
    throw CommandFailure("there is no such file", name, remedy)
  }
}
