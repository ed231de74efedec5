import Foundation
import TestSupport
import Testing

@testable import ABIGenerator

@Suite struct `The generated files` {
  @Test func `are those that make generate gives`() throws {
    let folder = try ScratchFolder()
    let files = try GeneratedFiles(ofPackage: BuiltProducts.repository).all
    #expect(files.count >= 6)
    for (path, text) in files {
      let name = path.replacing("/", with: "-")
      try folder.write(text, to: name)
      if path.hasSuffix(".swift") {
        let run = try ProgramRun.run(
          [
            "format", "--configuration", BuiltProducts.repository + "/.swift-format", "--in-place",
            folder.path + "/" + name,
          ], program: "swift")
        try #require(run.status == 0, "\(run.errors)")
      }
      let made = try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
      let kept = try String(
        contentsOfFile: BuiltProducts.repository + "/" + path, encoding: .utf8)
      #expect(made == kept, "\(path): run make generate")
    }
  }

  @Test func `know every function, and no tag that the header does not explain`() throws {
    let header = `The layout of the header`.headerText
    let functions = try HostFunction.all(in: header)
    let inTables = header.matches(
      of: /\(\*\w+\)\(const childplugin_(host|canvas)_t \*(host|canvas)/)
    let beside = header.matches(of: /\(\*(create|init_with_host)\)\(const childplugin_host_t/)
    #expect(functions.count == inTables.count - beside.count)
    let unknown = header.replacing(
      "[main, on screen, not in draw, first kind]", with: "[main, soon]")
    #expect(throws: HeaderReader.Unreadable.self) { try HostFunction.all(in: unknown) }
  }

  /// A declaration with a member that the codec would lack or that would be another type's.
  @Test(arguments: [
    "struct Size: Equatable {\n  var rows = 0 { didSet { check() } }\n}",
    "struct Size: Equatable {\n  package fileprivate(set) var rows = 0\n}",
    "struct Size: Equatable {\n  package var columns = 0, rows = 0\n}",
    "enum Side: UInt8 { case left, right }\nenum Other: UInt8 {\n  case top\n}",
  ])
  func `are not made of a declaration that is not fully understood`(_ text: String) throws {
    let name = text.split(separator: " ")[1].dropLast()
    #expect(throws: HeaderReader.Unreadable.self) {
      try SwiftDeclaration(of: name, in: text.components(separatedBy: "\n"))
    }
  }
}
