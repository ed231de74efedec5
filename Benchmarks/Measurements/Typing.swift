import Glibc

/// What a person waits for who types: a pick over a million rows beside fzf's, a filter over ten
/// million, and rows that are followed as they are written, beside `tail`.
struct Typing {
  let workshop: Workshop
  private static let runs = 3
  private static let letters = ["9", "7", "3", "1"]

  /// The goal for a letter: one frame.
  private static let frameMilliseconds = 16

  func measure() -> [Measurement] { picking() + [filtering()] + following() }

  // MARK: - Picking

  /// Each letter of a query, from the key to a first frame with a match and to the whole ranking.
  private func picking() -> [Measurement] {
    let file = workshop.write(paths(1_000_000), to: "million-paths.txt")
    let counts = Self.letters.indices.map { last in
      Int(
        ChildProcess.firstLine(of: [
          "grep", "-ciE", Self.letters[...last].joined(separator: ".*"), file,
        ])) ?? 0
    }
    var whole: [Double] = []
    var theirs: [Double] = []
    for _ in 0..<Self.runs {
      guard let ours = pick(file, counts) else { continue }
      whole.append(ours)
      if let fzf = pickWithFzf(file, counts) { theirs.append(fzf) }
    }
    let total = median(whole)
    let ratio = total / median(theirs)
    return [
      row("a pick over a million rows: from a letter to the best so far", firstMatches(file)),
      Measurement(
        name: "the same: four letters, each to its whole ranking", value: "\(text(total)) ms",
        number: theirs.isEmpty ? total : ratio,
        yardstick: theirs.isEmpty
          ? "no fzf" : "\(text(ratio, digits: 2)) x fzf (\(text(median(theirs))) ms)",
        goal: theirs.isEmpty ? "" : "<= 1 x", isMet: theirs.isEmpty ? nil : ratio <= 1),
    ]
  }

  private func row(_ name: String, _ times: [Double]) -> Measurement {
    let slow = percentile99(times)
    let soon = times.filter { $0 < 2 * 1000.0 / 60 }.count
    return Measurement(
      name: "\(name), p99 of \(times.count)", value: "\(text(slow)) ms", number: slow,
      yardstick: "median \(text(median(times))) ms; \(soon) within two frames of 16.7 ms",
      goal: "<= \(Self.frameMilliseconds) ms", isMet: slow <= Double(Self.frameMilliseconds))
  }

  /// A pick whose million rows are there.
  private func startPick(_ file: String) -> ScreenedProcess? {
    guard let screen = ScreenedProcess([workshop.statehost, "--pick", file]) else { return nil }
    let all = " \(grouped(1_000_000))/\(grouped(1_000_000))"
    if screen.milliseconds(typing: "", until: { $0[0].hasSuffix(all) }) != nil { return screen }
    screen.end()
    return nil
  }

  private func firstMatches(_ file: String) -> [Double] {
    guard let screen = startPick(file) else { return [] }
    defer { screen.end() }
    let queries = LetterTimes(
      prompt: "> ", row: 0, length: 4, begin: "", end: "\u{15}",
      isShown: { isMatch($0[1], $1) }, isOver: { $0[0].hasPrefix(">  ") && $0[1].holds("/file-0.") }
    )
    return queries.measure(on: screen)
  }

  /// The milliseconds of all letters, each to its whole ranking.
  private func pick(_ file: String, _ counts: [Int]) -> Double? {
    guard let screen = startPick(file) else { return nil }
    defer { screen.end() }
    var sum = 0.0
    for (index, letter) in Self.letters.enumerated() {
      let typed = Self.letters[...index].joined()
      let count = " \(grouped(counts[index]))/\(grouped(1_000_000))"
      guard
        let time = screen.milliseconds(
          typing: letter,
          until: { rows in
            rows[0].hasPrefix("> \(typed) ") && rows[0].hasSuffix(count) && !rows[0].holds("%")
              && isMatch(rows[1], typed)
          })
      else { return nil }
      sum += time
    }
    return sum
  }

  /// The milliseconds that the same letters take in fzf, one by one; nil where there is no fzf.
  private func pickWithFzf(_ file: String, _ counts: [Int]) -> Double? {
    guard let screen = ScreenedProcess(["sh", "-c", "exec fzf --no-mouse <'\(file)'"]) else {
      return nil
    }
    defer { screen.end() }
    func shows(_ count: Int) -> ([String]) -> Bool {
      { rows in rows.contains { $0.holds(" \(count)/1000000") } }
    }
    guard screen.milliseconds(typing: "", until: shows(1_000_000)) != nil else { return nil }
    var sum = 0.0
    for (index, letter) in Self.letters.enumerated() {
      guard let time = screen.milliseconds(typing: letter, until: shows(counts[index])) else {
        return nil
      }
      sum += time
    }
    return sum
  }

  private func isMatch(_ row: String, _ query: String) -> Bool {
    var rest = Substring(row)
    for letter in query {
      guard let place = rest.firstIndex(of: letter) else { return false }
      rest = rest[rest.index(after: place)...]
    }
    return true
  }

