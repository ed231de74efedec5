internal import HostPlugins
internal import HostStates
internal import HostSystem

/// Validator checks that a child handles any message from other children, whatever its bytes, and
/// requests a draw if it changes what the child shows.
enum MessageChecks {
  static let all: [Check] = [
    .eachChild(
      "messages-any-bytes", 3, "a child handles messages of others about any subject",
      having: .messages
    ) { child in
      let subject = "org.statehost.anything/1"
      for isShown in [false, true] {
        if isShown { child.appear() }
        for bytes in EdgeCaseBytes.invalidText + [[], [UInt8](repeating: 0x61, count: 255)] {
          child.message(bytes, [], from: bytes)
          child.message(subject, bytes)
        }
        child.message(subject, [UInt8](repeating: 0x61, count: ChildMessage.bodyBytesLimit))
        if isShown { child.draw() }
      }
    },
    Check("messages-of-any-body", 3, "a child handles any body under a subject that it knows") {
      session in
      let known = try messages(in: session)
      try session.forEachChild(once: .shown, having: .messages, arguments: .guarded) { child in
        for message in known {
          for body in bodies(like: message.body) {
            child.message(message.subject, body, from: message.sender)
            child.draw()
          }
        }
      }
    },
    Check(
      "draws-after-messages", .warning(5), "a child requests a draw after a message that changes it"
    ) { session in
      let known = try messages(in: session)
      try session.forEachChild(once: .shown, having: .messages) { child in
        var before = child.snapshot()
        for message in known {
          before = try session.drawing(of: child, after: before) {
            child.message(message.subject, message.body, from: message.sender)
          }
        }
      }
    },
  ]

  /// A message that a check sends to the plugin's children in variants: one that another of them
  /// has sent, or one about a subject that stands in the plugin's file.
  private typealias Known = (sender: String, subject: String, body: [UInt8])

  private static let knownLimit = 16

  /// The messages that the plugin's children send, one per subject; skips the check if none.
  private static func messages(in session: CheckSession) throws -> [Known] {
    var known: [Known] = []
    let children = try session.types().map { try session.child($0) }
    for child in children { child.appear() }
    for _ in 0..<2 {
      for child in children {
        child.surroundingsChanged()
        child.live()
        let (said, sender) = (child.host.sentMessages.map(\.what), child.type.id)
        child.host.forgetRequests()
        for message in said where known.count < knownLimit {
          let isKnown = known.contains { $0.sender == sender && $0.subject == message.subject }
          if isKnown { continue }
          known.append((sender, message.subject, message.body))
          for other in children where other !== child {
            other.message(message.subject, message.body, from: sender)
          }
        }
      }
    }
    for child in children { child.remove() }
    for subject in subjects(in: session.file) where known.count < knownLimit {
      if known.contains(where: { $0.subject == subject }) { continue }
      known.append(("org.statehost.validator", subject, Array("12345678".utf8)))
    }
    return try known.orSkip("no child sends messages")
  }

  /// Texts in the file that may be subjects, such as "com.example.cursor/1", but not the header's.
  private static func subjects(in file: OpenFile) -> [String] {
    let isOfID = { (byte: UInt8) in
      0x2D...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == 0x5F
    }
    return file.descriptor.bytes(at: 0, count: 1 << 22).split { !isOfID($0) }.compactMap { text in
      let parts = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].count(where: { $0 == UInt8(ascii: ".") }) > 1,
        1...2 ~= parts[1].count, parts[1].allSatisfy({ 0x30...0x39 ~= $0 })
      else { return nil }
      let subject = String(decoding: text, as: UTF8.self)
      return subject.hasPrefix("childplugin.") ? nil : subject
    }
  }

  /// Variants of a body: shorter, longer and different ones.
  private static func bodies(like body: [UInt8]) -> [[UInt8]] {
    [
      [], Array(body.prefix(1)), Array(body.dropLast()), body + [0x78], body + body,
      [UInt8](repeating: 0xFF, count: body.count), [UInt8](repeating: 0, count: body.count),
      [UInt8](repeating: 0x61, count: ChildMessage.bodyBytesLimit),
    ] + EdgeCaseBytes.invalidText
  }
}

