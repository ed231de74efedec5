internal import HostContent
internal import HostPlay
internal import HostPlugins
internal import HostRuntime
internal import HostSimulation
internal import HostStates
internal import HostSurface
internal import HostSystem
internal import StateContainer

/// Keys for the bundled list, over more rows than are looked at within a call: the same keys lead
/// to the same end, whatever time the host takes to search, filter and sort.
///
/// The data precede the first key, with exceptions. Escape is left out: it drops what takes time.
package struct KeyOrder {
  /// What is sent at once, and how long after what was sent before.
  package struct Burst: Equatable {
    package var afterNanoseconds: Int64
    package var text: String
  }

  package var bursts: [Burst]
  /// The list is in a worker.
  package var hasWorkers: Bool
  /// Enter takes rows.
  package var isPick: Bool
  /// Keys that type text narrow the rows, as they do in a pick.
  var typesQuery = false
  /// Rows come without end, for ten seconds, each with a greater number than all before.
  var isEndless = false
  /// The rows are those of a file, which the first key begins to read.
  var isFile = false
  /// When the first rows come.
  var rowsNanoseconds: Int64 = 0

  package init(_ bursts: [Burst], hasWorkers: Bool, isPick: Bool) {
    self.bursts = bursts
    self.hasWorkers = hasWorkers
    self.isPick = isPick
  }

  /// Random keys.
  package init(seed: UInt64) {
    var random = SplitMix(seed: seed)
    hasWorkers = random.bool()
    isPick = random.bool()
    typesQuery = isPick && random.bool()
    bursts = []
    for _ in 0..<random.int(1...5) {
      let count = random.int(1...6)
      let text = (0..<count).map { _ in Self.gesture(using: &random) }.joined()
      let delay = random.one(of: [0, 1, 40, 300, 3_000] as [Int64])
      bursts.append(Burst(afterNanoseconds: delay * 1_000_000, text: text))
    }
    isFile = random.bool()
  }

  private static func gesture(using random: inout SplitMix) -> String {
    switch random.int(0..<10) {
    case 0, 1:
      let sign = random.one(of: ["/", "&"])
      let text = random.one(of: ["needle", "19", "7 n", "absent", "row", "3", ""])
      return sign + text + random.one(of: ["\r", "\r", "\r", "", "\t\r", "\u{7F}\r", down, "\r\r"])
    case 2: return random.one(of: ["n", "N", "nnn", "nN"])
    case 3: return random.one(of: ["s", "S", "ss"])
    case 4: return random.one(of: ["m", "\t", "mm", "M"])
    case 5: return random.one(of: ["g", "G"])
    case 6: return random.one(of: [" ", "b", "f"])
    case 7: return random.one(of: ["\r", "l", "h", up, down])
    default: return random.one(of: ["j", "jjj", "k", "kk"])
    }
  }

  private static let up = "\u{1B}[A"
  private static let down = "\u{1B}[B"
  /// F5: the file was empty when the run began.
  private static let loadAgain = "\u{1B}[15~"
}

// MARK: - Playing it

extension KeyOrder {
  /// How a run has ended, as far as its user can see.
  package struct End: Equatable {
    /// What was taken; nil: the run goes on.
    package var outcome: String?
    /// What is on the screen; nothing where the run is over.
    package var screen: [String] = []
    package var row: UInt64?
    package var marked: [UInt64] = []
  }

  /// What differs between a run in which the host takes no time and some in which it does.
  package func firstDifference(seed: UInt64, with plugins: SimulatedPlugins) throws -> String? {
    let prompt = try end(with: plugins)
    for seed in seed..<seed + 3 {
      let late = try end(with: plugins, lateNanoseconds: Self.lateness(seed: seed))
      if late != prompt { return "\(self)\nends as\n\(prompt)\nbut late (\(seed)) as\n\(late)" }
    }
    return nil
  }

  /// All steps of a run take as long as each other, or each is as it comes.
  private static func lateness(seed: UInt64) -> () -> Int64 {
    var random = SplitMix(seed: seed)
    let slowest = Int64.random(in: 0...3, using: &random)
    return {
      let late = slowest == 3 ? Int64.random(in: 0...400, using: &random) : slowest * 60
      return late * 1_000_000
    }
  }

