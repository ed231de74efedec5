package import HostSystem
internal import HostText

/// Where content comes from, as it was asked for.
package enum Source {
  /// A command and its arguments; the first is the program's name or path. Never empty.
  case command([String])
  /// A line for a shell, of which the path is given.
  case commandLine(String, shell: String)
  /// An address on the web; see `URLFetch`.
  case url(String)
  /// A file's path.
  case file(String)
  /// What is piped into this program.
  case standardInput
  /// A source of a plugin's.
  case plugin(any PluginStarter)

  /// What people call it: the command or the line as it could be typed into a shell, the address without a password, the
  /// path, or "standard input".
  package var title: String {
    switch self {
    case .command(let words): ShellWords.quoted(words)
    case .commandLine(let line, _): line
    case .url(let address): URLFetch.shown(address)
    case .file(let path): path
    case .standardInput: "standard input"
    case .plugin(let starter): starter.title
    }
  }
}

/// Starts a process for a source of a plugin's, which delivers rows as a command does.
package protocol PluginStarter: AnyObject {
  /// What people call it.
  var title: String { get }
  /// Starts one for a load; what it delivers, how it ended and what it says of itself the ports tell.
  func start() throws(SourceFailure) -> CommandPorts
}
