internal import HostPlay
internal import HostRuntime
internal import HostSimulation
internal import HostStates
internal import HostSurface
internal import StateContainer

/// What is compared of a run.
final class InterruptedRun {
  private(set) var rows: [String] = []
  /// How its cells look, as a number.
  private var look = 0
  /// What it shows otherwise when all of it is drawn anew; nil: nothing.
  private(set) var staleness: String?
  private var outcome: RunOutcome?
  /// What children have saved, by their names; and the sizes of strips.
  private var saved: RememberFileContents
  /// What they have said last that they would save, by what they are.
  private var states: [String: String] = [:]
  private var events: [(atNanoseconds: Int64, text: String)] = []
  /// What each child has been told, in order, but for what is told once a frame.
  private var heard: [String: [String]] = [:]
  private var turn = 0
  /// The turns after which the situation was active.
  private(set) var activeTurns: [Int] = []
  /// Those of them after which a child took keys.
  private(set) var typingTurns: [Int] = []

  /// Plays a script, after which nothing is open; `isWoken` wakes the loop repeatedly for nothing.
  static func played(
    _ scenario: Scenario, with plugins: SimulatedPlugins, in situation: Situation,
    interrupting interruption: (what: Interruption, afterTurn: Int)? = nil,
    waking isWoken: Bool = false
  ) throws -> InterruptedRun {
    try SimulatedRun.balanced {
      let run = try SimulatedRun(scenario, with: plugins)
      if isWoken { for instant in wakes { run.world.stop(atNanoseconds: instant) } }
      return (try InterruptedRun(run, in: situation, interrupting: interruption), run.world)
    }
  }

  private init(
    _ run: SimulatedRun, in situation: Situation,
    interrupting interruption: (what: Interruption, afterTurn: Int)?
  ) throws {
    saved = run.session.stage.remembered
    run.world.stopsWhileSuspended = true
    run.world.backgroundDelay = { Self.stepNanoseconds }
    run.turnEnded = { [unowned run, unowned self] in
      note(run, in: situation)
      if let (what, afterTurn) = interruption {
        if what.disturbs, afterTurn == turn { run.disturbScreen() }
        if what.kinds.indices ~= turn - afterTurn { run.perform(what.kinds[turn - afterTurn]) }
      }
      turn += 1
    }
    run.hasComeToRest = { [unowned run, unowned self] () throws(Violation) in
      try noteEnd(of: run)
    }
    try run.play()
    outcome = run.session.outcome
    saved = run.session.stage.remembered
    events = run.events
    let lines = String(decoding: run.log.bytes, as: UTF8.self).split(separator: "\n")
    for (name, state) in Self.lines(in: lines, after: "state ") { states[name] = state }
    for (name, what) in Self.lines(in: lines, after: "hears ") where !Self.isPaced(what) {
      heard[name, default: []].append(what)
    }
  }

  /// When a loop is woken for nothing: until all is over, at instants of no other meaning.
  private static let wakes = stride(from: Int64(0), to: Situation.endNanoseconds, by: 4_700_003)

  /// How long a step of work beside the loop takes: a search is active for several turns.
  private static let stepNanoseconds: Int64 = 60_000_000

  private func note(_ run: SimulatedRun, in situation: Situation) {
    guard !run.player.isOver, situation.isActive(run.session) else { return }
    activeTurns.append(turn)
    if run.session.stage.container.layers.contains(where: \.hasKeys) { typingTurns.append(turn) }
  }

  /// The last frame is the one that all children make when they are drawn once more.
  private func noteEnd(of run: SimulatedRun) throws(Violation) {
    guard run.session.outcome == nil, let screen = run.session.screen else { return }
    rows = screen.frame.text
    look = Self.look(of: screen.frame)
    try run.drawAnew()
    let drawn = screen.frame.text
    if let row = rows.indices.first(where: { $0 >= drawn.count || rows[$0] != drawn[$0] }) {
      staleness = "“\(rows[row])” is not up to date"
    } else if look != Self.look(of: screen.frame) {
      staleness = "the look of a cell is not up to date"
    }
  }

  private static func look(of frame: Frame) -> Int {
    var hasher = Hasher()
    for row in 0..<frame.rows {
      for column in 0..<frame.columns {
        guard let cell = frame.cell(column: column, row: row) else { continue }
        hasher.combine(cell.foreground.rawValue)
        hasher.combine(cell.background.rawValue)
        hasher.combine(cell.attributes.rawValue)
      }
    }
    hasher.combine(frame.cursor?.column)
    hasher.combine(frame.cursor?.row)
    return hasher.finalize()
  }

