import Foundation
import TestSupport
import Testing

/// Children of plugins in the loop, on a virtual clock.
@Suite struct `Children that are played` {
  private static let told = """
    { "initial": "content", "states": { "content": ["c"] },
      "children": { "c": { "use": "com.example.small" } },
      "actions": [ { "at": "100ms", "do": "output", "text": "one\\ntwo\\n" },
                   { "at": "200ms", "do": "key", "key": "x" },
                   { "at": "300ms", "do": "mouse", "kind": "press", "column": 3, "row": 4 },
                   { "at": "400ms", "do": "paste", "text": "words" },
                   { "at": "500ms", "do": "resize", "columns": 40, "rows": 10 },
                   { "at": "600ms", "do": "output", "text": "three\\n" },
                   { "at": "700ms", "do": "end" } ] }
    """

  private func play(_ options: String...) throws -> ProgramRun {
    let folder = try ScratchFolder()
    try SmallPlugin.listening.compile(into: folder)
    let file = try folder.write(Self.told, to: "scenario.json")
    return try ProgramRun.run(["play", "--plugins", folder.path] + options + [file])
  }

  @Test(.needsSandbox) func `a child is told all that it is told in a run, at its time`() throws {
    let run = try play()
    #expect(run.status == 0)
    let lines = run.errors.split(separator: "\n").map {
      $0.replacingOccurrences(of: "statehost: com.example.small: ", with: "")
    }
    let inputs = lines.filter { !$0.hasPrefix("content") }
    #expect(
      inputs == [
        "size 80 23", "focus 1 0", "key 120 0", "mouse 3 4", "woke 350 0", "paste 5 0",
        "size 40 9", "focus 0 0",
      ], "\(run.errors)")
    // The first rows may have been there before it was.
    let contents = lines.filter { $0.hasPrefix("content") && $0 != "content 2 0" }
    #expect(contents.first == "content 3 0", "\(run.errors)")
  }

  @Test func `its frames have the size of the terminal and the graphemes that were drawn`() throws {
    let run = try play("--frames", "450ms,550ms")
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 1 + 24 + 1 + 10 + 1)
    #expect(lines.first?.hasPrefix("── 450 ms, content ──") == true)
    #expect(lines.count > 26 && lines[1] == "👨‍👩‍👧‍👦 e\u{301}" && lines[26] == "👨‍👩‍👧‍👦 e\u{301}")
  }
}
