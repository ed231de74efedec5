import Foundation
import TestSupport
import Testing

@Suite(
  "A plugin made with an installed tree",
  .enabled(if: ReleaseBuild.isThere, "make build has not been run"))
struct InstalledAuthorTests {
  @Test(.needsSandbox, .enabled(if: ProgramRun.canRun("pkg-config"), "pkg-config is not installed"))
  func `is compiled with what pkg-config says`() throws {
    let tree = try InstalledTree.shared.get()
    let folder = try ScratchFolder()
    let run = try Shell.run(
      """
      "$1/bin/statehost" new hello --language c >made
      rm -r hello/include
      for variable in abi pluginsdir; do pkg-config --variable=$variable childplugin; done
      eval "cc -std=c11 -Wall -Wextra -Werror -shared -fPIC $(pkg-config --cflags childplugin) \
        -o hello/hello.so hello/hello.c"
      chmod go-w hello/hello.so
      printf 'one\\ntwo\\n' >rows
      "$1/bin/statehost" --plugins hello --snapshot - --size 30x4 rows
      "$1/bin/statehost" validate --strictness 1 hello/hello.so | tail -1
      """, [tree.path], in: folder.path,
      environment: [
        "PKG_CONFIG_PATH": tree.path + "/lib/pkgconfig",
        "PKG_CONFIG_SYSROOT_DIR": tree.root.path,
      ])
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "1.2")
    // Some versions of pkg-config put the root of the system before a variable, others do not.
    #expect(lines.dropFirst().first?.hasSuffix("\(tree.prefix)/lib/statehost/plugins") == true)
    #expect(lines.contains(" hello: 2 rows"), "\(run.output)")
    #expect(lines.last?.contains(" 0 failed, ") == true, "\(run.output)")
  }

  /// A tree, and a folder with a plugin that uses a library of the runtime which neither the
  /// program nor a bundled plugin needs, and two rows to show.
  private static let swift = Result {
    let tree = try InstalledTree(prefix: "/opt/statehost", in: .untilExit())
    let folder = try ScratchFolder.untilExit()
    let run = try Shell.run(
      """
      "$1/bin/statehost" new hello --language swift >made
      sed -i -e '1i import Synchronization' \
        -e 's/private var line = .*/&; private let count = Mutex(0)/' \
        -e 's/rows: Int { .*/&/' \
        -e 's/private var summary: String { "/&\\\\(count.withLock { $0 += 1; return $0 } > 0) /' \
        hello/hello.swift
      make -C hello SWIFTFLAGS='-Onone -wmo' >made
      printf 'one\\ntwo\\n' >rows
      """, [tree.path], in: folder.path)
    try #require(run.status == 0, "\(run.errors)")
    return (tree, folder)
  }

  @Test(.enabled(if: ProgramRun.canRun("swiftc"), "swiftc is not on the PATH"))
  func `in Swift has the runtime of the tree`() throws {
    let (tree, folder) = try Self.swift.get()
    let mapped = try MappedFiles(
      of: tree.program, ["--isolation", "none", "--plugins", folder.path + "/hello"],
      awaiting: "hello.so")
    let runtime = tree.path + "/lib/statehost/runtime/"
    #expect(
      mapped.runtime
        == ["Core", "Glibc", "SwiftOnoneSupport", "Synchronization"].map {
          "\(runtime)libswift\($0).so"
        })
  }

  @Test(
    .needsSandbox,
    .enabled(if: ProgramRun.canRun("swiftc"), "swiftc is not on the PATH"),
    .enabled(if: Toolchain.canBeHidden, "mounts of one's own are not allowed here"))
  func `in Swift runs where there is no toolchain`() throws {
    let (tree, folder) = try Self.swift.get()
    let shown = try Toolchain.runWithout(
      """
      "$1/bin/statehost" --plugins hello --snapshot - --size 30x4 rows
      "$1/bin/statehost" validate hello/hello.so | tail -1
      """, [tree.path], in: folder.path)
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(shown.output.contains(" true hello: 2 rows\n"), "\(shown.output)")
    #expect(shown.output.contains(" 0 failed, "), "\(shown.output)")
  }
}
