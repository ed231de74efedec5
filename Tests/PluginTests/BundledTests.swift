import Foundation
import HostSurface
import StateContainer
import Testing

@testable import HostPlugins

extension PluginTests {
  /// The libraries that this package builds, where the build leaves them: next to the tests.
  @Suite struct `The bundled plugins` {
    @Test func `present the four usual states`() throws {
      let catalogue = load()
      #expect(catalogue.failures.map(\.line) == [])
      #expect(catalogue.plugins.count == 3)
      #expect(
        catalogue.presentations.map(\.state) == ["loading", "content", "empty", "error"])
      #expect(catalogue.types.allSatisfy { catalogue.isBundled($0) })
    }

    @Test func `live a whole life without a fault`() throws {
      let inbox = PluginInbox()
      inbox.drain { _ in }  // what other tests' plugins sent from threads of their own
      let catalogue = load()
      for type in catalogue.types {
        let services = RecordingServices()
        try drive(try catalogue.makeChild(type, services: services))
        #expect(services.faults.map(\.line) == [])
      }
      inbox.drain { message in
        if case .fault(let fault) = message { Issue.record("\(fault.line)") }
      }
      catalogue.end()
    }

    private func drive(_ child: PluginChild) throws {
      let layer = Layer(columns: 40, rows: 10, pool: CellPool())
      child.send(.resized(columns: 40, rows: 10))
      child.send(.willAppear(animated: true))
      for appearing in [true, false] {
        #expect(child.timing(appearing: appearing).durationNanoseconds >= 0)
      }
      child.send(.transitionWillBegin(appearing: true))
      child.send(.transitionProgress(appearing: true, progress: 0.5))
      child.send(.transitionDidEnd(appearing: true))
      child.send(.didAppear(animated: true))
      for (columns, rows) in [(40, 10), (0, 0), (1, 1), (1, 50), (200, 1)] {
        layer.resize(columns: columns, rows: rows)
        child.send(.resized(columns: columns, rows: rows))
        child.send(.contentChanged)
        child.send(.woke)
        _ = child.key(ChildKey(code: 106, text: "j"))
        _ = child.mouse(ChildMouse(.wheel, column: 0, row: 0, wheel: 3))
        child.draw(into: layer, timeNanoseconds: 1_000_000_000)
      }
      _ = child.keyHelp()
      _ = child.accessibilityText()
      if let state = child.saveState() { #expect(child.restoreState(state)) }
      child.send(.willDisappear(animated: false))
      child.send(.didDisappear(animated: false))
      child.destroy()
    }

    private func load() -> PluginCatalogue {
      PluginCatalogue(
        loading: PluginSearchPath(
          flags: [], environment: nil, home: nil, bundled: .buildFolder(buildFolder)),
        for: PluginFolder.program)
    }
  }
}

/// The folder of the program that runs the tests.
private let buildFolder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
  .deletingLastPathComponent().path
