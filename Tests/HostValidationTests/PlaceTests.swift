import TestSupport
import Testing

@Suite("The call that a mistake was made in")
struct PlaceTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Plugins of the gallery and of the mistakes, their checks, and the function in which each is
  /// wrong: not the last that was called.
  private static let places = [
    ("refuses-unknown-ids", "create() of "),
    ("refuses-similar-ids", "create() of com.example.rightx"),
    ("writes-nothing", "input.focus("), ("process-untouched", "init("),
    ("descriptors-untouched", "theme.changed("), ("child-tables-stay", "input.key("),
    ("entry-is-stable", "childplugin_entry("), ("descriptor-id-reverse-dns", "descriptor(0)"),
    ("descriptor-says-all", "descriptor(0)"), ("descriptor-ids-differ", "descriptor(1)"),
    ("exports-only-entry", "no call: "), ("insets-in-range", "layout.insets("),
    ("draws-repaired-text", "draw("), ("acts-when-asked", "draw("), ("struct-sizes", "wake.woke("),
    ("texts-outlive-calls", "key_help.item("), ("children-differ", "create()"),
    ("wakes-with-frames", "wake.woke("), ("focus-flag", "descriptor(0)"),
    ("newer-host", "draw("),
  ]

  @Test(arguments: places)
  func `is named, not the last one of all`(name: String, call: String) throws {
    let library = try GalleryPlugin.compile(name, into: scratch)
    let check = try #require(try Verdict.of(library, "--only", name).file.checks.first)
    #expect(check.call?.hasPrefix(call) == true, "\(check.call ?? "none")")
    #expect(check.seenAfter == nil)
  }

  /// A check often removes a child before it compares what that has drawn.
  @Test(arguments: [
    ("failed_unseen", "shows-whole-results", "draw("),
    ("help_unused", "key-help-is-true", "input.key("),
    ("thread_left", "threads-end", "destroy("),
  ])
  func `is the removal of a child only for what that leaves behind`(
    name: String, check: String, call: String
  ) throws {
    let library = try GalleryPlugin.compile(name, into: scratch)
    let found = try #require(try Verdict.of(library, "--only", check).file.checks.first)
    #expect(found.call?.hasPrefix(call) == true, "\(found.call ?? "none")")
  }

  @Test(arguments: ["memory-over-lives", "descriptors-closed"])
  func `is left open where a mistake shows afterwards alone`(name: String) throws {
    let library = try GalleryPlugin.compile(name, into: scratch)
    let check = try #require(try Verdict.of(library, "--only", name).file.checks.first)
    #expect(check.call == nil && check.seenAfter?.hasPrefix("destroy(") == true)
    let run = try ProgramRun.run(["validate", "--only", name, library])
    #expect(run.output.contains("           seen      after destroy("), "\(run.output)")
  }

  @Test(.enabled(if: GalleryPlugin.hasValgrind, "valgrind is not installed"))
  func `is the function that a tool has seen it in`() throws {
    let library = try GalleryPlugin.compile("leaks", into: scratch, flags: ["-g"])
    let check = try #require(try Verdict.of(library, "--only", "leaks").file.checks.first)
    #expect(check.call?.contains(" (process.c:") == true, "\(check.call ?? "none")")
  }
}
