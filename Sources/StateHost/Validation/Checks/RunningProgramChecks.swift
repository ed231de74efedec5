internal import ChildPluginAPI
internal import HostPlugins

/// What comes of the programs that a child has run, and when they end.
enum RunningProgramChecks {
  static var all: [Check] {
    [
      Check(
        "programs-let-go", level: 5, severity: .warning,
        "who runs a program for a row ends it when the user is on another"
      ) { trial throws(CheckEnd) in
        try forEachRunner(trial) { child throws(CheckEnd) in
          let atFirst = child.services.programs.count
          for row: UInt64 in 1...8 {
            let before = child.services.programs.count
            go(child, to: row)
            let place = child.services.programAsked ?? trial.watch.lastCall
            endCancelled(child)
            try expect(
              child.services.refusedPrograms == 0 && child.services.programs.count <= atFirst + 3,
              "run->cancel for the one before: at most \(ChildProgram.runningLimit) run at a time",
              in: place,
              else: "\(max(before, child.services.programs.count)) run, after \(row) rows")
          }
        }
      },
      Check(
        "programs-come-to-rest", level: 4, "the end of a program does not start the next for ever"
      ) { trial throws(CheckEnd) in
        try forEachRunner(trial) { child throws(CheckEnd) in
          child.live()
          for _ in 0..<rounds {
            if child.services.programs.isEmpty { return }
            child.end { ProgramEnd($0, .exited(0), output: line("a line")) }
            child.draw()
          }
          try expect(
            child.services.programs.isEmpty,
            "rest until the user or the content asks for more, or a timer (host->wake_after)",
            in: child.services.programAsked ?? trial.watch.lastCall,
            else: "another program \(rounds) times, each at the end of the one before")
        }
      },
      Check(
        "shows-the-last-program", level: 5, severity: .warning,
        "what an earlier program says does not take the place of what the last one says"
      ) { trial throws(CheckEnd) in
        try forEachRunner(trial) { child throws(CheckEnd) in
          go(child, to: 1)
          guard let earlier = child.services.programs.last else { return }
          go(child, to: 2)
          guard let last = child.services.programs.last, last != earlier else { return }
          func end(_ number: UInt64, _ how: ProgramEnd.How, _ words: String) -> Drawing {
            child.services.programs.removeAll { $0 == number }
            child.child.programEnded(ProgramEnd(number, how, output: line(words)))
            return child.draw(keepingCells: true)
          }
          let shown = end(last, .exited(0), "zqlater")
          guard shown.texts.contains(where: { $0.holds("zqlater") }) else { return }
          let after = end(earlier, .killed(signal: 15), "zqformer")
          try expect(
            after.texts.contains { $0.holds("zqlater") }
              || !after.texts.contains { $0.holds("zqformer") },
            "the output of the last program: end->number says whose end it is",
            else: "that of an earlier one, which ended later")
        }
      },
    ]
  }

  private static let rounds = 20
  private static let second: Int64 = 1_000_000_000

  private static func line(_ words: String) -> ProgramEnd.Output {
    ProgramEnd.Output(Array((words + "\n").utf8))
  }

  /// The user goes to a row, and stays there for a moment.
  private static func go(_ child: TrialChild, to row: UInt64) {
    if child.services.selection.row.map({ $0 < row }) ?? true { child.key(.down) }
    child.services.change(.select(row: row))
    child.selectionChanged()
    child.draw()
    guard child.services.wakeAfterNanoseconds != nil else { return }
    child.services.wakeAfterNanoseconds = nil
    child.services.nowNanoseconds += second
    child.woke()
    child.draw()
  }

  /// What it has cancelled has ended.
  private static func endCancelled(_ child: TrialChild) {
    for number in child.services.cancelledPrograms {
      child.services.programs.removeAll { $0 == number }
      child.child.programEnded(ProgramEnd(number, .killed(signal: 15)))
    }
    child.services.cancelledPrograms = []
  }

  /// Calls `body` with every visible child that receives the ends of programs.
  private static func forEachRunner(
    _ trial: Trial, _ body: (TrialChild) throws(CheckEnd) -> Void
  ) throws(CheckEnd) {
    try trial.forEachChild(
      having: "an extension for the ends of programs", { $0.extensions.run != nil },
      content: .lettered(300)
    ) { child throws(CheckEnd) in
      child.appear()
      child.focus(true)
      try body(child)
    }
  }
}