  /// What is left when keys are taken away as long as there is a difference.
  package func shortest(seed: UInt64, with plugins: SimulatedPlugins) throws -> KeyOrder {
    for burst in bursts.indices {
      for key in bursts[burst].text.indices {
        var less = self
        less.bursts[burst].text.remove(at: key)
        if try less.firstDifference(seed: seed, with: plugins) != nil {
          return try less.shortest(seed: seed, with: plugins)
        }
      }
    }
    return self
  }

  /// Plays it to its end, with so long steps beside the loop; `watch` sees each turn's screen.
  package func end(
    with plugins: SimulatedPlugins, lateNanoseconds late: @escaping () -> Int64 = { 0 },
    watching watch: (_ screen: [String], _ nanoseconds: Int64) -> Void = { _, _ in }
  ) throws -> End {
    var loading = ContentLoader.Options()
    loading.maxKeptFileBytes = 0
    let player = try ScenarioPlayer(
      scenario, plugins: plugins.played(inWorkers: hasWorkers), isShown: true, loading: loading
    ) { _, _ in }
    let stage = player.session.stage
    stage.context.situation.isPick = isPick
    stage.context.query = typesQuery ? PickQuery() : nil
    player.world.backgroundDelay = late
    // The later, the less is read in a turn.
    let slowness = isFile ? Int(late() / 1_000_000) : 0
    if slowness > 0 { player.world.source.mostReadAtOnce = 600_000 / slowness }
    while player.session.outcome == nil, !player.world.isOver {
      try player.turn()
      watch(player.session.screen?.frame.text ?? [], player.nowNanoseconds)
    }
    var end = End()
    end.outcome = player.session.outcome.map { "\($0)" }
    if end.outcome == nil {
      end.screen = player.session.screen?.frame.text ?? []
      let context = stage.container.layers.last?.context
      end.row = context?.selection.row
      end.marked = context?.markedRows(from: 0, count: 10) ?? []
    }
    player.end()
    return end
  }

  static let rowCount = 6_000
  /// How many more come where they are endless.
  static let laterRowCount = 1_000

  /// More than 64 KiB; a table, so that there are columns to sort by.
  private static let content: [UInt8] = {
    var text = "NUMBER  NAME      WORD\n"
    for row in 1...rowCount {
      let number = String(number(ofRow: row - 1))
      let word = row % 997 == 0 ? "needle" : row % 10 == 3 ? "Row" : "straw"
      text += number.padded(to: 8) + "n\(row % 13)".padded(to: 10) + word + "\n"
    }
    return Array(text.utf8)
  }()

  /// What is in the first column of a row, counted from 0.
  static func number(ofRow row: Int) -> Int { (row + 1) * 7919 % 6007 }

  /// Rows with `needle`, counted from 0.
  static let needles = stride(from: 996, to: rowCount, by: 997).map { UInt64($0) }

  private var scenario: Scenario {
    var actions = [ScenarioAction(atNanoseconds: rowsNanoseconds, kind: .output(Self.content))]
    var time: Int64 = 1_000_000_000
    if isEndless {
      for tick in 1...Self.laterRowCount {
        let row = Array("\(7000 + tick)    n1        straw\n".utf8)
        actions.append(ScenarioAction(atNanoseconds: Int64(tick) * 10_000_000, kind: .output(row)))
      }
    }
    let end = isEndless ? Int64(Self.laterRowCount) * 10_000_000 : rowsNanoseconds
    actions.append(ScenarioAction(atNanoseconds: end, kind: .end(.exited(status: 0))))
    for (index, burst) in bursts.enumerated() {
      time += burst.afterNanoseconds
      let text = isFile && index == 0 ? Self.loadAgain + burst.text : burst.text
      actions.append(ScenarioAction(atNanoseconds: time, kind: .input(Array(text.utf8))))
    }
    // In the order of their times; those of one instant as they are here.
    let order = actions.indices.sorted {
      (actions[$0].atNanoseconds, $0) < (actions[$1].atNanoseconds, $1)
    }
    actions = order.map { actions[$0] }
    return Scenario(ofList: actions, source: isFile ? .file : .command)
  }
}

extension String {
  func padded(to count: Int) -> String {
    self + String(repeating: " ", count: Swift.max(1, count - self.count))
  }
}
