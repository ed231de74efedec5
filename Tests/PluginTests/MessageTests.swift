import Testing

@testable import HostPlugins

extension PluginTests {
  /// What a child in C says to others.
  @Suite struct `A message` {
    private func fixture(_ statements: String) throws -> LoadedFixture {
      var plugin = FixturePlugin(timing: statements)
      plugin.declarations = """
        static bool say(const char *to, const char *subject, const char *body) {
          return host_messages->send(
            host, childplugin_text(to), childplugin_text(subject), childplugin_text(body));
        }
        """
      let fixture = try LoadedFixture(plugin)
      _ = fixture.child.timing(appearing: true)
      return fixture
    }

    @Test func `is passed on, off screen too, where nothing of it is too long`() throws {
      let fixture = try fixture(
        """
        static char long_text[(64 << 10) + 1];
        memset(long_text, 'x', sizeof long_text);
        note_number("all", say("", "a.b/1", ""));
        note_number("one", say("com.example.other", "a.b/1", "body"));
        note_number("without a subject", say("", "", "body"));
        note_number("whole", host_messages->send(
          host, childplugin_text(""), BYTES(long_text, 255),
          BYTES(long_text, 64 << 10)));
        note_number("subject", host_messages->send(
          host, childplugin_text(""), BYTES(long_text, 256),
          childplugin_text("")));
        note_number("to", host_messages->send(
          host, BYTES(long_text, 256), childplugin_text("a"),
          childplugin_text("")));
        note_number("body", host_messages->send(
          host, childplugin_text(""), childplugin_text("a"),
          BYTES(long_text, sizeof long_text)));
        """)
      #expect(
        fixture.logged() == [
          "all 1", "one 1", "without a subject 0", "whole 1", "subject 0", "to 0", "body 0",
        ])
      let long = Array(repeating: UInt8(ascii: "x"), count: 64 << 10)
      let messages = [
        ChildMessage(to: "", subject: "a.b/1", body: []),
        ChildMessage(to: "com.example.other", subject: "a.b/1", body: Array("body".utf8)),
        ChildMessage(to: "", subject: String(decoding: long[..<255], as: UTF8.self), body: long),
      ]
      #expect(fixture.services.asked == messages.map { .message($0) })
      #expect(fixture.services.faults.isEmpty)
    }

    @Test func `is refused where it is too much, and told of once`() throws {
      let fixture = try fixture(#"say("", "a", "");"#)
      fixture.services.refusal = .saidTooMuch
      for _ in 0..<2 { _ = fixture.child.timing(appearing: true) }
      #expect(fixture.services.faults.map(\.kind) == [.refused(.messagesSend, .saidTooMuch)])
    }

    @Test func `is no fault where it is refused because the rows were replaced`() throws {
      let fixture = try fixture(#"say("", "a", "");"#)
      fixture.services.refusal = .otherRows
      _ = fixture.child.timing(appearing: true)
      #expect(fixture.services.faults.isEmpty)
    }
  }
}
