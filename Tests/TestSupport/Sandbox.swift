import Glibc
public import Testing

/// The walls of this system.
public enum Sandbox {
  /// What the built program says of them.
  private static let report =
    (try? ProgramRun.run(
      ["plugins", "--security", "--json"], program: BuiltProducts.executable))?.output ?? ""

  /// Whether the sandbox of a worker of the built program is complete here.
  public static let isComplete = report.contains(#""lacking":[]"#)

  /// Whether workers have a second wall here.
  public static let hasSecondWall = report.contains(#""namespaces":true"#)

  /// A folder with a program `statehost` that adds `--weaker-sandbox` to commands that take it.
  ///
  /// So most tests run if a wall is missing. Those needing all have the trait `needsSandbox`.
  static let weakerFolder: ScratchFolder = {
    do {
      let folder = try ScratchFolder()
      let file = try folder.write(
        """
        #!/bin/sh
        case "$1" in
          run | play | plugins | inspect | validate)
            command=$1
            shift
            exec \(BuiltProducts.executable) "$command" --weaker-sandbox "$@" ;;
          new | completions | help | -h | --help | --version) exec \(BuiltProducts.executable) "$@" ;;
          *) exec \(BuiltProducts.executable) --weaker-sandbox "$@" ;;
        esac
        """, to: "statehost")
      _ = unsafe chmod(file, 0o700)
      return folder
    } catch {
      fatalError("\(error)")
    }
  }()
}

extension Trait where Self == ConditionTrait {
  /// For tests of the walls around third-party plugins or of all output: it reports missing ones.
  public static var needsSandbox: Self {
    .enabled(if: Sandbox.isComplete, "needs a complete sandbox: Landlock and seccomp")
  }

  /// Looks at what the namespaces of workers hide.
  public static var needsSecondWall: Self {
    .enabled(if: Sandbox.hasSecondWall, "needs namespaces of the user, files, network and IPC")
  }
}

/// A kernel that seems to lack something.
public enum Kernel {
  /// Compiled once: see its source.
  public static let launcher: String = {
    let name = "\(launcherFolder.path)/without"
    let source = BuiltProducts.repository + "/Tests/Walls/without.c"
    let run = try? ProgramRun.run(
      ["cc", "-Wall", "-Wextra", "-Werror", "-o", name, source], program: "/usr/bin/env")
    guard run?.status == 0 else { fatalError("\(source): \(run?.errors ?? "no compiler")") }
    return name
  }()

  private static let launcherFolder: ScratchFolder = {
    do { return try ScratchFolder() } catch { fatalError("\(error)") }
  }()

  /// Runs a program without a terminal and waits for its end, where `landlock`, `seccomp`,
  /// `namespaces`, `guardian` or `memfd` are missing, with commas between.
  public static func run(
    _ command: [String], without missing: String, environment: [String: String] = [:]
  ) throws -> ProgramRun {
    guard !missing.isEmpty else {
      return try ProgramRun.run(
        Array(command.dropFirst()), program: command[0], environment: environment)
    }
    return try ProgramRun.run([missing] + command, program: launcher, environment: environment)
  }
}
