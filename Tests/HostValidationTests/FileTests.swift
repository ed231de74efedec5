import Foundation
import TestSupport
import Testing

@Suite("Files that are no plugins")
struct FileTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test func `a file that others can write fails`() throws {
    let library = try GalleryPlugin.right.compile(into: scratch)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: library)
    let (file, status) = try Verdict.of(library, "--strictness", "10")
    #expect(file.bad == ["file-is-safe"])
    #expect(file.checks.first?.happened?.contains("0777") == true)
    #expect(file.passed == 0 && status == 1)
  }

  @Test func `a text fails`() throws {
    let text = try scratch.write("#!/bin/sh\n", to: "script.so")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: text)
    let (file, status) = try Verdict.of(text, "--strictness", "10")
    #expect(file.bad == ["file-is-library"])
    #expect(status == 1)
  }

  @Test func `a library that needs a missing one fails and names it`() throws {
    let source = try scratch.write("int needed(void) { return 1; }\n", to: "needed.c")
    let needed = scratch.path + "/libneeded-by-test.so"
    let compiled = try ProgramRun.run(
      ["-shared", "-fPIC", "-o", needed, source], program: "/usr/bin/cc")
    try #require(compiled.status == 0)
    let library = try GalleryPlugin.right.compile(
      into: scratch, flags: ["-Wl,--no-as-needed", needed])
    try FileManager.default.removeItem(atPath: needed)
    let (file, status) = try Verdict.of(library, "--strictness", "10")
    #expect(file.bad == ["libraries-present"])
    let happened = file.checks.first { $0.name == "libraries-present" }?.happened
    #expect(happened?.contains("libneeded-by-test.so") == true)
    #expect(status == 1)
  }
}
