import ChildPluginAPI
import HostSurface
import StateContainer
import Testing

@testable import HostPlugins

extension PluginTests {
  /// Tests/ABI/newer.c, and the plugins of 1.0, built with a header that has grown.
  @Suite struct `A plugin of a later minor` {
    private static func folder() throws -> PluginFolder {
      let folder = try PluginFolder()
      var header = OtherHeader()
      try header.setVersion(major: 1, minor: 7)
      try header.growStructs()
      try header.write(to: folder)
      return folder
    }

    @Test func `loads, and what this host does not know of it changes nothing`() throws {
      let folder = try Self.folder()
      try folder.compile(versionTest: "newer")
      let fixture = try LoadedFixture(folder)
      let child = fixture.child
      #expect(fixture.catalogue.plugins.map(\.abiMinor) == [7])
      #expect(child.type.places.map(\.place) == [1, 2])
      #expect(child.type.places.map(\.isInsteadOfBundled) == [false, false])
      #expect(child.type.takesFocus)
      child.send(.willAppear(animated: true))
      #expect(
        fixture.logged() == [
          "host has it 0", "minor \(CHILDPLUGIN_ABI_MINOR)", "extension 0", "action 0", "text 0",
          "colour 1",
          "content 1", "rows 2", "size 1", "later 0",
        ])
      let timing = child.timing(appearing: true)
      #expect(timing.durationNanoseconds == 5 && timing.effect == .fade)
      #expect(child.insets(columns: 9, rows: 9) == CellInsets(top: 1))
      #expect(child.key(ChildKey(code: 97)))
      #expect(fixture.logged() == ["timing has it 0", "key has it 0"])
      #expect(fixture.drawn() == ["newer", "", ""])
      let cell = try #require(fixture.layer.cell(column: 0, row: 0))
      #expect(cell.foreground == .default && cell.background == .transparent)
      #expect(cell.attributes == .bold)
      child.send(
        .didAppear(animated: true), .willDisappear(animated: false), .didDisappear(animated: false))
      child.destroy()
      #expect(fixture.services.faults.map(\.line) == [])
    }

    @Test func `is the same as before when only its header has grown`() throws {
      let folder = try Self.folder()
      for plugin in ["rows", "facts"] {
        try folder.compile(versionTest: "1.0/\(plugin)")
      }
      let catalogue = folder.load()
      #expect(catalogue.failures.map(\.line) == [])
      #expect(catalogue.types.flatMap(\.places).map(\.state) == ["loading", "error", "content"])
      for type in catalogue.types {
        let services = RecordingServices()
        let child = try catalogue.makeChild(type, services: services)
        let layer = Layer(columns: 30, rows: 8, pool: CellPool())
        child.send(.willAppear(animated: true))
        child.draw(into: layer, timeNanoseconds: 0)
        _ = child.key(ChildKey(code: 0x110006))
        _ = child.keyHelp()
        child.send(.willDisappear(animated: false), .didDisappear(animated: false))
        child.destroy()
        #expect(services.faults.map(\.line) == [])
      }
    }
  }
}
