internal import HostSurface
internal import StateContainer

extension ChildDescription {
  private static let keys = ["use", "appear", "disappear", "insets", "area", "options"]

  init(name: String, _ field: Field) throws(LocatedProblem) {
    let object = try field.object("an object", example: "{\"use\": \"org.statehost.list\"}")
    try object.allowOnly(Self.keys)
    self.name = name
    use = try Self.decodeUse(object["use"])
    appear = try TimingOverrides(object["appear"])
    disappear = try TimingOverrides(object["disappear"])
    insets = try CellInsets(object["insets"])
    area = try Dock(object["area"])
    if let options = object["options"] {
      _ = try options.object("an object", example: "{}")
      self.options = options.value
    }
  }

  private static func decodeUse(_ field: Field?) throws(LocatedProblem) -> String? {
    guard let field else { return nil }
    let id = try field.string("the id of a plugin's child", example: "\"org.statehost.list\"")
    if id.isEmpty { throw field.problem(.emptyName(of: .child)) }
    return id
  }
}

extension TimingOverrides {
  static let keys = ["delay", "duration", "curve", "effect"]

  /// Reads `appear` or `disappear`; where that is absent, nothing is named.
  init(_ field: Field?) throws(LocatedProblem) {
    self.init()
    guard let field else { return }
    let object = try field.object("an object", example: "{\"duration\": \"300ms\"}")
    try object.allowOnly(Self.keys)
    try self.init(object)
  }

  /// Reads the parts of a timing among an object's members.
  init(_ object: FieldObject) throws(LocatedProblem) {
    self.init()
    delayNanoseconds = try object["delay"]?.duration()
    durationNanoseconds = try object["duration"]?.duration()
    curve = try object["curve"]?.name(of: .curve, among: Self.curves)
    effect = try object["effect"]?.name(of: .effect, among: Self.effects)
  }

  static let curves: [(name: String, value: TransitionCurve)] = [
    ("linear", .linear), ("ease-in", .easeIn), ("ease-out", .easeOut), ("ease-in-out", .easeInOut),
  ]

  static let effects: [(name: String, value: TransitionEffect)] = [
    ("none", .still), ("fade", .fade), ("slide-up", .slideUp), ("slide-down", .slideDown),
    ("slide-left", .slideLeft), ("slide-right", .slideRight), ("slide", .slideUp),
  ]
}

extension CellInsets {
  /// More than any terminal has cells.
  static let limit = 10_000

  init?(_ field: Field?) throws(LocatedProblem) {
    guard let field else { return nil }
    let sides = try field.list("a list of four numbers", example: "[0, 1, 0, 1]")
    guard sides.count == 4 else { throw field.problem(.wrongInsetCount(sides.count)) }
    let range = 0...Self.limit
    self.init(
      top: try sides[0].integer(in: range), right: try sides[1].integer(in: range),
      bottom: try sides[2].integer(in: range), left: try sides[3].integer(in: range))
  }
}
