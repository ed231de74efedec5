import TestSupport
import Testing

@testable import HostWorkers

/// The files that a worker with a granted program must be able to start.
@Suite struct `The files of a granted program` {
  @Test func `are none without a program`() { #expect(ExecutableDependencies.paths(of: []) == []) }

  /// The loader of a program is a file whose name begins with `ld`.
  @Test func `are the program, the shell, and the loaders of both`() {
    let paths = ExecutableDependencies.paths(of: ["/bin/cat"])
    #expect(paths.contains("/bin/cat") && paths.contains("/bin/sh"))
    #expect(paths.contains { $0.split(separator: "/").last?.hasPrefix("ld") == true })
    #expect(Set(paths).count == paths.count)
  }

  @Test(arguments: [
    ("#!/bin/cat\n", ["/bin/cat"]), ("#! /bin/cat -u\n", ["/bin/cat"]),
    ("#!/bin/cat\t-u\n", ["/bin/cat"]), ("#!/usr/bin/env -S head -1\n", ["/usr/bin/head"]),
    ("#!/usr/bin/env head\nrest /bin/tail\n", ["/usr/bin/env", "/usr/bin/head"]),
    ("no script /bin/cat\n", []), ("#!/bin/cat", ["/bin/cat"]),
  ])
  func `are of a script also its interpreter, and the program that env starts`(
    text: String, programs: [String]
  ) throws {
    let folder = try ScratchFolder()
    let script = try folder.write(text, to: "script")
    let paths = ExecutableDependencies.paths(of: [script])
    #expect(paths.contains(script))
    for program in programs { #expect(paths.contains(program), "\(paths)") }
    for other in ["/bin/cat", "/bin/tail"] where !programs.contains(other) {
      #expect(!paths.contains(other), "\(paths)")
    }
  }

  @Test func `are those of each program, and of a name in each folder of PATH, but no folders`()
    throws
  {
    let folder = try ScratchFolder()
    let paths = ExecutableDependencies.paths(of: ["/bin/cat", folder.path, "/no/such", "head"])
    #expect(Set(["/bin/cat", "/usr/bin/head"]).isSubset(of: paths))
    #expect(Set([folder.path, "/no/such"]).isDisjoint(with: paths))
  }

  @Test func `are of a script whose interpreter is a script that one's interpreter, too`() throws {
    let folder = try ScratchFolder()
    let inner = try folder.write("#!/bin/cat\n", to: "inner")
    let outer = try folder.write("#!\(inner)\n", to: "outer")
    let paths = ExecutableDependencies.paths(of: [outer])
    #expect(Set([outer, inner, "/bin/cat"]).isSubset(of: paths))
  }
}
