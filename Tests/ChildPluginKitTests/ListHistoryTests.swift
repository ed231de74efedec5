import ChildPluginAPI
import Testing

private let second: Int64 = 1_000_000_000

/// A list of two rows, loaded at 100 s of the clock, which shows 102 s.
private func list(_ change: (inout FakeContent) -> Void) throws -> TestChild {
  let host = FakeHost()
  var content = FakeContent(["a", "b"])
  content.texts = [CHILDPLUGIN_CONTENT_TEXT_TITLE: "it"]
  content.began = 99 * second
  content.loaded = 100 * second
  change(&content)
  host.content = content
  host.now = 102 * second
  let child = try BundledPlugin.list.child("org.statehost.list", on: host)
  child.appear()
  return child
}

private func status(_ child: TestChild, _ columns: Int = 80) -> String {
  child.screen(columns, 5).last ?? ""
}

/// What the list says of how fresh its rows are.
@Suite struct `The age of the rows` {
  @Test func `is told where they are loaded again and again`() throws {
    let child = try list { $0.every = 5 * second }
    #expect(status(child).hasSuffix(" every 5 s · 2 s ago  ? keys"))
    child.host.terminalFlags = 0
    #expect(status(child).hasSuffix(" every 5 s, 2 s ago  ? keys"))
    #expect(!status(try list { _ in }).contains("ago"))
  }

  @Test(arguments: [
    (500_000_000, "every 500 ms"), (5 * second, "every 5 s"), (90 * second, "every 90 s"),
    (300 * second, "every 5 min"), (7200 * second, "every 2 h"), (86400 * second, "every 1 d"),
    (1_500_000_000, "every 1,500 ms"),
  ])
  func `has its interval in the largest unit that fits`(every: Int64, text: String) throws {
    #expect(status(try list { $0.every = every }).contains(" \(text) · "))
  }

  @Test(arguments: [
    (0, "0 s ago", 1), (9, "9 s ago", 1), (10, "10 s ago", 10), (59, "50 s ago", 1),
    (60, "1 min ago", 60), (3599, "59 min ago", 1), (3600, "1 h ago", 3600),
    (86400 + 5, "1 d ago", 86395),
  ])
  func `is drawn again when its text changes, and not before`(
    age: Int64, text: String, next: Int64
  ) throws {
    let child = try list { $0.every = 5 * second }
    child.host.now = (100 + age) * second
    #expect(status(child).contains(" · \(text)  ? keys"))
    #expect(child.host.wakeAfter == next * second)
  }

  @Test func `has how often a load has failed, and when last, also after a success`() throws {
    let child = try list {
      ($0.every, $0.failures, $0.failed) = (5 * second, 1, 80 * second)
    }
    #expect(status(child).hasSuffix(" every 5 s · 2 s ago · failed once, 20 s ago  ? keys"))
    child.host.content?.failures = 2
    #expect(status(child).hasSuffix(" every 5 s · 2 s ago · failed twice, last 20 s ago  ? keys"))
    child.host.content?.failures = 12
    child.host.content?.every = 0
    #expect(status(child).hasSuffix(" failed 12 times, last 20 s ago  ? keys"))
    #expect(child.host.wakeAfter == 8 * second)
  }

  @Test func `takes less room where there is little`() throws {
    let child = try list {
      ($0.every, $0.failures, $0.failed) = (5 * second, 2, 80 * second)
    }
    #expect(status(child, 70).hasSuffix(" every 5 s · 2 s ago · failed twice  ? keys"))
    #expect(status(child, 50).hasSuffix(" 2 s ago  ? keys"))
    #expect(status(child, 30) == " 1/2 it" + String(repeating: " ", count: 15) + "2 s ago")
    #expect(status(child, 22) == "1/2 it")
  }

  @Test(arguments: [
    (0, 999, "0 s ago", 1), (0, 1_000, "0 s ago", 1_000), (0, 1_016, "0 s ago", 984),
    (0, 1_999, "0 s ago", 1), (0, 2_000, "2 s ago", 1_000), (0, 500, "0 s ago", 500),
    (9_000, 10_000, "9 s ago", 1_000), (9_000, 11_000, "10 s ago", 9_000),
  ])
  func `stays at the interval, while the load that is due runs`(
    more: Int64, age: Int64, text: String, next: Int64
  ) throws {
    let child = try list { ($0.every, $0.failures) = (second + more * 1_000_000, 1) }
    child.host.content?.failed = 100 * second
    child.host.now = 100 * second + age * 1_000_000
    #expect(status(child).hasSuffix(" · \(text) · failed once, \(text)  ? keys"))
    #expect(child.host.wakeAfter == next * 1_000_000)
  }

  @Test func `is not broken off by a load that takes less than a second`() throws {
    let child = try list { $0.every = 5 * second }
    let before = status(child)
    child.host.content?.flags = CHILDPLUGIN_CONTENT_LOADING
    child.host.content?.began = 102 * second
    #expect(status(child) == before)
    child.host.now = 103 * second
    #expect(status(child).hasSuffix(" every 5 s · 3 s ago  reloading"))
  }
}
