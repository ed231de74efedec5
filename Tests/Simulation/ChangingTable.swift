internal import HostContent
internal import HostPlay
internal import HostPlugins
internal import HostRuntime
internal import HostSimulation
internal import HostStates
internal import HostSurface
internal import HostSystem
internal import HostText
internal import StateContainer

/// A table of processes that is loaded every second, in the bundled list: other shares each time,
/// in any order, processes that come and go, and loads that fail before their last rows.
///
/// The cursor that nobody has moved is at the top; one that was moved is on its process until that
/// is gone, which is said. Marks are on the same processes, and those that are gone are counted. An
/// arrow in the header is over rows that are in that order, in every frame.
package struct ChangingTable {
  private struct Process {
    let id: Int
    let share: Int
  }

  /// A load: its processes in the order of their rows, and whether it fails behind them.
  private struct Load {
    let processes: [Process]
    let fails: Bool

    func has(_ id: Int) -> Bool { processes.contains { $0.id == id } }
  }

  private let loads: [Load]
  /// What is typed after a load, by its number.
  private let keys: [Int: String]
  private let isSorted: Bool
  private let isFiltered: Bool
  private let isDescending: Bool
  private let hasWorkers: Bool
  /// How late the host's own work is.
  private let lateNanoseconds: Int64

  private static let loadNanoseconds: Int64 = 1_000_000_000
  private static let readNanoseconds: Int64 = 100_000_000
  private static let columns = (id: 8, share: 8)

  package init(seed: UInt64) {
    var random = SplitMix(seed: seed)
    isSorted = random.int(0..<3) > 0
    isDescending = random.bool()
    isFiltered = random.int(0..<4) == 0
    hasWorkers = random.bool()
    lateNanoseconds = random.one(of: [0, 10, 40]) * 1_000_000
    // More than 64 KiB are looked at beside the loop.
    let count = random.int(0..<4) == 0 ? 4_000 : 12
    var ids = Array(1...count)
    var loads: [Load] = []
    for _ in 0..<6 {
      ids.removeAll { _ in random.int(0..<8) == 0 }
      while ids.count < count / 2 || random.int(0..<3) == 0 {
        ids.append(random.int(count + 1...100_000))
      }
      ids = Array(Set(ids)).sorted()
      let processes = ids.shuffled(using: &random).map {
        Process(id: $0, share: random.int(0...1_000))
      }
      let fails = !loads.isEmpty && random.int(0..<4) == 0
      let count = fails ? random.int(1...processes.count) : processes.count
      loads.append(Load(processes: Array(processes.prefix(count)), fails: fails))
    }
    self.loads = loads
    var keys: [Int: String] = [:]
    for load in 0..<loads.count where random.int(0..<3) == 0 {
      keys[load] = random.one(of: ["j", "jj", "jjjk", " ", "G", "g", "jm", "jmjm"])
    }
    self.keys = keys
  }

  private enum Cursor {
    case top
    case end
    case on(Int)
    /// A load that failed does not have it.
    case notLoaded(Int)
    case gone

    func after(_ load: Load) -> Cursor {
      switch self {
      case .on(let id), .notLoaded(let id):
        load.has(id) ? .on(id) : load.fails ? .notLoaded(id) : .gone
      case .top, .end, .gone: self
      }
    }
  }

  /// The marked processes, with those that a failed load does not have, and how many are gone.
  private struct Marks {
    var ids: Set<Int> = []
    var goneCount = 0

    mutating func follow(_ load: Load) {
      guard !load.fails else { return }
      let gone = ids.filter { !load.has($0) }
      ids.subtract(gone)
      goneCount += gone.count
    }
  }
}

// MARK: - Playing it

extension ChangingTable {
  /// What is not as it has to be; nil where all is.
  package func firstFault(with plugins: SimulatedPlugins) throws -> String? {
    var options = Session.Options()
    if isSorted { options.sort = SortRequest("share", isDescending: isDescending) }
    if isFiltered { options.filter = RowFilter(Array("process 1".utf8)) }
    let player = try ScenarioPlayer(
      scenario, plugins: plugins.played(inWorkers: hasWorkers), isShown: true,
      everyNanoseconds: Self.loadNanoseconds, options: options
    ) { _, _ in }
    defer { player.end() }
    player.world.backgroundDelay = { lateNanoseconds }
    var cursor = Cursor.top
    var marks = Marks()
    for load in loads.indices {
      cursor = cursor.after(loads[load])
      marks.follow(loads[load])
      // Before the keys of this load, and after them.
      for isAfterKeys in [false, true] {
        let time =
          Self.begin(of: load) + Self.readNanoseconds + (isAfterKeys ? 840 : 640) * 1_000_000
        player.world.stop(atNanoseconds: time)
        while player.nowNanoseconds < time, player.session.outcome == nil, !player.world.isOver {
          try player.turn()
          if let fault = wrongArrow(of: player) { return "load \(load): \(fault)" }
        }
        if isAfterKeys, let keys = keys[load] {
          cursor = moved(player, by: keys, from: cursor)
          // Other tests hold marks against keys.
          if keys.contains("m") {
            marks.ids = marked(player).union(marks.ids.filter { !loads[load].has($0) })
          }
        }
        if let fault = wrongCursor(of: player, cursor) ?? wrongMarks(of: player, marks, loads[load])
        {
          let moment = isAfterKeys ? "after" : "before"
          return "load \(load), \(moment) \(keys[load] ?? "no keys"): \(fault)"
        }
      }
    }
    return nil
  }

