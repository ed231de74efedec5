import Foundation
import Testing

@Suite struct `The table of parity` {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  static let table = folder.deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "docs/parity.md")

  @Test func `names tests that there are`() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
    let sources = try files.filter { $0.hasSuffix(".swift") }.map {
      try String(contentsOf: Self.folder.appending(path: $0), encoding: .utf8)
    }
    let rows = try String(contentsOf: Self.table, encoding: .utf8).split(separator: "\n")
      .filter { $0.contains(" › ") && $0.hasPrefix("|") }
    #expect(rows.count >= 45)
    for row in rows {
      let names = row.split(separator: "|").last?.split(separator: "›") ?? []
      let suite = "struct `\(names.first?.trimmingCharacters(in: .whitespaces) ?? "-")`"
      let test = "func `\(names.last?.trimmingCharacters(in: .whitespaces) ?? "-")`"
      #expect(sources.contains { $0.contains(suite) && $0.contains(test) }, "\(row)")
    }
  }
}
