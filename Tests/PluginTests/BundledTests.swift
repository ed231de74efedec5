import Foundation
import Testing

@testable import HostPlugins

extension PluginTests {
  /// The libraries that this package builds, where the build leaves them: next to the tests.
  @Suite struct `The bundled plugins` {
    @Test func `present the four usual states`() throws {
      let catalogue = PluginCatalogue(
        loading: PluginSearchPath(bundled: .buildFolder(buildFolder)), for: PluginFolder.program)
      #expect(catalogue.failures.map(\.line) == [])
      #expect(catalogue.plugins.count == 3)
      #expect(catalogue.presentations.map(\.state) == ["loading", "content", "empty", "error"])
      #expect(catalogue.types.allSatisfy { catalogue.isBundled($0) })
    }
  }
}

/// The folder of the program that runs the tests.
private let buildFolder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
  .deletingLastPathComponent().path
