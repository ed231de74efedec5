internal import HostStates
internal import HostWorkers

/// A protocol for the options of commands that run plugins in worker processes: the time limits of `--deadline`.
protocol DeadlineOptions {
  /// The deadlines that differ from the defaults.
  var deadlines: [PluginDeadline: Int64] { get set }
}

/// A protocol for the options of commands that show children: adds `--isolation`, which decides which plugins run in
/// worker processes.
protocol WorkerOptions: DeadlineOptions {
  /// Which plugins run in workers.
  var isolation: Isolation { get set }
}

extension TrustOptions where Self: WorkerOptions {
  /// The sandbox does not apply to plugins in the program's own process.
  var needsSandbox: Bool { !weakensSandbox && isolation != .none }
}

extension DeadlineOptions {
  /// The deadlines of the states file, overridden by the options.
  func workerDeadlines(over file: StatesFile? = nil) -> WorkerDeadlines {
    var deadlines = WorkerDeadlines()
    let given = (file?.pluginDeadlines ?? [:]).merging(self.deadlines) { $1 }
    for (deadline, nanoseconds) in given { deadlines.set(deadline, nanoseconds) }
    return deadlines
  }
}

extension WorkerDeadlines {
  fileprivate mutating func set(_ deadline: PluginDeadline, _ nanoseconds: Int64) {
    switch deadline {
    case .draw: drawNanoseconds = nanoseconds
    case .call: callNanoseconds = nanoseconds
    case .create: createNanoseconds = nanoseconds
    case .end: endNanoseconds = nanoseconds
    }
  }
}

extension FlagTables {
  /// The table entries for `--isolation` and `--deadline`.
  static func isolating<Options: WorkerOptions>() -> [Flag<Options>] {
    [
      .valued(
        "--isolation", value: "HOW",
        "which plugins run in workers: auto (third-party), each, none"
      ) {
        guard let isolation = Isolation(rawValue: $0) else {
          return "one of auto, each, none" + ($0 == "shared" ? " (each replaces shared)" : "")
        }
        $1.isolation = isolation
        return nil
      },
      limiting(),
    ]
  }

  /// The table entry for `--deadline`.
  static func limiting<Options: DeadlineOptions>() -> Flag<Options> {
    .valued(
      "--deadline", value: "WHAT=TIME",
      "time for a child: draw (50ms), call (250ms), create (2s), end (3s)"
    ) {
      guard let (deadline, time) = deadline($0) else {
        return "one of draw, call, create, end, with = and a time like 100ms"
      }
      $1.deadlines[deadline] = time
      return nil
    }
  }

  private static func deadline(_ text: String) -> (PluginDeadline, Int64)? {
    guard let equals = text.firstIndex(of: "="),
      let deadline = PluginDeadline(rawValue: String(text[..<equals])),
      let time = time(String(text[text.index(after: equals)...])),
      time >= PluginDeadline.leastNanoseconds
    else { return nil }
    return (deadline, time)
  }
}
