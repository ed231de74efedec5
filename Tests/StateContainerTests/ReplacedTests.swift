import StateContainer
import Testing

/// A child that is a value.
private struct Row: StateContainerChild, Equatable {
  let id: Int
  var text: String
}

/// A value that cannot be compared.
private struct Cell: StateContainerChild {
  let id: Int
  let text: () -> String
}

/// A value that equals every other one with its identity.
private struct Named: StateContainerChild, Equatable {
  let id: Int
  let text: String
  static func == (one: Named, other: Named) -> Bool { one.id == other.id }
}

private final class Rows<Child: StateContainerChild>: StateContainerOwner {
  var rows: [Child]
  var heard: [String] = []
  let name: (Child) -> String

  init(_ rows: [Child], name: @escaping (Child) -> String) {
    self.rows = rows
    self.name = name
  }

  func loadAppearanceState() -> Bool { true }
  func children(for state: Bool) -> [Child] { state ? rows : [] }
  func childReplaced(_ former: Child, by child: Child) {
    heard.append("\(name(former)) is \(name(child))")
  }
  func layerOrderChanged() { heard.append("order") }
  func childDidDisappear(_ child: Child, animated: Bool) { heard.append("\(name(child)) goes") }
  func childWillAppear(_ child: Child, animated: Bool) { heard.append("\(name(child)) comes") }
}

@Suite struct `A child that is named in another form` {
  @Test func `takes the place of the former one, of which its owner hears`() {
    let owner = Rows([Row(id: 1, text: "a"), Row(id: 2, text: "b")], name: \.text)
    let container = StateContainer<Bool, Row>(owner: owner)
    var orders = 0
    container.addObserver { if case .order = $0 { orders += 1 } }
    container.appear()
    (owner.heard, orders) = ([], 0)
    owner.rows[1].text = "B"
    container.request(true, animated: false)
    #expect(container.layers.map(\.text) == ["a", "B"])
    #expect(owner.heard == ["b is B", "order"] && orders == 1)
    owner.heard = []
    container.request(true, animated: false)
    #expect(owner.heard == [], "an equal value is the same child")
    container.request(false, animated: false)
    #expect(owner.heard == ["a goes", "order", "B goes", "order"])
  }

  @Test func `takes the place of one that it equals, too, of which nobody hears`() {
    let owner = Rows([Named(id: 1, text: "a")], name: \.text)
    let container = StateContainer<Bool, Named>(owner: owner)
    container.appear()
    (owner.rows, owner.heard) = ([Named(id: 1, text: "b"), Named(id: 1, text: "c")], [])
    container.request(true, animated: false)
    #expect(container.layers.map(\.text) == ["b"] && owner.heard == [])
  }

  @Test func `is replaced with every transition where values cannot be compared`() {
    let owner = Rows([Cell(id: 1, text: { "a" })], name: { $0.text() })
    let container = StateContainer<Bool, Cell>(owner: owner)
    container.appear()
    owner.rows = [Cell(id: 1, text: { "b" }), Cell(id: 1, text: { "c" })]
    container.request(true, animated: true)
    #expect(container.layers.map { $0.text() } == ["b"], "the first of two counts")
    #expect(owner.heard.suffix(2) == ["a is b", "order"])
  }

  @Test func `is another object with the same identity, which hears what comes next`() {
    let first = RecordedChild("x")
    let second = RecordedChild("x")
    var heard: [String] = []
    first.onCall = { heard.append("first.\($0)") }
    second.onCall = { heard.append("second.\($0)") }
    let owner = Rows([first], name: \.id)
    let container = StateContainer<Bool, RecordedChild>(owner: owner)
    container.policy = .interrupt
    container.appear()
    heard = []
    container.request(false, animated: true)
    container.advance(to: 100_000_000)
    owner.rows = [second]
    container.request(true, animated: true)
    #expect(container.layers.first === second)
    #expect(
      heard == [
        "first.willDisappear", "first.beginOut", "first.out 0.2857142857142857", "second.endOut",
        "second.didDisappear", "second.willAppear", "second.beginIn",
      ])
  }
}
