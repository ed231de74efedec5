internal import HostContent
package import HostStates
internal import HostSurface
internal import HostSystem
internal import HostText

/// What happens in a simulated run, all of it from one number.
extension Scenario {
  /// A source that stalls, bursts, splits its rows anywhere and fails; a user who types, pastes,
  /// drags, resizes and suspends; a terminal that is slow; children that misbehave.
  package init(simulatedSeed seed: UInt64) {
    var random = SplitMix(seed: seed)
    var actions = ScriptGenerator.actions(using: &random)
    ScriptGenerator.addFocusMoves(to: &actions, seed: seed)
    ScriptGenerator.addBorderMoves(to: &actions, seed: seed)
    if seed % 16 == 5 { ScriptGenerator.addLongOrder(to: &actions, seed: seed) }
    if seed.isMultiple(of: 3) { ScriptGenerator.addFates(to: &actions, seed: seed) }
    var table = SimulatedTable(seed: seed)
    table?.replaceRows(of: &actions)
    self.init(
      statesFile: StatesFile(
        initial: "content", states: Self.simulatedStates(using: &random),
        children: Self.simulatedChildren(seed: seed, table, using: &random),
        keys: [KeyBinding(key: Key(.character("e")), state: "error")]),
      appearanceStates: ["content"], actions: actions, rules: [],
      source: random.int(0..<5) == 0 ? .file : .command)
  }

  private static func simulatedStates(using random: inout SplitMix) -> [StateDescription] {
    ["loading", "content", "empty", "error"].map { state in
      var children = state == "content" || state == "loading" ? ["rows"] : []
      let others = ["glyphs", "busy", "rude", "blank"].shuffled(using: &random)
      children += others.prefix(random.int(0...2))
      return StateDescription(name: state, children: children)
    }
  }

  private static func simulatedChildren(
    seed: UInt64, _ table: SimulatedTable?, using random: inout SplitMix
  ) -> [ChildDescription] {
    var children = ["rows", "glyphs", "busy", "rude"].map { name in
      ChildDescription(
        name: name, use: "sim.\(name)",
        options: Self.options(seed: seed, name == "rows" ? table : nil))
    }
    children.append(ChildDescription(name: "blank"))
    for index in children.indices where random.bool() {
      children[index].appear.durationNanoseconds = random.milliseconds(0...4) * 100
      children[index].disappear.delayNanoseconds = random.milliseconds(0...2) * 50
    }
    addAreas(to: &children, seed: seed)
    return children
  }

  /// Some dock, now and then more than there is room for.
  private static func addAreas(to children: inout [ChildDescription], seed: UInt64) {
    var random = SplitMix(seed: seed ^ 0xA4EA)
    for index in children.indices where random.int(0..<4) == 0 {
      children[index].area = Dock(
        random.one(of: Dock.Edge.allCases),
        random.bool() ? .cells(random.int(1...60)) : .percent(random.int(1...100)),
        minimum: random.int(0...30))
    }
  }
}

extension Scenario {
  private static func options(seed: UInt64, _ table: SimulatedTable?) -> JSONValue {
    let request = table.map { (name: SimulatedTable.option, text: $0.request.rawValue) }
    let options = [(name: "seed", text: "\(seed)")] + (request.map { [$0] } ?? [])
    return JSONValue(
      offset: 0,
      content: .object(
        options.map {
          let value = JSONValue(offset: 0, content: .string($0.text))
          return JSONMember(name: $0.name, nameOffset: 0, value: value)
        }))
  }
}

/// The actions of a run, in the order of their times.
private enum ScriptGenerator {
  static func actions(using random: inout SplitMix) -> [ScenarioAction] {
    var time: Int64 = 0
    var row = 0
    var actions = (0..<random.int(5...60)).map { _ in
      time += pause(using: &random)
      return ScenarioAction(atNanoseconds: time, kind: kind(row: &row, using: &random))
    }
    if random.int(0..<3) == 0 {
      // An Escape alone, after a long pause and before another.
      actions.append(ScenarioAction(atNanoseconds: time + 8_000_000_000, kind: .input([0x1B])))
      actions.append(
        ScenarioAction(atNanoseconds: time + 10_000_000_000, kind: .pace(bytesPerSecond: nil)))
    }
    return actions
  }