/// Validator checks that a child requests programs (external commands that the host runs for it)
/// with valid arguments, the need declared, and on the terminal only after user input, and that it
/// handles every way in which they can end; the programs are simulated.
enum ProgramChecks {
  static let all: [Check] = [
    .eachState(
      "programs-in-order", 2,
      "a child that runs programs declares the need and makes valid requests"
    ) { child in
      child.live()
      try child.session.expectNoFault(
        "words without NUL, sizes in range, and CHILDPLUGIN_NEED_RUN among its needs"
      ) {
        [.notDeclared, .noProgram, .tooLarge, .twoInputs].map {
          ChildFault.Kind.refused(.runRun, $0)
        }.contains($0)
      }
      let names = child.host.startedWords.compactMap(\.first)
      try expectNone(
        names.first { $0.contains(0x20) && !$0.contains(UInt8(ascii: "/")) },
        "the name of a program, and each argument as a word of its own: there is no shell",
        in: child.host.programCall ?? .lastCall, else: CallFormatter.bytes)
      try expectNone(
        located: child.host.unscripted.first,
        "in the file of --programs, a result for each program that it runs"
      ) { "there is none for \"\($0)\"" }
    },
    .eachState("terminal-when-asked", 3, "a child hands over the terminal only after user input") {
      child in
      child.change(to: child.host.content)
      child.themeChanged()
      child.draw()
      child.disappear()
      child.appear()
      try child.session.expectNoFault(
        "CHILDPLUGIN_PROGRAM_ON_TERMINAL only after a key or the mouse, in front"
      ) { $0 == .refused(.runRun, .unasked) }
    },
    .eachChild(
      "programs-end-anyhow", 3, "a child handles every end of a program, and a program without one",
      once: .shown, having: .programs
    ) { child in
      for end in ends {
        child.live()
        child.end(end)
        // A program number that it does not know.
        child.child.send(.programEnded(end(.max)))
        child.draw()
      }
      child.disappear()
      child.end(ends[0])
    },
  ]

  private static let ends: [@Sendable (UInt64) -> ProgramEnd] = [
    { ProgramEnd($0, notStarted: "the command was not found: rm: check the name and PATH") },
    { ProgramEnd($0, refused: .notGranted("run", id: "the child")) },
    { ProgramEnd($0, .exited(0)) },
    { ProgramEnd($0, .exited(255), errors: .init([0x1B, 0x5B, 0xFF, 0x00, 0x0A])) },
    { ProgramEnd($0, .killed(signal: 9), output: .init([0xC3])) },
    { ProgramEnd($0, .exited(0), output: long, errors: long) },
  ]

  private static let long = ProgramEnd.Output(
    Array(repeating: 0x78, count: ProgramEnd.Output.bytesLimit), isCut: true)
}

