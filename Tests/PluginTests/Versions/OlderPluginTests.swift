import HostSurface
import StateContainer
import Testing

@testable import HostPlugins

extension PluginTests {
  /// Tests/ABI/older.c: whatever the host reads beyond the end of a struct is a crash.
  @Suite struct `A plugin of an older minor` {
    private func folder() throws -> PluginFolder {
      let folder = try PluginFolder()
      // The structs of 1.0, however far today's have grown.
      let header = try FrozenVersion(major: 1, minor: 0).headerText
      try folder.write(Array(header.utf8), to: "childplugin.h", mode: 0o644)
      try folder.compile(versionTest: "older")
      return folder
    }

    @Test func `is described as far as it says`() throws {
      let catalogue = try folder().load()
      #expect(catalogue.failures.map(\.line) == [])
      #expect(catalogue.types.map(\.id) == ["org.example.older", "org.example.older.whole"])
      #expect(catalogue.types.map(\.name) == ["Older", "Whole"])
      #expect(catalogue.types.map(\.vendor) == ["", ""])
      #expect(catalogue.types.map { $0.places.map(\.place) } == [[], [3, 4]])
    }

    @Test func `is given structs as long as it has them, and none that are shorter`() throws {
      let fixture = try LoadedFixture(folder())
      let child = fixture.child
      child.send(.willAppear(animated: false))
      // Every size from the first field's to four numbers more than known is answered rightly.
      #expect(fixture.logged() == ["content 24", "column 8", "row 10", "terminal 10"])
      #expect(child.timing(appearing: true) == .standard)
      #expect(fixture.drawn() == ["bold", "plain", "===="])
      #expect(fixture.layer.cell(column: 0, row: 0)?.attributes == .bold)
      #expect(fixture.layer.cell(column: 0, row: 1)?.attributes == [])
      #expect(fixture.layer.cell(column: 0, row: 2)?.attributes == .bold)
      child.send(.resized(columns: 1, rows: 1))
      #expect(!child.key(ChildKey(code: 97)) && child.saveState() == nil)
      // No released version had structs so small or so large.
      #expect(
        fixture.services.faults.map(\.kind) == [
          .structSize(.content), .structSize(.contentColumn), .structSize(.contentRow),
          .structSize(.terminal), .structSize(.canvasText),
        ])
    }

    @Test func `has the functions of each extension that it gives`() throws {
      let folder = try folder()
      let catalogue = folder.load()
      let services = RecordingServices()
      let inbox = PluginInbox()
      let child = try catalogue.makeChild(
        try #require(catalogue["org.example.older.whole"]), services: services)
      #expect(child.insets(columns: 9, rows: 9) == CellInsets(left: 2))
      child.send(
        .resized(columns: 9, rows: 9), .transitionWillBegin(appearing: true),
        .transitionProgress(appearing: true, progress: 1), .transitionDidEnd(appearing: true))
      #expect(child.key(ChildKey(code: 97)))
      #expect(!child.mouse(ChildMouse(.release, column: 0, row: 0)))
      child.send(.focus(true), .contentChanged, .woke, .themeChanged)
      #expect(child.accessibilityText() == "old")
      #expect(child.saveState() == nil)
      var logged: [String] = []
      inbox.drain { if case .log(_, _, _, let text) = $0 { logged.append(text) } }
      #expect(logged == ["will_begin 1", "key 97", "heard 1", "heard 1"])
      #expect(
        services.faults.map(\.kind) == [
          .functionMissing(extension: "childplugin.state/1", function: "restore")
        ])
    }
  }
}
