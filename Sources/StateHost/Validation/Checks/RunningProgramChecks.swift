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
      Check(
        "keeps-rows-from-shells", level: 4,
        "what rows say is a word of its own for a shell, and no part of its script"
      ) { trial throws(CheckEnd) in
        try forEachRunner(trial) { child throws(CheckEnd) in
          for row: UInt64 in 1...2 { go(child, to: row) }
          settle(child)
          let cells = (0...2).map { child.services.content.cell($0, 0) }
          let scripts = child.services.startedWords.compactMap { words in
            words.firstIndex { $0.elementsEqual("-c".utf8) }.flatMap {
              words.dropFirst($0 + 1).first
            }
          }
          let script = scripts.first { script in
            cells.contains { cell in script.indices.contains { script[$0...].starts(with: cell) } }
          }
          try expect(
            script == nil,
            "{ \"sh\", \"-c\", \"... \\\"$1\\\"\", \"sh\", row }: a row may have $(...) in it",
            in: child.services.programAsked ?? .lastCall, else: CallText.bytes(script ?? []))
        }
      },
      Check(
        "ends-its-waiting", level: 5, severity: .warning,
        "who says that a program runs says so no more when it has failed, or may not run"
      ) { trial throws(CheckEnd) in
        for type in try trial.types() {
          guard let waiting = try draws(type, trial, ending: nil),
            let ended = try draws(type, trial, ending: .exited(0))
          else { continue }
          let words = Set(waiting.texts).subtracting(ended.texts).filter { $0.count > 3 }
          if words.isEmpty { continue }
          for (how, name) in [
            (.notStarted, "it was not started"), (.killed(signal: 9), "a signal has ended it"),
            (nil, "run returned 0"),
          ] as [(ProgramEnd.How?, String)] {
            guard let after = try draws(type, trial, ending: how, refusing: how == nil) else {
              continue
            }
            let stuck = after.texts.first { words.contains($0) }
            try expect(
              stuck == nil, "other words once \(name)",
              else: "\"\(String(decoding: stuck ?? [], as: UTF8.self))\", as while it runs")
          }
        }
      },
      Check(
        "runs-for-the-rows-there", level: 5, severity: .warning,
        "who runs a program for a row runs it again when a reload has brought others"
      ) { trial throws(CheckEnd) in
        try forEachRunner(trial, content: .numbered(from: 1_000_000)) { child throws(CheckEnd) in
          go(child, to: 1)
          settle(child)
          func runs(for cell: [UInt8]) -> Bool {
            child.services.startedWords.contains { $0.contains { $0.starts(with: cell.prefix(7)) } }
          }
          let cell = child.services.content.cell(1, 0)
          guard runs(for: cell) else { return }
          var content = TrialContent.numbered(from: 2_000_000)
          content.facts.generation = child.services.content.facts.generation + 1
          child.change(to: content)
          let place = trial.watch.lastCall
          settle(child)
          try expect(
            runs(for: content.cell(1, 0)), "the program for the row that is there now", in: place,
            else: "none: content.changed tells of other rows, their numbers do not")
        }
      },
    ]
  }

  /// What it draws while a program runs, or after it has ended, or where none may; nil where that tells nothing.
  private static func draws(
    _ type: ChildType, _ trial: Trial, ending how: ProgramEnd.How?, refusing isRefused: Bool = false
  ) throws(CheckEnd) -> Drawing? {
    let child = try trial.child(type, content: .lettered(300))
    defer {
      child.disappear()
      child.destroy()
    }
    child.services.refusesPrograms = isRefused
    guard child.extensions.run != nil else { return nil }
    child.appear()
    child.focus(true)
    wake(child)
    if child.services.programs.isEmpty { go(child, to: 1) }
    if isRefused { return child.draw(keepingCells: true) }
    guard !child.services.programs.isEmpty else { return nil }
    if let how {
      child.end { ProgramEnd($0, how, output: how == .exited(0) ? line("zqword") : .init()) }
      if !child.services.programs.isEmpty { return nil }
    }
    return child.draw(keepingCells: true)
  }

  /// Its timer comes, and what it has run ends, as often as it goes on.
  private static func settle(_ child: TrialChild) {
    for _ in 0..<rounds {
      wake(child)
      if child.services.programs.isEmpty { return }
      child.end { ProgramEnd($0, .exited(0), output: line("a line")) }
    }
  }

  private static func wake(_ child: TrialChild) {
    guard child.services.wakeAfterNanoseconds != nil else { return }
    child.services.wakeAfterNanoseconds = nil
    child.services.nowNanoseconds += second
    child.woke()
    child.draw()
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
    wake(child)
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
    _ trial: Trial, content: TrialContent = .lettered(300),
    _ body: (TrialChild) throws(CheckEnd) -> Void
  ) throws(CheckEnd) {
    try trial.forEachChild(
      having: "an extension for the ends of programs", { $0.extensions.run != nil },
      content: content
    ) { child throws(CheckEnd) in
      child.appear()
      child.focus(true)
      try body(child)
    }
  }
}

extension TrialContent {
  /// Rows that begin with a number, as those of a log with a hash.
  fileprivate static func numbered(from first: UInt64) -> TrialContent {
    var content = TrialContent.list(rows: 300, columns: 3)
    content.cell = { row, _ in Array("\(first + row) words".utf8) }
    return content
  }
}
