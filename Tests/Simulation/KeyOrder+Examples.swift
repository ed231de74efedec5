internal import HostRuntime

/// Keys whose result is known, typed ahead while each step of the host takes 400 ms.
extension KeyOrder {
  fileprivate struct Example {
    var keys: KeyOrder
    /// The row that is taken, counted from 0.
    var taken: UInt64?
    /// The row that the user is on, where none is taken.
    var row: UInt64?
    /// While keys wait, a row of the screen says what for.
    var says = ""

    init(
      _ text: String, taken: UInt64? = nil, row: UInt64? = nil, says: String,
      isEndless: Bool = false, typesQuery: Bool = false, comesFirst: Bool = false,
      isFile: Bool = false
    ) {
      keys = KeyOrder(
        [Burst(afterNanoseconds: 0, text: text)], hasWorkers: false, isPick: taken != nil)
      keys.isEndless = isEndless
      keys.isFile = isFile
      keys.rowsNanoseconds = comesFirst ? 3_000_000_000 : 0
      keys.typesQuery = typesQuery
      (self.taken, self.row, self.says) = (taken, row, says)
    }
  }

  private static let examples: [Example] = {
    let first = needles[0]
    let fewer = needles.sorted { number(ofRow: Int($0)) > number(ofRow: Int($1)) }
    let rising = (0..<rowCount).sorted { number(ofRow: $0) < number(ofRow: $1) }
    let (least, second) = (UInt64(rising[0]), UInt64(rising[1]))
    return [
      Example("/needle\r\r", taken: first, says: "searching"),
      Example("needle\r", taken: first, says: "% · ", typesQuery: true),
      Example("needle\u{1B}[B\u{1B}[A\r", taken: first, says: "% · ", typesQuery: true),
      Example("neebl\u{7F}\u{7F}dle\r", taken: first, says: "% · ", typesQuery: true),
      Example("/needle\rnnnn", row: needles[4], says: "searching"),
      Example("/needle\rnN", row: first, says: "searching"),
      Example("/needle\rjjj", row: first + 3, says: "searching"),
      Example("sg\r", taken: least, says: "sorting"),
      // Only the rows that were there are waited for.
      Example("needle\r", taken: first, says: "% · ", isEndless: true, typesQuery: true),
      Example("sg\r", taken: least, says: "sorting", isEndless: true),
      // The cursor moved by a search that finds nothing in the end is at the top again.
      Example(
        "sS/6zz\r", row: UInt64(rowCount + laterRowCount) - 1, says: "sorting", isEndless: true),
      // Before there are rows.
      Example("jjjk", row: 2, says: "no rows yet", comesFirst: true),
      Example("jj/needle\rnj", row: needles[1] + 1, says: "no rows yet", comesFirst: true),
      Example("&needle\rsSjj", row: fewer[2], says: "no rows match", comesFirst: true),
      Example("\u{1B}[B\u{1B}[B\r", taken: 2, says: "", typesQuery: true, comesFirst: true),
      Example(
        "needle\u{1B}[B\r", taken: needles[1], says: "needle", typesQuery: true, comesFirst: true),
      Example("\u{1B}[Bneedle\r", taken: first, says: "", typesQuery: true, comesFirst: true),
      Example("\u{1B}s\r", taken: least, says: "", typesQuery: true, comesFirst: true),
      // While a file is read.
      Example("/needle\rj\r", taken: first + 1, says: "", isFile: true),
      Example("Gk\r", taken: UInt64(rowCount) - 2, says: "", isFile: true),
      Example("50%j", row: UInt64(rowCount) / 2, says: "", isFile: true),
      Example("needle\u{1B}[B\r", taken: needles[1], says: "", typesQuery: true, isFile: true),
      Example("\u{1B}[F\r", taken: UInt64(rowCount) - 1, says: "", typesQuery: true, isFile: true),
      Example("sgj\r", taken: second, says: "", isFile: true),
      Example("5jG2kk", row: UInt64(rowCount) - 4, says: "5", comesFirst: true),
    ]
  }()

  /// Escape drops what waits, and what it waits for: the same as if the rest had not been typed.
  private static let dropped: [(bursts: [String], rest: [String])] = [
    (["/needle\r"], ["nnnjjj"]), ([], ["sj"]), (["/needle\r"], ["sGj\r"]), (["jjM\t"], ["ss"]),
  ]

  /// Plays the examples: what is wrong with those that do not end as they have to.
  package static func wrongExamples(with plugins: SimulatedPlugins) throws -> [String] {
    var wrong: [String] = []
    for hasWorkers in [false, true] {
      for var example in examples {
        example.keys.hasWorkers = hasWorkers
        if let fault = try example.fault(with: plugins) { wrong.append(fault) }
      }
      for (bursts, rest) in dropped {
        let before = bursts.map { Burst(afterNanoseconds: 0, text: $0) }
        let dropped = rest.map { Burst(afterNanoseconds: 20_000_000_000, text: $0) }
        let escape = Burst(afterNanoseconds: 300_000_000, text: "\u{1B}")
        let end = try KeyOrder(before + dropped + [escape], hasWorkers: hasWorkers, isPick: true)
          .end(with: plugins, lateNanoseconds: { 400_000_000 })
        let wanted = try KeyOrder(before, hasWorkers: hasWorkers, isPick: true).end(with: plugins)
        if end != wanted { wrong.append("\(rest), dropped, ends as\n\(end)\nnot as\n\(wanted)") }
      }
    }
    return wrong
  }
}

extension KeyOrder.Example {
  fileprivate func fault(with plugins: SimulatedPlugins) throws -> String? {
    // While keys wait, 150 ms after they came; and when it was over.
    var waiting: [String] = []
    var endNanoseconds: Int64 = 0
    let end = try keys.end(with: plugins, lateNanoseconds: { 400_000_000 }) { screen, now in
      if now <= 1_150_000_000 { waiting = screen }
      endNanoseconds = now
    }
    let outcome = taken.map { "\(RunOutcome.accepted([$0..<$0 + 1]))" }
    if end.outcome != outcome || row != nil && end.row != row {
      return "\(keys)\nends as\n\(end)\nnot with \(outcome ?? "") \(row ?? 0)"
    }
    if keys.isEndless, taken != nil, endNanoseconds > 9_000_000_000 {
      return "\(keys)\nends only with its rows"
    }
    return waiting.contains { $0.contains(says) }
      ? nil : "\(keys)\nshows \(waiting)\nwhile keys wait"
  }
}