  private func paths(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in 0..<count {
      bytes += "src/module-\(number * 7919 % 1000)/part-\(number % 97)/file-\(number).swift\n".utf8
    }
    return bytes
  }

  // MARK: - Filtering

  /// Each letter of a filter over ten million rows, from the key to the first screen of matches.
  private func filtering() -> Measurement {
    let name = "a filter over ten million rows: from a letter to its first screen"
    guard let screen = ScreenedProcess([workshop.statehost, workshop.writeTenMillionLines()]),
      screen.milliseconds(typing: "", until: { $0[23].holds("10,000,000") }) != nil
    else { return row(name, []) }
    defer { screen.end() }
    let filters = LetterTimes(
      prompt: "&", row: 23, length: 5, begin: "&", end: "\u{1B}",
      isShown: { rows, typed in rows[..<20].allSatisfy { $0.holds(typed) } },
      isOver: { $0[0].hasPrefix("0 a line") && !$0[23].hasPrefix("&") })
    return row(name, filters.measure(on: screen))
  }

  // MARK: - Following

  private static let followedSeconds = 15

  /// A program that follows a file: its processor time in seconds, its resident memory in KiB after
  /// each second, and whether it has shown all rows.
  private typealias Followed = (seconds: Double, memory: [Int], isWhole: Bool)

  private func following() -> [Measurement] {
    let name = "following 100,000 rows a second"
    guard
      let ours = follow(
        [workshop.statehost, "--follow"],
        isWhole: { rows, count in rows[23].holds("\(grouped(count))/\(grouped(count))") })
    else { return [Measurement(name: name, value: "no rows", number: .nan, isMet: false)] }
    let tail = follow(["tail", "-F"], isWhole: nil)
    let share = ours.seconds / Double(Self.followedSeconds)
    let (early, late) = (ours.memory[4], ours.memory[Self.followedSeconds - 1])
    let growth = Double(late) / Double(early)
    return [
      Measurement(
        name: "\(name) (\(ours.isWhole ? "no row lost" : "rows lost"))",
        value: "\(text(share * 100)) % of a processor", number: share,
        yardstick: tail.map { "\(text(ours.seconds / $0.seconds, digits: 2)) x tail -F" } ?? "",
        goal: "<= 50 %", isMet: ours.isWhole && share <= 0.5),
      Measurement(
        name: "the same: resident memory after \(Self.followedSeconds) s",
        value: "\(text(Double(late) / 1024)) MiB", number: growth,
        yardstick: "\(text(growth, digits: 2)) x that after 5 s", goal: "<= 1.1 x",
        isMet: growth <= 1.1),
    ]
  }

  /// Starts a program with a file that then grows.
  ///
  /// - Parameters:
  ///   - words: the program and its options.
  ///   - isWhole: whether a screen shows so many rows; nil for a program that is not checked.
  /// - Returns: what it needed; nil where it does not start.
  private func follow(_ words: [String], isWhole: (([String], Int) -> Bool)?) -> Followed? {
    let part = 2000
    let file = workshop.write(Array("first\n".utf8), to: "growing.txt")
    guard let screen = ScreenedProcess(words + [file]) else { return nil }
    defer { screen.end() }
    guard
      screen.milliseconds(typing: "", until: { $0[0] == "first" || $0[0].hasPrefix("first ") })
        != nil
    else { return nil }
    let process = screen.process.processID
    let before = processorTicks(of: process)
    var memory: [Int] = []
    let descriptor = unsafe open(file, O_WRONLY | O_APPEND | O_CLOEXEC)
    let start = nanosecondsNow()
    for step in 0..<Self.followedSeconds * 100_000 / part {
      var bytes: [UInt8] = []
      for row in step * part..<(step + 1) * part { bytes += "row \(row)\n".utf8 }
      _ = unsafe write(descriptor, bytes, bytes.count)
      let due = start + Int64(step + 1) * 1_000_000_000 * Int64(part) / 100_000
      while nanosecondsNow() < due { screen.process.readFor(milliseconds: 1) }
      if (step + 1) * part % 100_000 == 0 {
        memory.append(Idle.fact("VmRSS:", in: "/proc/\(process)/status"))
      }
    }
    close(descriptor)
    let ticks = processorTicks(of: process) - before
    let count = Self.followedSeconds * 100_000
    // All that was drawn meanwhile was read without a look: it is drawn anew.
    let time = isWhole.flatMap { isWhole in
      screen.milliseconds(
        typing: "\u{C}",
        until: { rows in
          rows.contains { $0.hasPrefix("row \(count - 1)") } && isWhole(rows, count + 1)
        })
    }
    return (Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK))), memory, time != nil)
  }

  /// The processor time of a process so far, in ticks.
  private func processorTicks(of process: pid_t) -> Int {
    let words =
      String(decoding: Workshop.read("/proc/\(process)/stat"), as: UTF8.self)
      .split(separator: ")").last?.split(separator: " ") ?? []
    return words.count > 12 ? (Int(words[11]) ?? 0) + (Int(words[12]) ?? 0) : 0
  }
}
