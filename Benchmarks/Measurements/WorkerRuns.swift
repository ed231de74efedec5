import Glibc

/// What workers cost a whole run: many that draw all the time, many that do not, one that crashes,
/// and the first appearance of a child.
struct WorkerRuns {
  let workshop: Workshop
  private static let count = 16
  private static let seconds = 5
  private static let crashes = 9
  private static let appearances = 9
  private static let frameMilliseconds = 1000.0 / 60

  func measure() -> [Measurement] {
    guard let plugins = compile() else {
      return [Measurement(name: "workers in a run", value: "no compiler", number: .nan)]
    }
    return [busy(plugins), idle(plugins), crash(plugins), appearance(plugins)]
  }

  /// Plugins with ids from `w00` on, each a file of its own.
  private func compile() -> String? {
    unsafe mkdir(workshop.folder + "/restless", 0o755)
    for number in 0..<Self.count {
      let made = workshop.compile(
        "restless-plugin", to: "restless/\(number).so",
        ["-shared", "-fPIC", "-DID=\"\(Self.name(number))\""])
      if made == nil { return nil }
    }
    return workshop.folder + "/restless"
  }

  private static func name(_ number: Int) -> String { "w\(number < 10 ? "0" : "")\(number)" }
}

// MARK: - Many at a time

extension WorkerRuns {
  private func busy(_ plugins: String) -> Measurement {
    var cores = Double.nan
    watchAll(plugins, options: "\"restless\": \"1\"") { processes in
      let before = processes.map(Self.processorSeconds).reduce(0, +)
      sleep(UInt32(Self.seconds))
      let after = processes.map(Self.processorSeconds).reduce(0, +)
      cores = (after - before) / Double(Self.seconds)
    }
    return Measurement(
      name: "\(Self.count) workers that draw 60 times a second, with the program",
      value: "\(text(cores, digits: 2)) of a core", number: cores, goal: "<= 0.5",
      isMet: cores <= 0.5)
  }

  private func idle(_ plugins: String) -> Measurement {
    var wakes = -1
    watchAll(plugins, options: "") { processes in
      let before = processes.map(Idle.switches).reduce(0, +)
      sleep(UInt32(Self.seconds))
      wakes = processes.map(Idle.switches).reduce(0, +) - before
    }
    return Measurement(
      name: "wake-ups of \(Self.count) idle workers and the program in \(Self.seconds) s",
      value: "\(wakes)", number: Double(wakes), goal: "0", isMet: wakes == 0)
  }

  /// Calls with the program and all its workers, once all of them are shown.
  private func watchAll(_ plugins: String, options: String, _ body: ([pid_t]) -> Void) {
    let names = (0..<Self.count).map(Self.name)
    let children = names.enumerated().map { row, name in
      "\"\(name)\": {\"use\": \"\(name)\", \"insets\": [\(row), 0, 0, 0], "
        + "\"options\": {\(options)}}"
    }
    run(plugins, states: "\"content\": [\(Self.quoted(names))]", children) { process in
      guard process.readUntil(Self.name(Self.count - 1) + " ") else { return }
      // What begins with it has come to rest: the last is that somebody looks, two seconds after
      // they have been told something, whether workers compute.
      process.readFor(milliseconds: 3000)
      body([process.processID] + Self.below(process.processID))
    }
  }
}

// MARK: - One at a time

extension WorkerRuns {
  private func crash(_ plugins: String) -> Measurement {
    var frames: [Double] = []
    let name = Self.name(0)
    for _ in 0..<Self.crashes {
      run(
        plugins, states: "\"content\": [\"\(name)\"]", ["\"\(name)\": {\"use\": \"\(name)\"}"]
      ) { process in
        guard process.readUntil(name + " ") else { return }
        process.readFor(milliseconds: 700)
        let began = nanosecondsNow()
        process.type("x")
        guard process.readUntil("crashed") else { return }
        frames.append(Double(nanosecondsNow() - began) / 1e6 / Self.frameMilliseconds)
      }
    }
    let middle = median(frames)
    return Measurement(
      name: "from the key that crashes a child to the notice on the terminal",
      value: "\(text(middle)) frames", number: middle, goal: "<= 2", isMet: middle <= 2)
  }

  /// A state whose child nobody has needed before is asked for by a key.
  private func appearance(_ plugins: String) -> Measurement {
    let (first, other) = (Self.name(0), Self.name(1))
    func times(_ isolation: String) -> Double {
      var milliseconds: [Double] = []
      for _ in 0..<Self.appearances {
        run(
          plugins, states: "\"content\": [\"\(first)\"], \"other\": [\"\(other)\"]",
          // Each in a row of its own, for only what changes is sent.
          [(first, 0), (other, 1)].map { name, row in
            "\"\(name)\": {\"use\": \"\(name)\", \"insets\": [\(row), 0, 0, 0]}"
          },
          more: ", \"keys\": {\"o\": \"other\"}", options: ["--isolation", isolation]
        ) { process in
          guard process.readUntil(first + " ") else { return }
          process.readFor(milliseconds: 300)
          let began = nanosecondsNow()
          process.type("o")
          guard process.readUntil(other + " ") else { return }
          milliseconds.append(Double(nanosecondsNow() - began) / 1e6)
        }
      }
      return median(milliseconds)
    }
    let (own, worker) = (times("none"), times("auto"))
    return Measurement(
      name: "from a key to a child that is made for it, in a worker that is started for it",
      value: "\(text(worker)) ms", number: worker, yardstick: "in process \(text(own)) ms")
  }

  private func run(
    _ plugins: String, states: String, _ children: [String], more: String = "",
    options: [String] = [], _ body: (ChildProcess) -> Void
  ) {
    let description = """
      {"initial": "loading",
       "states": {"loading": [], \(states), "empty": [], "error": []},
       "children": {\(children.joined(separator: ", "))}\(more)}
      """
    let file = workshop.write(Array(description.utf8), to: "restless.json")
    let rows = workshop.write(Array("a row\n".utf8), to: "row.txt")
    let words =
      [workshop.statehost, "--plugins", plugins, "--states", file, "--reduced-motion"] + options
    guard let process = ChildProcess.onTerminal(words + [rows], columns: 80, rows: 24) else {
      return
    }
    body(process)
    process.finish(killing: true)
  }
}

// MARK: - What the system says

extension WorkerRuns {
  private static func quoted(_ names: [String]) -> String {
    names.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  private static func processorSeconds(of process: pid_t) -> Double {
    let text = String(decoding: Workshop.read("/proc/\(process)/stat"), as: UTF8.self)
    // What follows the name, which may hold anything, from the state on.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let own = Double(fields[11]), let system = Double(fields[12]) else {
      return .nan
    }
    return (own + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  private static func below(_ process: pid_t) -> [pid_t] {
    let file = "/proc/\(process)/task/\(process)/children"
    return String(decoding: Workshop.read(file), as: UTF8.self)
      .split(separator: " ").compactMap { pid_t($0) }
  }
}
