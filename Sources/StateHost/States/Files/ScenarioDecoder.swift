internal import HostSurface
internal import HostText

/// The decoder that `StatesFileDecoder` uses for scenarios' own keys: actions, request rules,
/// appearance states and scripted programs, the last also in a file for `validate --programs`.
struct ScenarioDecoder {
  /// The names that the states file defines.
  let states: [String]
  let children: [String]

  private var exampleState: String { HarmlessText.escaped(states.first ?? "loading") }

  func appearanceStates(_ field: JSONField) throws(LocatedProblem) -> [String] {
    let names = try field.elements("a list of states", example: "[\"loading\"]") {
      (element) throws(LocatedProblem) in try element.name(of: .state, among: states)
    }
    if names.isEmpty { throw field.problem(.noAppearanceStates) }
    return names
  }

  func rules(_ field: JSONField) throws(LocatedProblem) -> [RequestRule] {
    try field.elements("a list of rules", example: "[]", decodeRule)
  }

  private func decodeRule(_ field: JSONField) throws(LocatedProblem) -> RequestRule {
    let example = "{\"event\": \"didTransition\", \"request\": \"\(exampleState)\"}"
    let object = try field.object("an object", example: example)
    try object.allowOnly(["event", "child", "state", "nth", "request", "animated"])
    let event: ContainerEventName =
      try object.required("event", example: "\"didTransition\"").name(of: .event)
    for (filter, isKnown) in [("child", event.hasChild), ("state", event.hasState)] where !isKnown {
      guard let field = object[filter] else { continue }
      throw field.problem(.ruleNeverActs(event: event.rawValue, filter: filter))
    }
    return RequestRule(
      event: event,
      child: try object["child"]?.name(of: .child, among: children),
      state: try object["state"]?.name(of: .state, among: states),
      nth: try object["nth"]?.integer(in: 1...1_000_000) ?? 1,
      request: try object.required("request", example: "\"\(exampleState)\"")
        .name(of: .state, among: states),
      animated: try object.animated())
  }

  // MARK: Actions

  func actions(_ field: JSONField) throws(LocatedProblem) -> [ScenarioAction] {
    var actions: [ScenarioAction] = []
    let example = "{\"at\": \"0ms\", \"do\": \"willAppear\"}"
    for element in try field.list("a list of actions", example: "[]") {
      let object = try element.object("an object", example: example)
      let at = try object.required("at", example: "\"0ms\"")
      let verb: Verb = try object.required("do", example: "\"willAppear\"").name(of: .action)
      try object.allowOnly(["at", "do"] + verb.keys)
      let kind = try decodeKind(verb, object)
      let action = ScenarioAction(atNanoseconds: try at.duration(), kind: kind)
      if let previous = actions.last?.atNanoseconds, previous > action.atNanoseconds {
        throw at.problem(
          .backInTime(atNanoseconds: action.atNanoseconds, previousNanoseconds: previous))
      }
      actions.append(action)
    }
    return actions
  }

  /// The value of `do` in an action of a scenario file or a step of a scripted program, such as
  /// `request`, `key` or `output`.
  private enum Verb: String, CaseIterable {
    case willAppear, didAppear, willDisappear, didDisappear, request
    case key, paste, mouse, input, resize, pace, signal, suspend
    case output, errorOutput, end, available, truncate, replace, reload
    case worker

    /// The keys of the action besides `at` and `do`.
    var keys: [String] {
      switch self {
      case .willAppear, .willDisappear: ["animated"]
      case .didAppear, .didDisappear, .reload: []
      case .request: ["state", "animated"]
      case .key: ["key"]
      case .paste: ["text"]
      case .mouse: ["kind", "column", "row"]
      case .input, .output, .errorOutput, .replace: ["text", "bytes"]
      case .resize: ["columns", "rows"]
      case .pace: ["bytesPerSecond"]
      case .signal: ["signal"]
      case .suspend: ["for"]
      case .end: ["status", "signal"]
      case .available: ["available"]
      case .truncate: ["to"]
      case .worker: ["does", "for", "worker"]
      }
    }
  }

  private func decodeKind(
    _ verb: Verb, _ object: JSONFieldObject
  ) throws(LocatedProblem) -> ScenarioAction.Kind {
    switch verb {
    case .willAppear: .willAppear(animated: try object.animated())
    case .didAppear: .didAppear
    case .willDisappear: .willDisappear(animated: try object.animated())
    case .didDisappear: .didDisappear
    case .request:
      .request(
        state: try object.required("state", example: "\"\(exampleState)\"")
          .name(of: .state, among: states), animated: try object.animated())
    case .key:
      .key(
        try object.required("key", example: "\"down\"")
          .key("the name of a key", example: "\"down\""))
    case .paste: .paste(try object.required("text", example: "\"words\"").text())
    case .mouse:
      .mouse(
        ScenarioMouse(
          try object.required("kind", example: "\"press\"").name(of: .mouse),
          column: try object.integer("column", example: 0, in: 0...CellInsets.limit),
          row: try object.integer("row", example: 0, in: 0...CellInsets.limit)))
    case .input: .input(try object.bytes())
    case .resize:
      .resize(
        columns: try object.integer("columns", example: 80, in: 1...CellInsets.limit),
        rows: try object.integer("rows", example: 24, in: 1...CellInsets.limit))
    case .pace: .pace(bytesPerSecond: try object["bytesPerSecond"]?.integer(in: 0...1_000_000_000))
    case .signal:
      .signal(try object.required("signal", example: "\"interrupt\"").name(of: .signal))
    case .suspend: .suspend(nanoseconds: try object.required("for", example: "\"1s\"").duration())
    case .output: .output(try object.bytes())
    case .errorOutput: .errorOutput(try object.bytes())
    case .end: .end(try object.end())
    case .available: .available(try object["available"]?.boolean() ?? true)
    case .truncate: .truncate(bytes: try object.integer("to", example: 0, in: 0...1_000_000_000))
    case .replace: .replace(try object.bytes())
    case .reload: .reload
    case .worker:
      .worker(try object["worker"]?.integer(in: 0...255) ?? 0, try decodeBehaviour(object))
    }
  }

