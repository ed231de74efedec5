/// How long it takes from the start of the process until the first frame is on the terminal,
/// against a minimal ncurses program and a pager: the fastest of forty starts of each, in turn.
struct FirstFrame {
  let workshop: Workshop
  private static let runs = 40

  func measure() -> [Measurement] {
    guard
      let hello = workshop.compile("ncurses-hello", to: "ncurses-hello", ["-lncurses"])
    else { return [Measurement(name: "first frame", value: "no ncurses", number: .nan)] }
    let file = workshop.write(Array("first frame\nsecond row\n".utf8), to: "rows.txt")
    let programs = [
      [workshop.install() ?? workshop.statehost, file], [hello], ["less", file],
      [workshop.statehost, file], workshop.compileSwift("bare").map { [$0] } ?? [],
    ]
    var times = programs.map { _ in [Double]() }
    for _ in 0..<Self.runs {
      for (index, program) in programs.enumerated() where !program.isEmpty {
        if let time = millisecondsToFirstFrame(program) { times[index].append(time) }
      }
    }
    let fastest = times.map { $0.min() ?? .nan }
    return [
      row("first frame of a file, 80x24, as installed", fastest[0], to: fastest[1], goal: 2),
      Measurement(
        name: "  less", value: "\(text(fastest[2], digits: 2)) ms",
        number: fastest[2],
        yardstick: "ours takes \(text(fastest[0] / fastest[2], digits: 2)) x that",
        goal: "<= 1.3 x", isMet: fastest[0] <= 1.3 * fastest[2]),
      row("  from the build folder", fastest[3], to: fastest[1]),
      row("  a bare Swift program that prints a word", fastest[4], to: fastest[1]),
    ]
  }

  private func row(
    _ name: String, _ time: Double, to hello: Double, goal: Double? = nil
  ) -> Measurement {
    let ratio = time / hello
    return Measurement(
      name: name, value: "\(text(time, digits: 2)) ms", number: ratio,
      yardstick: "\(text(ratio, digits: 2)) x ncurses hello (\(text(hello, digits: 2)) ms)",
      goal: goal.map { "<= \(text($0, digits: 0)) x" } ?? "", isMet: goal.map { ratio <= $0 })
  }
}

/// How long a program takes from its start until the words "first frame" are on its terminal.
func millisecondsToFirstFrame(_ arguments: [String]) -> Double? {
  let began = nanosecondsNow()
  guard let process = ChildProcess.onTerminal(arguments, columns: 80, rows: 24) else {
    return nil
  }
  let hasCome = process.readUntil("first frame")
  let elapsed = Double(nanosecondsNow() - began) / 1_000_000
  process.finish(killing: true)
  return hasCome ? elapsed : nil
}
