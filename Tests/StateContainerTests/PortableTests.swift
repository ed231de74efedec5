import Foundation
import Testing

@Suite struct `The sources of the engine` {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  /// What each module may import: nothing that only one system has, and not Foundation.
  static let allowed = [
    "StateContainer": [],
    "StateContainerEvents": ["StateContainer", "Synchronization"],
    "StateContainerTesting": [
      "StateContainer", "StateContainerEvents", "Dispatch", "Synchronization",
    ],
  ]

  private static func sources(of module: String) throws -> [(name: String, text: String)] {
    let folder = folder.appending(path: module).resolvingSymlinksInPath()
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
      .map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
  }

  @Test(arguments: allowed.keys.sorted())
  func `use nothing that only Linux has`(module: String) throws {
    let sources = try Self.sources(of: module)
    #expect(sources.count >= 2)
    for (name, text) in sources {
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        if let index = words.firstIndex(of: "import"), index <= 1, index + 1 < words.count,
          !line.hasPrefix("//")
        {
          let imported = words[index + 1].split(separator: ".")[0]
          #expect(Self.allowed[module]?.contains(String(imported)) == true, "\(name): \(line)")
        }
        for word in ["#if", "@_silgen_name", "@_extern", "@c ", "unsafe "] {
          // The standard library has no safe call with which an executor runs a job.
          let isExecutor = name == "LoadExecutor.swift" && line.contains("job.runSynchronously(")
          #expect(!line.contains(word) || isExecutor, "\(name): \(line)")
        }
      }
    }
  }

  @Test func `are for the platforms that the manifest names`() throws {
    let manifest = try String(
      contentsOf: Self.folder.resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "Package.swift"), encoding: .utf8)
    for platform in [".macOS(", ".iOS(", ".tvOS(", ".watchOS(", ".visionOS("] {
      #expect(manifest.contains(platform))
    }
  }
}
