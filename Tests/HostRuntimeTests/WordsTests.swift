import HostSurface
import Testing

@testable import HostRuntime
@testable import HostWorkers

/// What a stage says of itself where nobody sees it.
@Suite struct `The words of a stage` {
  /// What it says where `a` and `b` are on it, b above, each with its own words.
  private func words(_ words: [String: String], docked: Dock? = nil) throws -> String? {
    let crowd = try CrowdedStage(
      states: [("content", ["a", "b"])], docks: docked.map { ["b": $0] } ?? [:])
    for (name, text) in words { crowd.answers[name, default: ChildAnswers()].words = text }
    crowd.show(columns: 80, rows: 24)
    return crowd.stage.accessibilityText
  }

  private func says(_ name: String, _ text: String) -> String {
    #""Small" (com.example.\#(name)) says "\#(text)""#
  }

  @Test func `are those of the topmost child that says something`() throws {
    #expect(try words(["a": "below", "b": "above"]) == says("b", "above"))
    #expect(try words(["a": "below", "b": ""]) == says("a", "below"))
    #expect(try words([:]) == nil)
  }

  @Test func `are those of one that docks only where no other says something`() throws {
    let strip = Dock(.right, .cells(20))
    #expect(try words(["a": "the rows", "b": "a chart"], docked: strip) == says("a", "the rows"))
    #expect(try words(["b": "a chart"], docked: strip) == says("b", "a chart"))
  }
}
