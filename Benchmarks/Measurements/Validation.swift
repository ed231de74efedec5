import Glibc

/// How long `statehost validate` takes for a bundled plugin at its usual level, 5.
struct Validation {
  let workshop: Workshop
  private static let runs = 5
  /// Where two processors are free.
  private static let goalSeconds = 0.7

  func measure() -> [Measurement] {
    ["List", "Loading"].map { name in
      let library = workshop.products + "/lib\(name)Child.so"
      var seconds: [Double] = []
      for _ in 0..<Self.runs {
        let began = nanosecondsNow()
        guard let process = ChildProcess.piped([workshop.statehost, "validate", library]) else {
          continue
        }
        _ = process.readToEnd()
        let status = process.finish(killing: false)
        if status == 0 { seconds.append(Double(nanosecondsNow() - began) / 1e9) }
      }
      let isGoal = name == "List" && sysconf(CInt(_SC_NPROCESSORS_ONLN)) >= 2
      return Measurement(
        name: "validate of lib\(name)Child.so, level 5",
        value: "\(text(median(seconds), digits: 2)) s", number: median(seconds),
        goal: isGoal ? "<= \(text(Self.goalSeconds)) s" : "",
        isMet: isGoal ? median(seconds) <= Self.goalSeconds : nil)
    }
  }
}
