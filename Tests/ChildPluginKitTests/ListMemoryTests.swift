import ChildPluginAPI
import Testing

private func list(_ rows: [String], on host: FakeHost = FakeHost()) throws -> TestChild {
  host.content = FakeContent(rows)
  let child = try BundledPlugin.list.child("org.statehost.list", on: host)
  child.appear()
  _ = child.screen(20, 5)
  return child
}

/// Replaces the rows as a reload does.
private func reload(_ child: TestChild, _ rows: [String], isLoading: Bool = false) throws {
  var content = FakeContent(rows)
  content.generation = (child.host.content?.generation ?? 0) + 1
  content.revision = (child.host.content?.revision ?? 0) + 1
  if isLoading { content.flags = CHILDPLUGIN_CONTENT_LOADING }
  child.host.content = content
  try child.contentChanged()
}

private func selected(_ child: TestChild) throws -> String {
  let text = try child.accessibilityText()
  return text.split(separator: ": ", maxSplits: 1).last.map { String($0) } ?? ""
}

/// The rows in view, without the scroll bar.
private func texts(_ child: TestChild) -> [String] {
  child.screen(20, 5).dropLast().map { String($0.prefix(10)) }
}

struct SelectionAcrossRefreshes {
  @Test(arguments: [
    (["a", "b", "c", "d"], "c"),
    (["new", "a", "b", "c", "d"], "c"),
    (["c", "b", "a"], "c"),
    (["a", "b", "x", "d"], "x"),
    (["a"], "a"),
    ([], "List, no rows"),
  ])
  func `the selected row is found again by its text`(rows: [String], expected: String) throws {
    let child = try list(["a", "b", "c", "d"])
    try child.type("jj")
    try reload(child, rows)
    #expect(try selected(child) == expected)
  }

  @Test func `of equal rows the nearest is taken`() throws {
    let child = try list(["x", "a", "b", "c", "x"])
    try child.type("G")
    try reload(child, ["x", "a", "b", "x", "c"])
    #expect(try child.accessibilityText() == "List, row 4 of 5: x")
  }

  @Test func `a row that changed is found by its first column`() throws {
    let child = try list([])
    func pods(_ ages: [(String, String)], generation: UInt64) throws {
      var content = FakeContent(ages.map { "\($0.0) \($0.1)" })
      content.columns = [.init(name: "NAME", width: 5), .init(name: "AGE", width: 5)]
      content.cell = { $1 == 0 ? ages[$0].0 : ages[$0].1 }
      content.generation = generation
      content.revision = generation
      child.host.content = content
      try child.contentChanged()
    }
    try pods([("web", "1s"), ("db", "1s")], generation: 2)
    try child.type("j")
    try pods([("new", "0s"), ("web", "9s"), ("db", "9s")], generation: 3)
    #expect(try selected(child) == "db 9s")
  }

  @Test func `while rows still arrive it waits for the row`() throws {
    let child = try list(["a", "b", "c", "d"])
    try child.type("jj")
    try reload(child, ["n"], isLoading: true)
    #expect(try selected(child) == "n")
    child.host.content?.rows = 4
    child.host.content?.row = { ["n", "a", "b", "c"][$0] }
    child.host.content?.revision += 1
    try child.contentChanged()
    #expect(try selected(child) == "c")
  }

  @Test func `a shorter reload that is whole ends the waiting`() throws {
    let child = try list(["a", "b", "c", "d"])
    try child.type("jj")
    try reload(child, ["x", "y"])
    #expect(try selected(child) == "y")
    // The row that is now on screen is the one to keep, not the one that has gone.
    try reload(child, ["c", "x", "y"])
    #expect(try selected(child) == "y")
  }

  @Test func `a key ends the waiting`() throws {
    let child = try list(["a", "b", "c", "d"])
    try child.type("jjj")
    try reload(child, ["n", "m"], isLoading: true)
    try child.type("g")
    try reload(child, ["a", "n", "m", "d"])
    #expect(try selected(child) == "n")
  }

  @Test func `the looking is bounded`() throws {
    let child = try list((0..<100_000).map { "row \($0)" })
    try child.type("G")
    _ = child.host.takeCellReads()
    try reload(child, (0..<100_000).map { "other \($0)" })
    #expect(child.host.takeCellReads() < 1_100)
    #expect(try selected(child) == "other 99999")
  }

  @Test func `the row stays at its height of the view`() throws {
    let child = try list((0..<50).map { "row \($0)" })
    for _ in 0..<10 { try child.type("j") }
    let before = texts(child)
    try reload(child, ["new", "newer"] + (0..<50).map { "row \($0)" })
    #expect(texts(child) == before)
  }
}

struct SavedList {
  @Test func `selection and place come back`() throws {
    let rows = (0..<50).map { "row \($0)" }
    let child = try list(rows)
    for _ in 0..<10 { try child.type("j") }
    let host = FakeHost()
    host.content = FakeContent(["new"] + rows)
    let again = try BundledPlugin.list.child("org.statehost.list", on: host)
    #expect(try again.restore(child.save()))
    again.appear()
    #expect(try selected(again) == "row 10")
    #expect(texts(again) == texts(child))
  }

  @Test(arguments: ["/row 4\r", "/row 4"])
  func `what was looked for comes back, to be gone on with`(keys: String) throws {
    let rows = (0..<50).map { "row \($0)" }
    let child = try list(rows)
    try child.type(String(keys.prefix { $0 != "\r" }))
    if keys.hasSuffix("\r") { try child.key(CHILDPLUGIN_KEY_ENTER) }
    let host = FakeHost()
    host.content = FakeContent(rows)
    let again = try BundledPlugin.list.child("org.statehost.list", on: host)
    #expect(try again.restore(child.save()))
    again.appear()
    #expect(try selected(again) == "row 4")
    #expect(again.screen(20, 5).last == "5/50 /row 4")
    try again.type("n")
    #expect(try selected(again) == "row 40")
  }

  @Test func `bytes that are not its own are refused, and change nothing`() throws {
    let child = try list(["a", "b", "c"])
    let whole = try child.save()
    for length in 0..<whole.count { #expect(try !child.restore(Array(whole.prefix(length)))) }
    #expect(try !child.restore(whole + [0]))
    var generator = SystemRandomNumberGenerator()
    let seed = generator.next()
    var state = seed
    for _ in 0..<500 {
      var bytes = whole
      for index in bytes.indices.dropFirst(5) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[index] = UInt8(truncatingIfNeeded: state >> 33)
      }
      _ = try child.restore(bytes)
      #expect(child.screen(20, 5).count == 5, "seed \(seed)")
    }
  }
}
