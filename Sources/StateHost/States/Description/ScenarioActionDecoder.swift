internal import HostSurface
internal import HostText

/// Gives the actions of a scenario their meaning.
struct ScenarioActionDecoder {
  /// The names of the states that there are.
  let states: [String]

  func decode(_ field: Field) throws(LocatedProblem) -> [ScenarioAction] {
    var actions: [ScenarioAction] = []
    for element in try field.list("a list of actions", example: "[]") {
      let (action, at) = try decodeAction(element)
      if let previous = actions.last?.atNanoseconds, previous > action.atNanoseconds {
        throw at.problem(
          .backInTime(atNanoseconds: action.atNanoseconds, previousNanoseconds: previous))
      }
      actions.append(action)
    }
    return actions
  }

  /// What a process does, at times that count from its start.
  func steps(_ field: Field) throws(LocatedProblem) -> [ProcessStep] {
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
      let instant = try after?.duration() ?? 0
      if let previous = steps.last?.afterNanoseconds, previous > instant {
        throw (after ?? element).problem(
          .backInTime(atNanoseconds: instant, previousNanoseconds: previous))
      }
      steps.append(ProcessStep(afterNanoseconds: instant, kind: kind))
    }
    return steps
  }

  private func decodeAction(
    _ field: Field
  ) throws(LocatedProblem) -> (action: ScenarioAction, at: Field) {
    let example = "{\"at\": \"0ms\", \"do\": \"willAppear\"}"
    let object = try field.object("an object", example: example)
    let at = try object.required("at", example: "\"0ms\"")
    let verb = try object.required("do", example: "\"willAppear\"")
      .name(of: .action, among: Self.verbs)
    try object.allowOnly(["at", "do"] + verb.keys)
    let kind = try decodeKind(verb, object)
    return (ScenarioAction(atNanoseconds: try at.duration(), kind: kind), at)
  }

  private func decodeKind(
    _ verb: Verb, _ object: FieldObject
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
    case .mouse: .mouse(try decodeMouse(object))
    case .input: .input(try object.bytes())
    case .resize:
      .resize(
        columns: try object.required("columns", example: "80").integer(in: 1...CellInsets.limit),
        rows: try object.required("rows", example: "24").integer(in: 1...CellInsets.limit))
    case .pace: .pace(bytesPerSecond: try object["bytesPerSecond"]?.integer(in: 0...1_000_000_000))
    case .signal:
      .signal(
        try object.required("signal", example: "\"interrupt\"")
          .name(of: .signal, among: ScenarioSignal.allCases.map { ($0.rawValue, $0) }))
    case .suspend: .suspend(nanoseconds: try object.required("for", example: "\"1s\"").duration())
    case .output: .output(try object.bytes())
    case .errorOutput: .errorOutput(try object.bytes())
    case .end: .end(try object.end())
    case .available: .available(try object["available"]?.boolean() ?? true)
    case .truncate:
      .truncate(bytes: try object.required("to", example: "0").integer(in: 0...1_000_000_000))
    case .replace: .replace(try object.bytes())
    case .reload: .reload
    case .worker:
      .worker(try object["worker"]?.integer(in: 0...255) ?? 0, try decodeFate(object))
    }
  }

  private func decodeFate(_ object: FieldObject) throws(LocatedProblem) -> ScenarioFate {
    let names: [(String, Fate)] = Fate.allCases.map { ($0.rawValue, $0) }
    switch try object.required("does", example: "\"dies\"").name(of: .fate, among: names) {
    case .dies: return .dies
    case .hangs: return .hangs
    case .lags:
      return .lags(nanoseconds: try object.required("for", example: "\"300ms\"").duration())
    case .lies: return .lies
    case .floods: return .floods
    case .burns: return .burns
    case .recovers: return .recovers
    case .scans:
      return .scans(nanoseconds: try object.required("for", example: "\"20ms\"").duration())
    }
  }

  private enum Fate: String, CaseIterable {
    case dies, hangs, lags, lies, floods, burns, recovers, scans
  }

  private func decodeMouse(_ object: FieldObject) throws(LocatedProblem) -> ScenarioMouse {
    ScenarioMouse(
      try object.required("kind", example: "\"press\"")
        .name(of: .mouse, among: ScenarioMouse.Kind.allCases.map { ($0.rawValue, $0) }),
      column: try object.required("column", example: "0").integer(in: 0...CellInsets.limit),
      row: try object.required("row", example: "0").integer(in: 0...CellInsets.limit))
  }

  private var exampleState: String { HarmlessText.escaped(states.first ?? "loading") }

  /// What an action may do.
  private enum Verb: String, CaseIterable {
    case willAppear, didAppear, willDisappear, didDisappear, request
    case key, paste, mouse, input, resize, pace, signal, suspend
    case output, errorOutput, end, available, truncate, replace, reload
    case worker

    /// What such an action says besides `at` and `do`.
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

  private static var verbs: [(name: String, value: Verb)] {
    Verb.allCases.map { ($0.rawValue, $0) }
  }
}

extension Field {
  func text() throws(LocatedProblem) -> String {
    try string("a text", example: "\"words\"")
  }

  /// Two hexadecimal digits a byte, with spaces between them as one likes.
  fileprivate func hexadecimalBytes() throws(LocatedProblem) -> [UInt8] {
    let text = try string("bytes in hexadecimal digits", example: "\"61 0a\"")
    let digits = text.utf8.filter { $0 != UInt8(ascii: " ") }.map { Character(Unicode.Scalar($0)) }
    let values = digits.compactMap(\.hexDigitValue)
    guard values.count == digits.count, values.count.isMultiple(of: 2) else {
      throw problem(.malformedBytes(text))
    }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}

extension FieldObject {
  /// Whether `animated` is so, which it is where the file does not say.
  func animated() throws(LocatedProblem) -> Bool { try self["animated"]?.boolean() ?? true }

  /// How a process ends: by `signal`, or with `status`, which is 0 where the file does not say.
  func end() throws(LocatedProblem) -> ScenarioEnd {
    if let signal = try self["signal"]?.integer(in: 1...64) { return .killed(signal: signal) }
    return .exited(status: try self["status"]?.integer(in: 0...255) ?? 0)
  }

  /// What `text` says, or `bytes` where it is no text.
  fileprivate func bytes() throws(LocatedProblem) -> [UInt8] {
    if let field = self["bytes"] { return try field.hexadecimalBytes() }
    return Array(try required("text", example: "\"a row\\n\"").text().utf8)
  }
}
