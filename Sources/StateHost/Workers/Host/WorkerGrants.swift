internal import Glibc
package import HostPlugins
internal import HostSystem

/// The additions to the sandbox of a worker process that runs children, a check or a source: paths
/// that it may read (libraries of its plugin, paths granted or named by the user), programs,
/// permissions, and parts that may be missing; makes the first messages to the worker.
package struct WorkerGrants {
  private let paths: [String]
  private let programs: [String]
  private let needs: PluginNeeds
  /// The parts that the sandbox may lack.
  package let mayLack: SandboxParts

  /// `paths`: the libraries that the worker may read, and with `namesFiles`, files the user named.
  package init(
    reading paths: [String], _ granted: GrantedNeeds, namesFiles: Bool = false,
    lacking mayLack: SandboxParts = []
  ) {
    self.mayLack = mayLack
    self.paths = paths + granted.paths
    programs = ExecutableDependencies.paths(of: granted.programs)
    needs = namesFiles ? granted.sandbox.union(.pathsRead) : granted.sandbox
  }

  package var messages: [HostMessage] {
    paths.map { .grant(path: $0) } + programs.map { .grantProgram(path: $0) }
  }

  /// The order without the paths; `mayLack` replaces the parts given to the initializer.
  package func order(_ mode: WorkerMode, lacking mayLack: SandboxParts? = nil) -> HostMessage {
    .order(mode, needs, mayLack: mayLack ?? self.mayLack)
  }
}

/// A function that finds all files that a sandbox must allow to execute so that programs can start:
/// the programs (found in PATH), interpreters of scripts, loaders, and /bin/sh for the C library.
enum ExecutableDependencies {
  /// The paths of these files for programs given by path, or by name in PATH, /bin and /usr/bin.
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

  /// The loader of a program, or the first two words after a script's `#!` that are no options.
  private static func interpreters(of file: OpenFile) -> [String] {
    if let image = ElfImage(.file(file)) { return image.interpreter.map { [$0] } ?? [] }
    let start = file.descriptor.bytes(at: 0, count: 256)
    guard start.starts(with: "#!".utf8) else { return [] }
    let line = start.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
    return line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      .filter { $0.first != UInt8(ascii: "-") }.prefix(2).map {
        String(decoding: $0, as: UTF8.self)
      }
  }
}
