import Foundation
import HostValidation
import TestSupport
import Testing

@Suite("Plugins that end their process, or do not end")
struct EndTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func check(_ plugin: String, _ name: String) throws -> Verdict.Check {
    let library = try GalleryPlugin.compile(plugin, into: scratch)
    let (file, status) = try Verdict.of(library, "--only", name, "--timeout", "1s")
    #expect(status == 1)
    return try #require(file.checks.first)
  }

  /// What comes of a plugin that does this in its draw.
  private func verdict(
    drawing statements: String, only names: [String] = [], _ arguments: String...
  ) throws -> (file: Verdict.File, status: Int32) {
    var plugin = SmallPlugin()
    plugin.declarations = "#include <fcntl.h>"
    plugin.draw = statements
    return try Verdict.of(
      plugin.compile(into: scratch), arguments + names.flatMap { ["--only", $0] })
  }

  @Test func `a crash names the signal, the call and its arguments`() throws {
    let check = try check("last-words", "size-1x1")
    #expect(check.happened == #"it crashed (SIGABRT), in this call, saying "no room for a clock""#)
    #expect(check.call == "draw(columns 1, rows 1) of com.example.right")
  }

  @Test func `a crash is told with what was said last, however much was said before`() throws {
    let draw = """
      for (int line = 0; line < 500; line += 1) fprintf(stderr, "line %d\\n", line);
      fprintf(stderr, "no room\\n");
      abort();
      """
    let (file, _) = try verdict(drawing: draw, only: ["size-1x1"])
    #expect(
      file.checks.first?.happened == #"it crashed (SIGABRT), in this call, saying "no room""#)
  }

  @Test func `a hang is a result and names the call`() throws {
    let check = try check("hangs-in-draw", "size-1x500")
    #expect(check.happened == "it did not come back within 1.0 s, in this call")
    #expect(check.call == "draw(columns 1, rows 500) of com.example.right")
  }

  @Test func `a panic that was caught names its file and line, and the call`() throws {
    let check = try check("panics", "keys-named")
    let words =
      #"it panicked, in this call, saying "panicked at src/lib.rs:12:5: index out of bounds""#
    #expect(check.happened == words)
    #expect(check.call?.hasPrefix("input.key(key end") == true)
  }

  @Test func `checks after the third that hangs are left out`() throws {
    let (file, status) = try verdict(
      drawing: "for (;;) pause();",
      only: ["size-1x1", "size-1x500", "size-500x1", "size-4096x2048"], "--timeout", "500ms")
    #expect(status == 1)
    #expect(file.checks.count { $0.happened?.hasPrefix("it did not come back") == true } == 3)
    #expect(file.skipped == 1)
  }

  @Test func `a draw that blocks is named by the check that knows, before all others`() throws {
    let (file, _) = try verdict(drawing: "for (;;) pause();", "--strictness", "10")
    #expect(file.bad.contains("calls-return"))
    let check = try #require(file.checks.first { $0.result == "failed" })
    #expect(check.name == "calls-return" && check.call?.hasPrefix("draw(") == true)
    #expect(check.sameAs == nil)
    #expect(
      file.checks.filter { $0.result == "failed" }.dropFirst().allSatisfy { $0.sameAs != nil })
  }

  @Test func `a slow draw is told as slow, and the checks that it keeps from their end once`()
    throws
  {
    let (file, status) = try verdict(
      drawing: "usleep(60000);",
      only: ["create-again", "appears-1000-times", "random-life", "draws-quickly"])
    let checks = Dictionary(uniqueKeysWithValues: file.checks.map { ($0.name, $0) })
    #expect(status == 0 && file.bad == ["draws-quickly"])
    #expect(checks["random-life"]?.result == "passed")
    #expect(checks["draws-quickly"]?.happened?.hasPrefix("5 calls of draw took 6") == true)
    let first = try #require(checks["create-again"])
    #expect(first.result == "skipped" && first.sameAs == nil)
    #expect(first.reason?.contains(" calls of draw took 6") == true)
  }

  @Test func `many calls that are too many together are not told as one that does not return`()
    throws
  {
    let (file, _) = try verdict(
      drawing: "usleep(4000);", only: ["random-life"], "--timeout", "1s")
    let words = "the check did not end within 1.0 s, after "
    #expect(file.checks.first?.happened?.hasPrefix(words) == true)
  }

  @Test func `one mistake is told once, with how much it broke`() throws {
    let library = try GalleryPlugin.compile("double_free", into: scratch)
    let run = try ProgramRun.run(["validate", library])
    #expect(run.status == 1)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count { $0.contains("FAILED") } == 1, "\(run.output)")
    #expect(lines.contains { $0.contains("calls-return: the same cause broke ") }, "\(run.output)")
  }

  @Test func `the calls before are of functions that the plugin has`() throws {
    let (file, _) = try verdict(
      drawing: "if (canvas->columns == 1) abort();", only: ["size-1x1"])
    let check = try #require(file.checks.first)
    #expect(check.after?.contains { $0.hasPrefix("will_appear") } == false)
    #expect(check.call?.hasPrefix("draw(") == true)
  }

  @Test func `results come in the order of the checks, however long each takes`() throws {
    let names = ["size-0x0", "size-1x1", "size-1x500", "size-500x1"]
    let (file, status) = try verdict(
      drawing: "if (canvas->rows == 500) usleep(300000);", only: names)
    #expect(status == 0)
    #expect(file.checks.map(\.name) == names)
  }

  @Test func `an exit is a result and names the status and the key`() throws {
    let check = try check("ends-in-key", "keys-named")
    #expect(check.happened == "the plugin ended the process with status 7, in this call")
    #expect(
      check.call == "input.key(key f5, text ) of com.example.right")
  }

  @Test func `what a worker is refused is named, and not done`() throws {
    let trace = scratch.path + "/trace"
    let (file, status) = try verdict(
      drawing: "open(\"\(trace)\", O_CREAT | O_WRONLY, 0600);", only: ["needs-nothing-refused"])
    let check = try #require(file.checks.first)
    #expect(check.result == "warning" && status == 0)
    #expect(check.happened?.hasSuffix("saying \"it would open a file to write\"") == true)
    #expect(check.call?.hasPrefix("draw(") == true)
    #expect(!FileManager.default.fileExists(atPath: trace))
  }

  @Test func `a plugin that cannot be loaded fails, whichever checks are asked for`() throws {
    let text = try scratch.write("no library", to: "text.so")
    let refusing = try GalleryPlugin.compile("init-accepts", into: scratch)
    for (plugin, check) in [(text, "file-is-library"), (refusing, "init-accepts")] {
      let (file, status) = try Verdict.of(plugin, "--only", "size-1x1")
      #expect(status == 1 && file.bad == [check] && file.skipped == 1)
    }
  }

  @Test func `a crash in a constructor is in dlopen`() throws {
    let library = try GalleryPlugin.compile("crashes-in-constructor", into: scratch)
    let (file, _) = try Verdict.of(library)
    #expect(file.bad == ["file-is-safe"])
    #expect(file.checks.first?.call == "dlopen()")
    #expect(file.checks.first?.happened == "it crashed (SIGSEGV), in this call")
  }

  @Test func `a crash while it is loaded is told once`() throws {
    let library = try GalleryPlugin.compile("crashes-in-init", into: scratch)
    let (file, status) = try Verdict.of(library, "--strictness", "10")
    #expect(status == 1)
    #expect(file.bad == ["file-is-safe"])
    #expect(file.skipped == Check.all.count - 1)
    #expect(file.checks.first?.call?.hasPrefix("init(") == true)
  }
}
