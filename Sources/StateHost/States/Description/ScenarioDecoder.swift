internal import HostText

/// Gives the part of a scenario that is more than a states file its meaning.
struct ScenarioDecoder {
  /// The names that the states file defines.
  let states: [String]
  let children: [String]

  func decodeAppearanceStates(_ field: Field?) throws(LocatedProblem) -> [String]? {
    guard let field else { return nil }
    var answers: [String] = []
    for element in try field.list("a list of states", example: "[\"loading\"]") {
      answers.append(try element.name(of: .state, among: states))
    }
    if answers.isEmpty { throw field.problem(.noAppearanceStates) }
    return answers
  }

  func decodeActions(_ field: Field) throws(LocatedProblem) -> [ScenarioAction] {
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
    case .willAppear: return .willAppear(animated: try object.animated())
    case .didAppear: return .didAppear
    case .willDisappear: return .willDisappear(animated: try object.animated())
    case .didDisappear: return .didDisappear
    case .request:
      let state = try object.required("state", example: "\"\(exampleState)\"")
      return .request(
        state: try state.name(of: .state, among: states), animated: try object.animated())
    case .key:
      return .key(
        try object.required("key", example: "\"down\"")
          .key("the name of a key", example: "\"down\""))
    case .resize:
      let columns = try object.required("columns", example: "80")
      let rows = try object.required("rows", example: "24")
      let range = 1...Insets.limit
      return .resize(columns: try columns.integer(in: range), rows: try rows.integer(in: range))
    }
  }

  func decodeRules(_ field: Field?) throws(LocatedProblem) -> [RequestRule] {
    guard let field else { return [] }
    var rules: [RequestRule] = []
    for element in try field.list("a list of rules", example: "[]") {
      rules.append(try decodeRule(element))
    }
    return rules
  }

  private func decodeRule(_ field: Field) throws(LocatedProblem) -> RequestRule {
    let example = "{\"event\": \"didTransition\", \"request\": \"\(exampleState)\"}"
    let object = try field.object("an object", example: example)
    try object.allowOnly(["event", "child", "state", "nth", "request", "animated"])
    let event = try object.required("event", example: "\"didTransition\"")
      .name(of: .event, among: ContainerEventName.allCases.map { ($0.rawValue, $0) })
    let child = object["child"]
    if let child, !event.hasChild {
      throw child.problem(.ruleNeverActs(event: event.rawValue, filter: "child"))
    }
    let state = object["state"]
    if let state, !event.hasState {
      throw state.problem(.ruleNeverActs(event: event.rawValue, filter: "state"))
    }
    return RequestRule(
      event: event,
      child: try child?.name(of: .child, among: children),
      state: try state?.name(of: .state, among: states),
      nth: try object["nth"]?.integer(in: 1...1_000_000) ?? 1,
      request: try object.required("request", example: "\"\(exampleState)\"")
        .name(of: .state, among: states),
      animated: try object.animated())
  }

  private var exampleState: String { HarmlessText.escaped(states.first ?? "loading") }

  /// What an action may do.
  private enum Verb: String, CaseIterable {
    case willAppear, didAppear, willDisappear, didDisappear, request, key, resize

    /// What such an action says besides `at` and `do`.
    var keys: [String] {
      switch self {
      case .willAppear, .willDisappear: ["animated"]
      case .didAppear, .didDisappear: []
      case .request: ["state", "animated"]
      case .key: ["key"]
      case .resize: ["columns", "rows"]
      }
    }
  }

  private static var verbs: [(name: String, value: Verb)] {
    Verb.allCases.map { ($0.rawValue, $0) }
  }
}

extension FieldObject {
  /// Whether `animated` is so, which it is where the file does not say.
  fileprivate func animated() throws(LocatedProblem) -> Bool {
    try self["animated"]?.boolean() ?? true
  }
}
