internal import HostSurface
internal import HostSystem
internal import HostText
package import StateContainer

extension StatesFile {
  /// Parses a states file; `file` is its name for errors.
  package init(parsing bytes: [UInt8], file: String) throws(StatesFileError) {
    self = try StatesFileDecoder.decode(bytes, file) { root throws(LocatedProblem) in
      try StatesFileDecoder(root, isScenario: false).decodeStates()
    }
    text = bytes
  }

  package init(contentsOf file: String) throws(StatesFileError) {
    try self.init(parsing: try StatesFileDecoder.bytes(of: file), file: file)
  }
}

extension Scenario {
  /// Parses a scenario; `file` is its name for errors.
  package init(parsing bytes: [UInt8], file: String) throws(StatesFileError) {
    self = try StatesFileDecoder.decode(bytes, file) { root throws(LocatedProblem) in
      try StatesFileDecoder(root, isScenario: true).decodeScenario()
    }
    statesFile.text = bytes
  }

  package init(contentsOf file: String) throws(StatesFileError) {
    try self.init(parsing: try StatesFileDecoder.bytes(of: file), file: file)
  }
}

extension ScriptedChildProgram {
  /// Parses the `programs` of a file, which may be a scenario; `file` is its name for errors.
  package static func list(
    parsing bytes: [UInt8], file: String
  ) throws(StatesFileError) -> [ScriptedChildProgram] {
    try StatesFileDecoder.decode(bytes, file) { root throws(LocatedProblem) in
      let example = "[{\"program\": \"git*\", \"output\": \"a line\\n\"}]"
      let field = try root.object("an object", example: "{\"programs\": \(example)}")
        .required("programs", example: example)
      return try ScenarioDecoder.programs(field)
    }
  }

  /// Reads a file with programs, checks them, and returns its bytes.
  package static func checkedBytes(of file: String) throws(StatesFileError) -> [UInt8] {
    let bytes = try StatesFileDecoder.bytes(of: file)
    _ = try list(parsing: bytes, file: file)
    return bytes
  }
}

/// The decoder of a states file (`--states FILE`) or scenario from JSON: states, children, keys,
/// transitions, deadlines, the source and, through `ScenarioDecoder`, keys only for scenarios.
struct StatesFileDecoder {
  private let top: JSONFieldObject
  private let isScenario: Bool

  private static let statesKeys = [
    "initial", "states", "children", "keys", "pluginDeadlines", "source", "policy", "deadlines",
    "transitions",
  ]
  private static let scenarioKeys = ["appearanceStates", "actions", "on", "programs"]

  static func bytes(of file: String) throws(StatesFileError) -> [UInt8] {
    do {
      return try WholeFileReader.read(file, limit: JSONValue.sizeLimit)
    } catch {
      throw StatesFileError(unreadable: file, reason: error.reason)
    }
  }

  /// Parses the bytes and decodes the top-level value.
  static func decode<Value>(
    _ bytes: [UInt8], _ file: String, _ body: (JSONField) throws(LocatedProblem) -> Value
  ) throws(StatesFileError) -> Value {
    let located: LocatedProblem
    do throws(JSONError) {
      let root = JSONField(value: try JSONValue(parsing: bytes), path: JSONPath())
      do throws(LocatedProblem) { return try body(root) } catch { located = error }
    } catch {
      located = LocatedProblem(
        problem: .json(error.problem), offset: error.offset, path: error.path)
    }
    throw StatesFileError(located, in: bytes, file: file)
  }

  init(_ root: JSONField, isScenario: Bool) throws(LocatedProblem) {
    top = try root.object(
      "an object", example: "{\"initial\": …, \"states\": {…}, \"children\": {…}}")
    self.isScenario = isScenario
    if !isScenario {
      for (name, nameField, _) in top.fields where Self.scenarioKeys.contains(name) {
        throw nameField.problem(.scenarioOnly(key: name))
      }
    }
    try top.allowOnly(Self.statesKeys + (isScenario ? Self.scenarioKeys : []))
  }

  func decodeStates() throws(LocatedProblem) -> StatesFile {
    let initial = try top.required("initial", example: "\"loading\"")
    let statesField = try top.required("states", example: "{\"loading\": []}")
    let children = try namedFields("children", of: .child, example: "{\"spinner\": {}}").map {
      (name, field) throws(LocatedProblem) in try ChildDescription(name: name, field)
    }
    let childNames = children.map(\.name)
    let states = try decodeStates(statesField, children: childNames)
    let names = states.map(\.name)
    return StatesFile(
      initial: try initial.name(of: .state, among: names),
      states: states,
      children: children,
      keys: try decodeKeys(states: names),
      transitions: try decodeTransitions(states: names, children: childNames),
      pluginDeadlines: try decodePluginDeadlines(),
      source: isScenario ? nil : try top["source"].map(PluginSourceDescription.init))
  }

