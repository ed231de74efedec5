internal import StateContainer

/// Gives `policy`, `deadlines` and `transitions` of a states file their meaning.
struct TransitionChoicesDecoder {
  /// The names that the states file defines.
  let states: [String]
  let children: [String]

  static let keys = ["policy", "deadlines", "transitions"]

  func decode(_ top: FieldObject) throws(LocatedProblem) -> TransitionChoices {
    var choices = TransitionChoices()
    if let policy = top["policy"] {
      choices.policy = try policy.name(
        of: .policy, among: QueueingPolicy.allCases.map { ($0.rawValue, $0) })
    }
    choices.deadlines = try decodeDeadlines(top["deadlines"])
    choices.rules = try decodeRules(top["transitions"])
    return choices
  }

  private func decodeDeadlines(_ field: Field?) throws(LocatedProblem) -> [StateLimit] {
    guard let field else { return [] }
    let example = "{\"after\": \"10s\", \"next\": \"\(states.first ?? "error")\"}"
    var deadlines: [StateLimit] = []
    let fields = try field.object("an object", example: "{}").fields
    for (name, nameField, field) in fields {
      guard states.contains(name) else {
        throw nameField.problem(.unknownName(name, of: .state, known: states))
      }
      let object = try field.object("an object", example: example)
      try object.allowOnly(["after", "next", "animated"])
      deadlines.append(
        StateLimit(
          state: name,
          afterNanoseconds: try object.required("after", example: "\"10s\"").duration(),
          next: try object.required("next", example: "\"error\"").name(of: .state, among: states),
          isAnimated: try object["animated"]?.boolean() ?? true))
    }
    for (deadline, field) in zip(deadlines, fields) {
      if let states = circle(from: deadline, by: deadlines) {
        throw field.1.problem(.endlessDeadlines(states: states))
      }
    }
    return deadlines
  }

  /// The states through which a deadline leads back to its own before a millisecond has passed: they would
  /// follow one another without end, and nothing else would happen.
  private func circle(from first: StateLimit, by deadlines: [StateLimit]) -> [String]? {
    var states = [first.state]
    var nanoseconds: Int64 = 0
    var deadline: StateLimit? = first
    while let one = deadline, states.count <= deadlines.count {
      nanoseconds += one.afterNanoseconds
      guard nanoseconds < 1_000_000 else { return nil }
      states.append(one.next)
      if one.next == first.state { return states }
      deadline = deadlines.first { $0.state == one.next }
    }
    return nil
  }

  private func decodeRules(_ field: Field?) throws(LocatedProblem) -> [TransitionRule] {
    guard let field else { return [] }
    let example = "{\"from\": \"loading\", \"to\": \"content\", \"effect\": \"slide-left\"}"
    var rules: [TransitionRule] = []
    for element in try field.list("a list of transitions", example: "[\(example)]") {
      let object = try element.object("an object", example: example)
      try object.allowOnly(["from", "to", "child", "appearing"] + TimingOverrides.keys)
      rules.append(
        TransitionRule(
          from: try object["from"]?.name(of: .state, among: states),
          to: try object["to"]?.name(of: .state, among: states),
          child: try object["child"]?.name(of: .child, among: children),
          appearing: try object["appearing"]?.boolean(),
          timing: try TimingOverrides(object)))
    }
    return rules
  }
}
