import Glibc

/// What a person waits for who types: a pick over a million rows beside fzf's, a filter over ten million, and rows that
/// are followed as they are written.
struct Typing {
  let workshop: Workshop
  private static let runs = 3
  private static let letters = ["9", "7", "3", "1"]

  func measure() -> [Measurement] { picking() + [filtering(), following()].compactMap(\.self) }

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
    var first: [Double] = []
    var whole: [Double] = []
    var theirs: [Double] = []
    for _ in 0..<Self.runs {
      guard let ours = pick(file, counts) else { continue }
      first += ours.first
      whole.append(ours.whole.reduce(0, +))
      if let fzf = pickWithFzf(file, counts) { theirs.append(fzf) }
    }
    let slowest = first.max() ?? .nan
    let total = median(whole)
    let ratio = total / median(theirs)
    return [
      Measurement(
        name: "a pick over a million rows: from a letter to the first matches, at worst",
        value: "\(text(slowest)) ms", number: slowest, yardstick: "median \(text(median(first))) ms"
      ),
      Measurement(
        name: "the same: four letters, each to its whole ranking", value: "\(text(total)) ms",
        number: theirs.isEmpty ? total : ratio,
        yardstick: theirs.isEmpty
          ? "no fzf" : "\(text(ratio, digits: 2)) x fzf (\(text(median(theirs))) ms)",
        goal: theirs.isEmpty ? "" : "<= 1 x", isMet: theirs.isEmpty ? nil : ratio <= 1),
    ]
  }

  private func pick(_ file: String, _ counts: [Int]) -> (first: [Double], whole: [Double])? {
    guard let screen = ScreenedProcess([workshop.statehost, "--pick", file]) else { return nil }
    defer { screen.end() }
    let all = grouped(1_000_000)
    guard
      screen.milliseconds(typing: "", until: { $0[0].hasSuffix(" \(all)/\(all)") }) != nil
    else { return nil }
    var (first, whole): ([Double], [Double]) = ([], [])
    for (index, letter) in Self.letters.enumerated() {
      let typed = Self.letters[...index].joined()
      func isTyped(_ rows: [String]) -> Bool { rows[0].hasPrefix("> \(typed) ") }
      let count = " \(grouped(counts[index]))/\(all)"
      guard
        let shown = screen.milliseconds(
          typing: letter, until: { isTyped($0) && isMatch($0[1], typed) }),
        let rest = screen.milliseconds(
          typing: "", until: { isTyped($0) && $0[0].hasSuffix(count) && !$0[0].holds("%") })
      else { return nil }
      first.append(shown)
      whole.append(shown + rest)
    }
    return (first, whole)
  }

  /// The milliseconds that the same letters take in fzf, one after the other; nil where there is none.
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
  private func filtering() -> Measurement? {
    var bytes: [UInt8] = []
    for number in 0..<10_000_000 { bytes += "\(number) a line of a log\n".utf8 }
    let file = workshop.write(bytes, to: "ten-million-lines.txt")
    guard let screen = ScreenedProcess([workshop.statehost, file]) else { return nil }
    defer { screen.end() }
    guard
      screen.milliseconds(typing: "", until: { $0[23].holds("10,000,000") }) != nil
    else { return nil }
    var times: [Double] = []
    for _ in 0..<Self.runs {
      guard screen.milliseconds(typing: "&", until: { $0[23].hasPrefix("&") }) != nil else {
        return nil
      }
      for length in 1...5 {
        let typed = String(repeating: "7", count: length)
        guard
          let time = screen.milliseconds(
            typing: "7",
            until: { rows in
              rows[23].hasPrefix("&\(typed) ") || rows[23] == "&\(typed)"
                ? rows[..<23].prefix(20).allSatisfy { $0.holds(typed) } : false
            })
        else { return nil }
        times.append(time)
      }
      guard
        screen.milliseconds(
          typing: "\u{1B}", until: { $0[0].hasPrefix("0 a line") && !$0[23].hasPrefix("&") }) != nil
      else { return nil }
    }
    let worst = times.max() ?? .nan
    return Measurement(
      name: "a filter over ten million rows: from a letter to its first screen, at worst",
      value: "\(text(worst)) ms", number: worst, yardstick: "median \(text(median(times))) ms")
  }

  // MARK: - Following

  /// A file that grows by 100,000 rows a second, for five seconds.
  private func following() -> Measurement? {
    let (seconds, part) = (5, 2000)
    let file = workshop.write(Array("first\n".utf8), to: "growing.txt")
    guard let screen = ScreenedProcess([workshop.statehost, "--follow", file]) else { return nil }
    defer { screen.end() }
    guard
      screen.milliseconds(typing: "", until: { $0[0] == "first" || $0[0].hasPrefix("first ") })
        != nil
    else { return nil }
    let before = processorTicks(of: screen.process.processID)
    let descriptor = unsafe open(file, O_WRONLY | O_APPEND | O_CLOEXEC)
    let start = nanosecondsNow()
    for step in 0..<seconds * 100_000 / part {
      var bytes: [UInt8] = []
      for row in step * part..<(step + 1) * part { bytes += "row \(row)\n".utf8 }
      _ = unsafe write(descriptor, bytes, bytes.count)
      let due = start + Int64(step + 1) * 1_000_000_000 * Int64(part) / 100_000
      while nanosecondsNow() < due { screen.process.readFor(milliseconds: 1) }
    }
    close(descriptor)
    let ticks = processorTicks(of: screen.process.processID) - before
    let last = "row \(seconds * 100_000 - 1)"
    let all = grouped(seconds * 100_000 + 1)
    // All that was drawn meanwhile was read without a look: it is drawn anew.
    let isThere = screen.milliseconds(
      typing: "\u{C}",
      until: { rows in
        rows.contains { $0.hasPrefix(last) } && rows[23].holds("\(all)/\(all)")
      })
    let share = Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK))) / Double(seconds)
    return Measurement(
      name: "following 100,000 rows a second (\(isThere == nil ? "rows lost" : "no row lost"))",
      value: "\(text(share * 100)) % of a processor", number: share, goal: "<= 50 %",
      isMet: isThere != nil && share <= 0.5)
  }

  /// The processor time of a process so far, in ticks.
  private func processorTicks(of process: pid_t) -> Int {
    let words =
      String(decoding: Workshop.read("/proc/\(process)/stat"), as: UTF8.self)
      .split(separator: ")").last?.split(separator: " ") ?? []
    return words.count > 12 ? (Int(words[11]) ?? 0) + (Int(words[12]) ?? 0) : 0
  }
}
