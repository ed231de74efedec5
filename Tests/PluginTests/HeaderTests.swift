import Foundation
import HostSurface
import Testing

@testable import HostPlugins

extension PluginTests {
  @Suite struct `The header` {
    @Test(arguments: [
      ("cc", "c", "-std=c11"), ("c++", "cc", "-std=c++17"), ("c++", "cc", "-std=c++20"),
    ]) func `compiles without a warning`(
      _ compiler: String, _ suffix: String, _ standard: String
    ) throws {
      let folder = try PluginFolder()
      try folder.compile(
        "#include <childplugin.h>\n", to: "header.o", compiler: compiler, suffix: suffix,
        flags: ["-c", standard] + Self.strict)
    }

    @Test func `includes nothing but three headers of the language`() throws {
      let included = try Self.text().split(separator: "\n").filter { $0.hasPrefix("#include") }
      #expect(included == ["#include <stdbool.h>", "#include <stddef.h>", "#include <stdint.h>"])
    }

    @Test func `has a smallest plugin that compiles, loads and draws`() throws {
      let folder = try PluginFolder()
      try folder.compile(
        try Self.smallestPlugin(), to: "hello.so",
        flags: ["-std=c11", "-shared", "-fPIC"] + Self.strict)
      let catalogue = folder.load()
      #expect(catalogue.failures.isEmpty)
      let type = try #require(catalogue["com.example.hello"])
      #expect(catalogue.children(forState: "content") == [type])
      _ = PluginInbox()
      let child = try catalogue.makeChild(type, services: RecordingServices())
      let pool = CellPool()
      let layer = Layer(columns: 8, rows: 2, pool: pool)
      child.draw(into: layer, timeNanoseconds: 0)
      let frame = Frame(columns: 8, rows: 2, pool: pool)
      var compositor = Compositor(depth: .trueColour, theme: .dark, terminal: .dark)
      compositor.compose([PlacedLayer(layer, in: layer.bounds)], onto: frame)
      #expect(frame.text == ["hello", ""])
    }

    private static let strict = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]

    private static func text() throws -> String {
      try String(
        contentsOf: URL(filePath: PluginFolder.headerFolder + "/childplugin.h"), encoding: .utf8)
    }

    /// The code in the comment at the top of the header.
    private static func smallestPlugin() throws -> String {
      let lines = try text().split(separator: "\n", omittingEmptySubsequences: false)
      let start = try #require(lines.firstIndex { $0.contains("THE SMALLEST PLUGIN") })
      let end = try #require(lines.firstIndex { $0.contains("RULES THAT HOLD EVERYWHERE") })
      return lines[(start + 1)..<end].map { $0.dropFirst(2) }.joined(separator: "\n") + "\n"
    }
  }
}
