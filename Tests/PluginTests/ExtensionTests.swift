import HostSurface
import Testing

@testable import HostPlugins

extension PluginTests {
  @Suite struct `An extension` {
    @Test func `of each kind is called with what it needs`() throws {
      let fixture = try LoadedFixture(Self.full)
      let child = fixture.child
      #expect(child.follows.isSuperset(of: [.transition, .messages]))
      #expect(
        child.insets(columns: 80, rows: 24) == CellInsets(top: 1, right: 2, bottom: 3, left: 4))
      child.send(
        .resized(columns: 70, rows: 20), .transitionWillBegin(appearing: true),
        .transitionProgress(appearing: true, progress: 0.25),
        .transitionProgress(appearing: true, progress: -1),
        .transitionProgress(appearing: true, progress: .nan), .transitionDidEnd(appearing: false))
      #expect(child.key(ChildKey(code: 97, modifiers: [.shift, .alt], text: "é")))
      #expect(!child.key(ChildKey(code: 98)))
      #expect(child.mouse(ChildMouse(.wheel, modifiers: .control, column: -3, row: 4, wheel: -1)))
      let usedText = child.paste("pasted".utf8.span)
      #expect(usedText)
      child.send(.focus(true), .contentChanged, .woke, .themeChanged, .frontChanged)
      child.received(
        ChildMessage(to: "", subject: "a.b/1", body: Array("body".utf8)), from: "com.example.other")
      #expect(
        fixture.logged() == [
          "resized 70 20", "will_begin 1", "progress 1 0.25", "progress 1 0.00",
          "progress 1 1.00", "did_end 0", "key 97 3 é", "key 98 0 ", "mouse 4 0 4 -3 4 -1",
          "paste pasted", "focus 1", "content", "woke", "theme", "front",
          "message com.example.other|a.b/1|body",
        ])
      #expect(
        fixture.services.inputs == ["any", "used", "any", "unused", "first", "used", "any", "used"])
      #expect(child.saveState() == Array("saved".utf8))
      let isRestored = ["saved", "other", ""].map { child.restoreState(Array($0.utf8)) }
      #expect(isRestored == [true, false, false])
      // Without control characters.
      #expect(
        child.keyHelp() == [
          KeyHelpItem(key: "enter", action: "open"), KeyHelpItem(key: "x", action: "close it"),
        ])
      #expect(child.accessibilityText() == "Two rows, one chosen")
      #expect(fixture.services.faults.isEmpty)
    }

    /// Extensions that are called for what changes, as the header names them, and what they follow.
    private static let observers: [(name: String, type: String, HandledEvents)] = [
      ("SITUATION", "situation_observer", .situation), ("VIEW", "view_observer", .view),
      ("SELECTION", "selection_observer", .selection), ("FOCUS", "focus_observer", .focus),
    ]

    @Test(arguments: observers)
    func `of news is followed, and no other, and is called for them`(
      name: String, type: String, news: HandledEvents
    ) throws {
      let fixture = try LoadedFixture(
        FixturePlugin(
          extensions: "GIVE(\(name), observer)",
          declarations: """
            static void changed(const childplugin_child_t *child) { note("changed"); }
            static const childplugin_\(type)_t observer = {
              .size = sizeof(childplugin_\(type)_t), .changed = changed };
            """))
      #expect(news.rawValue.nonzeroBitCount == 1 && HandledEvents.all.rawValue == 0x3F)
      #expect(fixture.child.follows == news)
      fixture.child.send(
        .willAppear(animated: false), .situationChanged, .viewChanged, .selectionChanged,
        .frontChanged)
      #expect(fixture.logged() == ["will_appear 0", "changed"])
    }

    /// The insets that a child fills in on a surface of 80×24, the accepted ones and the faults.
    struct Insets: Sendable {
      let filled: String
      let insets: CellInsets
      let told: [ChildFault.Field]
    }

    @Test(arguments: [
      Insets(filled: "insets->top = -1;", insets: CellInsets(), told: [.insetTop]),
      Insets(
        filled: "insets->right = INT32_MAX;", insets: CellInsets(right: 80),
        told: [.insetRight]),
      Insets(
        filled: "insets->top = 20; insets->bottom = 20;",
        insets: CellInsets(top: 20, bottom: 4), told: []),
      Insets(
        filled: "insets->left = INT32_MIN; insets->bottom = 30;",
        insets: CellInsets(bottom: 24), told: [.insetLeft]),
      Insets(
        filled: "insets->left = 50; insets->right = 50; insets->bottom = 4096;",
        insets: CellInsets(right: 50, bottom: 24, left: 30), told: []),
      Insets(
        filled: "insets->top = insets->right = insets->bottom = insets->left = 4097;",
        insets: CellInsets(top: 24, right: 80),
        told: [.insetTop, .insetRight, .insetBottom, .insetLeft]),
    ]) func `has its insets brought into range`(_ insets: Insets) throws {
      let fixture = try LoadedFixture(
        FixturePlugin(
          extensions: "GIVE(LAYOUT, layout)",
          declarations: """
            static void give(const childplugin_child_t *child, childplugin_insets_t *insets) {
              \(insets.filled)
            }
            static const childplugin_layout_t layout = { .size = sizeof layout, .insets = give };
            """))
      #expect(fixture.child.insets(columns: 80, rows: 24) == insets.insets)
      #expect(fixture.services.faults.map(\.kind) == insets.told.map { .outOfRange($0) })
    }

    @Test func `may give as much as is allowed, what is more is cut, and key help may end early`()
      throws
    {
      let fixture = try LoadedFixture(
        FixturePlugin(
          extensions: "GIVE(STATE, state) GIVE(KEY_HELP, help) GIVE(ACCESSIBILITY, words)",
          declarations: """
            typedef const childplugin_child_t *child_t;
            #define FILL(name, ...) \\
              static uint64_t name(child_t child, char *buffer, uint64_t room) { \\
                static const uint64_t lengths[] = { __VA_ARGS__ }; \\
                static int turn; \\
                uint64_t length = lengths[turn++]; \\
                memset(buffer, 'm', length < room ? length : room); \\
                return length; \\
              }
            FILL(save, 0, 1, 65536, 65537)
            FILL(speak, 0, 1, 4096, 4097)
            static bool restore(child_t child, const char *bytes, uint64_t length) {
              return false;
            }
            static uint32_t items = 6;
            static uint32_t most(child_t child) { return items == 6 ? 32 : UINT32_MAX; }
            static bool item(child_t child, uint32_t index, childplugin_key_help_item_t *item) {
              item->group = index;
              if (index != items) return true;
              items = UINT32_MAX;
              return false;
            }
            static const childplugin_saved_state_t state = {
              .size = sizeof state, .save = save, .restore = restore };
            static const childplugin_key_help_t help = {
              .size = sizeof help, .count = most, .item = item };
            static const childplugin_accessibility_t words = {
              .size = sizeof words, .text = speak };
            """))
      let child = fixture.child
      #expect(child.keyHelp().map(\.group) == [.own, .move, .find, .columns, .rows, .own])
      #expect((0..<3).map { _ in child.saveState()?.count } == [nil, 1, 65536])
      #expect((0..<3).map { _ in child.accessibilityText()?.count } == [0, 1, 4096])
      #expect(fixture.services.faults == [])
      #expect(child.saveState() == nil && child.accessibilityText()?.count == 4096)
      #expect(child.keyHelp().count == 32)
      #expect(
        fixture.services.faults.map(\.kind) == [
          .tooMuch(.savedState), .tooMuch(.accessibilityText), .tooMuch(.keyHelpCount),
        ])
    }

    @Test func `is called for changes and inputs, by which its requests are judged`() throws {
      let observers = ["CONTENT", "WAKE", "THEME", "SITUATION", "SELECTION", "VIEW", "FOCUS"]
      let fixture = try LoadedFixture(
        FixturePlugin(
          create: "host->invalidate(host);",
          extensions: observers.map { "GIVE(\($0), one)\n" }.joined()
            + "GIVE(INPUT, input) GIVE(RUN, run)",
          declarations: """
            #define ACTS(type, name, ...) \\
              static type name(const childplugin_child_t *child, ##__VA_ARGS__) { \\
                host->invalidate(host); \\
                return (type)(child != NULL); \\
              }
            ACTS(void, act)
            ACTS(void, focus, bool on)
            ACTS(void, ended, const childplugin_program_end_t *end)
            ACTS(bool, key, const childplugin_key_t *key)
            ACTS(bool, mouse, const childplugin_mouse_t *mouse)
            static bool paste(const childplugin_child_t *child, childplugin_text_t text) {
              act(child);
              return text.length == 1 << 20;
            }
            static const childplugin_input_t input = {
              .size = sizeof input, .key = key, .mouse = mouse, .paste = paste, .focus = focus };
            static const childplugin_run_observer_t run = { .size = sizeof run, .ended = ended };
            static const childplugin_wake_t one = { .size = sizeof one, .woke = act };
            """))
      let child = fixture.child
      #expect(fixture.services.calls == [.creation])
      let events: [(ChildEvent, CallReason)] = [
        (.contentChanged, .change), (.situationChanged, .change), (.selectionChanged, .change),
        (.viewChanged, .change), (.frontChanged, .change), (.themeChanged, .other),
        (.programEnded(ProgramEnd(1, .exited(0))), .change), (.woke, .other),
        (.focus(true), .other),
      ]
      for (event, call) in events {
        child.send(event)
        #expect(fixture.services.calls.last == call && event.isChange == (call == .change))
      }
      for size in [1 << 20, (1 << 20) - 1, (1 << 20) + 1] {
        let answer = child.offer(.paste(Array(repeating: 97, count: size)))
        #expect(answer == (size < 1 << 20 ? .unused : .used))
      }
      for input in [.key(ChildKey(code: 97)), .mouse(ChildMouse(.press, column: 0, row: 0))]
        as [ChildInput]
      {
        #expect(child.offer(input) == .used && fixture.services.calls.last == .input)
      }
      #expect(child.mouse(ChildMouse(.move, column: 0, row: 0)))
      #expect(fixture.services.calls.last == .other && fixture.services.calls.count == 16)
    }

    @Test func `without a function or a size is left out and told by name`() throws {
      let fixture = try LoadedFixture(
        FixturePlugin(
          extensions: "GIVE(WAKE, wake) GIVE(THEME, theme) GIVE(KEY_HELP, help)",
          declarations: """
            static const childplugin_wake_t wake = { .size = sizeof wake };
            static const childplugin_theme_observer_t theme = { .size = 1 };
            static uint32_t none(const childplugin_child_t *child) { return 0; }
            static const childplugin_key_help_t help = { .size = sizeof help, .count = none };
            """))
      fixture.child.send(.woke, .themeChanged)
      #expect(fixture.child.keyHelp().isEmpty)
      #expect(
        Set(fixture.services.faults.map(\.kind)) == [
          .functionMissing(extension: "childplugin.wake/1", function: "woke"),
          .tableSize(extension: "childplugin.theme/1", 1),
          .functionMissing(extension: "childplugin.key-help/1", function: "item"),
        ])
      #expect(fixture.services.faults.count == 3)
    }
  }
}
