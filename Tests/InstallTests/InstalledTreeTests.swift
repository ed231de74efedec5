import Foundation
import TestSupport
import Testing

@Suite("An installed tree", .enabled(if: ReleaseBuild.isThere, "make build has not been run"))
struct InstalledTreeTests {
  @Test func `has everything in its usual place`() throws {
    let tree = try InstalledTree.shared.get()
    let files = Set(try InstalledTree.files(below: tree.path))
    let expected = [
      "bin/statehost", "include/childplugin.h", "lib/pkgconfig/childplugin.pc",
      "lib/statehost/plugins/libListChild.so", "lib/statehost/plugins/libLoadingChild.so",
      "lib/statehost/plugins/libErrorChild.so", "lib/statehost/runtime/libswiftCore.so",
      "share/man/man1/statehost.1", "share/man/man3/childplugin.3",
      "share/man/man5/statehost-states.5", "share/bash-completion/completions/statehost",
      "share/zsh/site-functions/_statehost", "share/fish/vendor_completions.d/statehost.fish",
      "share/statehost/templates/c/child.c", "share/statehost/ChildPluginKit/Host.swift",
      "share/doc/statehost/Examples/json/json.rs", "share/doc/statehost/README.md",
      "share/doc/statehost/LICENSE",
    ]
    #expect(files.intersection(expected) == Set(expected))
    for file in files {
      let facts = try FileManager.default.attributesOfItem(atPath: tree.path + "/" + file)
      let mode = facts[.posixPermissions] as? Int
      #expect(mode == (file == "bin/statehost" ? 0o755 : 0o644), "\(file)")
    }
  }

  @Test func `has documents without a link to what is not in it`() throws {
    let tree = try InstalledTree.shared.get()
    let run = try Shell.run(
      """
      find share/doc -name '*.md' | while read -r page; do
        grep -o '](\\([^)#:]*\\)[)#]' "$page" | sed 's/^](//; s/[)#]$//' | while read -r link; do
          [ -z "$link" ] || [ -e "$(dirname "$page")/$link" ] || echo "$page: $link"
        done
      done
      find share/doc -name '*.md' | wc -l
      """, in: tree.path)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 1 && lines.first.flatMap { Int($0) } ?? 0 > 5, "\(run.output)")
  }

  @Test func `has documents that name no file of the repository, for those are not in it`() throws {
    let tree = try InstalledTree.shared.get()
    let run = try Shell.run(
      """
      grep -rnIE '(^|[^.A-Za-z/])((Tests|Sources|Benchmarks|Fuzz|Scripts|Templates|Plugins/[A-Z]|[.]ci|[.]build)/|docs/(testing|architecture|speed|parity|size)[.])' \
        share/doc include share/man share/statehost || true
      grep -rnI 'Only in the repository' share/doc || true
      find share/doc -name finish-out-of-order.json | wc -l
      """, in: tree.path)
    #expect(run.output == "1\n", "\(run.output)")
  }

  @Test(.needsSandbox) func `has examples that are built where they are`() throws {
    let tree = try InstalledTree()
    let run = try Shell.run(
      """
      for example in clock hexview bars; do
        make -s -C share/doc/statehost/Examples/$example || exit
        bin/statehost inspect share/doc/statehost/Examples/$example/$example.so >/dev/null || exit
      done
      """, in: tree.path)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
  }

  @Test func `completes what its program takes`() throws {
    let tree = try InstalledTree.shared.get()
    let places = [
      ("bash", "share/bash-completion/completions/statehost"),
      ("zsh", "share/zsh/site-functions/_statehost"),
      ("fish", "share/fish/vendor_completions.d/statehost.fish"),
    ]
    for (shell, file) in places {
      let printed = try ProgramRun.run(["completions", shell], program: tree.program)
      let installed = try String(contentsOfFile: tree.path + "/" + file, encoding: .utf8)
      #expect(installed == printed.output)
      #expect(installed.contains("validate"))
    }
  }

  @Test func `names nothing of the machine that it was built on`() throws {
    let tree = try InstalledTree.shared.get()
    let run = try Shell.run(
      """
      readelf -d bin/statehost lib/statehost/*/*.so | sed -n 's/.*PATH).*\\[\\(.*\\)\\]/\\1/p' | sort -u
      """, in: tree.path)
    let paths = run.output.split(separator: "\n").flatMap { $0.split(separator: ":") }
    #expect(!paths.isEmpty)
    #expect(paths.allSatisfy { $0.hasPrefix("$ORIGIN") }, "\(run.output)")
    let pages = try Shell.run(
      "! grep -rlF -e \"$1\" -e \"$2\" . | grep -v '[.]so$'",
      [BuiltProducts.repository, tree.root.path], in: tree.path)
    #expect(pages.status == 0, "\(pages.output)")
  }

  @Test func `loads no library but those of C, for all else is in its files and hidden`() throws {
    let tree = try InstalledTree.shared.get()
    let files =
      ["bin/statehost"]
      + ["List", "Loading", "Error"].map {
        "lib/statehost/plugins/lib\($0)Child.so"
      }
    let run = try Shell.run(
      """
      export LC_ALL=C
      readelf -d "$@" | sed -n 's/.*(NEEDED).*\\[\\(.*\\)\\]/\\1/p' | sort -u
      nm --dynamic --defined-only "$@" | sed -n 's/.* [TDBRVW] //p' | sort -u
      """, files, in: tree.path)
    #expect(
      run.output.split(separator: "\n")
        == [
          "ld-linux-x86-64.so.2", "libc.so.6", "libm.so.6", "_Exit", "_exit", "childplugin_entry",
        ],
      "_exit and _Exit are those that say who ends the process; a plugin is to have them")
    let mapped = try MappedFiles(of: tree.program)
    #expect(mapped.runtime == [])
    for plugin in ["List", "Loading", "Error"] {
      #expect(mapped.paths.contains(tree.path + "/lib/statehost/plugins/lib\(plugin)Child.so"))
    }
  }

  @Test(
    .needsSandbox, .enabled(if: Toolchain.canBeHidden, "mounts of one's own are not allowed here"))
  func `runs with all its plugins where there is no toolchain`() throws {
    let tree = try InstalledTree.shared.get()
    let folder = try ScratchFolder()
    let run = try Toolchain.runWithout(
      """
      statehost=$1/bin/statehost
      "$statehost" plugins
      "$statehost" --snapshot - --size 60x8 --at 500ms
      printf 'one\\ntwo\\n' >rows
      "$statehost" --snapshot - --size 30x4 rows
      "$statehost" --snapshot - --size 60x8 -- sh -c 'echo no such thing >&2; exit 3' || true
      "$statehost" --snapshot - --size 40x6 -- true
      "$statehost" --snapshot - --size 40x6 --at 900ms -- sleep 5 || true
      for plugin in "$1"/lib/statehost/plugins/*.so; do
        "$statehost" validate --strictness 1 "$plugin" | tail -1
      done
      """, [tree.path], in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    let says = run.output
    for child in ["error", "empty", "list", "loading"] {
      #expect(says.contains("org.statehost.\(child) "))
    }
    #expect(!says.contains("not loaded"))
    #expect(says.contains("\n one") || says.contains("one\n"), "\(says)")
    #expect(says.contains("no such thing"))
    #expect(says.components(separatedBy: " 0 failed, ").count == 4, "\(says)")
  }
}
