internal import Glibc
internal import HostPlugins
internal import HostSystem

/// Finds the files that a worker must be able to execute to start programs: the programs, their interpreters and
/// loaders, and the shell, which the C library uses to start programs.
enum ProgramFiles {
  /// Returns the files for some programs.
  ///
  /// - Parameter programs: paths, or names to look up in PATH, /bin and /usr/bin.
  /// - Returns: paths; empty without programs.
  static func paths(of programs: [String]) -> [String] {
    var found: [String] = []
    var waiting = programs.isEmpty ? [] : programs + ["/bin/sh"]
    while let program = waiting.popLast() {
      for path in candidates(program) where !found.contains(path) {
        guard let file = try? FileDescriptor(opening: path, flags: O_RDONLY | O_NONBLOCK),
          FileFacts(of: file)?.kind == .regular
        else { continue }
        found.append(path)
        waiting += interpreters(of: OpenFile(file))
      }
    }
    return found
  }

  private static func candidates(_ program: String) -> [String] {
    if program.utf8.contains(UInt8(ascii: "/")) { return [program] }
    let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
    return (path + ":/bin:/usr/bin").split(separator: ":").map { "\($0)/\(program)" }
  }

  /// The loader of a program, or the first two words after a script's `#!`: the interpreter and, for `env`, its
  /// argument.
  private static func interpreters(of file: OpenFile) -> [String] {
    if let image = ElfImage(.file(file)) { return image.interpreter.map { [$0] } ?? [] }
    let start = file.descriptor.bytes(at: 0, count: 256)
    guard start.starts(with: "#!".utf8) else { return [] }
    let line = start.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
    return line.split(separator: UInt8(ascii: " ")).prefix(2)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
