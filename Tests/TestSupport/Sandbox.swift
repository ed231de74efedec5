import Glibc
public import Testing

/// The walls of this system.
public enum Sandbox {
  /// Whether the sandbox of a worker of the built program is complete here.
  public static let isComplete: Bool = {
    let run = try? ProgramRun.run(
      ["plugins", "--security", "--json"], program: BuiltProducts.executable)
    return run?.output.contains(#""lacking":[]"#) ?? false
  }()

  /// Whether workers have a second wall here.
  public static let hasSecondWall: Bool = {
    let run = try? ProgramRun.run(
      ["plugins", "--security", "--json"], program: BuiltProducts.executable)
    return run?.output.contains(#""namespaces":true"#) ?? false
  }()

  /// A folder with a program `statehost` that adds `--weaker-sandbox` to each command that takes it.
  ///
  /// So most tests run where a wall is missing. Those that need all of them have the trait `needsSandbox`.
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
  /// Looks at the walls around third-party plugins, or at all that is said: where one is missing, that is said.
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

  /// Runs a program without a terminal and waits for its end.
  ///
  /// - Parameters:
  ///   - command: its path, and what follows it.
  ///   - missing: `landlock`, `seccomp`, `namespaces`, `guardian`, `memfd`, with commas between; or empty.
  ///   - environment: variables set over those of the test.
  /// - Returns: what it left.
  /// - Throws: what starting it throws.
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
