import TestSupport
import Testing

/// Keys that plugins bring along.
@Suite struct `A key of a plugin` {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func viewer(
    _ id: String = "viewer", keys: [(key: String, state: String, label: String)]
  ) throws {
    var plugin = SmallPlugin()
    plugin.id = "com.example.\(id)"
    plugin.places = [("viewer", 0, "0")]
    plugin.keys = keys
    plugin.text = "this is the \(id)"
    try plugin.compile(into: folder, as: "\(id).so")
  }

  @Test func `is the first found plugin's, and the other one is named`() throws {
    try viewer("a", keys: [("v", "viewer", "open a")])
    try viewer("b", keys: [("v", "viewer", "open b"), ("f2", "viewer", "")])
    let text = try ProgramRun.run(["plugins", "--plugins", folder.path])
    #expect(
      text.output.contains(
        "com.example.b does not get the key v, which com.example.a of \(folder.path)/a.so has, too"),
      "\(text.output)")
    #expect(text.output.contains("com.example.b: v viewer (open b), f2 viewer\n"))
    let json = try ProgramRun.run(["plugins", "--json", "--plugins", folder.path])
    #expect(json.output.contains(#"{"key":"f2","state":"viewer","label":""}"#), "\(json.output)")
    let report = try ProgramRun.run(["inspect", folder.path + "/b.so"])
    #expect(report.output.contains("opens      v viewer (open b), f2 viewer\n"), "\(report.output)")
    // What is remembered of it says the same.
    let again = try ProgramRun.run(["plugins", "--plugins", folder.path])
    #expect(again.output == text.output)
  }
}
