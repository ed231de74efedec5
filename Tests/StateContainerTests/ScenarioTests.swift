import Foundation
import Testing

@Suite struct `Worked examples` {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Scenarios")

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }()

  @Test func `all of them are found`() {
    #expect(Self.names.count >= 34)
  }

  @Test(arguments: names)
  func `comes out event for event`(name: String) throws {
    let script = try Data(contentsOf: Self.folder.appending(path: "\(name).json"))
    let events = try String(
      contentsOf: Self.folder.appending(path: "\(name).events.jsonl"), encoding: .utf8)
    let log = try JSONDecoder().decode(Scenario.self, from: script).play()
    #expect(log == events.split(separator: "\n").map(String.init))
  }
}
