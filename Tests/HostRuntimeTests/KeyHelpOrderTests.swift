import HostStates
import HostText
import Testing

@testable import HostPlugins
@testable import HostRuntime
@testable import HostWorkers

@Suite struct `The order of the keys of help` {
  private func items(_ names: ClosedRange<Unicode.Scalar>, _ action: String) -> [KeyHelpItem] {
    (names.lowerBound.value...names.upperBound.value).compactMap(Unicode.Scalar.init).map {
      KeyHelpItem(key: String($0), action: action)
    }
  }

  private let own = [
    KeyHelpItem(key: "tab", action: "next child"), KeyHelpItem(key: "q", action: "quit"),
  ]
  private let brought = [KeyHelpItem(key: "V", action: "open the viewer")]

  /// What is seen of it on a surface of 80 columns.
  private func seen(_ order: [KeyHelpItem]) -> [String] {
    KeyHelpLayout(order, columns: 80, maximumRows: 3).places.map {
      "\($0.item.key) \($0.item.action)"
    }
  }

  @Test func `is what the child in front does, where else one can go, what others do`() {
    let order = KeyHelpLayout.ordered(
      offered: [KeyHelpItem(key: "R", action: "retry")],
      bound: [KeyHelpItem(key: "P", action: "pause")],
      children: [items("a"..."b", "first"), items("c"..."d", "second")], own: own,
      brought: brought)
    #expect(
      seen(order) == [
        "R retry", "a first", "b first", "P pause", "V open the viewer", "c second", "d second",
        "tab next child", "q quit",
      ])
  }

  @Test func `leaves room for the keys of descriptors where there are many others`() {
    let front = items("a"..."l", "of the front")
    let order = KeyHelpLayout.ordered(
      children: [front, items("m"..."z", "of another")], own: own, brought: brought)
    let seen = seen(order)
    #expect(seen.prefix(9).map(\.first) == ["a", "b", "c", "d", "e", "f", "g", "h", "V"])
    #expect(seen[9...].first == "m of another")
    #expect(!seen.contains("l of the front"))
  }

  /// Of the whole page, by heading.
  private func sections(_ stage: Stage) -> [String] {
    stage.keySections.map { "\($0.title): \($0.items.map(\.key).joined(separator: " "))" }
  }

  @Test func `is by heading on the page of keys, with each once, and another in a pick`() throws {
    let crowd = try CrowdedStage(
      states: [("content", ["a", "b"]), ("empty", ["c"])],
      keys: [KeyBinding(key: Key(.function(2)), state: "empty")])
    let items: [String: [(String, KeyHelpItem.Group)]] = [
      "a": [
        ("x", .own), ("m", .move), ("y", .own), ("q", .own), ("f2", .own),
        ("f12", .own), ("Ctrl-C", .find), ("ctrl-z", .move), ("f12ctrl-cctrl-zdelete", .own),
      ],
      "b": [("w", .own), ("x", .find), ("z", .move), ("", .own), ("c", .columns), ("k", .rows)],
    ]
    for (name, items) in items {
      var answers = ChildAnswers()
      answers.keyHelp = items.map { KeyHelpItem(key: $0, action: "of \(name)", group: $1) }
      crowd.answers[name] = answers
    }
    crowd.show(columns: 80, rows: 24)
    // Children that are not bundled are listed by name; they replace no key of the host or others.
    let children = [#""Small": w x z c k m y q f12ctrl-cctrl-z…"#]
    let program = "program: tab r q ? F f12 ctrl-l ctrl-z ctrl-c"
    #expect(sections(crowd.stage) == ["states: f2"] + children + [program])
    crowd.stage.context.query = PickQuery()
    let text = "text: ctrl-u ctrl-w alt-d ctrl-a/ctrl-e alt-b/alt-f ctrl-r"
    let pick = "program: f6 f5 escape f1 f12 ctrl-l ctrl-z ctrl-c"
    #expect(sections(crowd.stage) == ["states: f2", text] + children + [pick])
    crowd.stage.context.query = PickQuery("typed")
    #expect(sections(crowd.stage)[1].hasPrefix("text: left/right ctrl-u"))
    // The line, which names no child, has the host's keys too.
    crowd.stage.context.query = nil
    #expect(crowd.stage.keyHelp.contains { $0.key == "q" && $0.action == "quit" })
    #expect(!crowd.stage.keyHelp.contains { $0.key == "f12" || $0.key == "ctrl-z" })
    // Who takes what is typed gets all of it.
    crowd.say(.takeText(true), by: "b")
    crowd.settle()
    #expect(crowd.stage.keyHelp.allSatisfy { $0.action == "of b" })
  }

  @Test func `says of a key what it does for whoever gets it`() {
    let others = [
      KeyHelpItem(key: "q", action: "not its own"), KeyHelpItem(key: "i", action: "info"),
    ]
    let order = KeyHelpLayout.ordered(
      bound: [KeyHelpItem(key: "a", action: "archive")],
      children: [items("a"..."j", "first"), [KeyHelpItem(key: "tab", action: "mark")]], own: own,
      brought: others)
    let seen = seen(order)
    #expect(seen.contains("a archive") && !seen.contains("a first"))
    #expect(seen.contains("i first") && !seen.contains("i info"))
    #expect(seen.contains("q quit") && !seen.contains("q not its own"))
    #expect(seen.contains("tab mark") && !seen.contains("tab next child"))
  }
}