  func decodeScenario() throws(LocatedProblem) -> Scenario {
    let statesFile = try decodeStates()
    let actions = try top.required(
      "actions", example: "[{\"at\": \"0ms\", \"do\": \"willAppear\"}]")
    let decoder = ScenarioDecoder(
      states: statesFile.states.map(\.name), children: statesFile.children.map(\.name))
    var scenario = Scenario(
      statesFile: statesFile,
      appearanceStates: try top["appearanceStates"].map(decoder.appearanceStates)
        ?? [statesFile.initial],
      actions: try decoder.actions(actions),
      rules: try top["on"].map(decoder.rules) ?? [],
      source: try top["source"]?.name(of: .source) ?? .command)
    scenario.programs = try top["programs"].map(ScenarioDecoder.programs)
    return scenario
  }

  private func namedFields(
    _ key: String, of kind: NameKind, example: String
  ) throws(LocatedProblem) -> [(name: String, field: JSONField)] {
    guard let field = top[key] else { return [] }
    let fields = try field.object("an object of \(key)", example: example).fields
    for (name, nameField, _) in fields where name.isEmpty {
      throw nameField.problem(.emptyName(of: kind))
    }
    return fields.map { ($0.name, $0.field) }
  }

  private func decodeStates(
    _ field: JSONField, children known: [String]
  ) throws(LocatedProblem) -> [StateDescription] {
    let fields = try namedFields("states", of: .state, example: "{\"loading\": [\"spinner\"]}")
    guard !fields.isEmpty else { throw field.problem(.noStates) }
    let knownNames = Set(known)
    return try fields.map { (state, field) throws(LocatedProblem) in
      var names: Set<String> = []
      let children = try field.elements("a list of children", example: "[\"spinner\"]") {
        (element) throws(LocatedProblem) in
        let child = try element.string("the name of a child", example: "\"spinner\"")
        guard knownNames.contains(child) else {
          throw element.problem(.undefinedChild(child, known: known))
        }
        guard names.insert(child).inserted else {
          throw element.problem(.repeatedChild(child, state: state))
        }
        return child
      }
      return StateDescription(name: state, children: children)
    }
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

  private func decodePluginDeadlines() throws(LocatedProblem) -> [WorkerDeadlineName: Int64] {
    guard
      let object = try top["pluginDeadlines"]?
        .object("an object of durations", example: "{\"draw\": \"100ms\"}")
    else { return [:] }
    try object.allowOnly(WorkerDeadlineName.allCases.map(\.rawValue))
    var deadlines: [WorkerDeadlineName: Int64] = [:]
    for deadline in WorkerDeadlineName.allCases {
      guard let field = object[deadline.rawValue] else { continue }
      deadlines[deadline] = max(try field.duration(), WorkerDeadlineName.leastNanoseconds)
    }
    return deadlines
  }

  // MARK: Transitions

  private func decodeTransitions(
    states: [String], children: [String]
  ) throws(LocatedProblem) -> TransitionSettings {
    var settings = TransitionSettings()
    if let policy = top["policy"] { settings.policy = try policy.name(of: .policy) }
    settings.deadlines =
      try top["deadlines"].map { (field) throws(LocatedProblem) in
        try Self.decodeDeadlines(field, states: states)
      } ?? []
    let example = "{\"from\": \"loading\", \"to\": \"content\", \"effect\": \"slide-left\"}"
    settings.rules =
      try top["transitions"]?
      .elements("a list of transitions", example: "[\(example)]") {
        (element) throws(LocatedProblem) in
        let object = try element.object("an object", example: example)
        try object.allowOnly(["from", "to", "child", "appearing"] + TimingOverrides.keys)
        return TransitionRule(
          from: try object["from"]?.name(of: .state, among: states),
          to: try object["to"]?.name(of: .state, among: states),
          child: try object["child"]?.name(of: .child, among: children),
          appearing: try object["appearing"]?.boolean(),
          timing: try TimingOverrides(object))
      } ?? []
    return settings
  }

  private static func decodeDeadlines(
    _ field: JSONField, states: [String]
  ) throws(LocatedProblem) -> [DeadlineDescription] {
    let example = "{\"after\": \"10s\", \"next\": \"\(states.first ?? "error")\"}"
    let fields = try field.object("an object", example: "{}").fields
    var deadlines: [DeadlineDescription] = []
    for (name, nameField, field) in fields {
      guard states.contains(name) else {
        throw nameField.problem(.unknownName(name, of: .state, known: states))
      }
      let object = try field.object("an object", example: example)
      try object.allowOnly(["after", "next", "animated"])
      deadlines.append(
        DeadlineDescription(
          state: name,
          afterNanoseconds: try object.required("after", example: "\"10s\"").duration(),
          next: try object.required("next", example: "\"error\"").name(of: .state, among: states),
          isAnimated: try object.animated()))
    }
    for (deadline, field) in zip(deadlines, fields) {
      if let states = cycle(from: deadline, by: deadlines) {
        throw field.nameField.problem(.endlessDeadlines(states: states))
      }
    }
    return deadlines
  }

  /// The states of a cycle of deadlines that takes less than a millisecond, and so would repeat
  /// without end; nil if there is none.
  private static func cycle(
    from first: DeadlineDescription, by deadlines: [DeadlineDescription]
  ) -> [String]? {
    var states = [first.state]
    var nanoseconds: Int64 = 0
    var next: DeadlineDescription? = first
    while let deadline = next, states.count <= deadlines.count {
      nanoseconds += deadline.afterNanoseconds
      guard nanoseconds < 1_000_000 else { return nil }
      states.append(deadline.next)
      if deadline.next == first.state { return states }
      next = deadlines.first { $0.state == deadline.next }
    }
    return nil
  }
}

// MARK: - Children

extension ChildDescription {
  fileprivate init(name: String, _ field: JSONField) throws(LocatedProblem) {
    let object = try field.object("an object", example: "{\"use\": \"org.statehost.list\"}")
    try object.allowOnly(["use", "appear", "disappear", "insets", "area", "options"])
    self.name = name
    if let field = object["use"] {
      let id = try field.string("the id of a plugin's child", example: "\"org.statehost.list\"")
      if id.isEmpty { throw field.problem(.emptyName(of: .child)) }
      use = id
    }
    appear = try TimingOverrides(object["appear"])
    disappear = try TimingOverrides(object["disappear"])
    insets = try object["insets"].map(CellInsets.init)
    area = try object["area"].flatMap(Dock.init)
    options = try object["options"]?.object("an object", example: "{}").field.value
  }
}

extension TimingOverrides {
  fileprivate static let keys = ["delay", "duration", "curve", "effect"]

