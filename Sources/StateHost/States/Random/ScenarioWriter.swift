internal import HostSurface
internal import HostText
internal import StateContainer

/// Writes a scenario as the file that it could be read from.
package struct ScenarioWriter {
  private var bytes: [UInt8] = []

  /// The text of a scenario, one action a line; reading it gives the same scenario.
  package static func text(of scenario: Scenario) -> String {
    var writer = ScenarioWriter()
    writer.write(scenario)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private mutating func write(_ scenario: Scenario) {
    let file = scenario.statesFile
    add("{\n  \"initial\": ")
    string(file.initial)
    add(",\n  \"states\": {")
    list(file.states) { writer, state in
      writer.string(state.name)
      writer.add(": ")
      writer.strings(state.children)
    }
    add("},\n  \"children\": {\n")
    list(file.children, separator: ",\n") { $0.write($1) }
    add("\n  }")
    if !file.keys.isEmpty {
      add(",\n  \"keys\": {")
      list(file.keys) { writer, binding in
        writer.string(binding.key.name)
        writer.add(": ")
        writer.string(binding.state)
      }
      add("}")
    }
    write(file.transitions)
    if scenario.source != .command { add(",\n  \"source\": \"\(scenario.source.rawValue)\"") }
    add(",\n  \"appearanceStates\": ")
    strings(scenario.appearanceStates)
    add(",\n  \"actions\": [\n")
    list(scenario.actions, separator: ",\n") { $0.write($1) }
    add("\n  ],\n  \"on\": [")
    list(scenario.rules) { $0.write($1) }
    add("]\n}\n")
  }

  private mutating func write(_ child: ChildDescription) {
    add("    ")
    string(child.name)
    add(": {")
    if let use = child.use {
      add("\"use\": ")
      string(use)
      add(", ")
    }
    if let insets = child.insets {
      add("\"insets\": [\(insets.top), \(insets.right), \(insets.bottom), \(insets.left)], ")
    }
    if let area = child.area { add("\"area\": \(area.json), ") }
    if let options = child.options {
      add("\"options\": ")
      bytes.appendJSON(options)
      add(", ")
    }
    add("\"appear\": {\(Self.timing(child.appear))}, ")
    add("\"disappear\": {\(Self.timing(child.disappear))}}")
  }

  private mutating func write(_ choices: TransitionChoices) {
    if choices.policy != .wait { add(",\n  \"policy\": \"\(choices.policy.rawValue)\"") }
    if !choices.deadlines.isEmpty {
      add(",\n  \"deadlines\": {")
      list(choices.deadlines) { writer, limit in
        writer.string(limit.state)
        writer.add(": {\"after\": \"\(Self.duration(limit.afterNanoseconds))\", \"next\": ")
        writer.string(limit.next)
        writer.add(", \"animated\": \(limit.isAnimated)}")
      }
      add("}")
    }
    if !choices.rules.isEmpty {
      add(",\n  \"transitions\": [\n")
      list(choices.rules, separator: ",\n") { $0.write($1) }
      add("\n  ]")
    }
  }

  private mutating func write(_ rule: TransitionRule) {
    add("    {")
    for (key, name) in [("from", rule.from), ("to", rule.to), ("child", rule.child)] {
      guard let name else { continue }
      add("\"\(key)\": ")
      string(name)
      add(", ")
    }
    if let appearing = rule.appearing { add("\"appearing\": \(appearing), ") }
    let timing = Self.timing(rule.timing)
    if timing.isEmpty, bytes.last == UInt8(ascii: " ") { bytes.removeLast(2) }
    add(timing + "}")
  }

  private mutating func write(_ action: ScenarioAction) {
    add("    {\"at\": \"\(Self.duration(action.atNanoseconds))\", \"do\": ")
    switch action.kind {
    case .willAppear(let animated): add("\"willAppear\", \"animated\": \(animated)")
    case .didAppear: add("\"didAppear\"")
    case .willDisappear(let animated): add("\"willDisappear\", \"animated\": \(animated)")
    case .didDisappear: add("\"didDisappear\"")
    case .request(let state, let animated):
      add("\"request\", \"state\": ")
      string(state)
      add(", \"animated\": \(animated)")
    case .key(let key):
      add("\"key\", \"key\": ")
      string(key.name)
    case .paste(let text):
      add("\"paste\", \"text\": ")
      string(text)
    case .mouse(let mouse):
      add("\"mouse\", \"kind\": \"\(mouse.kind.rawValue)\", ")
      add("\"column\": \(mouse.column), \"row\": \(mouse.row)")
    case .input(let bytes): add("\"input\", \(Self.text(of: bytes))")
    case .resize(let columns, let rows):
      add("\"resize\", \"columns\": \(columns), \"rows\": \(rows)")
    case .pace(let pace): add("\"pace\"" + (pace.map { ", \"bytesPerSecond\": \($0)" } ?? ""))
    case .signal(let signal): add("\"signal\", \"signal\": \"\(signal.rawValue)\"")
    case .suspend(let time):
      add("\"suspend\", \"for\": \"\(Self.duration(time))\"")
    case .output(let bytes): add("\"output\", \(Self.text(of: bytes))")
    case .errorOutput(let bytes): add("\"errorOutput\", \(Self.text(of: bytes))")
    case .end(.exited(let status)): add("\"end\", \"status\": \(status)")
    case .end(.killed(let signal)): add("\"end\", \"signal\": \(signal)")
    case .available(let isAvailable): add("\"available\", \"available\": \(isAvailable)")
    case .truncate(let count): add("\"truncate\", \"to\": \(count)")
    case .replace(let bytes): add("\"replace\", \(Self.text(of: bytes))")
    case .reload: add("\"reload\"")
    case .worker(let number, let fate):
      add("\"worker\", \"worker\": \(number), \"does\": \(Self.text(of: fate))")
    }
    add("}")
  }

  private static func text(of fate: ScenarioFate) -> String {
    switch fate {
    case .dies: "\"dies\""
    case .hangs: "\"hangs\""
    case .lags(let time): "\"lags\", \"for\": \"\(duration(time))\""
    case .lies: "\"lies\""
    case .floods: "\"floods\""
    case .burns: "\"burns\""
    case .recovers: "\"recovers\""
    case .scans(let time): "\"scans\", \"for\": \"\(duration(time))\""
    }
  }

  private mutating func write(_ rule: RequestRule) {
    add("{\"event\": \"\(rule.event.rawValue)\", \"nth\": \(rule.nth), ")
    if let child = rule.child {
      add("\"child\": ")
      string(child)
      add(", ")
    }
    if let state = rule.state {
      add("\"state\": ")
      string(state)
      add(", ")
    }
    add("\"request\": ")
    string(rule.request)
    add(", \"animated\": \(rule.animated)}")
  }

  private static func timing(_ timing: TimingOverrides) -> String {
    var fields: [String] = []
    if let delay = timing.delayNanoseconds {
      fields.append("\"delay\": \"\(Self.duration(delay))\"")
    }
    if let duration = timing.durationNanoseconds {
      fields.append("\"duration\": \"\(Self.duration(duration))\"")
    }
    if let curve = TimingOverrides.curves.first(where: { $0.value == timing.curve }) {
      fields.append("\"curve\": \"\(curve.name)\"")
    }
    if let effect = TimingOverrides.effects.first(where: { $0.value == timing.effect }) {
      fields.append("\"effect\": \"\(effect.name)\"")
    }
    return fields.joined(separator: ", ")
  }

  private static func duration(_ nanoseconds: Int64) -> String {
    var text: [UInt8] = []
    text.appendMilliseconds(nanoseconds)
    return String(decoding: text, as: UTF8.self) + "ms"
  }

  /// As text where it is one, else in hexadecimal digits.
  private static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    if let string = String(validating: bytes, as: UTF8.self) {
      text.append(contentsOf: "\"text\": ".utf8)
      text.appendJSONString(string)
    } else {
      text.append(contentsOf: "\"bytes\": \"".utf8)
      for byte in bytes {
        text.append(contentsOf: (byte < 16 ? "0" : "").utf8)
        text.append(contentsOf: String(byte, radix: 16).utf8)
      }
      text.append(UInt8(ascii: "\""))
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func add(_ text: String) { bytes += text.utf8 }

  private mutating func string(_ text: String) { bytes.appendJSONString(text) }

  private mutating func strings(_ texts: [String]) {
    add("[")
    list(texts) { $0.string($1) }
    add("]")
  }

  private mutating func list<Item>(
    _ items: [Item], separator: String = ", ", _ write: (inout ScenarioWriter, Item) -> Void
  ) {
    for (index, item) in items.enumerated() {
      if index > 0 { add(separator) }
      write(&self, item)
    }
  }
}
