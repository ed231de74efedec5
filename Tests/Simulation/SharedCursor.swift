internal import HostContent
internal import HostPlay
internal import HostPlugins
internal import HostRuntime
internal import HostSimulation
internal import HostStates
internal import HostSurface
internal import HostSystem
internal import HostText
internal import HostWorkers

/// A table that is loaded every second, in the bundled list, and beside it a pane that shows the row that the user is
/// on (pane.c), in this process or in a worker.
///
/// In every frame both show the same row, or none; and where the user has moved the cursor it is their row, or none
/// while that is looked for.
package struct SharedCursor {
  private struct Process {
    let id: Int
    let share: Int
  }

  private enum Workers: CaseIterable {
    case none, ofPane, ofBoth
  }

  /// The processes of each load, in the order of their rows.
  private let loads: [[Process]]
  /// What is typed, how long after the load of that number.
  private let keys: [(load: Int, afterNanoseconds: Int64, text: String)]
  private let sort: SortRequest?
  private let filter: RowFilter?
  private let workers: Workers
  /// How late the workers are.
  private let lagNanoseconds: Int64
  /// How late the host's own work is.
  private let lateNanoseconds: Int64

  private static let loadNanoseconds: Int64 = 1_000_000_000
  private static let readNanoseconds: Int64 = 100_000_000

  package init(seed: UInt64) {
    var random = SplitMix(seed: seed)
    func one<Value>(of values: [Value]) -> Value {
      values[Int.random(in: 0..<values.count, using: &random)]
    }
    workers = one(of: Workers.allCases)
    lagNanoseconds = one(of: [0, 1, 4]) * 1_000_000
    lateNanoseconds = one(of: [0, 20, 150, 400]) * 1_000_000
    sort = one(of: [nil, nil, SortRequest("share"), SortRequest("share", isDescending: true)])
    filter = one(of: [nil, nil, RowFilter(Array("kind-1".utf8))])
    // More than 64 KiB are looked at beside the loop.
    let count = one(of: [12, 4_000])
    var ids = Array(1...count)
    var loads: [[Process]] = []
    for _ in 0..<4 {
      ids.removeAll { _ in Int.random(in: 0..<8, using: &random) == 0 }
      while ids.count < count / 2 || Int.random(in: 0..<3, using: &random) == 0 {
        ids.append(Int.random(in: count + 1...100_000, using: &random))
      }
      ids = Array(Set(ids)).sorted()
      loads.append(
        ids.shuffled(using: &random).map {
          Process(id: $0, share: Int.random(in: 0...1_000, using: &random))
        })
    }
    self.loads = loads
    var keys: [(load: Int, afterNanoseconds: Int64, text: String)] = []
    for load in 0..<loads.count {
      // A pause before the next load, so that all keys have acted when it comes.
      var time: Int64 = 560
      for _ in 0..<Int.random(in: 0..<5, using: &random) {
        time += one(of: [0, 3, 11, 16, 30])
        keys.append((load, time * 1_000_000, one(of: ["j", "jj", "k", " ", "jkj"])))
      }
    }
    self.keys = keys
  }
}

// MARK: - Playing it

extension SharedCursor {
  /// - Parameter plugins: the pane, and the bundled list.
  /// - Throws: that it cannot be played.
  /// - Returns: what is not as it has to be; nil where all is.
  package func firstFault(with plugins: SimulatedPlugins) throws -> String? {
    let log = PluginLog(file: nil)
    var made = ScenarioPlayer.Plugins(
      catalogue: plugins.catalogue, log: log, output: CapturedOutput(nil, log: log))
    if workers != .none {
      made.workers = { world in
        SimulatedWorkers.make(
          in: world, loading: plugins, for: workers == .ofBoth ? .each : .auto,
          lagNanoseconds: lagNanoseconds
        ).host
      }
    }
    var behaviour = Session.Behaviour()
    behaviour.sort = sort
    behaviour.filter = filter
    let player = try ScenarioPlayer(
      scenario, plugins: made, isShown: true, everyNanoseconds: Self.loadNanoseconds,
      behaviour: behaviour
    ) { _, _ in }
    defer { player.end() }
    player.world.backgroundDelay = { lateNanoseconds }
    var chosen: Int?
    for load in loads.indices {
      let begin = Self.begin(of: load) + Self.readNanoseconds
      let firstKey = keys.first { $0.load == load }.map { begin + $0.afterNanoseconds }
      let end = begin + Self.loadNanoseconds
      player.world.stop(atNanoseconds: end)
      while player.nowNanoseconds < end, player.session.outcome == nil, !player.world.isOver {
        try player.turn()
        let shown = Shown(player)
        if let fault = shown.fault { return "\(self)\nload \(load): \(fault)" }
        if let chosen, player.nowNanoseconds < firstKey ?? .max, let id = shown.id, id != chosen,
          loads[load].contains(where: { $0.id == chosen })
        {
          return "\(self)\nload \(load): on \(id), not on \(chosen): \(shown.screen)"
        }
      }
      if firstKey != nil || chosen != nil { chosen = chosenID(of: player) }
    }
    return nil
  }

