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
  case plugin(any PluginSourceLauncher)

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
package protocol PluginSourceLauncher: AnyObject {
  /// What people call it.
  var title: String { get }
  /// Starts one for a load; what it delivers, how it ended and what it says of itself the ports tell.
  func start() throws(SourceFailure) -> CommandPorts
}

/// How a URL is fetched: by curl, which knows what glibc does not, and what the user has told it in its own
/// settings (proxies, certificates).
package enum URLFetch {
  /// Whether it is the address of something on the web.
  package static func isAddress(_ text: String) -> Bool {
    let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }.count
    let bytes = Array(text.utf8)
    guard let name = schemes.first(where: { $0.utf8.count == scheme }) else { return false }
    let isNamed = zip(bytes, name.utf8).allSatisfy { $0 | 0x20 == $1 }
    let mark = Array("://".utf8)
    return isNamed && bytes.dropFirst(scheme).starts(with: mark)
      && bytes.count > scheme + mark.count && !bytes.contains { $0 <= 0x20 || $0 == 0x7F }
  }

  /// An address as it may be seen: without the password that it may have before the name of the server.
  static func shown(_ address: String) -> String {
    let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count > 2, let end = parts[2].lastIndex(of: "@"),
      let start = parts[2][..<end].firstIndex(of: ":")
    else { return address }
    return "\(address[..<start]):…\(address[end...])"
  }

  /// What is run for an address, which is taken as it is: no pattern, no option.
  ///
  /// Its rows come while it is fetched; where it leads elsewhere, that is fetched.
  static func words(for address: String) -> [String] {
    [
      program, "--fail", "--silent", "--show-error", "--location", "--no-buffer", "--globoff",
      "--proto", "=http,https", "--url", address,
    ]
  }

  /// What to do where curl has ended with a status; its manual says what they mean.
  static func remedy(status: Int32) -> String {
    switch status {
    case 3: "check how the URL is written"
    case 5: "check the proxy that http_proxy or https_proxy names"
    case 6: "check the name of the server, and the network"
    case 7: "see whether the server runs there, and the port"
    case 22: "see what the server answered, and check the path"
    case 28: "retry; the server took too long"
    case 35, 60: "see what curl wrote about its certificate"
    default: "see what curl wrote, then retry"
    }
  }

  static let program = "curl"
  private static let schemes = ["http", "https"]
}
