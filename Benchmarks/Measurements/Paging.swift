import Glibc

/// What a pager's user waits for, beside `less`: coloured rows beside the same without colours, a
/// big file, and a pipe that never ends.
struct Paging {
  let workshop: Workshop
  private static let rowCount = 200_000
  private static let runs = 3
  private static let pages = 60
  /// From a page to the next key, so that no page waits for the time between two frames.
  private static let pauseMilliseconds: Int64 = 20

  func measure() -> [Measurement] {
    colours() + bigFile() + [endlessPipe()].compactMap(\.self)
  }

  // MARK: - Colours

  /// The rows of a `git log -p --color` diff: most have two sequences, some have coloured words.
  private func colours() -> [Measurement] {
    let plain = workshop.write(rows(isColoured: false), to: "diff.txt")
    let coloured = workshop.write(rows(isColoured: true), to: "diff-coloured.txt")
    let names = ["to the last row", "a page"]
    let programs = [[workshop.statehost, plain], [workshop.statehost, coloured]]
    let runs = page(programs + [["less", "-R", coloured]], Self.rowCount, pages: Self.pages)
    let times = [runs.map { $0.map { $0.first + $0.end } }, runs.map { $0.flatMap(\.pages) }]
    return zip(names, times).map { name, times in
      let (plain, coloured, less) = (median(times[0]), median(times[1]), median(times[2]))
      return Measurement(
        name: "a coloured diff of \(Self.rowCount) rows: \(name)",
        value: "\(text(coloured, digits: 2)) ms", number: coloured / plain,
        yardstick: "\(text(coloured / plain, digits: 2)) x without colours; "
          + "\(text(coloured / less, digits: 2)) x less -R (\(text(less, digits: 2)) ms)",
        goal: "<= 1.5 x", isMet: coloured <= 1.5 * plain)
    }
  }

  /// Milliseconds to the first page, from `G` to the last row, and for each page from the top down.
  private typealias Run = (first: Double, end: Double, pages: [Double])

  /// Runs of each program, one after the other.
  private func page(_ programs: [[String]], _ rowCount: Int, pages: Int) -> [[Run]] {
    var runs = [[Run]](repeating: [], count: programs.count)
    for _ in 0..<Self.runs {
      for (index, program) in programs.enumerated() {
        if let run = page(program, rowCount, pages: pages) { runs[index].append(run) }
      }
    }
    return runs
  }

  private func page(_ program: [String], _ rowCount: Int, pages: Int) -> Run? {
    guard let screen = ScreenedProcess(program) else { return nil }
    defer { screen.end() }
    let last = "\(rowCount - 1) "
    guard
      let start = screen.milliseconds(typing: "", until: { $0[0].hasPrefix("0 ") }),
      let end = screen.milliseconds(typing: "G", until: { $0[22].hasPrefix(last) }),
      screen.milliseconds(typing: "g", until: { $0[0].hasPrefix("0 ") }) != nil
    else { return nil }
    var times: [Double] = []
    for _ in 0..<pages {
      screen.watch(milliseconds: Self.pauseMilliseconds)
      let before = screen.rows[0]
      guard let time = screen.milliseconds(typing: " ", until: { $0[0] != before }) else {
        return nil
      }
      times.append(time)
    }
    return (start, end, times)
  }

  private func rows(isColoured: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in 0..<Self.rowCount {
      let text = "  let value\(number % 97) = try read(next: \(number * 7919 % 1000))"
      bytes += "\(number) ".utf8
      switch (isColoured, number % 5) {
      case (true, 0): bytes += "\u{1B}[32m+\(text)\u{1B}[m".utf8
      case (true, 1): bytes += "\u{1B}[31m-\(text)\u{1B}[m".utf8
      case (true, 2): bytes += "\u{1B}[36m@@ -\(number),7 +\(number),9 @@\u{1B}[m\(text)".utf8
      case (true, 3): bytes += " \u{1B}[1;34mlet\u{1B}[m \u{1B}[38;5;208m\(text)\u{1B}[0m".utf8
      default: bytes += " \(text)".utf8
      }
      bytes.append(0x0A)
    }
    return bytes
  }

  // MARK: - A big file

  /// The first page of ten million rows, and `G` to the last, which `less` finds without an index.
  private func bigFile() -> [Measurement] {
    let file = workshop.writeTenMillionLines()
    let runs = page([[workshop.statehost, file], ["less", file]], 10_000_000, pages: 0)
    let times = [("first page", runs.map { $0.map(\.first) }), ("G", runs.map { $0.map(\.end) })]
    return times.map { name, times in
      let (ours, less) = (median(times[0]), median(times[1]))
      return Measurement(
        name: "a file of ten million rows: \(name)", value: "\(text(ours, digits: 2)) ms",
        number: ours / less,
        yardstick: "\(text(ours / less, digits: 2)) x less (\(text(less, digits: 2)) ms)")
    }
  }

  // MARK: - An endless pipe

  /// The memory after a gibibyte of rows, beside that after half of it.
  private func endlessPipe() -> Measurement? {
    let row = "a row that is about as long as those of a log are, and says as little"
    var peaks: [Double] = []
    for megabytes in [512, 1024] {
      let count = (megabytes << 20) / (row.utf8.count + 1)
      let line = "exec '\(workshop.statehost)' --follow < <(yes '\(row)' | head -n \(count))"
      guard let screen = ScreenedProcess(["bash", "-c", line]) else { return nil }
      defer { screen.end() }
      let rows = grouped(count)
      guard
        screen.milliseconds(typing: "", until: { $0[23].holds("\(rows)/\(rows)") }) != nil
      else { return nil }
      let kilobytes = Idle.fact("RssAnon:", in: "/proc/\(screen.process.processID)/status")
      peaks.append(Double(kilobytes) / 1024)
    }
    return Measurement(
      name: "memory for a pipe of a gibibyte", value: "\(text(peaks[1], digits: 0)) MiB",
      number: peaks[1] / peaks[0],
      yardstick: "\(text(peaks[1] / peaks[0], digits: 2)) x that for half of it",
      goal: "<= 1.1 x", isMet: peaks[1] <= 1.1 * peaks[0])
  }
}