  private func decodeBehaviour(_ object: JSONFieldObject) throws(LocatedProblem)
    -> SimulatedWorkerBehaviour
  {
    let time = { (example: String) throws(LocatedProblem) in
      try object.required("for", example: example).duration()
    }
    let outcomes: [(String, () throws(LocatedProblem) -> SimulatedWorkerBehaviour)] = [
      ("dies", { .dies }), ("hangs", { .hangs }),
      ("lags", { () throws(LocatedProblem) in .lags(nanoseconds: try time("\"300ms\"")) }),
      ("lies", { .lies }), ("floods", { .floods }), ("burns", { .burns }),
      ("recovers", { .recovers }),
      ("scans", { () throws(LocatedProblem) in .scans(nanoseconds: try time("\"20ms\"")) }),
    ]
    return try object.required("does", example: "\"dies\"")
      .name(of: .workerOutcome, among: outcomes)()
  }

  // MARK: Programs

  private static let programExample = "{\"program\": \"git*\", \"output\": \"a line\\n\"}"

  static func programs(_ field: JSONField) throws(LocatedProblem) -> [ScriptedChildProgram] {
    try field.elements("a list of programs", example: "[\(programExample)]", decodeProgram)
  }

  private static func decodeProgram(_ field: JSONField) throws(LocatedProblem)
    -> ScriptedChildProgram
  {
    let object = try field.object("an object", example: programExample)
    let pattern = try object.required("program", example: "\"git*\"")
      .string("a pattern for its command line", example: "\"git*\"")
    let keys = ["program", "times"]
    let steps: [ProcessStep]?
    if let does = object["does"] {
      try object.allowOnly(keys + ["does"])
      steps = try decodeSteps(does)
    } else if let isFound = object["found"], try !isFound.boolean() {
      try object.allowOnly(keys + ["found"])
      steps = nil
    } else {
      try object.allowOnly(
        keys + ["output", "errorOutput", "status", "signal", "after", "does", "found"])
      steps = try decodeResult(object)
    }
    return ScriptedChildProgram(
      pattern, times: try object["times"]?.integer(in: 1...1_000_000), does: steps)
  }

  /// The short form of the steps: output and end at the same time.
  private static func decodeResult(
    _ object: JSONFieldObject
  ) throws(LocatedProblem) -> [ProcessStep] {
    var kinds: [ProcessStep.Kind] = []
    if let text = try object["output"]?.text() { kinds.append(.output(Array(text.utf8))) }
    if let text = try object["errorOutput"]?.text() { kinds.append(.errorOutput(Array(text.utf8))) }
    kinds.append(.end(try object.end()))
    let after = try object["after"]?.duration() ?? 0
    return kinds.map { ProcessStep(afterNanoseconds: after, kind: $0) }
  }

  private static func decodeSteps(_ field: JSONField) throws(LocatedProblem) -> [ProcessStep] {
    var steps: [ProcessStep] = []
    let example = "{\"after\": \"100ms\", \"do\": \"end\"}"
    for element in try field.list("a list of what it does", example: "[\(example)]") {
      let object = try element.object("an object", example: example)
      let after = object["after"]
      let verb = try object.required("do", example: "\"end\"")
        .name(of: .action, among: [Verb.output, .errorOutput, .end].map { ($0.rawValue, $0) })
      try object.allowOnly(["after", "do"] + verb.keys)
      let kind: ProcessStep.Kind =
        switch verb {
        case .output: .output(try object.bytes())
        case .errorOutput: .errorOutput(try object.bytes())
        default: .end(try object.end())
        }
      let time = try after?.duration() ?? 0
      if let previous = steps.last?.afterNanoseconds, previous > time {
        throw (after ?? element).problem(
          .backInTime(atNanoseconds: time, previousNanoseconds: previous))
      }
      steps.append(ProcessStep(afterNanoseconds: time, kind: kind))
    }
    return steps
  }
}

extension JSONFieldObject {
  /// The value of `animated`, by default true.
  func animated() throws(LocatedProblem) -> Bool { try self["animated"]?.boolean() ?? true }

  fileprivate func integer(
    _ name: String, example: Int, in range: ClosedRange<Int>
  ) throws(LocatedProblem) -> Int {
    try required(name, example: "\(example)").integer(in: range)
  }

  /// The end of a process: by `signal`, or with `status`, by default 0.
  fileprivate func end() throws(LocatedProblem) -> ProcessEnd {
    if let signal = try self["signal"]?.integer(in: 1...64) { return .killed(signal: signal) }
    return .exited(status: try self["status"]?.integer(in: 0...255) ?? 0)
  }

  /// The bytes of `bytes` in hexadecimal digits, or of `text`.
  fileprivate func bytes() throws(LocatedProblem) -> [UInt8] {
    if let field = self["bytes"] { return try field.hexadecimalBytes() }
    return Array(try required("text", example: "\"a row\\n\"").text().utf8)
  }
}
