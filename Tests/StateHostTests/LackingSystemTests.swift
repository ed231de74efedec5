import Foundation
import TestSupport
import Testing

/// Whether this account may hide a part of the file system from a process.
private let canHide =
  (try? ProgramRun.run(["-rm", "mount", "-t", "tmpfs", "none", "/mnt"], program: "unshare"))?.status
  == 0

@Suite struct `Where the system lacks something` {
  private let folder: ScratchFolder
  private let plugin: String

  init() throws {
    folder = try ScratchFolder()
    plugin = try SmallPlugin().compile(into: folder)
  }

  private func statehost(_ arguments: String...) -> [String] {
    [BuiltProducts.program] + arguments
  }

  /// Runs a command where a folder is empty.
  private func run(_ command: [String], without hidden: String) throws -> ProgramRun {
    let script = "mount -t tmpfs none \(hidden) && exec \"$0\" \"$@\""
    return try ProgramRun.run(
      ["-rm", "sh", "-c", script] + command, program: "unshare",
      environment: ["HOME": folder.path])
  }

  @Test(.enabled(if: canHide, "may not make a mount namespace"))
  func `no /proc is told, and the program's own plugins are shown`() throws {
    let line =
      "statehost: this system has no /proc, which is needed to check plugins: \(plugin): "
      + "mount it: mount -t proc proc /proc\n"
    let shown = try run(
      statehost("--plugins", folder.path, "--snapshot", "-", "--", "echo", "a row"),
      without: "/proc")
    #expect(shown.output.contains("a row") && shown.output.contains("1/1"))
    #expect(shown.errors == line)
    let list = try run(statehost("plugins", "--plugins", folder.path), without: "/proc")
    #expect(list.output.hasSuffix("\nnot loaded:\n" + line), "\(list.output)")
    #expect(list.output.contains("org.statehost.list"))
    let security = try run(statehost("plugins", "--security"), without: "/proc")
    #expect(
      security.output.contains(
        "No worker can be started here (/proc/self/exe: No such file or directory)"))
  }

  @Test(.enabled(if: canHide, "may not make a mount namespace"))
  func `no /dev/null is nothing that is missed`() throws {
    let plain = try run(statehost("--", "cat"), without: "/dev")
    #expect(plain.status == 0 && plain.errors == "", "\(plain.errors)")
    let shown = try run(
      statehost("--plugins", folder.path, "--snapshot", "-", "--", "echo", "a row"),
      without: "/dev")
    #expect(shown.output.contains("a small child"), "\(shown.output)\(shown.errors)")
  }

  @Test(.needsSandbox) func `no memory files are told`() throws {
    func run(_ arguments: String...) throws -> ProgramRun {
      try Kernel.run(
        [BuiltProducts.program] + arguments, without: "memfd", environment: ["HOME": folder.path])
    }
    let line =
      "statehost: the plugin cannot be copied into memory because this system has no memfd_create: "
      + "\(plugin): allow this system call, or use a kernel that has it\n"
    let shown = try run("--plugins", folder.path, "--snapshot", "-", "--", "echo", "a row")
    #expect(shown.output.contains("a row") && shown.errors == line, "\(shown.errors)")
    #expect(try run("plugins", "--plugins", folder.path).output.hasSuffix(line))
    let checked = try run("validate", plugin)
    #expect(checked.status == 2)
    #expect(
      checked.errors == """
        statehost: not all checks can be run (memfd_create: Function not implemented): \(plugin): \
        allow this system call, or use a kernel that has it

        """)
  }

  @Test(.needsSandbox, arguments: [5, 8, 12, 16]) func `few descriptors are told as what they are`(
    limit: Int
  ) throws {
    for command in ["plugins --plugins .", "validate small.so", "--plugins . --plain -- echo a"] {
      let run = try ProgramRun.run(
        [
          "-c",
          "cd '\(folder.path)'; ulimit -n \(limit); exec '\(BuiltProducts.program)' \(command)",
        ], program: "bash", environment: ["HOME": folder.path])
      let all = run.output + run.errors
      #expect(!all.contains("Invalid argument") && !all.contains("chmod"), "\(command): \(all)")
      #expect(run.status == 0 || all.contains("ulimit -n"), "\(command): \(all)")
    }
  }
}
