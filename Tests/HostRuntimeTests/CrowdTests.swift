import HostSurface
import StateContainer
import TestSupport
import Testing

@testable import HostPlugins
@testable import HostRuntime
@testable import HostWorkers

/// Random runs of a stage with four children, compared with a simple model (`PlainStage`): each
/// child's area, the child in front, the inputs offered and the events delivered.
@Suite struct `A stage of several children` {
  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func `does what the plain telling says`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var plain = PlainStage(&random)
    let crowd = try CrowdedStage(states: plain.states, docks: plain.fileDocks)
    crowd.answers = plain.answers
    let stage = crowd.stage
    stage.resize(columns: 60, rows: 20)
    stage.appear()
    crowd.settle()
    plain.shows(plain.states[0].name)
    expectSame(crowd, &plain, "seed \(seed), at first")
    for step in 0..<60 {
      let what = act(on: crowd, &plain, &random)
      expectSame(crowd, &plain, "seed \(seed), step \(step): \(what)")
    }
    stage.leave()
    stage.free()
  }

  /// Does something on both.
  private func act(
    on crowd: CrowdedStage, _ plain: inout PlainStage, _ random: inout SeededGenerator
  ) -> String {
    let stage = crowd.stage
    let name = CrowdedStage.names.randomElement(using: &random) ?? "a"
    switch Int.random(in: 0..<16, using: &random) {
    case 0:
      let columns = [19, 24, 41, 60, 80].randomElement(using: &random) ?? 60
      let rows = [3, 5, 9, 20].randomElement(using: &random) ?? 20
      stage.resize(columns: columns, rows: rows)
      crowd.settle()
      return "resize to \(columns) × \(rows)"
    case 1, 2:
      let state = plain.states.randomElement(using: &random)?.name ?? ""
      stage.request(state, animated: false)
      crowd.settle()
      plain.shows(state)
      return "show \(state)"
    case 3:
      let isBackward = Bool.random(using: &random)
      stage.moveFront(backward: isBackward)
      crowd.settle()
      plain.moveFront(backward: isBackward, in: stage.room)
      return "move the front \(isBackward ? "back" : "on")"
    case 4:
      crowd.say(.front, by: name)
      crowd.settle()
      if plain.takers(in: stage.room).contains(name) { plain.chosen = name }
      return "\(name) asks to be in front"
    case 5:
      let dock = Bool.random(using: &random) ? PlainStage.dock(&random) : nil
      let isShown = plain.children.contains(name)
      if isShown { crowd.say(.dock(dock), by: name) }
      crowd.settle()
      if isShown { plain.claims[name] = .some(dock) }
      return "\(name) claims \(String(describing: dock))"
    case 10:
      let isCollapsed = Bool.random(using: &random)
      let isShown = plain.children.contains(name)
      if isShown { crowd.say(.collapse(isCollapsed), by: name) }
      crowd.settle()
      if isShown {
        if isCollapsed { plain.collapsed.insert(name) } else { plain.collapsed.remove(name) }
      }
      return "\(name) is collapsed: \(isCollapsed)"
    case 6:
      guard plain.children.contains(name) else { return "nothing" }
      let to = Bool.random(using: &random) ? "" : CrowdedStage.id(of: "b")
      crowd.say(.message(ChildMessage(to: to, subject: "x", body: [1])), by: name)
      crowd.settle()
      for name in plain.hearers(of: name, to: to) { plain.messages[name, default: 0] += 1 }
      return "\(name) says something to \(to.isEmpty ? "all" : to)"
    case 7:
      stage.showsKeyLine.toggle()
      return "the keys"
    case 8, 9:
      let input =
        Bool.random(using: &random)
        ? ChildInput.key(ChildKey(code: 0x61, text: "a")) : .paste([0x61])
      return offer(input, to: crowd, &plain, &random)
    default:
      let kinds: [ChildMouse.Kind] = [.press, .press, .drag, .release, .wheel, .move]
      let mouse = ChildMouse(
        kinds.randomElement(using: &random) ?? .press, button: .left,
        column: Int.random(in: 0..<60, using: &random), row: Int.random(in: 0..<20, using: &random))
      return offer(.mouse(mouse), to: crowd, &plain, &random)
    }
  }

  private func offer(
    _ input: ChildInput, to crowd: CrowdedStage, _ plain: inout PlainStage,
    _ random: inout SeededGenerator
  ) -> String {
    crowd.users = Set(
      CrowdedStage.names.filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
    let answer = crowd.offer(input)
    let (offers, isUsed) = plain.offer(input, using: crowd.users, in: crowd.stage.room)
    #expect(crowd.offers == offers && (answer == .used) == isUsed, "\(input)")
    crowd.settle()
    return "offer \(input), used by \(crowd.users.sorted())"
  }

  private func expectSame(_ crowd: CrowdedStage, _ plain: inout PlainStage, _ what: String) {
    let stage = crowd.stage
    // The line of keys takes what it needs once it is shown.
    _ = stage.compose()
    crowd.settle()
    let room = stage.room
    let areas = plain.areas(in: room)
    let takers = plain.takers(in: room)
    let front = plain.front(in: room)
    #expect(stage.container.layers.map(\.name) == plain.children, "\(what)")
    #expect(stage.container.currentState == plain.current, "\(what)")
    #expect(stage.context.situation.current == plain.current, "\(what)")
    #expect(stage.context.situation.previous == plain.previous, "\(what)")
    #expect(stage.front?.name == front, "\(what)")
    #expect(stage.keyOrder.map(\.name) == plain.keyOrder(in: room), "\(what)")
    for name in CrowdedStage.names {
      guard let child = crowd.child(name) else {
        #expect(!plain.made.contains(name), "\(what)")
        continue
      }
      var focus = FocusFacts()
      focus.isInFront = name == front
      focus.count = UInt32(takers.count)
      #expect(child.context.focus == focus, "\(name): \(what)")
      guard plain.children.contains(name) else { continue }
      #expect(child.area == areas[name], "\(name): \(what)")
    }
    for (name, told) in crowd.takeNews() { plain.hears(told, name) }
    #expect(plain.heardMessages == plain.messages, "\(what)")
    for name in plain.children {
      #expect(plain.focused[name] ?? false == takers.contains(name), "\(name): \(what)")
      let told = plain.toldSizes[name]
      #expect(told?.0 == areas[name]?.columns && told?.1 == areas[name]?.rows, "\(name): \(what)")
    }
    let listed = stage.pageChildren.map { "\($0.name) \($0.file ?? "")" }
    for name in plain.children {
      guard let type = crowd.child(name)?.type, let catalogue = stage.catalogue else { continue }
      let isLeftOut = plain.places(in: room)[name]?.isEmpty ?? false
      let line =
        type.quotedName + (isLeftOut ? " (no room) " : " ") + catalogue.plugin(of: type).path
      #expect(listed.contains(line), "\(what)")
    }
    let named = stage.keyHelp.map(\.key).filter { CrowdedStage.names.contains($0) }
    #expect(named == plain.keyOrder(in: room).reversed(), "\(what)")
    #expect(stage.keyHelp.contains { $0.key == "tab" } == (takers.count > 1), "\(what)")
    let placed = stage.compose().prefix(plain.children.count)
    guard stage.room == room else { return }
    for (layer, name) in zip(placed, plain.children) {
      #expect(layer.clip == areas[name] && layer.showsCursor == (name == front), "\(what)")
      let isBeside = front.map { areas[$0]?.clipped(to: layer.clip).isEmpty ?? true } ?? false
      #expect(layer.isDimmed == (takers.contains(name) && isBeside), "\(what)")
    }
  }
}

