internal import HostText

/// Writes a scenario as the file that it could be read from.
package struct ScenarioWriter {
  private var bytes: [UInt8] = []

  /// The text of a scenario, one action a line; reading it gives the same scenario.
  ///
  /// Only what random scenarios have is written: no keys, `use`, insets or options.
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
    list(file.children, separator: ",\n") { writer, child in
      writer.add("    ")
      writer.string(child.name)
      writer.add(": {\"appear\": {\(Self.timing(child.appear))}, ")
      writer.add("\"disappear\": {\(Self.timing(child.disappear))}}")
    }
    add("\n  },\n  \"appearanceStates\": ")
    strings(scenario.appearanceStates)
    add(",\n  \"actions\": [\n")
    list(scenario.actions, separator: ",\n") { $0.write($1) }
    add("\n  ],\n  \"on\": [")
    list(scenario.rules) { $0.write($1) }
    add("]\n}\n")
  }

  private mutating func write(_ action: ScenarioAction) {
    add("    {\"at\": \"\(Self.milliseconds(action.atNanoseconds))\", \"do\": ")
    switch action.kind {
    case .willAppear(let animated): add("\"willAppear\", \"animated\": \(animated)}")
    case .didAppear: add("\"didAppear\"}")
    case .willDisappear(let animated): add("\"willDisappear\", \"animated\": \(animated)}")
    case .didDisappear: add("\"didDisappear\"}")
    case .request(let state, let animated):
      add("\"request\", \"state\": ")
      string(state)
      add(", \"animated\": \(animated)}")
    case .key(let key):
      add("\"key\", \"key\": ")
      string(key.name)
      add("}")
    case .resize(let columns, let rows):
      add("\"resize\", \"columns\": \(columns), \"rows\": \(rows)}")
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
      fields.append("\"delay\": \"\(milliseconds(delay))\"")
    }
    if let duration = timing.durationNanoseconds {
      fields.append("\"duration\": \"\(milliseconds(duration))\"")
    }
    return fields.joined(separator: ", ")
  }

  private static func milliseconds(_ nanoseconds: Int64) -> String {
    "\(nanoseconds / 1_000_000)ms"
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