  /// Now and then somebody goes from child to child.
  static func addFocusMoves(to actions: inout [ScenarioAction], seed: UInt64) {
    var random = SplitMix(seed: seed ^ 0xF0C5)
    guard let end = actions.last?.atNanoseconds, random.bool() else { return }
    for _ in 0..<random.int(1...8) {
      let time = random.milliseconds(0...end / 1_000_000)
      let press = mouse(.press, using: &random)
      let moves: [ScenarioAction.Kind] = [.key(Key(.tab)), .key(Key(.tab, .shift)), press]
      actions.insert(
        ScenarioAction(atNanoseconds: time, kind: random.one(of: moves)),
        at: actions.firstIndex { $0.atNanoseconds > time } ?? actions.endIndex)
    }
  }

  /// Now and then somebody moves borders between children, by keys, or the mouse if it hits one.
  static func addBorderMoves(to actions: inout [ScenarioAction], seed: UInt64) {
    var random = SplitMix(seed: seed ^ 0xB0DE)
    guard let end = actions.last?.atNanoseconds, random.int(0..<3) == 0 else { return }
    var moves: [ScenarioAction] = []
    for _ in 0..<random.int(1...6) {
      var time = random.milliseconds(0...end / 1_000_000)
      let kinds = random.bool() ? drag(using: &random) : steps(using: &random)
      for kind in kinds {
        moves.append(ScenarioAction(atNanoseconds: time, kind: kind))
        time = min(end, time + random.milliseconds(0...20))
      }
    }
    actions = sorted(actions + moves)
  }

  private static func steps(using random: inout SplitMix) -> [ScenarioAction.Kind] {
    let names: [Key.Code] = [.left, .right, .up, .down]
    let name = random.one(of: names)
    return Array(repeating: .key(Key(name, .control)), count: random.int(1...20))
  }

  private static func drag(using random: inout SplitMix) -> [ScenarioAction.Kind] {
    var kinds: [ScenarioMouse.Kind] = [.press]
    kinds += Array(repeating: .drag, count: random.int(0...6))
    if random.bool() { kinds.append(.release) }
    return kinds.map { mouse($0, using: &random) }
  }

  private static func mouse(
    _ kind: ScenarioMouse.Kind, using random: inout SplitMix
  ) -> ScenarioAction.Kind {
    .mouse(ScenarioMouse(kind, column: random.int(0..<90), row: random.int(0..<30)))
  }

  /// Hundreds of rows in one burst, then one now and then, and a user who wants another order.
  static func addLongOrder(to actions: inout [ScenarioAction], seed: UInt64) {
    var random = SplitMix(seed: seed ^ 0x0DE4)
    // An Escape that comes alone at the end stays alone.
    let end = max(0, (actions.last?.atNanoseconds ?? 0) - 10_000_000_000)
    var row = 0
    var burst: [UInt8] = []
    while row < 600 { burst += rows(&row, using: &random) }
    var extra = [ScenarioAction(atNanoseconds: 0, kind: .output(burst + [0x0A]))]
    for _ in 0..<random.int(4...12) {
      let time = random.milliseconds(0...end / 1_000_000)
      row += 1
      let text = random.bool() ? "row \(row)\n" : "\(row % 7) of seven\n"
      let kinds: [ScenarioAction.Kind] = [.output(Array(text.utf8)), .key(Key(.character("v")))]
      extra += kinds.map { ScenarioAction(atNanoseconds: time, kind: $0) }
    }
    actions = sorted(extra + actions)
  }

  /// In the order of their times, and at one instant in the order in which they were made.
  private static func sorted(_ actions: [ScenarioAction]) -> [ScenarioAction] {
    actions.enumerated().sorted {
      ($0.element.atNanoseconds, $0.offset) < ($1.element.atNanoseconds, $1.offset)
    }.map(\.element)
  }

