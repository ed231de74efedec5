import ChildPluginAPI
import Testing

/// Replaces the rows as a reload does.
private func reload(_ child: TestChild, _ rows: [String], isLoading: Bool = false) throws {
  var content = FakeContent(rows)
  content.generation = (child.host.content?.generation ?? 0) + 1
  content.revision = (child.host.content?.revision ?? 0) + 1
  if isLoading { content.flags = CHILDPLUGIN_CONTENT_LOADING }
  child.host.content = content
  try child.contentChanged()
}

/// The rows in view, without the scroll bar.
private func texts(_ child: TestChild) -> [String] {
  child.screen(20, 5).dropLast().map { String($0.prefix(10)) }
}

/// The list and the row that the host has the user on.
struct SelectionAcrossRefreshes {
  @Test func `the list shows the row that the host has the user on, at the height of the view`()
    throws
  {
    let rows = (0..<50).map { "row \($0)" }
    let child = try list(FakeContent(rows))
    for _ in 0..<10 { try child.type("j") }
    #expect(child.host.selected == 10)
    let before = texts(child)
    child.host.selected = 12
    child.host.forgetRequests()
    try reload(child, ["new", "newer"] + rows)
    #expect(texts(child) == before)
    #expect(try child.accessibilityText() == "List, row 13 of 52: row 10")
    #expect(child.host.selected == 12, "it does not move the user")
  }

  @Test func `g and G stay at the first and the last row`() throws {
    let child = try list(FakeContent(["a", "b", "c"]))
    child.host.forgetRequests()
    try child.type("Gg")
    #expect(child.host.asked == ["stay at 2", "stay at 1"])
    #expect(child.host.selected == 0)
  }

  @Test func `a filter, and what scrolls sideways, move nobody`() throws {
    let child = try list(FakeContent(["a", "b", "c"]))
    child.host.selected = nil
    try child.type("l&b⏎")
    #expect(child.host.selected == nil)
  }

  @Test func `what has become of rows is said`() throws {
    let child = try list(FakeContent(["a", "b", "c"]))
    child.host.goneCount = 2
    child.host.selectionNotice = "the row is gone"
    let status = child.screen(60, 5).last ?? ""
    #expect(status.contains("1/3, 2 gone") && status.hasSuffix("the row is gone"))
  }

  @Test func `marks that are gone are forgotten with the others`() throws {
    let child = try list(FakeContent(["a", "b", "c"]))
    child.host.goneCount = 2
    child.host.forgetRequests()
    try child.type("M")
    #expect(child.host.asked == ["unmark 0 3"])
  }
}

struct SavedList {
  @Test func `the height in the view comes back`() throws {
    let rows = (0..<50).map { "row \($0)" }
    let child = try list(FakeContent(rows))
    for _ in 0..<10 { try child.type("j") }
    let host = FakeHost()
    host.content = FakeContent(["new"] + rows)
    host.selected = 11
    let again = try BundledPlugin.list.child("org.statehost.list", on: host)
    #expect(try again.restore(child.save()))
    again.appear()
    #expect(try again.selected() == "row 10")
    #expect(texts(again) == texts(child))
  }

  @Test(arguments: ["/row 4⏎", "/row 4"])
  func `what was looked for comes back, to be gone on with`(keys: String) throws {
    let rows = (0..<50).map { "row \($0)" }
    let child = try list(FakeContent(rows))
    try child.type(keys)
    let host = FakeHost()
    host.content = FakeContent(rows)
    host.selected = child.host.selected
    let again = try BundledPlugin.list.child("org.statehost.list", on: host)
    #expect(try again.restore(child.save()))
    again.appear()
    #expect(try again.selected() == "row 4")
    #expect(again.screen(20, 5).last == "5/50 /row 4")
    #expect(try again.selected(after: "n") == "row 40")
  }

  @Test func `bytes that are not its own are refused, and change nothing`() throws {
    let child = try list(FakeContent(["a", "b", "c"]))
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
