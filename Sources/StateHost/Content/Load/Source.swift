package import HostSystem
internal import HostText

/// Where content comes from.
package enum Source {
  /// A program's name or path, then its arguments; never empty.
  case command([String])
  /// A command line, and the path of the shell that runs it.
  case commandLine(String, shell: String)
  /// See `URLFetch`.
  case url(String)
  case file(String)
  case standardInput
  case plugin(any PluginSourceLauncher)

  /// Whether it is a command that the user gave.
  package var isCommand: Bool {
    switch self {
    case .command, .commandLine: true
    case .url, .file, .standardInput, .plugin: false
    }
  }

  /// The name shown to users: the command as typed in a shell, the address without its password,
  /// the path, or "standard input".
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

/// Starts processes for a plugin's source, which deliver rows as commands do.
package protocol PluginSourceLauncher: AnyObject {
  var title: String { get }
  /// Starts a process for one load.
  func start() throws(SourceFailure) -> CommandPorts
}

/// Fetches URLs with curl, which applies the user's settings (proxies, certificates).
package enum URLFetch {
  /// Whether the text is an http or https URL.
  package static func isAddress(_ text: String) -> Bool {
    let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }.count
    let bytes = Array(text.utf8)
    guard let name = schemes.first(where: { $0.utf8.count == scheme }) else { return false }
    let isNamed = zip(bytes, name.utf8).allSatisfy { $0 | 0x20 == $1 }
    let mark = Array("://".utf8)
    return isNamed && bytes.dropFirst(scheme).starts(with: mark)
      && bytes.count > scheme + mark.count && !bytes.contains { $0 <= 0x20 || $0 == 0x7F }
  }

  /// The address without its password.
  static func shown(_ address: String) -> String {
    let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count > 2, let end = parts[2].lastIndex(of: "@"),
      let start = parts[2][..<end].firstIndex(of: ":")
    else { return address }
    return "\(address[..<start]):…\(address[end...])"
  }

  /// The command for an address, which is passed literally: no pattern, no option.
  ///
  /// Redirects are followed, and rows arrive while the rest is fetched.
  static func arguments(for address: String) -> [String] {
    [
      program, "--fail", "--silent", "--show-error", "--location", "--no-buffer", "--globoff",
      "--proto", "=http,https", "--url", address,
    ]
  }

  /// The remedy for an exit status of curl, as its manual defines them.
  static func remedy(status: Int32) -> String {
    switch status {
    case 3: "check how the URL is written"
    case 5: "check the proxy that http_proxy or https_proxy names"
    case 6: "check the name of the server, and the network"
    case 7: "check that the server is running, and the port"
    case 22: "check the path of the URL"
    case 28: "retry; the server took too long"
    case 35, 60: "see what curl wrote about its certificate"
    default: "see what curl wrote, then retry"
    }
  }

  static let program = "curl"
  private static let schemes = ["http", "https"]
}