  /// Where keys have put the cursor; nil where that row is gone.
  private func chosenID(of player: ScenarioPlayer) -> Int? {
    let context = player.session.stage.context
    guard context.selection.facts.notice == nil, let row = context.selection.row else { return nil }
    let bytes = context.content?.bytes(ofRow: row) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: " ").first.flatMap { Int($0) }
  }

  /// What a frame shows of the cursor.
  private struct Shown {
    let screen: [String]
    /// The process in the row of the list that stands out.
    let id: Int?
    private let words: [Substring]
    private let pane: [Substring]
    private let isList: Bool

    init(_ player: ScenarioPlayer) {
      let frame = player.session.screen?.frame
      let rows = frame?.text ?? []
      // Below the list is its status line, below that the pane, and the last row is the host's.
      let highlighted = rows.indices.dropLast(3).first { row in
        guard let cell = frame?.cell(column: 1, row: row) else { return false }
        return cell.background != frame?.cell(column: 1, row: rows.count - 3)?.background
      }
      let words = highlighted.map { Array(rows[$0].split(separator: " ").prefix(3)) } ?? []
      screen = rows
      self.words = words
      id = words.first.flatMap { Int($0) }
      pane = Array((rows.dropLast().last ?? "").split(separator: " ").prefix(3))
      isList = rows.first?.contains("PID") ?? false
    }

    var fault: String? {
      guard isList, !pane.isEmpty else { return nil }
      let isNone = words.isEmpty && pane == ["nothing"]
      return isNone || words == pane
        ? nil : "the list is on \(words), the pane on \(pane): \(screen)"
    }
  }

  /// A load begins a second after the one before has ended.
  private static func begin(of load: Int) -> Int64 {
    Int64(load) * (loadNanoseconds + readNanoseconds)
  }

  private var scenario: Scenario {
    var actions: [ScenarioAction] = []
    for (load, processes) in loads.enumerated() {
      let time = Self.begin(of: load) + Self.readNanoseconds
      actions.append(ScenarioAction(atNanoseconds: time, kind: .output(Self.text(of: processes))))
      actions.append(ScenarioAction(atNanoseconds: time, kind: .end(.exited(status: 0))))
      for typed in keys where typed.load == load {
        actions.append(
          ScenarioAction(
            atNanoseconds: time + typed.afterNanoseconds, kind: .input(Array(typed.text.utf8))))
      }
    }
    let states = ["loading", "content", "empty", "error"]
    return Scenario(
      statesFile: StatesFile(
        initial: "loading",
        states: states.map { StateDescription(name: $0, children: ["list", "pane"]) },
        children: [
          ChildDescription(
            name: "list", use: "org.statehost.list",
            insets: CellInsets(top: 0, right: 0, bottom: 1, left: 0)),
          ChildDescription(
            name: "pane", use: "sim.pane",
            insets: CellInsets(top: 22, right: 0, bottom: 0, left: 0)),
        ]),
      appearanceStates: ["loading"], actions: actions, rules: [])
  }

  private static func text(of processes: [Process]) -> [UInt8] {
    var text = "PID     SHARE   COMMAND\n"
    for process in processes {
      let share = "\(process.share / 10).\(process.share % 10)"
      text +=
        "\(process.id)".padded(to: 8) + share.padded(to: 8) + "process-of-kind-\(process.id % 3)\n"
    }
    return Array(text.utf8)
  }
}
