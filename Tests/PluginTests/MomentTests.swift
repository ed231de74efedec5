import HostSurface
import Testing

@testable import HostPlugins

extension PluginTests {
  /// What the header allows a child to do only at some moments of its life.
  @Suite struct `A child that acts` {
    private static let act = """
      note_number("request", host->request_state(host, childplugin_text("error"), true));
      note_number("quit", host->perform(host, CHILDPLUGIN_ACTION_QUIT, 0));
      """

    @Test func `in draw gets nothing and is told of once`() throws {
      let fixture = try LoadedFixture(FixturePlugin(draw: Self.act))
      fixture.child.send(.willAppear(animated: false))
      for _ in 0..<2 { _ = fixture.drawn() }
      #expect(fixture.logged().dropFirst() == ["request 0", "quit 0", "request 0", "quit 0"])
      #expect(fixture.services.asked.isEmpty)
      #expect(
        fixture.services.faults.map(\.kind) == [.insideDraw(.requestState), .insideDraw(.perform)])
    }

    @Test func `off screen may ask for a state and cannot end the program`() throws {
      let fixture = try LoadedFixture(FixturePlugin(timing: Self.act))
      let child = fixture.child
      func quits() -> Bool {
        _ = child.timing(appearing: true)
        return fixture.logged().contains("quit 1")
      }
      #expect(!quits())
      child.send(.willAppear(animated: false))
      #expect(quits())
      child.send(.didAppear(animated: false), .willDisappear(animated: false))
      #expect(quits())
      child.send(.didDisappear(animated: false))
      #expect(!quits())
      let state = ChildRequest.state("error", animated: true)
      #expect(
        fixture.services.asked
          == [state, state, .action(.quit), state, .action(.quit), state])
      #expect(fixture.services.faults.map(\.kind) == [.offScreen(.perform)])
      #expect(
        fixture.services.faults.first?.line
          == "statehost: child com.example.right: host.perform called off screen: "
          + fixture.folder.path(of: "right.so")
          + ": call it between will_appear and did_disappear")
    }

    @Test func `asks for the front on screen alone, and says that it takes text at any time`()
      throws
    {
      let fixture = try LoadedFixture(
        FixturePlugin(
          draw: "act();", timing: "act();",
          declarations: """
            static void act(void) {
              note_number("front", host_focus->ask(host));
              note_number("count", host_focus->count(host) * 10 + host_focus->in_front(host));
              host_focus->take_text(host, true);
            }
            """))
      fixture.services.focus.count = 2
      fixture.services.focus.isInFront = true
      _ = fixture.child.timing(appearing: true)
      #expect(fixture.logged() == ["front 0", "count 21"])
      #expect(fixture.services.asked == [.takeText(true)])
      fixture.child.send(.willAppear(animated: false))
      _ = fixture.drawn()
      #expect(fixture.services.asked == [.takeText(true)])
      _ = fixture.child.timing(appearing: true)
      #expect(fixture.services.asked == [.takeText(true), .front, .takeText(true)])
      #expect(fixture.logged().suffix(2) == ["front 1", "count 21"])
      #expect(
        fixture.services.faults.map(\.kind) == [
          .offScreen(.focusAsk), .insideDraw(.focusAsk), .insideDraw(.focusTakeText),
        ])
    }

    @Test func `asks for another area with numbers that are in range`() throws {
      let fixture = try LoadedFixture(
        FixturePlugin(
          timing: """
            note_number("right", host_place->claim(host, CHILDPLUGIN_EDGE_RIGHT, 1, 40, 20));
            note_number("none", host_place->claim(host, CHILDPLUGIN_EDGE_NONE, 9, 9, 9));
            note_number("edge", host_place->claim(host, 5, 0, 1, 0));
            note_number("unit", host_place->claim(host, CHILDPLUGIN_EDGE_TOP, 2, 1, 0));
            note_number("per cent", host_place->claim(host, CHILDPLUGIN_EDGE_TOP, 1, 101, 0));
            host_place->refresh(host);
            """))
      _ = fixture.child.timing(appearing: true)
      #expect(fixture.logged() == ["right 1", "none 1", "edge 0", "unit 0", "per cent 0"])
      let right = Dock(.right, .percent(40), minimum: 20)
      #expect(fixture.services.asked == [.dock(right), .dock(nil), .refreshPlace])
      #expect(fixture.services.faults.map(\.kind) == [.claimOutOfRange])
    }

    @Test func `in did_disappear is on screen still`() throws {
      var plugin = FixturePlugin(create: "child->did_disappear = leave;")
      plugin.declarations = """
        static void leave(const childplugin_child_t *child, bool animated) {
          host->perform(host, CHILDPLUGIN_ACTION_RELOAD, 0);
        }
        """
      let fixture = try LoadedFixture(plugin)
      fixture.child.send(.willAppear(animated: false), .didDisappear(animated: false))
      #expect(fixture.services.asked == [.action(.reload)])
      #expect(fixture.services.faults.isEmpty)
    }
  }
}