/// Validator checks of a child's external programs: it shows the last one's whole output or why it
/// did not start, cancels outdated ones, does not restart them forever, reruns them for changed
/// rows, stops waiting for failed ones, and gives row text to shells as arguments, not in scripts.
enum RunningProgramChecks {
  static let all: [Check] = [
    eachRunner(
      "programs-let-go", .warning(5),
      "a child ends a row's program when the cursor moves to another row"
    ) { child in
      let atFirst = child.host.programs.count
      for row: UInt64 in 1...8 {
        let before = child.host.programs.count
        go(child, to: row)
        let place = child.host.programCall ?? child.monitor.lastCall
        for number in child.host.cancelledPrograms {
          child.host.programs.removeAll { $0 == number }
          child.child.send(.programEnded(ProgramEnd(number, .killed(signal: 15))))
        }
        child.host.cancelledPrograms = []
        try expect(
          child.host.refusedPrograms == 0 && child.host.programs.count <= atFirst + 3,
          "run->cancel for the one before: at most \(ChildProgram.runningLimit) run at a time",
          in: place, else: "\(max(before, child.host.programs.count)) run, after \(row) rows")
      }
    },
    eachRunner(
      "programs-come-to-rest", 4, "the end of a program does not start the next one forever"
    ) { child in
      child.live()
      for _ in 0..<rounds {
        if child.host.programs.isEmpty { return }
        child.succeed()
        child.draw()
      }
      try expect(
        child.host.programs.isEmpty,
        "no further program until user input, new content or a timer (host->wake_after)",
        in: child.host.programCall ?? child.monitor.lastCall,
        else: "another program \(rounds) times, each at the end of the previous one")
    },
    eachRunner(
      "shows-the-last-program", .warning(5),
      "output of an earlier program does not replace that of the last one"
    ) { child in
      go(child, to: 1)
      guard let earlier = child.host.programs.last else { return }
      go(child, to: 2)
      guard let last = child.host.programs.last, last != earlier else { return }
      func end(_ number: UInt64, _ how: ProgramEnd.How, _ words: String) -> Drawing {
        child.host.programs.removeAll { $0 == number }
        child.child.send(.programEnded(ProgramEnd(number, how, output: line(words))))
        return child.snapshot()
      }
      let shown = end(last, .exited(0), "zqlater")
      guard shown.textCount(of: "zqlater") > 0 else { return }
      let after = end(earlier, .killed(signal: 15), "zqformer")
      try expect(
        after.textCount(of: "zqlater") > 0,
        "the output of the last program: end->number identifies the program",
        else: "what an earlier one leaves, which ended later")
    },
    eachRunner(
      "keeps-rows-from-shells", 4, "row text is a separate word for a shell, not part of its script"
    ) { child in
      for row: UInt64 in 1...2 { go(child, to: row) }
      settle(child)
      let cells = (0...2).map { child.host.content.cell($0, 0) }
      let scripts = child.host.startedWords.compactMap { words in
        words.firstIndex { $0.elementsEqual("-c".utf8) }.flatMap { words.dropFirst($0 + 1).first }
      }
      try expectNone(
        scripts.first { script in cells.contains { script.holds($0) } },
        "{ \"sh\", \"-c\", \"... \\\"$1\\\"\", \"sh\", row }: a row may contain $(...)",
        in: child.host.programCall ?? .lastCall, else: CallFormatter.bytes)
    },
    .eachType(
      "ends-its-waiting", .warning(5),
      "a child stops showing a program as running when it failed or was refused"
    ) { session, type in
      guard let waiting = try draws(type, session, by: nil),
        let ended = try draws(
          type, session, by: { ProgramEnd($0, .exited(0), output: line("zqword")) })
      else { return }
      let words = Set(waiting.texts).subtracting(ended.texts).filter { $0.count > 3 }
      if words.isEmpty { return }
      for (how, name) in [
        (.notStarted, "it was not started"), (.killed(signal: 9), "a signal has ended it"),
        (nil, "run returned 0"),
      ] as [(ProgramEnd.How?, String)] {
        let end = how.map { how in { (number: UInt64) in ProgramEnd(number, how) } }
        guard let after = try draws(type, session, by: end, refusing: how == nil) else { continue }
        try expectNone(after.texts.first { words.contains($0) }, "another text once \(name)") {
          "\"\(String(decoding: $0, as: UTF8.self))\", as while it runs"
        }
      }
    },
    eachRunner(
      "runs-for-the-rows-there", .warning(5),
      "a program for a row is run again when a reload changes it, and not without a row",
      content: numbered(from: 1_000_000)
    ) { child in
      go(child, to: 1)
      settle(child)
      func runs(for cell: [UInt8]) -> Bool {
        child.host.startedWords.contains { $0.contains { $0.starts(with: cell.prefix(7)) } }
      }
      guard runs(for: child.host.content.cell(1, 0)) else { return }
      child.reload { $0 = numbered(from: 2_000_000) }
      let place = child.monitor.lastCall
      settle(child)
      try expect(
        runs(for: child.host.content.cell(1, 0)), "the program for the current row", in: place,
        else: "none: content.changed reports other rows, their numbers do not")
      let before = child.host.startedWords.count
      child.changeView { $0.showsNone = true }
      child.selectionChanged()
      settle(child)
      let started = child.host.startedWords.dropFirst(before)
      try expectNone(
        started.first { $0.contains { $0.isEmpty || $0.starts(with: Array("200".utf8)) } },
        "no program while no row is selected (CHILDPLUGIN_NO_ROW): the view shows none",
        in: child.host.programCall ?? .lastCall
      ) { ScriptedChildProgram.commandLine($0) }
    },
    eachRunner(
      "programs-get-their-words", .warning(5),
      "the words of a program do not end with the NULL of execv"
    ) { child in
      for row: UInt64 in 1...2 { go(child, to: row) }
      settle(child)
      try expectNone(
        child.host.nullWordCall,
        "word_count without the NULL at the end of the words, which only execv needs",
        in: child.host.nullWordCall ?? .lastCall
      ) { _ in "NULL as the last word, which is an empty argument" }
    },
    .eachType(
      "shows-whole-results", .warning(6),
      "a child that shows output of programs shows all lines, and why one did not start"
    ) { session, type in
      let output = ProgramEnd.Output(Array("zqone\nzqtwo\n".utf8))
      guard let shown = try draws(type, session, by: { .init($0, .exited(0), output: output) }),
        shown.textCount(of: "zqone") > 0
      else { return }
      try expect(
        shown.textCount(of: "zqone\nzqtwo") == 0
          || (0..<shown.rows).contains { shown.line($0).holds("zqtwo".unicodeScalars) },
        "each line by a call of its own: canvas->text draws a text up to a newline",
        else: "only the first line of a program's output")
      guard let empty = try draws(type, session, by: { ProgramEnd($0, .exited(0)) }),
        let failed = try draws(type, session, by: { ProgramEnd($0, notStarted: "zq is not found") })
      else { return }
      try expect(
        failed.firstDifference(from: empty) != nil,
        "a word about it: end->kind says that the program did not start, end->errors why",
        else: "the same as after a program without output")
    },
  ]

