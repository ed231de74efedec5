import ChildPluginAPI
import HostSurface
import StateContainer
import Testing

@testable import HostPlugins

extension PluginTests {
  @Suite struct `A child` {
    @Test func `hears what happens to it, in order`() throws {
      let fixture = try LoadedFixture(FixturePlugin())
      fixture.child.send(
        .willAppear(animated: true), .didAppear(animated: true), .willDisappear(animated: false),
        .didDisappear(animated: false))
      fixture.child.destroy()
      #expect(
        fixture.logged() == [
          "will_appear 1", "did_appear 1", "will_disappear 0", "did_disappear 0", "destroy",
        ])
    }

    @Test func `is never called after destroy, which happens once`() throws {
      let fixture = try LoadedFixture(FixturePlugin(draw: "note(\"draw\");"))
      fixture.child.destroy()
      #expect(fixture.logged() == ["destroy"])
      fixture.child.destroy()
      fixture.child.send(.willAppear(animated: true))
      _ = fixture.drawn()
      #expect(fixture.logged().isEmpty)
    }

    @Test func `is destroyed when nobody has it any more`() throws {
      let fixture = try LoadedFixture(FixturePlugin())
      do {
        let other = try fixture.catalogue.makeChild(fixture.child.type, services: fixture.services)
        #expect(fixture.logged().isEmpty)
        withExtendedLifetime(other) {}
      }
      #expect(fixture.logged() == ["destroy"])
    }

    @Test func `has each fault told once for all of its type, and 256 at most`() throws {
      let fixture = try LoadedFixture(
        FixturePlugin(
          furtherDescriptors: [FixturePlugin.descriptor(id: "com.example.other")],
          timing: """
            host->perform(host, CHILDPLUGIN_ACTION_QUIT, 0);
            host->request_state(host, childplugin_text("a"), false);
            """))
      let services = fixture.services
      _ = fixture.child.timing(appearing: true)
      for id in ["com.example.right", "com.example.other"] {
        let type = try #require(fixture.catalogue[id])
        let child = try fixture.catalogue.makeChild(type, services: services)
        _ = child.timing(appearing: true)
        child.destroy()
      }
      #expect(services.faults.map(\.child) == ["com.example.right", "com.example.other"])
      #expect(services.faults.allSatisfy { $0.kind == .offScreen(.perform) })
      let type = try #require(fixture.catalogue["com.example.other"])
      let other = try fixture.catalogue.makeChild(type, services: services)
      for number in 0..<300 {
        services.refusal = .unknownState("\(number)")
        _ = other.timing(appearing: true)
      }
      #expect(services.faults.count { $0.child == "com.example.other" } == 256)
    }

    @Test func `that is forgotten touches nothing of what it gave back`() throws {
      var pieces: [[UInt8]] = []
      pieces.reserveCapacity(1024)
      do {
        let fixture = try LoadedFixture(FixturePlugin())
        fixture.child.destroy()
        #expect(fixture.logged() == ["destroy"])
        withExtendedLifetime(fixture) {
          fixture.child.forget()
          // Who asks for as much memory next gets what was given back last.
          for index in 0..<1024 {
            pieces.append([UInt8](repeating: 0xA5, count: 8 + index / 16 * 8))
          }
        }
      }
      for piece in pieces { #expect(piece.allSatisfy { $0 == 0xA5 }, "\(piece.count) bytes") }
    }

    @Test func `without optional functions does nothing for them`() throws {
      let fixture = try LoadedFixture(
        FixturePlugin(
          create: """
            child->will_appear = NULL;
            child->did_appear = NULL;
            child->will_disappear = NULL;
            child->did_disappear = NULL;
            child->timing = NULL;
            child->get_extension = NULL;
            """))
      let child = fixture.child
      child.send(
        .willAppear(animated: true), .didAppear(animated: true), .willDisappear(animated: true),
        .didDisappear(animated: true))
      #expect(child.timing(appearing: true) == TransitionTiming.standard)
      #expect(child.insets(columns: 80, rows: 24) == CellInsets())
      child.send(
        .resized(columns: 1, rows: 1), .transitionWillBegin(appearing: true),
        .transitionProgress(appearing: true, progress: 0.5), .transitionDidEnd(appearing: true))
      #expect(child.follows == [])
      #expect(!child.key(ChildKey(code: 97)))
      #expect(!child.mouse(ChildMouse(.press, column: 0, row: 0)))
      let usedText = child.paste("text".utf8.span)
      #expect(!usedText)
      child.send(.focus(true), .contentChanged, .woke, .themeChanged)
      #expect(child.saveState() == nil)
      #expect(!child.restoreState([1]))
      #expect(child.keyHelp().isEmpty)
      #expect(child.accessibilityText() == nil)
      #expect(fixture.services.faults.isEmpty)
    }

    @Test func `that is not made says why, and is destroyed where that can be done`() throws {
      let whole = UInt32(unsafe MemoryLayout<childplugin_child_t>.size)
      let wrong: [(create: String, PluginChild.CreationError, isDestroyed: Bool)] = [
        ("return NULL;", .refused, false), ("child->size = 1;", .tableSize(1), false),
        ("child->size = 8;", .tableSize(8), false),
        ("child->size = sizeof *child - 8;", .tableSize(whole - 8), true),
        (
          "child = realloc(child, sizeof *child + 8); child->size = sizeof *child + 8;",
          .tableSize(whole + 8), true
        ),
        ("child->destroy = NULL;", .functionMissing("destroy"), false),
        ("child->draw = NULL;", .functionMissing("draw"), true),
        ("child->size = offsetof(childplugin_child_t, draw);", .tableSize(64), true),
      ]
      for (create, error, isDestroyed) in wrong {
        let folder = try PluginFolder()
        try folder.compile(FixturePlugin(create: create))
        let catalogue = folder.load()
        let type = try #require(catalogue.types.first)
        let inbox = PluginInbox()
        inbox.drain { _ in }
        #expect(throws: error, "\(create)") {
          try catalogue.makeChild(type, services: RecordingServices())
        }
        #expect(inbox.heard().lines.contains("destroy") == isDestroyed, "\(create)")
      }
    }

