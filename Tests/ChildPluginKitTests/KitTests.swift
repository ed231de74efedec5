import ChildPluginAPI
import ChildPluginKit
import Testing

private let probeID = "org.example.probe"

private func plugin() throws -> UnsafePointer<childplugin_plugin_t> {
  try unsafe #require(unsafe probePlugin())
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
    #expect(told == ["loading -3 0", "own 7 1", "docked 0 0"])
    let docks = unsafe places.map { unsafe [$0.edge, $0.unit, $0.extent, $0.minimum] }
    #expect(
      docks == [
        [0, 0, 0, 0], [0, 0, 0, 0], [CHILDPLUGIN_EDGE_RIGHT, CHILDPLUGIN_UNIT_PERCENT, 40, 9],
      ])
    let sizes = unsafe places.map { unsafe Int($0.size) }
    #expect(sizes == Array(repeating: unsafe MemoryLayout<childplugin_place_t>.size, count: 3))
  }

  @Test func `a descriptor says what the child needs, and which keys and options it brings`() throws
  {
    let table = unsafe try plugin()
    let descriptor = try unsafe #require(unsafe table.pointee.descriptor(0)).pointee
    let needs = unsafe UnsafeBufferPointer(
      start: descriptor.needs, count: Int(descriptor.need_count))
    let needed = unsafe needs.map { unsafe $0.fakeString }
    #expect(needed == [CHILDPLUGIN_NEED_NETWORK, CHILDPLUGIN_NEED_RUN])
    let keys = unsafe UnsafeBufferPointer(start: descriptor.keys, count: Int(descriptor.key_count))
    let size = unsafe MemoryLayout<childplugin_default_key_t>.size
    let brought = unsafe keys.map {
      unsafe "\($0.key.fakeString) \($0.state.fakeString) \($0.label.fakeString) \(Int($0.size) - size)"
    }
    #expect(brought == ["f3 own mine 0", "x loading  0"])
    let options = unsafe UnsafeBufferPointer(
      start: descriptor.options, count: Int(descriptor.option_count))
    let optionSize = unsafe MemoryLayout<childplugin_option_t>.size
    let declared = unsafe options.map { option in
      let words = unsafe UnsafeBufferPointer(
        start: option.choices, count: Int(option.choice_count))
      let said = unsafe words.map { unsafe $0.fakeString }
      let range =
        unsafe option.flags == CHILDPLUGIN_OPTION_RANGE
        ? unsafe "\(option.minimum)...\(option.maximum)" : ""
      return unsafe [
        option.name.fakeString, "\(option.kind)", option.fallback.fakeString,
        option.help.fakeString, range, said.joined(separator: "|"),
        "\(Int(option.size) - optionSize)",
      ].joined(separator: ", ")
    }
    #expect(
      declared == [
        "title, \(CHILDPLUGIN_OPTION_TEXT), a, of the text, , , 0",
        "on, \(CHILDPLUGIN_OPTION_FLAG), true, of the flag, , , 0",
        "depth, \(CHILDPLUGIN_OPTION_INTEGER), 3, of the number, 1.0...9.0, , 0",
        "share, \(CHILDPLUGIN_OPTION_NUMBER), , of the share, -0.5...2.0, , 0",
        "wait, \(CHILDPLUGIN_OPTION_DURATION), 5s, of the time, 1.0...60.0, , 0",
        "mode, \(CHILDPLUGIN_OPTION_CHOICE), slow, of the choice, , fast|slow, 0",
      ])
  }

  /// What is asked of a host by all that is new in 1.1, and what came of it.
  private func askAll(_ host: Host) -> [Bool] {
    var done = [
      host.accept("a text", exitStatus: 3), host.accept(rows: [3, 1]), host.accept(rows: []),
      host.copy("to copy"), host.setTitle("ä title"), host.ringBell(),
    ]
    for program in [
      Program(["ls", "", "-ä"]), Program(["sort"], input: [0x62, 0x0A]),
      Program(["rm"], addsRowsToWords: true), Program(["wc"], readsRows: true),
      Program(["vi"], usesTerminal: true),
    ] {
      let number = host.run(program)
      #expect(number == nil || number == 7)
      done.append(number != nil)
    }
    done.append(host.cancel(1 << 40))
    done.append(host.claim(Dock(.left, .cells(20), minimum: 4)))
    done.append(host.claim(Dock(.top, .percent(50))))
    done.append(host.claim(nil))
    done.append(host.collapse())
    done.append(host.collapse(false))
    done.append(host.remember("ä", forOption: "title"))
    host.refreshInsets()
    done.append(host.send(Array("body".utf8), subject: "a.b/1", to: "org.example.other"))
    done.append(host.send([], subject: "a.b/2"))
    done.append(host.focus?.ask() ?? false)
    host.focus?.takeText(true)
    host.focus?.takeText(false)
    return done
  }

  @Test func `what a child asks for reaches the host whole, and it is told what came of it`() throws
  {
    let host = FakeHost()
    let (child, probe) = try probe(on: host)
    let size = unsafe MemoryLayout<childplugin_program_t>.size
    for performs in [true, false] {
      host.performs = performs
      let before = host.asked.count
      let done = askAll(probe.host)
      #expect(done == Array(repeating: performs, count: 21))
      #expect(
        Array(host.asked[before...]) == [
          "accept a text with 3", "accept [3, 1]", "accept []", "copy to copy", "title ä title",
          "bell", #"run ["ls", "", "-ä"] on  as 0, \#(size) bytes"#,
          #"run ["sort"] on b\#n as 0, \#(size) bytes"#,
          #"run ["rm"] on  as \#(CHILDPLUGIN_PROGRAM_ROWS_AS_ARGUMENTS), \#(size) bytes"#,
          #"run ["wc"] on  as \#(CHILDPLUGIN_PROGRAM_ROWS_AS_INPUT), \#(size) bytes"#,
          #"run ["vi"] on  as \#(CHILDPLUGIN_PROGRAM_ON_TERMINAL), \#(size) bytes"#,
          "cancel \(1 << 40)",
          "claim \(CHILDPLUGIN_EDGE_LEFT) \(CHILDPLUGIN_UNIT_CELLS) 20 4",
          "claim \(CHILDPLUGIN_EDGE_TOP) \(CHILDPLUGIN_UNIT_PERCENT) 50 0",
          "claim \(CHILDPLUGIN_EDGE_NONE) 0 0 0", "collapse true", "collapse false",
          "remember title ä", "refresh",
          "say a.b/1 to org.example.other: body", "say a.b/2 to : ", "front", "takes text: true",
          "takes text: false",
        ])
      #expect(probe.host.focus?.isInFront == performs && probe.host.focus?.count == 3)
      var situation = Situation()
      if performs { (situation.state, situation.previous) = ("content", "loading") }
      situation.isTransitioning = performs
      #expect(probe.host.situation == situation)
    }
    // No row is below the first.
    #expect(!probe.host.accept(rows: [1, -1]))
    withExtendedLifetime(child) {}
  }

  @Test func `a host of 1.0 is asked for nothing of that, and has none of it`() throws {
    let host = FakeHost()
    host.isOld = true
    host.options = ["on": "true"]
    let (child, probe) = try probe(on: host)
    #expect(askAll(probe.host) == Array(repeating: false, count: 21))
    #expect(host.asked == [] && probe.host.focus == nil && probe.host.situation == nil)
    #expect(probe.host.flag("on") == nil && probe.host.option("on") == "true")
    withExtendedLifetime(child) {}
  }

  @Test func `options are read as what they mean, or not at all`() throws {
    let host = FakeHost()
    host.options = ["on": "true", "off": "false", "depth": "-3", "share": "2.5"]
    let (child, probe) = try probe(on: host)
    let own = probe.host
    #expect(own.flag("on") == true && own.flag("off") == false && own.flag("depth") == nil)
    #expect(own.integer("depth") == -3 && own.integer("share") == nil && own.integer("no") == nil)
    #expect(own.number("share") == 2.5 && own.number("depth") == -3 && own.number("on") == nil)
    #expect(own.duration("depth") == .nanoseconds(-3) && own.duration("on") == nil)
    withExtendedLifetime(child) {}
  }

  @Test func `an enumeration has the numbers of the ABI`() {
    #expect(Timing.Curve.linear.rawValue == CHILDPLUGIN_CURVE_LINEAR)
    #expect(Timing.Curve.easeIn.rawValue == CHILDPLUGIN_CURVE_EASE_IN)
    #expect(Timing.Curve.easeOut.rawValue == CHILDPLUGIN_CURVE_EASE_OUT)
    #expect(Timing.Curve.easeInOut.rawValue == CHILDPLUGIN_CURVE_EASE_IN_OUT)
    #expect(Timing.Effect.still.rawValue == CHILDPLUGIN_EFFECT_NONE)
    #expect(Timing.Effect.fade.rawValue == CHILDPLUGIN_EFFECT_FADE)
    #expect(Timing.Effect.slideUp.rawValue == CHILDPLUGIN_EFFECT_SLIDE_UP)
    #expect(Timing.Effect.slideDown.rawValue == CHILDPLUGIN_EFFECT_SLIDE_DOWN)
    #expect(Timing.Effect.slideLeft.rawValue == CHILDPLUGIN_EFFECT_SLIDE_LEFT)
    #expect(Timing.Effect.slideRight.rawValue == CHILDPLUGIN_EFFECT_SLIDE_RIGHT)
    #expect(View.Filter.Kind.text.rawValue == CHILDPLUGIN_MATCH_TEXT)
    #expect(View.Filter.Kind.expression.rawValue == CHILDPLUGIN_MATCH_EXPRESSION)
    #expect(View.Filter.Kind.fuzzy.rawValue == CHILDPLUGIN_MATCH_FUZZY)
    #expect(View.Filter.Kind.query.rawValue == CHILDPLUGIN_MATCH_QUERY)
    #expect(View.Filter.LetterCase.smart.rawValue == CHILDPLUGIN_CASE_SMART)
    #expect(View.Filter.LetterCase.sensitive.rawValue == CHILDPLUGIN_CASE_SENSITIVE)
    #expect(View.Filter.LetterCase.insensitive.rawValue == CHILDPLUGIN_CASE_INSENSITIVE)
    #expect(View.Sort.Key.text.rawValue == CHILDPLUGIN_SORT_TEXT)
    #expect(View.Sort.Key.number.rawValue == CHILDPLUGIN_SORT_NUMBER)
    #expect(View.Sort.Key.score.rawValue == CHILDPLUGIN_SORT_SCORE)
    #expect(View.Sort.Key.natural.rawValue == CHILDPLUGIN_SORT_NATURAL)
    #expect(View.CellType.number.rawValue == CHILDPLUGIN_CELLS_NUMBER)
    #expect(View.CellType.size.rawValue == CHILDPLUGIN_CELLS_SIZE)
    #expect(View.CellType.duration.rawValue == CHILDPLUGIN_CELLS_DURATION)
    #expect(View.CellType.time.rawValue == CHILDPLUGIN_CELLS_TIME)
    #expect(View.CellType.date.rawValue == CHILDPLUGIN_CELLS_DATE)
    #expect(View.CellType.address.rawValue == CHILDPLUGIN_CELLS_ADDRESS)
    #expect(View.CellType.version.rawValue == CHILDPLUGIN_CELLS_VERSION)
    #expect(View.CellType.text.rawValue == CHILDPLUGIN_CELLS_TEXT)
    #expect(Mouse.Button.left.rawValue == CHILDPLUGIN_BUTTON_LEFT)
    #expect(Mouse.Button.middle.rawValue == CHILDPLUGIN_BUTTON_MIDDLE)
    #expect(Mouse.Button.right.rawValue == CHILDPLUGIN_BUTTON_RIGHT)
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

  @Test func `a child has the extensions that its type says, under their whole ids, and no others`()
    throws
  {
    let offered = [
      CHILDPLUGIN_EXTENSION_LAYOUT, CHILDPLUGIN_EXTENSION_TRANSITION, CHILDPLUGIN_EXTENSION_INPUT,
      CHILDPLUGIN_EXTENSION_CONTENT, CHILDPLUGIN_EXTENSION_WAKE, CHILDPLUGIN_EXTENSION_STATE,
      CHILDPLUGIN_EXTENSION_KEY_HELP, CHILDPLUGIN_EXTENSION_ACCESSIBILITY,
      CHILDPLUGIN_EXTENSION_THEME,
    ]
    let lacking = [
      CHILDPLUGIN_EXTENSION_SITUATION, CHILDPLUGIN_EXTENSION_SELECTION, CHILDPLUGIN_EXTENSION_VIEW,
      CHILDPLUGIN_EXTENSION_FOCUS, CHILDPLUGIN_EXTENSION_MESSAGES, CHILDPLUGIN_EXTENSION_RUN,
      "", "childplugin.layout/2",
    ]
    let probe = try probe().child
    let plain = try unsafe TestChild(plugin(), id: probeID + ".plain", host: FakeHost())
    for id in offered + lacking {
      let isOffered = unsafe probe.getExtension(id) != nil
      let isPlainOffered = unsafe plain.getExtension(id) != nil
      #expect(isOffered == offered.contains(id) && !isPlainOffered, "\(id)")
    }
    for id in offered {
      #expect(unsafe probe.getExtension(id) == probe.getExtension(id))
      #expect(unsafe probe.getExtension(id + " ") == nil)
      #expect(unsafe probe.getExtension(String(id.dropLast())) == nil)
    }
    #expect(plain.screen(6, 1) == ["plain"])
    // Each is a table of its own.
    let tables = unsafe Set(offered.map { unsafe probe.getExtension($0) })
    #expect(unsafe tables.count == offered.count)
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
    let (child, probe) = try probe()
    let fitting = try #require(probe.host.fit("hello", columns: 3))
    #expect(fitting == (3, 3))
    let part = try #require(probe.host.fit(TextBuffer("hello"), bytes: 3..<5, columns: 3))
    #expect(part == (2, 2))
    withExtendedLifetime(child) {}
  }

  @Test func `a timing is that of the child, or else that of the host`() throws {
    let (child, probe) = try probe()
    #expect(child.timing(appearing: true).duration_nanoseconds == 350_000_000)
    probe.wantedTiming = Timing(
      delay: .milliseconds(5), duration: .seconds(2), curve: .linear, effect: .slideLeft)
    let timing = child.timing(appearing: true)
    #expect(timing.delay_nanoseconds == 5_000_000)
    #expect(timing.duration_nanoseconds == 2_000_000_000)
    #expect(timing.curve == CHILDPLUGIN_CURVE_LINEAR)
    #expect(timing.effect == CHILDPLUGIN_EFFECT_SLIDE_LEFT)
    // A duration that no clock holds becomes the longest.
    probe.wantedTiming = Timing(delay: .seconds(Int64.min), duration: .seconds(Int64.max))
    #expect(child.timing(appearing: false).duration_nanoseconds == .max)
    #expect(child.timing(appearing: false).delay_nanoseconds == .min)
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

  @Test func `a child ends with destroy, a thousand times over`() throws {
    let before = unsafe ProbeChild.alive
    for _ in 0..<1_000 {
      let child = try probe().child
      _ = try child.keyHelp()
    }
    #expect(unsafe ProbeChild.alive == before)
  }
}