/// What a stage is to do, told plainly: everything is worked out anew whenever it is asked for.
private struct PlainStage {
  let states: [(name: String, children: [String])]
  let fileDocks: [String: Dock]
  let answers: [String: ChildAnswers]
  var claims: [String: Dock?] = [:]
  var collapsed: Set<String> = []
  var chosen: String?
  private(set) var current = ""
  private(set) var previous: String?
  private(set) var made: Set<String> = []
  private var pressed: String?
  /// How often each is to be told of what others say, and has been.
  var messages: [String: Int] = [:]
  private(set) var heardMessages: [String: Int] = [:]
  private(set) var focused: [String: Bool] = [:]
  private(set) var toldSizes: [String: (Int, Int)] = [:]

  init(_ random: inout SeededGenerator) {
    states = ["one", "two", "three"].map { name in
      var children = CrowdedStage.names.shuffled(using: &random)
      children.removeLast(Int.random(in: 0...2, using: &random))
      return (name, children)
    }
    var docks: [String: Dock] = [:]
    for name in CrowdedStage.names where Int.random(in: 0..<3, using: &random) == 0 {
      docks[name] = Self.dock(&random)
    }
    fileDocks = docks
    var answers: [String: ChildAnswers] = [:]
    for name in CrowdedStage.names {
      var own = ChildAnswers()
      own.keyHelp = [KeyHelpItem(key: name, action: "of \(name)")]
      if Bool.random(using: &random) { own.follows = [.messages] }
      if Int.random(in: 0..<3, using: &random) == 0 {
        own.insets = CellInsets(top: 1, right: 0, bottom: 0, left: 2)
      }
      answers[name] = own
    }
    self.answers = answers
  }

  static func dock(_ random: inout SeededGenerator) -> Dock? {
    let extent =
      Bool.random(using: &random)
      ? Dock.Extent.cells(Int.random(in: 1...12, using: &random))
      : .percent(Int.random(in: 1...60, using: &random))
    return Dock(
      Dock.Edge.allCases.randomElement(using: &random) ?? .top, extent,
      minimum: [0, 0, 2, 9].randomElement(using: &random) ?? 0)
  }

  /// Of the state that is shown, bottom first.
  var children: [String] { states.first { $0.name == current }?.children ?? [] }