  /// Children live in workers, and these meet with all that workers meet with; in the end those
  /// that are left have the time to come to rest.
  static func addFates(to actions: inout [ScenarioAction], seed: UInt64) {
    var random = SplitMix(seed: ~seed)
    let end = (actions.last?.atNanoseconds ?? 0) / 1_000_000
    var fates = (0..<random.int(1...8)).map { _ in
      ScenarioAction(
        atNanoseconds: random.milliseconds(0...end),
        kind: .worker(random.int(0...3), fate(using: &random)))
    }
    if random.bool() { fates += scan(using: &random) + suspension(seed: seed) }
    if random.int(0..<3) == 0 { fates += slowKeys(by: end, using: &random) }
    // Long enough for one that computes outside of any call to be ended.
    let hasBurning = fates.contains { action in
      if case .worker(_, .burns) = action.kind { true } else { false }
    }
    let rest: Int64 = hasBurning ? 20_000 : 8_000
    fates += (0...3).map {
      ScenarioAction(atNanoseconds: (end + rest) * 1_000_000, kind: .worker($0, .recovers))
    }
    actions = sorted(actions + fates)
    renumberKeys(of: &actions)
  }

  /// Nobody has looked into the plugins, and the two who do take their time for it, or worse.
  private static func scan(using random: inout SplitMix) -> [ScenarioAction] {
    let steps = (0...1).map { _ in random.milliseconds(0...1_500) }
    var actions = steps.enumerated().map { number, step in
      ScenarioAction(atNanoseconds: 0, kind: .worker(number, .scans(nanoseconds: step)))
    }
    for (number, step) in steps.enumerated() where random.bool() {
      actions.append(
        ScenarioAction(
          atNanoseconds: Int64.random(in: 0...step * 2, using: &random),
          kind: .worker(number, fate(using: &random))))
    }
    return actions
  }

  /// Somebody presses key after key while a worker is slow.
  private static func slowKeys(by end: Int64, using random: inout SplitMix) -> [ScenarioAction] {
    let begin = random.milliseconds(0...end)
    let lag = random.milliseconds(20...240)
    let pause = random.milliseconds(0...300)
    let slow = ScenarioAction(
      atNanoseconds: begin, kind: .worker(random.int(0...3), .lags(nanoseconds: lag)))
    let keys = (1...Int64.random(in: 4...12, using: &random)).map {
      ScenarioAction(atNanoseconds: begin + $0 * pause, kind: .key(ownKey(number: 0)))
    }
    return [slow] + keys
  }

  /// Sometimes the program is suspended during a plugin scan, for longer than that may take.
  private static func suspension(seed: UInt64) -> [ScenarioAction] {
    var random = SplitMix(seed: ~seed ^ 0x17E7)
    guard random.bool() else { return [] }
    return [
      ScenarioAction(
        atNanoseconds: random.milliseconds(0...1_500), kind: .suspend(nanoseconds: 5_000_000_000))
    ]
  }

  /// No two actions have one of these keys, and they come in their order.
  private static func renumberKeys(of actions: inout [ScenarioAction]) {
    var count = 0
    for index in actions.indices {
      guard case .key(let key) = actions[index].kind, InputRecord.ownCode(of: key) != nil else {
        continue
      }
      count += 1
      actions[index].kind = .key(ownKey(number: count))
    }
  }

  private static func fate(using random: inout SplitMix) -> SimulatedWorkerBehaviour {
    switch random.int(0..<14) {
    case 0, 1, 2: .dies
    case 3, 4: .hangs
    case 5, 6, 7: .lags(nanoseconds: random.milliseconds(1...400))
    case 8: .lags(nanoseconds: random.milliseconds(1...4) * 1_000)
    case 9, 10: .lies
    case 11: .floods
    case 12: .burns
    default: .recovers
    }
  }

  /// Mostly none or short, now and then long enough for everything to come to rest.
  private static func pause(using random: inout SplitMix) -> Int64 {
    switch random.int(0..<8) {
    case 0, 1: 0
    case 2, 3, 4: random.milliseconds(1...30)
    case 5, 6: random.milliseconds(50...600)
    default: random.milliseconds(1...8) * 1_000
    }
  }

