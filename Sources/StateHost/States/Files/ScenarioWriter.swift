internal import HostSurface
internal import HostText
internal import StateContainer

/// A converter of a scenario, such as a random one of `statehost play`, to a scenario file's JSON;
/// omits scripted programs, what a source's command does at each start, and worker time limits.
package enum ScenarioWriter {
  /// The text of a scenario, one action a line; it parses to the same, except for what is omitted.
  package static func text(of scenario: Scenario) -> String {
    let file = scenario.statesFile
    let states = file.states.map { "\(quoted($0.name)): \(list($0.children.map(quoted)))" }
    var parts = [
      "\"initial\": \(quoted(file.initial))", "\"states\": {\(states.joined(separator: ", "))}",
      "\"children\": {\n" + file.children.map(text).joined(separator: ",\n") + "\n  }",
    ]
    if !file.keys.isEmpty {
      let keys = file.keys.map { "\(quoted($0.key.name)): \(quoted($0.state))" }
      parts.append("\"keys\": {\(keys.joined(separator: ", "))}")
    }
    let settings = file.transitions
    if settings.policy != .wait { parts.append("\"policy\": \(quoted(settings.policy.rawValue))") }
    if !settings.deadlines.isEmpty {
      let deadlines = settings.deadlines.map { deadline in
        quoted(deadline.state) + ": "
          + object([
            ("after", duration(deadline.afterNanoseconds)), ("next", quoted(deadline.next)),
            ("animated", "\(deadline.isAnimated)"),
          ])
      }
      parts.append("\"deadlines\": {\(deadlines.joined(separator: ", "))}")
    }
    if !settings.rules.isEmpty {
      parts.append("\"transitions\": \(lines(settings.rules.map(text)))")
    }
    if scenario.source != .command {
      parts.append("\"source\": \(quoted(scenario.source.rawValue))")
    }
    parts.append("\"appearanceStates\": \(list(scenario.appearanceStates.map(quoted)))")
    parts.append(
      "\"actions\": "
        + lines(
          scenario.actions.map { action in
            object([("at", duration(action.atNanoseconds))] + fields(of: action.kind))
          }))
    parts.append("\"on\": \(list(scenario.rules.map(text)))")
    return "{\n  " + parts.joined(separator: ",\n  ") + "\n}\n"
  }

  private typealias Fields = [(name: String, value: String?)]

  private static func text(of child: ChildDescription) -> String {
    let insets = child.insets.map { list([$0.top, $0.right, $0.bottom, $0.left].map { "\($0)" }) }
    let options = child.options.map { options in String(writing: { $0.appendJSON(options) }) }
    return "    \(quoted(child.name)): "
      + object([
        ("use", child.use.map(quoted)), ("insets", insets), ("area", child.area.map(text)),
        ("options", options), ("appear", object(fields(of: child.appear))),
        ("disappear", object(fields(of: child.disappear))),
      ])
  }

  private static func text(of dock: Dock) -> String {
    let size =
      switch dock.extent {
      case .cells(let cells): "\(cells)"
      case .percent(let percent): quoted("\(percent)%")
      }
    return object([
      ("dock", Dock.edges.first { $0.value == dock.edge }.map { quoted($0.name) }), ("size", size),
      ("min", "\(dock.minimum)"),
    ])
  }

  private static func text(of rule: TransitionRule) -> String {
    object(
      [
        ("from", rule.from.map(quoted)), ("to", rule.to.map(quoted)),
        ("child", rule.child.map(quoted)), ("appearing", rule.appearing.map { "\($0)" }),
      ] + fields(of: rule.timing))
  }

  private static func text(of rule: RequestRule) -> String {
    object([
      ("event", quoted(rule.event.rawValue)), ("nth", "\(rule.nth)"),
      ("child", rule.child.map(quoted)), ("state", rule.state.map(quoted)),
      ("request", quoted(rule.request)), ("animated", "\(rule.animated)"),
    ])
  }

  private static func fields(of kind: ScenarioAction.Kind) -> Fields {
    func action(_ verb: String, _ fields: Fields = []) -> Fields {
      [("do", quoted(verb))] + fields
    }
    return switch kind {
    case .willAppear(let animated): action("willAppear", [("animated", "\(animated)")])
    case .didAppear: action("didAppear")
    case .willDisappear(let animated): action("willDisappear", [("animated", "\(animated)")])
    case .didDisappear: action("didDisappear")
    case .request(let state, let animated):
      action("request", [("state", quoted(state)), ("animated", "\(animated)")])
    case .key(let key): action("key", [("key", quoted(key.name))])
    case .paste(let text): action("paste", [("text", quoted(text))])
    case .mouse(let mouse):
      action(
        "mouse",
        [
          ("kind", quoted(mouse.kind.rawValue)), ("column", "\(mouse.column)"),
          ("row", "\(mouse.row)"),
        ])
    case .input(let bytes): action("input", [field(of: bytes)])
    case .resize(let columns, let rows):
      action("resize", [("columns", "\(columns)"), ("rows", "\(rows)")])
    case .pace(let pace): action("pace", [("bytesPerSecond", pace.map { "\($0)" })])
    case .signal(let signal): action("signal", [("signal", quoted(signal.rawValue))])
    case .suspend(let time): action("suspend", [("for", duration(time))])
    case .output(let bytes): action("output", [field(of: bytes)])
    case .errorOutput(let bytes): action("errorOutput", [field(of: bytes)])
    case .end(.exited(let status)): action("end", [("status", "\(status)")])
    case .end(.killed(let signal)): action("end", [("signal", "\(signal)")])
    case .available(let isAvailable): action("available", [("available", "\(isAvailable)")])
    case .truncate(let count): action("truncate", [("to", "\(count)")])
    case .replace(let bytes): action("replace", [field(of: bytes)])
    case .reload: action("reload")
    case .worker(let number, let outcome):
      action("worker", [("worker", "\(number)")] + fields(of: outcome))
    }
  }

  private static func fields(of outcome: SimulatedWorkerBehaviour) -> Fields {
    switch outcome {
    case .dies, .hangs, .lies, .floods, .burns, .recovers: [("does", quoted("\(outcome)"))]
    case .lags(let time): [("does", quoted("lags")), ("for", duration(time))]
    case .scans(let time): [("does", quoted("scans")), ("for", duration(time))]
    }
  }

  private static func fields(of timing: TimingOverrides) -> Fields {
    let curve = TimingOverrides.curves.first { $0.value == timing.curve }
    let effect = TimingOverrides.effects.first { $0.value == timing.effect }
    return [
      ("delay", timing.delayNanoseconds.map(duration)),
      ("duration", timing.durationNanoseconds.map(duration)),
      ("curve", curve.map { quoted($0.name) }), ("effect", effect.map { quoted($0.name) }),
    ]
  }

  /// `text` for valid UTF-8, else `bytes` in hexadecimal digits.
  private static func field(of bytes: [UInt8]) -> (name: String, value: String?) {
    if let text = String(validating: bytes, as: UTF8.self) { return ("text", quoted(text)) }
    return ("bytes", quoted(bytes.hexadecimal))
  }

  private static func duration(_ nanoseconds: Int64) -> String {
    quoted(milliseconds(nanoseconds) + "ms")
  }

  private static func quoted(_ text: String) -> String {
    String(writing: { $0.appendJSONString(text) })
  }

  /// An object without the fields whose value is nil.
  private static func object(_ fields: Fields) -> String {
    let texts = fields.compactMap { field in field.value.map { "\"\(field.name)\": \($0)" } }
    return "{" + texts.joined(separator: ", ") + "}"
  }

  private static func list(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ", ") + "]"
  }

  /// A list with one element a line.
  private static func lines(_ elements: [String]) -> String {
    "[\n" + elements.map { "    " + $0 }.joined(separator: ",\n") + "\n  ]"
  }
}
