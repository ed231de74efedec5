/// How long it takes from the start of the process until the first frame is on the terminal, against
/// the least that an ncurses program does.
struct FirstFrame {
  let workshop: Workshop
  private static let runs = 40

  func measure() -> [Measurement] {
    guard
      let hello = workshop.compile("ncurses-hello", to: "ncurses-hello", ["-lncurses"])
    else { return [Measurement(name: "first frame", value: "no ncurses", number: .nan)] }
    let file = workshop.write(Array("first frame\nsecond row\n".utf8), to: "rows.txt")
    let bare = workshop.compileSwift("bare")
    var ours: [Double] = []
    var theirs: [Double] = []
    var bareOnes: [Double] = []
    for _ in 0..<Self.runs {
      guard let one = millisecondsToFirstFrame([workshop.statehost, file]),
        let other = millisecondsToFirstFrame([hello])
      else { continue }
      ours.append(one)
      theirs.append(other)
      if let bare, let one = millisecondsToFirstFrame([bare]) { bareOnes.append(one) }
    }
    let ratio = median(ours) / median(theirs)
    return [
      Measurement(
        name: "first frame of a file, 80x24", value: "\(text(median(ours), digits: 2)) ms",
        number: ratio,
        yardstick:
          "\(text(ratio, digits: 2)) x ncurses hello (\(text(median(theirs), digits: 2)) ms)",
        goal: "<= 1.5 x", isMet: ratio <= 1.5),
      Measurement(
        name: "  a bare Swift program that prints a word",
        value: "\(text(median(bareOnes), digits: 2)) ms", number: median(bareOnes),
        yardstick: "\(text(median(bareOnes) / median(theirs), digits: 2)) x ncurses hello"),
    ]
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
