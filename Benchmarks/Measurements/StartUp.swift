/// How long the program takes to its first frame with 1, 100 and 1,000 plugins in its path, and what
/// the 99 and 999 cost against a C program that does no more than load them.
struct StartUp {
  let workshop: Workshop
  private static let counts = [1, 100, 1000]
  private static let runs = 11

  func measure() -> [Measurement] {
    let file = workshop.write(Array("first frame\nsecond row\n".utf8), to: "rows.txt")
    let folders = Self.counts.compactMap { SmallPlugins(count: $0, in: workshop) }
    guard let loop = workshop.compile("dlopen-loop", to: "dlopen-loop", ["-ldl"]),
      folders.count == Self.counts.count
    else { return [Measurement(name: "start-up", value: "no compiler", number: .nan)] }
    var ours = Self.counts.map { _ in [Double]() }
    var theirs = ours
    for _ in 0..<Self.runs {
      for (index, plugins) in folders.enumerated() {
        let arguments = [workshop.statehost, "--plugins", plugins.folder, file]
        if let elapsed = millisecondsToFirstFrame(arguments) { ours[index].append(elapsed) }
        if let elapsed = milliseconds([loop, plugins.list]) { theirs[index].append(elapsed) }
      }
    }
    let one = median(ours[0])
    return Self.counts.indices.map { index in
      let elapsed = median(ours[index])
      let ratio = elapsed / one
      let added = (elapsed - one) / (median(theirs[index]) - median(theirs[0]))
      return Measurement(
        name: "start-up with \(Self.counts[index]) plugin\(index == 0 ? "" : "s") in the path",
        value: "\(text(elapsed, digits: 2)) ms", number: ratio,
        yardstick: index == 0
          ? ""
          : "\(text(ratio, digits: 2)) x with 1; the others cost \(text(added, digits: 2)) x a C loop "
            + "(\(text(median(theirs[index]), digits: 2)) ms)")
    }
  }

  private func milliseconds(_ arguments: [String]) -> Double? {
    guard let process = ChildProcess.piped(arguments) else { return nil }
    let output = String(decoding: process.readToEnd(), as: UTF8.self)
    process.finish(killing: false)
    return Double(output.split(separator: "\n").last ?? "").map { $0 / 1_000_000 }
  }
}
