package import HostSystem
internal import HostText

/// A data source other than a plugin's: a command, a URL, a file or standard input, as given on the
/// command line, by the bundled demonstration or by a scenario.
package enum Source: Equatable, Sendable {
  /// A program's name or path, then its arguments; never empty.
  case command([String])
  /// A command line, and the path of the shell that runs it.
  case commandLine(String, shell: String)
  /// See `URLFetch`.
  case url(String)
  case file(String)
  case standardInput

  /// How each load begins.
  package var opening: LoadMethod {
    switch self {
    case .command(let words): .start(words)
    case .commandLine(let line, let shell): .start([shell, "-c", line])
    case .url(let address): .fetch(URLFetch.arguments(for: address))
    case .file(let path): .open(.path(path))
    case .standardInput: .open(.standardInput)
    }
  }

  /// The name shown to users: the command as typed in a shell, or the address without its password.
  package var title: String {
    switch self {
    case .command(let words): ShellWords.quoted(words)
    case .commandLine(let line, _): line
    case .url(let address): URLFetch.shown(address)
    case .file(let path): path
    case .standardInput: "standard input"
    }
  }

  /// The source as the user gave it, within a sentence.
  package var phrase: String {
    switch self {
    case .command(let words): "the command \(ShellWords.quoted(words))"
    case .commandLine(let line, _): "the command line \(ShellWords.quoted([line]))"
    case .url(let address): "the URL \(URLFetch.shown(address))"
    case .file(let path): "the file \(path)"
    case .standardInput: "standard input"
    }
  }
}

/// The way in which each load of a data source begins: starting the user's command or curl, opening
/// a file or standard input, or launching the worker process that reads a plugin's source.
package enum LoadMethod {
  /// Starts a command of the user.
  case start([String])
  /// Starts a command that fetches the rows: see `URLFetch`.
  case fetch([String])
  case open(FileOrigin)
  /// Starts a process that reads a plugin's source.
  case launch(() throws(SourceFailure) -> CommandPorts)

  /// Whether it is a command that the user gave.
  package var isCommand: Bool { if case .start = self { true } else { false } }

  /// The path of the file that is opened; nil for anything else.
  var path: String? { if case .open(.path(let path)) = self { path } else { nil } }
}

/// Functions that recognise a URL, hide its password, build the curl command that fetches it, and
/// give the remedy for curl's exit statuses.
package enum URLFetch {
  /// Whether the text is an http or https URL.
  package static func isAddress(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    let scheme = String(decoding: parts.first ?? "".utf8[...], as: UTF8.self)
    return parts.count == 2 && ["http", "https"].contains(scheme.lowercased())
      && parts[1].starts(with: "//".utf8) && parts[1].count > 2
      && !text.utf8.contains { $0 <= 0x20 || $0 == 0x7F }
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
}
