import Foundation
import HostSurface
import StateContainer
import Testing

@testable import ABIGenerator
@testable import HostPlugins

extension PluginTests {
  /// Plugins in C that were built with a released header, in the host of today.
  @Suite struct `Plugins of ABI 1.0` {
    static let version = FrozenVersion(major: 1, minor: 0)

    /// What a plugin has no use for: the host's own side, and what guards the header.
    static let hostsOwn: Set = [
      "CHILDPLUGIN_H", "CHILDPLUGIN_ASSERT", "CHILDPLUGIN_ENTRY_SYMBOL", "handle", "reserved",
    ]

    @Test func `use every part of it`() throws {
      let sources = try Self.version.plugins.map { try Self.version.text($0 + ".c") }.joined()
      let words = Set(sources.matches(of: /\w+/).map { String($0.0) })
      let table = try Self.version.table
      for name in table.words.keys where !Self.hostsOwn.contains(name) {
        #expect(words.contains(name), "no plugin uses \(name)")
      }
      for field in table.structs.flatMap(\.fields) where !Self.hostsOwn.contains(field.name) {
        #expect(words.contains(field.name), "no plugin uses \(field.name)")
      }
      #expect(Set(table.structs.map(\.name)).subtracting(words) == [])
    }

    @Test func `load beside one another`() throws {
      let folder = try PluginFolder()
      for plugin in Self.version.plugins { try Self.version.compile(plugin, into: folder) }
      let catalogue = folder.load()
      #expect(catalogue.failures.map(\.line) == [])
      #expect(catalogue.plugins.map(\.abiMinor) == [0, 0])
      #expect(catalogue.types.map(\.id) == ["org.example.abi.facts", "org.example.abi.rows"])
      #expect(catalogue.types.map(\.takesFocus) == [false, true])
      #expect(
        catalogue.types.flatMap(\.places).map { "\($0.state) \($0.place) \($0.isInsteadOfBundled)" }
          == ["loading 0 false", "error 10 false", "content 0 true"])
      #expect(
        catalogue.types.map(\.description) == ["Says what the host knows.", "Lists the rows."])
    }

    @Test func `list, move, choose and remember`() throws {
      let fixture = try Self.fixture("rows", columns: 24, rows: 6)
      let child = fixture.child
      #expect(child.insets(columns: 80, rows: 24) == CellInsets(right: 1, left: 1))
      child.send(
        .resized(columns: 24, rows: 6), .willAppear(animated: false), .contentChanged,
        .didAppear(animated: false), .focus(true))
      // Rows of which not all is kept end with a sign.
      func row(_ text: String) -> String {
        text.padding(toLength: 23, withPad: " ", startingAt: 0) + "+"
      }
      #expect(
        fixture.drawn() == ["title", "col col", row("one   1"), row("two   2"), "", "notice"])
      #expect(fixture.layer.cursor?.row == 2)
      #expect(child.key(ChildKey(code: 0x110006)))
      _ = fixture.drawn()
      #expect(fixture.layer.cursor?.row == 3)
      #expect(child.accessibilityText() == "Row 2 of 2")
      #expect(child.keyHelp().map(\.action) == ["take", "empty"])
      #expect(child.key(ChildKey(code: 0x110001)))
      #expect(child.key(ChildKey(code: 101, modifiers: .alt)))
      #expect(child.key(ChildKey(code: 114, modifiers: .control)))
      #expect(child.key(ChildKey(code: 81, modifiers: [.alt, .shift], text: "Q")))
      #expect(
        fixture.services.asked.filter { $0 != .draw } == [
          .action(.acceptRow(1)), .state("empty", animated: true), .action(.reload), .action(.quit),
        ])
      let state = try #require(child.saveState())
      #expect(child.mouse(ChildMouse(.press, button: .left, column: 0, row: 2)))
      #expect(child.accessibilityText() == "Row 1 of 2")
      #expect(child.restoreState(state))
      #expect(child.accessibilityText() == "Row 2 of 2")
      #expect(child.mouse(ChildMouse(.wheel, column: 0, row: 0, wheel: -3)))
      // A wheel to the side and movements came with 1.1.
      #expect(!child.mouse(ChildMouse(.wheel, column: 0, row: 0, wheelColumns: 1)))
      #expect(!child.mouse(ChildMouse(.move, column: 0, row: 0)))
      #expect(child.accessibilityText() == "Row 1 of 2")
      let usedText = child.paste("a word".utf8.span)
      #expect(usedText)
      #expect(fixture.drawn().last == "aword")
      child.send(.willDisappear(animated: false), .didDisappear(animated: false))
      #expect(fixture.services.faults.map(\.line) == [])
    }

    @Test func `say what the host knows, in every phase`() throws {
      let services = RecordingServices()
      services.options = ["curve": "linear", "effect": "up"]
      let fixture = try Self.fixture("facts", columns: 60, rows: 9, services: services)
      let child = fixture.child
      child.send(.willAppear(animated: true))
      let timing = child.timing(appearing: true)
      #expect(timing.durationNanoseconds == 200_000_000)
      #expect(timing.effect == .slideUp && timing.curve == .linear)
      #expect(child.timing(appearing: false).delayNanoseconds == 10_000_000)
      child.send(
        .transitionWillBegin(appearing: true), .transitionProgress(appearing: true, progress: 0.5))
      #expect(
        fixture.drawn() == [
          "2 rows 0 bytes error fraction 50% in 0 ms unchanged", "status 3", "error", "errorDetail",
          "remedy", "80x24 256 utf8 dark",
          "text    muted   accent  success warning error   border  back",
          "dim     reverse strike", String(repeating: "=", count: 30),
        ])
      child.send(.transitionDidEnd(appearing: true), .didAppear(animated: true))
      #expect(fixture.drawn().last == String(repeating: "=", count: 60))
      child.send(
        .woke, .themeChanged, .willDisappear(animated: false), .didDisappear(animated: false))
      #expect(
        fixture.logged() == [
          "will appear 1", "did appear 1", "woke at 42", "theme accent 33554432",
          "will disappear 0", "did disappear 0",
        ])
      #expect(services.asked == [.draw, .timer(afterNanoseconds: nil)])
      #expect(services.faults.map(\.line) == [])
    }

    private static func fixture(
      _ plugin: String, columns: Int, rows: Int, services: RecordingServices = RecordingServices()
    ) throws -> LoadedFixture {
      let folder = try PluginFolder()
      try version.compile(plugin, into: folder)
      return try LoadedFixture(folder, columns: columns, rows: rows, services: services)
    }
  }
}
