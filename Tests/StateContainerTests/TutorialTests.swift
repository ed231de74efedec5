import Foundation
import Testing

@Suite struct `The tutorial` {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  static let article = folder.deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/StateContainer/StateContainer.docc/Tutorial.md")

  @Test func `shows the code that is compiled here, in 60 lines`() throws {
    let code = try String(
      contentsOf: Self.folder.appending(path: "Tutorial.swift"), encoding: .utf8)
    let article = try String(contentsOf: Self.article, encoding: .utf8)
    #expect(article.contains("```swift\n\(code)```"))
    #expect(code.split(separator: "\n", omittingEmptySubsequences: false).count <= 61)
  }

  @Test func `shows what comes of it`() throws {
    let article = try String(contentsOf: Self.article, encoding: .utf8)
    let seen = tutorial()
    #expect(seen.count == 5 && seen.last == "Greeter | Hello, Ada!")
    #expect(article.contains("```\n\(seen.joined(separator: "\n"))\n```"))
  }
}