  /// What it draws with a program running, ended, or not allowed; nil if that shows nothing.
  private static func draws(
    _ type: ChildType, _ session: CheckSession, by end: ((UInt64) -> ProgramEnd)?,
    refusing isRefused: Bool = false
  ) throws -> Drawing? {
    let child = try session.child(type, content: .lettered(300)) { $0.script = nil }
    defer { child.remove() }
    child.host.refusesPrograms = isRefused
    guard child.has(.programs) else { return nil }
    child.appearWithFocus()
    wake(child)
    if child.host.programs.isEmpty { go(child, to: 1) }
    if isRefused { return child.snapshot() }
    guard !child.host.programs.isEmpty else { return nil }
    if let end {
      child.end(end)
      if !child.host.programs.isEmpty { return nil }
    }
    return child.snapshot()
  }

  /// Fires its timer and ends its programs until it rests.
  private static func settle(_ child: CheckedChild) {
    for _ in 0..<rounds {
      wake(child)
      if child.host.programs.isEmpty { return }
      child.succeed()
    }
  }

  private static func wake(_ child: CheckedChild) {
    guard child.host.wakeAfterNanoseconds != nil else { return }
    child.host.wakeAfterNanoseconds = nil
    child.host.nowNanoseconds += 1_000_000_000
    child.woke()
    child.draw()
  }

  private static let rounds = 20

  private static func line(_ words: String) -> ProgramEnd.Output {
    ProgramEnd.Output(Array((words + "\n").utf8))
  }

  /// Moves the user to a row, and waits a moment.
  private static func go(_ child: CheckedChild, to row: UInt64) {
    if child.host.selection.row.map({ $0 < row }) ?? true { child.key(.down) }
    child.select(row: row)
    child.draw()
    wake(child)
  }

  /// A check of every visible child that receives the ends of programs.
  private static func eachRunner(
    _ name: String, _ level: Check.Level, _ purpose: String,
    content: @autoclosure @escaping @Sendable () -> SimulatedContent = .lettered(300),
    _ body: @escaping Check.ChildTest
  ) -> Check {
    .eachChild(
      name, level, purpose, once: .focused, having: .programs, contents: [content()]
    ) { child in
      // These checks end the programs themselves.
      child.host.script = nil
      try body(child)
    }
  }

  /// Rows that begin with a number, as a log begins with a hash.
  private static func numbered(from first: UInt64) -> SimulatedContent {
    .list(rows: 300, columns: 3).withCells { row, _ in Array("\(first + row) words".utf8) }
  }
}
