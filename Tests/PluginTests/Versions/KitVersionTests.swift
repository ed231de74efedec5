import Testing

@testable import HostPlugins

extension PluginTests {
  @Suite struct `A plugin of another version of the kit` {
    @Test func `of a later minor works in this host`() throws {
      let folder = try PluginFolder()
      var header = OtherHeader()
      try header.setVersion(major: 1, minor: 7)
      try header.growStructs(KitPlugin.growable)
      try header.write(to: folder)
      try KitPlugin.compile(into: folder)
      let fixture = try LoadedFixture(folder)
      #expect(fixture.catalogue.plugins.map(\.abiMinor) == [7])
      #expect(fixture.child.type.places.map(\.state) == ["content"])
      fixture.child.send(.willAppear(animated: false))
      #expect(fixture.drawn() == ["2 rows", "", ""])
      #expect(fixture.child.key(ChildKey(code: 97, text: "a")))
      #expect(fixture.logged() == ["a in 80 columns"])
      fixture.child.send(
        .didAppear(animated: false), .willDisappear(animated: false),
        .didDisappear(animated: false))
      #expect(fixture.services.faults.map(\.line) == [])
    }

    @Test func `of another major is refused as any other is`() throws {
      let folder = try PluginFolder()
      var header = OtherHeader()
      try header.setVersion(major: 2, minor: 3)
      try header.write(to: folder)
      try KitPlugin.compile(into: folder)
      let offered = `The layout of the header`.now
      let catalogue = folder.load()
      #expect(catalogue.types.isEmpty)
      #expect(
        catalogue.failures.map(\.line) == [
          "statehost: built for plugin ABI 2.3, this host offers \(offered): "
            + "\(folder.path(of: "greeting.so")): "
            + "update statehost, or build the plugin with the \(offered) header"
        ])
    }
  }
}