  private static func kind(row: inout Int, using random: inout SplitMix) -> ScenarioAction.Kind {
    switch random.int(0..<40) {
    case 0..<12: return .output(rows(&row, using: &random))
    case 12, 13: return .errorOutput(Array("error \(row)\n".utf8))
    case 14, 15:
      return .end(random.bool() ? .exited(status: random.int(0...2)) : .killed(signal: 9))
    case 16: return .reload
    case 17: return .available(random.bool())
    case 18: return .truncate(bytes: random.int(0...200))
    case 19: return .replace(rows(&row, using: &random))
    case 20, 21, 22:
      row += 1
      return .key(ownKey(number: row))
    case 23, 24, 25: return .key(key(using: &random))
    case 26: return .paste(String(repeating: "pasted ", count: random.int(0...9)))
    case 27, 28: return mouse(random.one(of: ScenarioMouse.Kind.allCases), using: &random)
    case 29: return .input(sequence(using: &random))
    // What begins a text, and a key that is bound to a state, in one burst.
    case 30: return .input(Array("/e".utf8))
    case 31, 32: return .resize(columns: random.int(1...100), rows: random.int(1...40))
    case 33, 34:
      let paces = [nil, nil, 0, 100, 2_000, 100_000]
      return .pace(bytesPerSecond: random.one(of: paces))
    case 35: return .suspend(nanoseconds: random.milliseconds(0...3) * 1_000)
    case 36: return .signal(.continue)
    case 37 where random.int(0..<8) == 0: return .signal(random.one(of: ScenarioSignal.allCases))
    default:
      let states = ["loading", "content", "empty", "error"]
      return .request(state: random.one(of: states), animated: random.bool())
    }
  }

  /// Some rows, cut anywhere: the last may go on in the next piece.
  private static func rows(_ row: inout Int, using random: inout SplitMix) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<random.int(0...6) {
      row += 1
      let words = [
        "row \(row)", "", "Zeile \(row) äöü", "漢字 \(row)", "a\tb \(row)", "x 👨‍👩‍👧‍👦 \(row)",
        "\u{1B}[1mro\u{1B}[0mw \(row)", "\(row % 7) of seven",
      ]
      bytes += Array(random.one(of: words).utf8) + [0x0A]
    }
    if random.bool() { bytes.removeLast(min(bytes.count, random.int(0...5))) }
    return bytes
  }

  /// A key that no other action has.
  private static func ownKey(number: Int) -> Key {
    Key(.character(Unicode.Scalar(UInt16(truncatingIfNeeded: 0x4E00 + number)) ?? "?"))
  }

  /// Leaving ends a run: its keys come last, and only now and then.
  private static let keys: [Key] = [
    Key(.down), Key(.up), Key(.character("w")), Key(.character("/")), Key(.character("a")),
    Key(.character("c")), Key(.character("e")), Key(.escape), Key(.enter), Key(.pageDown),
    Key(.character("l"), .control), Key(.character("r")), Key(.character("v")),
    Key(.character("n")), Key(.character("v")), Key(.character("F")), Key(.character("q")),
  ]

  private static func key(using random: inout SplitMix) -> Key {
    keys[random.int(0..<(keys.count * 4 - 3)) % keys.count]
  }

  /// What a terminal may send, also a part of it.
  private static func sequence(using random: inout SplitMix) -> [UInt8] {
    let whole = [
      "\u{1B}", "\u{1B}[A", "\u{1B}[200~abc", "\u{1B}[201~", "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\",
      "\u{1B}[?2026;2$y", "\u{1B}[I", "\u{1B}[O", "abc", "ä", "\u{1B}[<0;3;3M", "\u{1B}[?62c",
    ]
    let bytes = Array(random.one(of: whole).utf8)
    let length = random.bool() ? bytes.count : random.int(0...bytes.count)
    return Array(bytes.prefix(length))
  }
}