  /// A load begins a second after the one before has ended.
  private static func begin(of load: Int) -> Int64 {
    Int64(load) * (loadNanoseconds + readNanoseconds)
  }

  private var scenario: Scenario {
    var actions: [ScenarioAction] = []
    for (number, load) in loads.enumerated() {
      let time = Self.begin(of: number) + Self.readNanoseconds
      let text = Self.text(of: load.processes)
      actions.append(ScenarioAction(atNanoseconds: time, kind: .output(text)))
      let end = ScenarioAction.Kind.end(.exited(status: load.fails ? 1 : 0))
      actions.append(ScenarioAction(atNanoseconds: time, kind: end))
      if let keys = keys[number] {
        actions.append(
          ScenarioAction(atNanoseconds: time + 650_000_000, kind: .input(Array(keys.utf8))))
      }
    }
    return Scenario(ofList: actions)
  }

  private static func text(of processes: [Process]) -> [UInt8] {
    var text = "PID     SHARE   COMMAND\n"
    for process in processes {
      let share = "\(process.share / 10).\(process.share % 10)"
      text +=
        "\(process.id)".padded(to: columns.id) + share.padded(to: columns.share)
        + "process \(process.id % 3)\n"
    }
    return Array(text.utf8)
  }
}

// MARK: - What has to be so

extension ChangingTable {
  private func number(in column: Int, of row: UInt64, _ player: ScenarioPlayer) -> Double? {
    let bytes = player.session.stage.context.content?.bytes(ofRow: row) ?? []
    let cells = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return column < cells.count ? Double(cells[column]) : nil
  }

  /// Where keys have put the cursor: that of the run, which other tests hold against its keys.
  private func moved(_ player: ScenarioPlayer, by keys: String, from cursor: Cursor) -> Cursor {
    if keys == "g" { return .top }
    if keys == "G" { return .end }
    let row = player.session.stage.context.selection.row
    return row.flatMap { number(in: 0, of: $0, player) }.map { .on(Int($0)) } ?? cursor
  }

  private func marked(_ player: ScenarioPlayer) -> Set<Int> {
    let context = player.session.stage.container.layers.last?.context
    let rows = context?.markedRows(from: 0, count: 100) ?? []
    return Set(rows.compactMap { number(in: 0, of: $0, player) }.map { Int($0) })
  }

  private func wrongMarks(of player: ScenarioPlayer, _ marks: Marks, _ load: Load) -> String? {
    let loaded = marks.ids.filter(load.has)
    let found = marked(player)
    if found != loaded { return "marked are \(found.sorted()), not \(loaded.sorted())" }
    let goneCount = player.session.stage.context.selection.facts.goneCount
    let missing = UInt64(marks.goneCount + marks.ids.count - loaded.count)
    return goneCount == missing ? nil : "\(goneCount) marked are gone, not \(missing)"
  }

  private func wrongCursor(of player: ScenarioPlayer, _ cursor: Cursor) -> String? {
    let context = player.session.stage.context
    guard let view = context.view else { return "there is no view" }
    let count = view.facts.rows
    let row = context.selection.row
    let place = row.flatMap { view.place(of: $0) }
    switch cursor {
    case _ where count == 0: break
    case .top where place != 0: return "the cursor is at \(place ?? .max), not at the top"
    case .end where place != count - 1: return "the cursor is at \(place ?? .max), not at the end"
    case .on(let id):
      let found = row.flatMap { number(in: 0, of: $0, player) }.map { Int($0) }
      if found != id { return "the cursor is on \(found ?? 0), not on \(id)" }
    case .notLoaded:
      if context.selection.facts.notice != "the row is not among those that were loaded" {
        return "it does not say that the row was not loaded"
      }
    case .gone:
      if context.selection.facts.notice != "the row is gone" {
        return "it does not say that the row is gone"
      }
    case .top, .end: break
    }
    guard isSorted else { return nil }
    let rows = unsafe [UInt64](unsafeUninitializedCapacity: Int(count)) { room, count in
      count = unsafe view.copyRows(from: 0, into: room)
    }
    let shares = rows.compactMap { number(in: 1, of: $0, player) }
    return isInOrder(shares) && shares.count == Int(count) ? nil : "the rows are not sorted"
  }

  private func isInOrder(_ shares: [Double]) -> Bool {
    zip(shares, shares.dropFirst()).allSatisfy { isDescending ? $0 >= $1 : $0 <= $1 }
  }

  /// The rows on the screen where its header has an arrow.
  private func wrongArrow(of player: ScenarioPlayer) -> String? {
    guard let screen = player.session.screen?.frame.text, let header = screen.first,
      header.contains("▲") || header.contains("▼")
    else { return nil }
    if !isSorted { return "an arrow, and no order was asked for: \(header)" }
    let shares = screen.dropFirst().compactMap { line -> Double? in
      let cells = line.split(separator: " ").drop { $0 == "•" }.map(String.init)
      return cells.contains("process") && cells.count > 2 ? Double(cells[1]) : nil
    }
    // Without rows it has no type.
    if shares.isEmpty { return nil }
    guard header.contains(isDescending ? "SHARE ▼ number" : "SHARE ▲ number") else {
      return "another header: \(header)"
    }
    return isInOrder(shares) ? nil : "an arrow over rows that are not sorted: \(screen)"
  }
}
