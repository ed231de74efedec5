internal import CHostSystem
internal import Glibc
internal import HostSystem

/// The process's surroundings as commands read them: environment variables, arguments, home, shell,
/// host name, the program's and the settings folders, commands in PATH, redirected input.
enum Environment {
  /// The value of a variable, nil when it is not set.
  static func value(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe text(ofName: value)
  }

  /// The arguments after the program's name.
  ///
  /// Non-UTF-8 bytes are encoded reversibly: file names and arguments of commands get them back.
  static var arguments: [String] {
    let given = unsafe CommandLine.unsafeArgv
    return (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      guard let argument = unsafe given[index] else { return nil }
      return unsafe text(ofName: argument)
    }
  }

  private static func text(ofName name: UnsafePointer<CChar>) -> String {
    let text = unsafe host_text_of_name(name)
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// The user's shell; `sh` if SHELL is not an absolute path.
  static var shell: String {
    guard let shell = value("SHELL"), shell.hasPrefix("/") else { return "sh" }
    return shell
  }

  /// Whether standard input is a pipe or a file.
  static var hasInput: Bool {
    let kind = FileFacts(of: .input)?.kind
    return kind == .stream || kind == .regular
  }

  /// Whether standard input is a device such as `/dev/null`, but not a terminal.
  static var hasDeviceInput: Bool { FileFacts(of: .input)?.kind == .device }

  /// Whether a program of this name is in PATH.
  static func hasCommand(_ name: String) -> Bool {
    guard !name.isEmpty, !name.contains("/"), let path = value("PATH") else { return false }
    return path.split(separator: ":").contains { folder in
      let file = unsafe host_name_of_text("\(folder)/\(name)")
      defer { unsafe free(file) }
      return unsafe access(file, X_OK) == 0 && !isFolder("\(folder)/\(name)")
    }
  }

  /// Whether this is a file that nobody can run.
  static func isDataFile(_ path: String) -> Bool {
    FileFacts(at: path).map { $0.kind == .regular && $0.permissions & 0o111 == 0 } ?? false
  }

  /// The host name; empty if it is unknown.
  static var hostName: String {
    let name = unsafe [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      count = unsafe gethostname(start, buffer.count) == 0 ? unsafe strnlen(start, buffer.count) : 0
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// The folder of the executable.
  static var programFolder: String? {
    let path = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      count = unsafe host_runtime_program(start, buffer.count)
    }
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return String(decoding: path[..<slash], as: UTF8.self)
  }

  /// The folder for the program's files of one kind, which may not exist: below an XDG variable
  /// with an absolute path, else in the user's home; nil for a user without a home.
  static func ownFolder(_ variable: String, inHome folder: String) -> String? {
    if let given = value(variable), given.hasPrefix("/") { return given + "/statehost" }
    return home.map { "\($0)/\(folder)/statehost" }
  }

  /// The user's home; nil if HOME is not an absolute path.
  static var home: String? { value("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } }

  /// Whether a folder of this path exists.
  static func isFolder(_ path: String) -> Bool { FileFacts(at: path)?.kind == .directory }
}
