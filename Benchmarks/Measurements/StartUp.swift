import Glibc

/// How long the program takes to its first frame with 1, 100 and 1,000 plugins in its path that it
/// does not show, when it sees them for the first time and when it knows them, against a start
/// without them; and what a C program takes that does no more than load them.
///
/// The last thousand would present the content; a states file leaves them out.
struct StartUp {
  let workshop: Workshop
  private static let counts = [1, 100, 1000]
  private static let runs = 11

  func measure() -> [Measurement] {
    let file = workshop.write(Array("first frame\nsecond row\n".utf8), to: "rows.txt")
    let folders = Self.counts.compactMap { SmallPlugins(count: $0, in: workshop) }
    guard let loop = workshop.compile("dlopen-loop", to: "dlopen-loop", ["-ldl"]),
      let presenting = SmallPlugins(
        count: Self.counts[Self.counts.count - 1], presenting: "content", in: workshop),
      folders.count == Self.counts.count
    else { return [Measurement(name: "start-up", value: "no compiler", number: .nan)] }
    unsafe setenv("XDG_CACHE_HOME", workshop.folder, 1)
    var without: [Double] = []
    var cold = Self.counts.map { _ in [Double]() }
    var warm = cold
    var loops = cold
    for _ in 0..<Self.runs {
      for (index, plugins) in folders.enumerated() {
        let arguments = [workshop.statehost, "--plugins", plugins.folder, file]
        unsafe unlink(workshop.folder + "/statehost/plugins")
        if let elapsed = millisecondsToFirstFrame(arguments) { cold[index].append(elapsed) }
        // The first start ends before it knows all of them.
        let list = ChildProcess.piped([workshop.statehost, "plugins", "--plugins", plugins.folder])
        _ = list.map { list in (list.readToEnd(), list.finish(killing: false)) }
        if let elapsed = millisecondsToFirstFrame(arguments) { warm[index].append(elapsed) }
        if let elapsed = milliseconds([loop, plugins.list]) { loops[index].append(elapsed) }
      }
      if let elapsed = millisecondsToFirstFrame([workshop.statehost, file]) {
        without.append(elapsed)
      }
    }
    let known = Self.counts.indices.flatMap { index in
      [
        measurement("seen for the first time", cold[index], index, without, goal: nil),
        measurement("known", warm[index], index, without, goal: 1.5),
      ].map {
        var measurement = $0
        let loop = text(median(loops[index]), digits: 2)
        measurement.yardstick += "; a C loop loads them in \(loop) ms"
        return measurement
      }
    }
    return known + [snapshot(folders[folders.count - 1], file), leftOut(presenting, file)]
  }

  /// The largest again, of plugins that present the content where a states file leaves them out.
  private func leftOut(_ plugins: SmallPlugins, _ file: String) -> Measurement {
    let states = workshop.write(
      Array(
        """
        { "initial": "content", "states": { "content": ["list"] },
          "children": { "list": { "use": "org.statehost.list" } } }
        """.utf8), to: "list.json")
    let arguments = [workshop.statehost, "--states", states]
    unsafe unlink(workshop.folder + "/statehost/plugins")
    let list = ChildProcess.piped([workshop.statehost, "plugins", "--plugins", plugins.folder])
    _ = list.map { list in (list.readToEnd(), list.finish(killing: false)) }
    var with: [Double] = []
    var without: [Double] = []
    for _ in 0..<Self.runs {
      if let elapsed = millisecondsToFirstFrame(arguments + ["--plugins", plugins.folder, file]) {
        with.append(elapsed)
      }
      if let elapsed = millisecondsToFirstFrame(arguments + [file]) { without.append(elapsed) }
    }
    return measurement(
      "known, left out by a states file", with, Self.counts.count - 1, without, goal: 1.5)
  }

  /// The same plugins, known, where the last frame is printed and there is no terminal.
  private func snapshot(_ plugins: SmallPlugins, _ file: String) -> Measurement {
    var with: [Double] = []
    var without: [Double] = []
    for _ in 0..<Self.runs {
      let arguments = [workshop.statehost, "--snapshot", "-"]
      with += [millisecondsToEnd(arguments + ["--plugins", plugins.folder, file])].compactMap(
        \.self)
      without += [millisecondsToEnd(arguments + [file])].compactMap(\.self)
    }
    return measurement("known, --snapshot", with, Self.counts.count - 1, without, goal: 1.5)
  }

  private func millisecondsToEnd(_ arguments: [String]) -> Double? {
    let start = nanosecondsNow()
    guard let process = ChildProcess.piped(arguments) else { return nil }
    _ = process.readToEnd()
    process.finish(killing: false)
    return Double(nanosecondsNow() - start) / 1e6
  }

  private func measurement(
    _ how: String, _ times: [Double], _ index: Int, _ without: [Double], goal: Double?
  ) -> Measurement {
    let count = Self.counts[index]
    let ratio = median(times) / median(without)
    return Measurement(
      name: "start-up with \(count) more plugin\(count == 1 ? "" : "s"), \(how)",
      value: "\(text(median(times), digits: 2)) ms", number: ratio,
      yardstick: "\(text(ratio, digits: 2)) x without (\(text(median(without), digits: 2)) ms)",
      goal: goal.map { "<= \($0) x" } ?? "", isMet: goal.map { ratio <= $0 })
  }

  private func milliseconds(_ arguments: [String]) -> Double? {
    guard let process = ChildProcess.piped(arguments) else { return nil }
    let output = String(decoding: process.readToEnd(), as: UTF8.self)
    process.finish(killing: false)
    return Double(output.split(separator: "\n").last ?? "").map { $0 / 1_000_000 }
  }
}
