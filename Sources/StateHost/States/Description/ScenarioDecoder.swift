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

  func decodeSource(_ field: Field?) throws(LocatedProblem) -> ScenarioSource {
    try field?.name(of: .source, among: ScenarioSource.allCases.map { ($0.rawValue, $0) })
      ?? .command
  }

  func decodeActions(_ field: Field) throws(LocatedProblem) -> [ScenarioAction] {
    try ScenarioActionDecoder(states: states).decode(field)
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
}
