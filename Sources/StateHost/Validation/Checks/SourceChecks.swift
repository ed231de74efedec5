internal import HostPlugins

/// What sources deliver.
///
/// One may deliver for ever: it is told after a while that nobody takes more, and is to return then. Of one that waits
/// for what does not come nothing is known: its checks are skipped.
enum SourceChecks {
  private static let fewRows = 10
  private static let manyRows = 100_000
  /// A source that buffers may not notice at once.
  private static let refusedLimit = 1000

  static var all: [Check] {
    [
      Check("source-delivers", level: 1, "read delivers rows, or says why it returns false") {
        trial throws(CheckEnd) in
        for type in try trial.sources() {
          let (reading, isDone) = try read(type, in: trial)
          let reason = reading.reason ?? ""
          try expect(isDone || !reason.isEmpty, "true, or fail with words", else: "false, without")
        }
      },
      Check("source-rows", level: 2, "what is delivered is whole rows, as the header says") {
        trial throws(CheckEnd) in
        for type in try trial.sources() {
          let (reading, _) = try read(type, in: trial)
          // A piece of bytes may end anywhere.
          let isWhole = reading.lastByte.map { $0 == UInt8(ascii: "\n") } ?? true
          try expect(
            isWhole || reading.isCutShort, "a newline at the end of the last row",
            else: "the row is cut")
          if let fault = reading.faults.first {
            throw .failed(expected: "what the header allows", happened: fault)
          }
        }
      },
      Check("source-stops", level: 2, "read returns once nobody takes its rows any more") {
        trial throws(CheckEnd) in
        for type in try trial.sources() {
          let (reading, _) = try read(type, in: trial, takingRows: fewRows)
          try expect(
            reading.refusedCount < refusedLimit, "the end of read once row returns false",
            else: "\(reading.refusedCount) rows more")
        }
      },
      Check(
        "source-columns", level: 4, severity: .warning,
        "who names columns delivers a cell for each of them"
      ) { trial throws(CheckEnd) in
        for type in try trial.sources() {
          let (reading, _) = try read(type, in: trial)
          try expect(
            !reading.hasNamedColumns || reading.rowCount <= 2 || reading.tabCount > 0,
            "a row with its cells, or a line with a tab between them",
            else: "\(reading.rowCount - 1) rows of one cell, and more columns")
        }
      },
      Check("source-progress", level: 5, severity: .warning, "progress is 0 to 1, the whole") {
        trial throws(CheckEnd) in
        for type in try trial.sources() {
          // Some know how far they are only of what an option says.
          let said = type.options.flatMap { option in
            (option.sampleValues + [Array("10".utf8)]).map { (name: option.name, value: $0) }
          }
          for said in [nil] + said {
            let (reading, _) = try read(type, in: trial, takingRows: 1000, saying: said)
            // A guess may come out a little high.
            try expect(
              reading.largestProgress < 2, "at most 1: it is no percentage",
              else: "progress(\(reading.largestProgress)), which says that nobody knows")
          }
        }
      },
      Check("source-arguments", level: 3, "read takes any argument, no farther than it reaches") {
        trial throws(CheckEnd) in
        for type in try trial.sources() {
          for argument in ["2026", "7", "x", "no such thing", String(repeating: "9", count: 4096)] {
            _ = try read(type, in: trial, takingRows: fewRows, argument: argument)
          }
        }
      },
      Check("source-unknown-ids", level: 2, "read returns false for an id that is not its own") {
        trial throws(CheckEnd) in
        for type in try trial.sources() {
          for id in ["org.statehost.no-such-source", "", type.id + "x"] {
            let reading = TrialReading(of: type, takingRows: fewRows, watch: trial.watch)
            trial.watch.record.mayWait = false
            try expect(
              !(try trial.plugin().read(id, argument: "", for: reading)),
              "false for the unknown id \"\(id)\"", else: "true")
          }
        }
      },
    ]
  }

  /// Reads a source once, with an argument that ends where readable memory ends, and with what its options are where
  /// nobody gives them, but for one.
  static func read(
    _ type: ChildType, in trial: Trial, takingRows count: Int = manyRows, argument: String = "",
    saying said: (name: String, value: [UInt8])? = nil
  ) throws(CheckEnd) -> (TrialReading, isDone: Bool) {
    let reading = TrialReading(of: type, takingRows: count, watch: trial.watch, saying: said)
    defer { trial.watch.record.mayWait = false }
    let isDone = try trial.plugin().read(
      type.id, argument: argument, in: .guarded, for: reading)
    return (reading, isDone)
  }
}
