import Foundation
import TestSupport
import Testing

@Suite struct `The event log of a run` {
  /// The lines of a log, each with its fields.
  private func events(_ file: String) throws -> [[String: Any]] {
    try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
  }

  /// An event in a few words: its name, and its child or states.
  private func words(_ event: [String: Any]) -> String {
    let parts = ["event", "child", "state", "from", "to"].compactMap { event[$0] as? String }
    return parts.joined(separator: " ")
  }

  @Test func `has the events of loading, then content, in the order of the contract`() throws {
    let folder = try ScratchFolder()
    let file = folder.path + "/events.jsonl"
    let run = try ProgramRun.run([
      "--events", file, "--loading-delay", "0ms", "--", "sh", "-c", "sleep 0.2; echo a",
    ])
    #expect(run.status == 0)
    let events = try events(file)
    let (list, spinner) = ("org.statehost.list", "org.statehost.loading")
    #expect(
      events.map(words) == [
        "loadAppearanceState loading", "willTransition loading", "childWillAppear \(list)",
        "childWillAppear \(spinner)", "order", "childDidAppear \(list)",
        "childDidAppear \(spinner)", "didTransition loading",
        "willTransition content", "childWillDisappear \(spinner)",
        "transitionWillBegin \(spinner)", "transitionDidEnd \(spinner)",
        "childDidDisappear \(spinner)", "order", "didTransition loading content",
        "childWillDisappear \(list)", "childDidDisappear \(list)",
      ])
    #expect(events[4]["children"] as? [String] == [list, spinner])
    let times = events.compactMap { $0["t"] as? Double }
    #expect(times.count == events.count)
    #expect(times == times.sorted())
    #expect(try #require(times.first) >= 0)
  }

  @Test func `names the children as the states file does`() throws {
    let folder = try ScratchFolder()
    let file = folder.path + "/events.jsonl"
    let states = try folder.write(
      """
      { "initial": "content", "states": { "content": ["rows"], "loading": ["rows", "wheel"] },
        "children": { "rows": { "use": "org.statehost.list" }, "wheel": {} } }
      """, to: "states.json")
    let run = try ProgramRun.run(["--states", states, "--events", file, "--", "echo", "a"])
    #expect(run.status == 0)
    let children = try events(file).compactMap { $0["child"] as? String }
    #expect(Set(children).isSubset(of: ["rows", "wheel"]))
    #expect(children.contains("rows"))
  }
}