    @Test func `is made of the id that is asked for, a prefix being another`() throws {
      let fixture = try LoadedFixture(
        FixturePlugin(
          furtherDescriptors: [FixturePlugin.descriptor(id: "com.example.right.more")],
          create: "NOTE(\"%.*s\", (int)id.length, id.bytes);"))
      let type = try #require(fixture.catalogue["com.example.right.more"])
      _ = try fixture.catalogue.makeChild(type, services: fixture.services)
      #expect(
        fixture.logged().filter { $0 != "destroy" } == [
          "com.example.right", "com.example.right.more",
        ])
      #expect(fixture.catalogue["com.example.righ"] == nil)
    }

    /// What a child fills in for its timing, what becomes of it, and what is told.
    struct Timing: Sendable {
      let filled: String
      var delay: Int64 = 0
      var duration: Int64 = 350_000_000
      var told: [ChildFault.Kind] = []
    }

    private static let timings = [
      Timing(filled: ""),
      Timing(
        filled: "timing->delay_nanoseconds = 5; timing->duration_nanoseconds = 0;",
        delay: 5, duration: 0),
      Timing(filled: "timing->delay_nanoseconds = -1;", told: [.outOfRange(.delay)]),
      Timing(
        filled: "timing->duration_nanoseconds = INT64_MIN;", duration: 0,
        told: [.outOfRange(.duration)]),
      Timing(
        filled: "timing->duration_nanoseconds = INT64_MAX;", duration: 3_600_000_000_000,
        told: [.outOfRange(.duration)]),
      Timing(filled: "timing->duration_nanoseconds = 3600000000000;", duration: 3_600_000_000_000),
      Timing(filled: "timing->curve = 99;", told: [.unknownValue(.curve)]),
      Timing(filled: "timing->effect = 99;", told: [.unknownValue(.effect)]),
      // The bits of a NaN, as a plugin that mixes up its types would leave them.
      Timing(
        filled: "double nan = 0.0 / 0.0; memcpy(&timing->delay_nanoseconds, &nan, 8);",
        told: [.outOfRange(.delay)]),
    ]

    @Test func `has its timing brought into range`() throws {
      let fixture = try LoadedFixture(
        FixturePlugin(timing: FixturePlugin.turns(Self.timings.map(\.filled))))
      var told: [ChildFault.Kind] = []
      for timing in Self.timings {
        let given = fixture.child.timing(appearing: true)
        #expect(given.durationNanoseconds == timing.duration, "\(timing.filled)")
        #expect(given.delayNanoseconds == timing.delay, "\(timing.filled)")
        #expect(given.curve == .easeInOut)
        #expect(given.effect == .fade)
        for kind in timing.told where !told.contains(kind) { told.append(kind) }
        #expect(fixture.services.faults.map(\.kind) == told, "told once: \(timing.filled)")
      }
      #expect(fixture.services.faults.allSatisfy { $0.child == "com.example.right" })
    }

    @Test func `has any curve and effect of the header, in each direction, and an hour at most`()
      throws
    {
      let curves: [TransitionCurve] = [.linear, .easeIn, .easeOut, .easeInOut]
      let effects: [TransitionEffect] = [
        .still, .fade, .slideUp, .slideDown, .slideLeft, .slideRight,
      ]
      let fixture = try LoadedFixture(
        FixturePlugin(
          timing: """
            static int64_t turn;
            timing->curve = appearing ? turn % 4 : CHILDPLUGIN_CURVE_EASE_OUT;
            timing->effect = appearing ? turn % 6 : CHILDPLUGIN_EFFECT_SLIDE_UP;
            timing->delay_nanoseconds = 3599999999996 + (appearing ? turn++ : 0);
            """))
      for turn in 0..<6 {
        let timing = fixture.child.timing(appearing: true)
        #expect(timing.curve == curves[turn % 4] && timing.effect == effects[turn])
        #expect(timing.delayNanoseconds == min(3_599_999_999_996 + Int64(turn), 3_600_000_000_000))
        #expect(fixture.services.faults.map(\.kind) == (turn < 5 ? [] : [.outOfRange(.delay)]))
        let other = fixture.child.timing(appearing: false)
        #expect(other.curve == .easeOut && other.effect == .slideUp)
      }
    }
  }
}