  mutating func shows(_ state: String) {
    guard state != current else { return }
    let before = children
    if !current.isEmpty { previous = current }
    current = state
    made.formUnion(children)
    if !Set(children).isSubset(of: before) { chosen = nil }
    if let pressed, !children.contains(pressed) { self.pressed = nil }
  }

  /// The strips and what is left for the others, before they leave cells free around them.
  func places(in room: CellRectangle) -> [String: CellRectangle] {
    var rest = room
    var places: [String: CellRectangle] = [:]
    for name in children {
      guard let dock = fileDocks[name] ?? claims[name] ?? nil else { continue }
      let isAtSide = dock.edge == .left || dock.edge == .right
      let whole = isAtSide ? rest.columns : rest.rows
      let wanted =
        switch dock.extent {
        case .cells(let cells): cells
        case .percent(let percent): whole * percent / 100
        }
      let cells = min(max(wanted, dock.minimum, 1), whole - (isAtSide ? 20 : 3))
      guard !collapsed.contains(name), cells >= max(dock.minimum, 1) else {
        places[name] = CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
        continue
      }
      var strip = rest
      switch dock.edge {
      case .left:
        strip.columns = cells
        rest.column += cells
        rest.columns -= cells
      case .right:
        strip.column = rest.column + rest.columns - cells
        strip.columns = cells
        rest.columns -= cells
      case .top:
        strip.rows = cells
        rest.row += cells
        rest.rows -= cells
      case .bottom:
        strip.row = rest.row + rest.rows - cells
        strip.rows = cells
        rest.rows -= cells
      }
      places[name] = strip
    }
    for name in children where places[name] == nil { places[name] = rest }
    return places
  }

  func areas(in room: CellRectangle) -> [String: CellRectangle] {
    var areas = places(in: room)
    for (name, place) in areas {
      areas[name] = place.inset(by: answers[name]?.insets ?? CellInsets())
    }
    return areas
  }

  /// Who takes keys, bottom first.
  func takers(in room: CellRectangle) -> [String] {
    let places = places(in: room)
    return children.filter {
      CrowdedStage.keyTakers.contains($0) && !(places[$0]?.isEmpty ?? true)
    }
  }

  func front(in room: CellRectangle) -> String? {
    let takers = takers(in: room)
    return takers.first { $0 == chosen } ?? takers.last
  }

  /// Who is offered a key, the first one last.
  func keyOrder(in room: CellRectangle) -> [String] {
    let front = front(in: room)
    return takers(in: room).filter { $0 != front } + [front].compactMap(\.self)
  }

  mutating func moveFront(backward isBackward: Bool, in room: CellRectangle) {
    let takers = takers(in: room)
    guard takers.count > 1, let front = front(in: room), let place = takers.firstIndex(of: front)
    else { return }
    chosen = takers[(place + takers.count + (isBackward ? 1 : -1)) % takers.count]
  }

  func hearers(of sender: String, to id: String) -> [String] {
    CrowdedStage.names.filter { name in
      name != sender && made.contains(name) && answers[name]?.follows.contains(.messages) ?? false
        && (id.isEmpty || id == CrowdedStage.id(of: name))
    }
  }

  mutating func hears(_ news: ChildEvent, _ name: String) {
    switch news {
    case .focus(let isFocused): focused[name] = isFocused
    case .resized(let columns, let rows): toldSizes[name] = (columns, rows)
    case .message: heardMessages[name, default: 0] += 1
    default: break
    }
  }

  /// Who is offered it and how, and whether one of them uses it.
  mutating func offer(
    _ input: ChildInput, using users: Set<String>, in room: CellRectangle
  ) -> ([CrowdedStage.Offer], isUsed: Bool) {
    guard case .mouse(let mouse) = input else {
      return asked(keyOrder(in: room), using: users) { _ in input }
    }
    let areas = areas(in: room)
    var receivers = children.filter {
      areas[$0]?.contains(column: mouse.column, row: mouse.row) ?? false
        && (mouse.kind != .move || CrowdedStage.mouseFollowers.contains($0))
    }
    if mouse.kind == .drag || mouse.kind == .release, let held = pressed {
      receivers = [held]
      if mouse.kind == .release { pressed = nil }
    }
    let (offers, isUsed) = asked(receivers, using: users) { name in
      var own = mouse
      own.column -= areas[name]?.column ?? 0
      own.row -= areas[name]?.row ?? 0
      return .mouse(own)
    }
    if mouse.kind == .press {
      let takers = takers(in: room)
      let user = isUsed ? offers.last?.name : nil
      if let user { pressed = user }
      if let clicked = user ?? receivers.last(where: takers.contains), takers.contains(clicked) {
        chosen = clicked
      }
    }
    return (offers, isUsed)
  }

  private func asked(
    _ receivers: [String], using users: Set<String>, _ own: (String) -> ChildInput
  ) -> ([CrowdedStage.Offer], isUsed: Bool) {
    var offers: [CrowdedStage.Offer] = []
    for name in receivers.reversed() {
      offers.append(CrowdedStage.Offer(name: name, input: own(name)))
      if users.contains(name) { return (offers, true) }
    }
    return (offers, false)
  }
}
