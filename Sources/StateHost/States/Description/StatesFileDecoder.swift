internal import HostText

/// Gives the values of a states file or scenario their meaning.
struct StatesFileDecoder {
  private let top: FieldObject
  private let mode: StatesFileMode

  /// - Throws: what is wrong with the text, or with the keys of the top level.
  init(reading bytes: [UInt8], mode: StatesFileMode) throws(LocatedProblem) {
    top = try Field(value: try Self.root(of: bytes), path: JSONPath())
      .object("an object", example: "{\"initial\": …, \"states\": {…}, \"children\": {…}}")
    self.mode = mode
    switch mode {
    case .scenario:
      try top.allowOnly(Self.statesKeys + Self.scenarioKeys)
    case .states:
      for (name, nameField, _) in top.fields where Self.scenarioKeys.contains(name) {
        throw nameField.problem(.scenarioOnly(key: name))
      }
      try top.allowOnly(Self.statesKeys)
    }
  }

  /// The value of a text.
  static func root(of bytes: [UInt8]) throws(LocatedProblem) -> JSONValue {
    do throws(JSONError) {
      return try JSONDocument(reading: bytes).root
    } catch {
      throw LocatedProblem(problem: .json(error.problem), offset: error.offset, path: error.path)
    }
  }

  private static let statesKeys =
    ["initial", "states", "children", "keys", "pluginDeadlines", "source"]
    + TransitionChoicesDecoder.keys
  private static let scenarioKeys = ["appearanceStates", "actions", "on", "programs"]

  func decodeStates() throws(LocatedProblem) -> StatesFile {
    let initial = try top.required("initial", example: "\"loading\"")
    let statesField = try top.required("states", example: "{\"loading\": []}")
    let children = try decodeChildren()
    let states = try decodeStates(statesField, children: children.map(\.name))
    let names = states.map(\.name)
    let choices = TransitionChoicesDecoder(states: names, children: children.map(\.name))
    return StatesFile(
      initial: try initial.name(of: .state, among: names),
      states: states,
      children: children,
      keys: try decodeKeys(states: names),
      transitions: try choices.decode(top),
      pluginDeadlines: try top["pluginDeadlines"]?
        .object("an object of durations", example: "{\"draw\": \"100ms\"}").pluginDeadlines()
        ?? [:],
      source: mode == .states ? try top["source"].map(SourceDescription.init) : nil)
  }

  func decodeScenario() throws(LocatedProblem) -> Scenario {
    let statesFile = try decodeStates()
    let actions = try top.required(
      "actions", example: "[{\"at\": \"0ms\", \"do\": \"willAppear\"}]")
    let decoder = ScenarioDecoder(
      states: statesFile.states.map(\.name), children: statesFile.children.map(\.name))
    var scenario = Scenario(
      statesFile: statesFile,
      appearanceStates: try decoder.decodeAppearanceStates(top["appearanceStates"])
        ?? [statesFile.initial],
      actions: try decoder.decodeActions(actions),
      rules: try decoder.decodeRules(top["on"]),
      source: try decoder.decodeSource(top["source"]))
    scenario.programs = try top["programs"].map(ScriptedProgramDecoder.decode)
    return scenario
  }

  private func decodeStates(
    _ field: Field, children known: [String]
  ) throws(LocatedProblem) -> [StateDescription] {
    let example = "{\"loading\": [\"spinner\"]}"
    let fields = try field.object("an object of states", example: example).fields
    guard !fields.isEmpty else { throw field.problem(.noStates) }
    let knownNames = Set(known)
    var states: [StateDescription] = []
    for (name, nameField, field) in fields {
      if name.isEmpty { throw nameField.problem(.emptyName(of: .state)) }
      let children = try decodeChildNames(
        field, state: name, known: known, knownNames: knownNames)
      states.append(StateDescription(name: name, children: children))
    }
    return states
  }

  private func decodeChildNames(
    _ field: Field, state: String, known: [String], knownNames: Set<String>
  ) throws(LocatedProblem) -> [String] {
    var children: [String] = []
    var names: Set<String> = []
    for element in try field.list("a list of children", example: "[\"spinner\"]") {
      let child = try element.string("the name of a child", example: "\"spinner\"")
      guard knownNames.contains(child) else {
        throw element.problem(.undefinedChild(child, known: known))
      }
      guard names.insert(child).inserted else {
        throw element.problem(.repeatedChild(child, state: state))
      }
      children.append(child)
    }
    return children
  }

  private func decodeChildren() throws(LocatedProblem) -> [ChildDescription] {
    guard let field = top["children"] else { return [] }
    let object = try field.object("an object of children", example: "{\"spinner\": {}}")
    var children: [ChildDescription] = []
    for (name, nameField, field) in object.fields {
      if name.isEmpty { throw nameField.problem(.emptyName(of: .child)) }
      children.append(try ChildDescription(name: name, field))
    }
    return children
  }

  private func decodeKeys(states: [String]) throws(LocatedProblem) -> [KeyBinding] {
    guard let field = top["keys"] else { return [] }
    var keys: [KeyBinding] = []
    for (name, nameField, field) in try field.object("an object", example: "{\"e\": \"error\"}")
      .fields
    {
      let key = try nameField.key("a keyboard key", example: "\"e\"")
      if key == .hostPage { throw nameField.problem(.hostKey(name)) }
      if keys.contains(where: { $0.key == key }) {
        throw nameField.problem(.repeatedKey(name))
      }
      keys.append(KeyBinding(key: key, state: try field.name(of: .state, among: states)))
    }
    return keys
  }
}
