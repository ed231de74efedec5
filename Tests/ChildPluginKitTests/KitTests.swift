import ChildPluginAPI
import ChildPluginKit
import Testing

private let probeID = "org.example.probe"

private func plugin() throws -> UnsafePointer<childplugin_plugin_t> {
  try unsafe #require(unsafe probePlugin())
}

private func probe(
  on host: FakeHost = FakeHost()
) throws -> (child: TestChild, probe: ProbeChild) {
  let child = try unsafe TestChild(plugin(), id: probeID, host: host)
  return (child, try #require(unsafe ProbeChild.latest))
}

@Suite(.serialized) struct KitTests {
  @Test func `the table is the same one at every call`() throws {
    let table = unsafe try plugin()
    #expect(unsafe try plugin() == table)
    #expect(unsafe table.pointee.abi_major == 1)
    #expect(unsafe table.pointee.size == 72)
    #expect(unsafe table.pointee.descriptor_count() == 3)
    #expect(unsafe table.pointee.descriptor(3) == nil)
    #expect(unsafe table.pointee.descriptor(.max) == nil)
  }

  @Test func `a descriptor says what the child says`() throws {
    let table = unsafe try plugin()
    let descriptor = try unsafe #require(unsafe table.pointee.descriptor(0)).pointee
    #expect(unsafe descriptor.id.fakeString == probeID)
    #expect(unsafe descriptor.name.fakeString == "Probe")
    #expect(unsafe descriptor.vendor.fakeString == "Example")
    #expect(unsafe descriptor.version.fakeString == "1.2.3")
    #expect(unsafe descriptor.description.fakeString == "Writes down what it hears.")
    #expect(unsafe descriptor.flags == CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS)
    let places = unsafe UnsafeBufferPointer(
      start: descriptor.places, count: Int(descriptor.place_count))
    let told = unsafe places.map { unsafe "\($0.state.fakeString) \($0.place) \($0.flags)" }
    #expect(told == ["loading -3 0", "own 7 1"])
  }

  @Test(arguments: ["", "org.example", "org.example.probe\0", "org.example.probf", "other"])
  func `an id that is not its own is refused`(id: String) throws {
    let table = unsafe try plugin()
    let host = FakeHost()
    #expect(unsafe withText(id) { unsafe table.pointee.create(host.pointer, $0) } == nil)
  }

  @Test func `a child that cannot be made is refused, and says why`() throws {
    let host = FakeHost()
    host.options = ["refuse": "true"]
    let table = unsafe try plugin()
    #expect(unsafe withText(probeID) { unsafe table.pointee.create(host.pointer, $0) } == nil)
    #expect(host.logs == ["refused"])
  }

  @Test func `a plugin begins with a host of its own, or without one on an older host`() throws {
    let table = unsafe try plugin()
    let host = FakeHost()
    var reason = unsafe childplugin_text_t()
    let begin = try unsafe #require(unsafe table.pointee.init_with_host)
    #expect(unsafe withText("/a.so") { unsafe begin(host.pointer, $0, &reason) })
    #expect(host.logs == [" , 2 columns"])
    #expect(unsafe !withText("/a.so") { unsafe table.pointee.`init`($0, &reason) })
    #expect(unsafe reason.fakeString == "a host of 1.0 has none: /a.so")
  }

  @Test func `a plugin has extensions of its own`() throws {
    let table = unsafe try plugin()
    let ask = try unsafe #require(unsafe table.pointee.get_extension)
    #expect(unsafe withText("org.example.probe/1") { unsafe ask($0) } == probeTable)
    #expect(unsafe withText("org.example.probe/") { unsafe ask($0) } == nil)
  }

  @Test func `callbacks reach the child in the order they come`() throws {
    let (child, probe) = try probe()
    child.appear(animated: true)
    child.disappear()
    #expect(
      probe.heard == [
        "willAppear true", "didAppear true", "willDisappear false", "didDisappear false",
      ])
  }

  @Test func `a draw writes text, fills, and places the cursor`() throws {
    let (child, probe) = try probe()
    child.host.now = 42
    let canvas = child.canvas(6, 3)
    #expect(canvas.screen == [" 日本", "ip", "##"])
    #expect(probe.heard == ["draw 6×3 at 42", "used 4"])
    #expect(canvas.cursor?.column == 2)
    let cell = canvas.cell(1, 0)
    #expect(cell.foreground == 0x0300_0003)
    #expect(cell.background == 0x0300_0006)
    #expect(cell.attributes == CHILDPLUGIN_ATTRIBUTE_BOLD)
    #expect(canvas.cell(0, 2).foreground == 0x0101_0203)
  }

  @Test func `a draw decorates and dims`() throws {
    let canvas = try probe().child.canvas(12, 3)
    let cell = canvas.cell(5, 1)
    #expect(cell.foreground == 0x0400_00C8)
    #expect(cell.attributes == CHILDPLUGIN_ATTRIBUTE_UNDERLINE)
    #expect(cell.underline == CHILDPLUGIN_UNDERLINE_CURLY)
    #expect(cell.underlineColour == 0x0101_0203)
    #expect(cell.link == "https://a.example/")
    #expect(canvas.cell(1, 0).link == "")
    #expect(canvas.dimmed == [[1, 1, 11, 2]])
  }

  @Test func `a text is fitted by the host, as far as it has that`() throws {
    let host = try probe().probe.host
    let fitting = try #require(host.fit("hello", columns: 3))
    #expect(fitting == (3, 3))
    let part = try #require(host.fit(TextBuffer("hello"), bytes: 3..<5, columns: 3))
    #expect(part == (2, 2))
  }

  @Test func `a canvas of a smaller struct is used as far as it goes`() throws {
    let (child, probe) = try probe()
    let canvas = FakeCanvas(columns: 6, rows: 3)
    let end = try unsafe #require(MemoryLayout<childplugin_canvas_t>.offset(of: \.fill))
    unsafe canvas.draw(child.table, timeNanoseconds: 0, size: end)
    #expect(canvas.screen == [" 日本", "ip", ""])
    #expect(canvas.cursor == nil)
    unsafe canvas.draw(child.table, timeNanoseconds: 0, size: 16)
    #expect(probe.heard.last == "used 0")
  }

  @Test func `a timing is written as far as the struct of the host goes`() throws {
    let (child, probe) = try probe()
    #expect(child.timing(appearing: true).duration_nanoseconds == 350_000_000)
    probe.wantedTiming = Timing(
      delay: .milliseconds(5), duration: .seconds(2), curve: .linear, effect: .slideLeft)
    let timing = child.timing(appearing: true)
    #expect(timing.delay_nanoseconds == 5_000_000)
    #expect(timing.duration_nanoseconds == 2_000_000_000)
    #expect(timing.curve == CHILDPLUGIN_CURVE_LINEAR)
    #expect(timing.effect == CHILDPLUGIN_EFFECT_SLIDE_LEFT)
    var short = childplugin_timing_t(
      size: 24, curve: 3, effect: 1, reserved: 9, delay_nanoseconds: 0, duration_nanoseconds: 77)
    unsafe child.table.pointee.timing(child.table, true, &short)
    #expect(short.size == 24)
    #expect(short.delay_nanoseconds == 5_000_000)
    #expect(short.duration_nanoseconds == 77)
  }

  @Test func `a duration that no clock holds becomes the longest`() throws {
    let (child, probe) = try probe()
    probe.wantedTiming = Timing(delay: .seconds(Int64.min), duration: .seconds(Int64.max))
    #expect(child.timing(appearing: false).duration_nanoseconds == .max)
    #expect(child.timing(appearing: false).delay_nanoseconds == .min)
  }

  @Test(arguments: [
    CHILDPLUGIN_EXTENSION_LAYOUT, CHILDPLUGIN_EXTENSION_TRANSITION, CHILDPLUGIN_EXTENSION_INPUT,
    CHILDPLUGIN_EXTENSION_CONTENT, CHILDPLUGIN_EXTENSION_WAKE, CHILDPLUGIN_EXTENSION_STATE,
    CHILDPLUGIN_EXTENSION_KEY_HELP, CHILDPLUGIN_EXTENSION_ACCESSIBILITY,
    CHILDPLUGIN_EXTENSION_THEME,
  ])
  func `an extension is offered by conforming, under its whole id`(id: String) throws {
    let child = try probe().child
    #expect(unsafe child.getExtension(id) != nil)
    #expect(unsafe child.getExtension(id) == child.getExtension(id))
    #expect(unsafe child.getExtension(id + " ") == nil)
    #expect(unsafe child.getExtension(String(id.dropLast())) == nil)
    let plain = try unsafe TestChild(plugin(), id: "org.example.probe.plain", host: FakeHost())
    #expect(unsafe plain.getExtension(id) == nil)
    #expect(plain.screen(6, 1) == ["plain"])
  }

  @Test func `keys and the mouse arrive as they are, and what is unknown does no harm`() throws {
    let (child, probe) = try probe()
    try child.key(97, modifiers: CHILDPLUGIN_MODIFIER_CONTROL)
    try child.key(CHILDPLUGIN_KEY_F1 + 11)
    try child.key(CHILDPLUGIN_KEY_F1 + 12)
    try child.mouse(CHILDPLUGIN_MOUSE_WHEEL, 3, -4, wheel: -2)
    try child.mouse(CHILDPLUGIN_MOUSE_WHEEL, 3, -4, sideways: 2)
    try child.mouse(CHILDPLUGIN_MOUSE_MOVE, 5, 6)
    try child.mouse(CHILDPLUGIN_MOUSE_PRESS, button: CHILDPLUGIN_BUTTON_RIGHT, 1, 2)
    #expect(try !child.mouse(99, 0, 0))
    #expect(try !child.mouse(CHILDPLUGIN_MOUSE_PRESS, button: 99, 0, 0))
    #expect(try !child.paste("x"))
    #expect(
      probe.heard == [
        "character(\"a\") 4 a", "function(12) 0 ", "unknown(1114141) 0 ", "wheel(-2) 3,-4",
        "wheelSideways(2) 3,-4", "move 5,6",
        "press(ChildPluginKit.Mouse.Button.right) 1,2",
      ])
  }

  @Test func `state, key help and words are handed over whole`() throws {
    let (child, probe) = try probe()
    #expect(try child.save() == [1, 2, 3])
    #expect(try child.restore([9, 8]))
    #expect(try !child.restore([]))
    #expect(probe.state == [])
    #expect(try child.accessibilityText() == "a probe — ∞")
    let help = try child.keyHelp()
    #expect(help.count == 32)
    #expect(help.last == "key 31 action 31")
  }

  @Test func `insets are brought into the range of the ABI`() throws {
    let child = try probe().child
    let raw = try unsafe #require(unsafe child.getExtension(CHILDPLUGIN_EXTENSION_LAYOUT))
    let layout = unsafe raw.assumingMemoryBound(to: childplugin_layout_t.self)
    var insets = childplugin_insets_t()
    insets.size = UInt32(MemoryLayout<childplugin_insets_t>.size)
    unsafe layout.pointee.insets(child.table, &insets)
    #expect([insets.top, insets.right, insets.bottom, insets.left] == [1, 2, 3, .max])
  }

  @Test func `the host's functions are reached`() throws {
    let host = FakeHost()
    host.now = 5
    host.options = ["text": "日本語"]
    let probe = try probe(on: host).probe
    #expect(probe.host.nowNanoseconds == 5)
    #expect(probe.host.option("text") == "日本語")
    #expect(probe.host.option("other") == nil)
    #expect(probe.host.columns(of: "日本x") == 5)
    #expect(probe.host.terminal.hasUTF8)
    #expect(
      probe.host.themeColour(of: .accent).rgb.map { "\($0)" } == "(red: 0, green: 0, blue: 3)")
    #expect(probe.host.wake(after: .milliseconds(20)))
    #expect(host.wakeAfter == 20_000_000)
    probe.host.stopWaking()
    #expect(host.wakeAfter == nil)
    probe.host.waker.wake()
    #expect(host.wakes == 1)
    probe.host.request(state: "error", animated: false)
    probe.host.perform(.acceptRow(7))
    probe.host.perform(.quit)
    #expect(host.requests == [.state("error", false), .action(3, 7), .action(2, 0)])
  }

  @Test func `content is read into a buffer, cut between characters`() throws {
    let host = FakeHost()
    host.content = FakeContent(["日本語", "b"])
    let child = try probe(on: host)
    let content = try #require(child.probe.host.content)
    var buffer = TextBuffer("old")
    #expect(content.rows == 2)
    #expect(content.read(row: 0, into: &buffer, limit: 8) == 9)
    #expect(buffer.string == "日本")
    #expect(content.read(row: 0, into: &buffer, limit: 9) == 9)
    #expect(buffer.string == "日本語")
    #expect(content.read(row: 2, into: &buffer, limit: 9) == 0)
    #expect(buffer.isEmpty)
    #expect(content.read(row: -1, into: &buffer, limit: 9) == 0)
    #expect(content.read(row: 0, into: &buffer, limit: -1) == 9)
    #expect(content.row(5) == nil)
    #expect(content.failure == nil)
    #expect(content.column(0, name: &buffer) == nil)
  }

  @Test func `a host with fewer functions is used as far as it goes`() throws {
    let contentStart = try unsafe #require(MemoryLayout<childplugin_host_t>.offset(of: \.content))
    for field in stride(from: 24, through: unsafe MemoryLayout<childplugin_host_t>.size, by: 4) {
      let host = FakeHost(size: field)
      host.content = FakeContent(["a"])
      let (child, probe) = try probe(on: host)
      _ = child.screen(6, 3)
      probe.host.log("a line")
      probe.host.invalidate()
      probe.host.waker.wake()
      _ = (probe.host.name, probe.host.version, probe.host.nowNanoseconds, probe.host.terminal)
      _ = (probe.host.option("a"), probe.host.columns(of: "a"), probe.host.themeColour(of: .text))
      _ = (probe.host.wake(after: .zero), probe.host.request(state: "a"), probe.host.perform(.quit))
      #expect((probe.host.content == nil) == (field < contentStart + 8), "\(field)")
      var buffer = TextBuffer()
      probe.host.content?.read(row: 0, into: &buffer, limit: 9)
    }
  }

  @Test func `a child ends with destroy, a thousand times over`() throws {
    let before = unsafe ProbeChild.alive
    for _ in 0..<1_000 {
      let child = try probe().child
      _ = try child.keyHelp()
    }
    #expect(unsafe ProbeChild.alive == before)
  }
}