  /// These are delivered once a frame: their number and order depend on the frames.
  private static func isPaced(_ news: String) -> Bool {
    ["content", "view", "situation", "selection", "front"].contains { news.hasPrefix($0) }
  }

  /// What children have logged, such as `debug: steady.list: state top 1 keys 2`.
  private static func lines(
    in log: [Substring], after word: String
  ) -> [(child: String, text: String)] {
    log.compactMap { line in
      guard let range = line.firstRange(of: ": " + word),
        let name = line[..<range.lowerBound].split(separator: " ").last
      else { return nil }
      return (String(name), String(line[range.upperBound...]))
    }
  }
}

// MARK: - Comparing

extension InterruptedRun {
  /// What is wrong with it beside a run that was not interrupted, or only when all was at rest.
  func firstFault(
    besides reference: InterruptedRun, as relation: Interruption.Relation
  ) -> String? {
    switch relation {
    case .same:
      return endFault(besides: reference) ?? eventFault(besides: reference, hasSameTimes: true)
        ?? hearingFault(besides: reference)
    case .shifted:
      return endFault(besides: reference) ?? eventFault(besides: reference, hasSameTimes: false)
    case .restarted, .asAtRest: return endFault(besides: reference)
    case .ends(let outcome): return endingFault(as: outcome, besides: reference)
    case .comesToRest: return staleness
    case .cannotOccur: return nil
    }
  }

  func endFault(besides reference: InterruptedRun) -> String? {
    if outcome != reference.outcome { return "it ends as \(outcome as Any)" }
    if let staleness { return staleness }
    for (row, other) in zip(rows, reference.rows) where row != other {
      return "it shows “\(row)”, not “\(other)”"
    }
    if rows.count != reference.rows.count || look != reference.look {
      return "it looks different: \(rows.count) rows, \(reference.rows.count)"
    }
    if saved != reference.saved {
      return "it has saved \(Self.text(of: saved)), not \(Self.text(of: reference.saved))"
    }
    return savedFault
  }

  /// What the children have said last is what was saved of them.
  private var savedFault: String? {
    for entry in saved.entries {
      let text = String(decoding: entry.state, as: UTF8.self)
      let said = states[entry.use] ?? "top 0 keys 0"
      if text != said { return "of \(entry.use) “\(text)” is saved, not “\(said)”" }
    }
    return nil
  }

  func hearingFault(besides reference: InterruptedRun) -> String? {
    for child in reference.heard.keys.sorted() {
      let (own, other) = (heard[child] ?? [], reference.heard[child] ?? [])
      guard own != other else { continue }
      let place = zip(own, other).prefix { $0 == $1 }.count
      return "\(child) hears \(own[place...].prefix(3)), not \(other[place...].prefix(3))"
    }
    return nil
  }

  private func differingEvent(besides reference: InterruptedRun, hasSameTimes: Bool) -> String? {
    for (event, other) in zip(events, reference.events)
    where event.text != other.text || hasSameTimes && event.atNanoseconds != other.atNanoseconds {
      return "\(Self.text(of: event)), not \(Self.text(of: other))"
    }
    return nil
  }

  private func eventFault(besides reference: InterruptedRun, hasSameTimes: Bool) -> String? {
    let fault = differingEvent(besides: reference, hasSameTimes: hasSameTimes)
    if fault != nil || events.count == reference.events.count { return fault }
    return "there are \(events.count) events, not \(reference.events.count)"
  }

  private func endingFault(as outcome: RunOutcome, besides reference: InterruptedRun) -> String? {
    if self.outcome != outcome { return "it ends as \(self.outcome as Any)" }
    if let fault = differingEvent(besides: reference, hasSameTimes: true) { return fault }
    let present = Set(states.keys)
    if let lost = present.subtracting(saved.entries.map(\.use)).sorted().first {
      return "nothing is saved of \(lost)"
    }
    return savedFault
  }

  private static func text(of event: (atNanoseconds: Int64, text: String)) -> String {
    "\(event.atNanoseconds / 1_000_000) ms: \(event.text)"
  }

  private static func text(of saved: RememberFileContents) -> String {
    String(decoding: saved.fileBytes, as: UTF8.self)
  }
}
