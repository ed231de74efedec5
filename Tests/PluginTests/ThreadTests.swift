import Foundation
import HostSystem
import Testing

@testable import HostPlugins

extension PluginTests {
  @Suite struct `Another thread` {
    /// A plugin whose child runs these statements on a thread of its own in `will_appear`.
    private func onThread(_ statements: String) -> FixturePlugin {
      FixturePlugin(
        willAppear: """
          pthread_t thread;
          pthread_create(&thread, NULL, elsewhere, NULL);
          pthread_join(thread, NULL);
          """,
        declarations: """
          static void *elsewhere(void *nothing) {
            \(statements)
            return NULL;
          }
          """)
    }

    @Test func `may log and wake`() throws {
      let fixture = try LoadedFixture(
        onThread("note(\"from a thread\"); host->wake(host); host->wake(host);"))
      fixture.child.send(.willAppear(animated: false))
      var texts: [String] = []
      var woken: [PluginChild] = []
      fixture.inbox.drain { message in
        switch message {
        case .log(let file, let child, let level, let text):
          #expect(file == fixture.folder.path(of: "right.so"))
          #expect(child == "com.example.right")
          #expect(level == .info)
          texts.append(text)
        case .wake(let child): woken.append(child)
        case .fault(let fault): Issue.record("\(fault)")
        case .linesLost(let count): Issue.record("\(count) lines are lost")
        }
      }
      #expect(texts == ["will_appear 0", "from a thread"])
      #expect(woken.count == 1)
      #expect(woken.first === fixture.child)
      #expect(fixture.inbox.isEmpty)
    }

    @Test func `logs at the level that it names, and at the highest where there is no such one`()
      throws
    {
      let fixture = try LoadedFixture(
        onThread(
          """
          for (uint32_t level = 0; level < 5; level += 1)
            host->log(host, level, childplugin_text("a line"));
          """))
      fixture.child.send(.willAppear(animated: false))
      var levels: [PluginInbox.LogLevel] = []
      fixture.inbox.drain { if case .log(_, _, let level, "a line") = $0 { levels.append(level) } }
      #expect(levels == [.debug, .info, .warning, .error, .error])
    }

    @Test(.timeLimit(.minutes(10))) func `that logs while it is heard waits for the next turn`()
      throws
    {
      let fixture = try LoadedFixture(
        onThread("for (int line = 0; line < 2000; line += 1) note(\"a line\");"))
      fixture.child.send(.willAppear(animated: false))
      var lines = 0
      fixture.inbox.drain { message in
        guard case .log = message else { return }
        lines += 1
        // As much again, as from a thread that never ends.
        if lines % 2000 == 0 { fixture.child.send(.willAppear(animated: false)) }
      }
      #expect((2000...20_000).contains(lines))
      #expect(!fixture.inbox.isEmpty)
    }

    @Test func `gets nothing from any other function, and each is told once`() throws {
      let fixture = try LoadedFixture(
        onThread(
          """
          \(EveryHostFunction.calls(measured: 0))
          if (!quiet) note("got something");
          """))
      let functions = HostFunction.allCases.filter {
        $0.moment != .anyThread && $0.moment != .inDraw
      }
      for told in [functions, []] {
        fixture.child.send(.willAppear(animated: false))
        let (lines, faults) = fixture.inbox.heard()
        #expect(lines == ["will_appear 0"] && faults == told.map { .wrongThread($0) })
      }
      #expect(fixture.services.asked.isEmpty)
    }

    @Test func `wakes the host's loop`() throws {
      let poller = try Poller()
      let bell = try Bell()
      let watch = try bell.watch(in: poller)
      let token = watch.token
      let fixture = try LoadedFixture(onThread("host->wake(host); host->wake(host);"))
      let inbox = PluginInbox()
      bell.openGates()
      defer { _ = PluginInbox() }
      var ready: [Ready] = []
      fixture.child.send(.woke)
      #expect(inbox.isEmpty)
      try poller.wait(timeoutNanoseconds: 0, into: &ready)
      #expect(ready.isEmpty)
      fixture.child.send(.willAppear(animated: false))
      try poller.wait(timeoutNanoseconds: 0, into: &ready)
      #expect(ready == [Ready(token, isReadable: true)])
      bell.clear()
      #expect(!inbox.isEmpty)
      inbox.drain { _ in }
      #expect(inbox.isEmpty)
      _ = consume watch
    }

    @Test func `that logs without end loses lines, which are counted`() throws {
      let fixture = try LoadedFixture(
        onThread("for (int i = 0; i < 100000; i += 1) note_number(\"line\", i);"))
      fixture.child.send(.willAppear(animated: false))
      var lines = 0
      var lost: UInt64 = 0
      while !fixture.inbox.isEmpty {
        fixture.inbox.drain { message in
          if case .log = message { lines += 1 }
          if case .linesLost(let count) = message { lost += count }
        }
      }
      #expect(lines + Int(lost) == 100_001)
      #expect(lines > 1000)
      #expect(lost > 1000)
    }

    @Test func `that logs a text of a megabyte is heard up to 64 KiB of it`() throws {
      let fixture = try LoadedFixture(
        onThread(
          """
          static char text[1 << 20];
          memset(text, 'a', sizeof text);
          host->log(host, CHILDPLUGIN_LOG_INFO, BYTES(text, sizeof text));
          """))
      fixture.child.send(.willAppear(animated: false))
      #expect(fixture.logged().map(\.utf8.count) == ["will_appear 0".utf8.count, 64 << 10])
    }

    @Test func `many at once lose nothing`() throws {
      var plugin = FixturePlugin(
        willAppear: """
          pthread_t threads[8];
          for (long i = 0; i < 8; i += 1)
            pthread_create(&threads[i], NULL, elsewhere, (void *)i);
          for (long i = 0; i < 8; i += 1) pthread_join(threads[i], NULL);
          """)
      plugin.declarations = """
        static void *elsewhere(void *number) {
          for (long i = 0; i < 500; i += 1) {
            note_number("line", (long)number * 1000 + i);
            host->wake(host);
          }
          return NULL;
        }
        """
      let fixture = try LoadedFixture(plugin)
      fixture.child.send(.willAppear(animated: false))
      let numbers = fixture.logged().dropFirst().compactMap { Int($0.dropFirst(5)) }
      #expect(numbers.count == 4000)
      for thread in 0..<8 {
        #expect(numbers.filter { $0 / 1000 == thread } == (0..<500).map { thread * 1000 + $0 })
      }
    }

    @Test(arguments: [
      ("a\\nb", "a\nb"), ("\\x1b[31mred", "red"), ("\\xff", "\u{FFFD}"),
    ]) func `logs text that is made harmless`(_ written: String, _ kept: String) throws {
      let fixture = try LoadedFixture(FixturePlugin(willAppear: "note(\"\(written)\");"))
      fixture.child.send(.willAppear(animated: false))
      #expect(fixture.logged().last == kept)
    }
  }
}