  fileprivate init(_ field: JSONField?) throws(LocatedProblem) {
    self.init()
    guard let field else { return }
    let object = try field.object("an object", example: "{\"duration\": \"300ms\"}")
    try object.allowOnly(Self.keys)
    try self.init(object)
  }

  /// Decodes the timing among the other members of an object.
  fileprivate init(_ object: JSONFieldObject) throws(LocatedProblem) {
    self.init()
    delayNanoseconds = try object["delay"]?.duration()
    durationNanoseconds = try object["duration"]?.duration()
    curve = try object["curve"]?.name(of: .curve, among: Self.curves)
    effect = try object["effect"]?.name(of: .effect, among: Self.effects)
  }

  package static let curves: [(name: String, value: TransitionCurve)] = [
    ("linear", .linear), ("ease-in", .easeIn), ("ease-out", .easeOut), ("ease-in-out", .easeInOut),
  ]

  package static let effects: [(name: String, value: TransitionEffect)] = [
    ("none", .still), ("fade", .fade), ("slide-up", .slideUp), ("slide-down", .slideDown),
    ("slide-left", .slideLeft), ("slide-right", .slideRight), ("slide", .slideUp),
  ]
}

extension CellInsets {
  /// Larger than any terminal.
  static let limit = 10_000

  fileprivate init(_ field: JSONField) throws(LocatedProblem) {
    let sides = try field.list("a list of four numbers", example: "[0, 1, 0, 1]")
    guard sides.count == 4 else { throw field.problem(.wrongInsetCount(sides.count)) }
    let range = 0...Self.limit
    self.init(
      top: try sides[0].integer(in: range), right: try sides[1].integer(in: range),
      bottom: try sides[2].integer(in: range), left: try sides[3].integer(in: range))
  }
}

extension Dock {
  static let edges: [(name: String, value: Edge)] = [
    ("top", .top), ("right", .right), ("bottom", .bottom), ("left", .left),
  ]

  fileprivate init?(_ field: JSONField) throws(LocatedProblem) {
    let object = try field.object(
      "an object", example: "{\"dock\": \"right\", \"size\": \"40%\", \"min\": 20}")
    try object.allowOnly(["dock", "size", "min"])
    self.init(
      try object.required("dock", example: "\"right\"").name(of: .edge, among: Self.edges),
      try Self.extent(object.required("size", example: "\"40%\"")),
      minimum: try object["min"]?.integer(in: 0...Self.cellsLimit) ?? 0)
  }

  private static func extent(_ field: JSONField) throws(LocatedProblem) -> Extent {
    guard case .string(let text) = field.value.content else {
      return .cells(try field.integer(in: 1...Self.cellsLimit))
    }
    guard text.last == "%", let percent = Int(text.dropLast()), 1...100 ~= percent else {
      throw field.problem(.malformedSize(text))
    }
    return .percent(percent)
  }
}

extension PluginSourceDescription {
  fileprivate init(_ field: JSONField) throws(LocatedProblem) {
    let object = try field.object(
      "an object that says what delivers the rows", example: "{\"use\": \"com.example.source\"}")
    try object.allowOnly(["use", "argument", "options"])
    self.init(
      use: try object.required("use", example: "\"com.example.source\"")
        .string("the id of a source", example: "\"com.example.source\""),
      argument: try object["argument"]?.string("a text", example: "\".\"") ?? "",
      options: try object["options"]?.object("an object", example: "{}").field.value)
  }
}
