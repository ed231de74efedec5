package import HostSurface
package import HostText
package import StateContainer

/// What is presented: the states, the children of each, and how each child comes and goes.
///
/// It is what `--states FILE` names, and the first half of a scenario.
package struct StatesFile: Sendable {
  /// The state to begin with; one of `states`.
  package var initial: String
  /// In the order of the file; at least one, each with a name of its own.
  package var states: [StateDescription]
  /// In the order of the file; every child that a state lists is among them.
  package var children: [ChildDescription]
  /// In the order of the file.
  package var keys: [KeyBinding]
  /// How the container goes from one to another.
  package var transitions: TransitionChoices
  /// How long children in workers may take, where that is not as usual.
  package var pluginDeadlines: [PluginDeadline: Int64]
  /// What delivers the rows, where the command line says nothing; a scenario has none.
  package var source: SourceDescription?
  /// The whole of it, to find places in; empty where it was made without a text.
  var text: [UInt8] = []

  package init(
    initial: String, states: [StateDescription], children: [ChildDescription],
    keys: [KeyBinding] = [], transitions: TransitionChoices = TransitionChoices(),
    pluginDeadlines: [PluginDeadline: Int64] = [:], source: SourceDescription? = nil
  ) {
    self.initial = initial
    self.states = states
    self.children = children
    self.keys = keys
    self.transitions = transitions
    self.pluginDeadlines = pluginDeadlines
    self.source = source
  }

  /// Where a byte of its text stands; nil where it was made without one.
  package func place(ofByte offset: Int) -> TextPlace? {
    text.isEmpty ? nil : TextPlace(ofByte: offset, in: text)
  }

  package func state(named name: String) -> StateDescription? {
    states.first { $0.name == name }
  }

  package func child(named name: String) -> ChildDescription? {
    children.first { $0.name == name }
  }

  /// The state that a key of the file asks for.
  package func state(forKey key: Key) -> String? {
    keys.first { $0.key == key }?.state
  }
}

/// A state and its children, bottom first; there may be none.
package struct StateDescription: Equatable, Sendable {
  package var name: String
  package var children: [String]

  package init(name: String, children: [String]) {
    self.name = name
    self.children = children
  }
}

/// A child as the file describes it; what the file leaves out is nil.
package struct ChildDescription: Equatable, Sendable {
  package var name: String
  /// The id of the plugin's child that presents it; nil for a blank child of the host's own.
  package var use: String?
  package var appear: TimingOverrides
  package var disappear: TimingOverrides
  package var insets: CellInsets?
  /// Where it docks in every state, whatever its plugin says.
  package var area: Dock?
  /// The plugin's own affair: handed on as it is written.
  package var options: JSONValue?

  package init(
    name: String, use: String? = nil, appear: TimingOverrides = TimingOverrides(),
    disappear: TimingOverrides = TimingOverrides(), insets: CellInsets? = nil,
    area: Dock? = nil, options: JSONValue? = nil
  ) {
    self.name = name
    self.use = use
    self.appear = appear
    self.disappear = disappear
    self.insets = insets
    self.area = area
    self.options = options
  }

  /// The timing of one direction: what the file says, field by field, over the plugin's own.
  package func timing(
    appearing: Bool, over own: TransitionTiming = TransitionTiming()
  ) -> TransitionTiming {
    (appearing ? appear : disappear).applied(to: own)
  }
}

/// A source of a plugin's as the file describes it.
package struct SourceDescription: Sendable {
  /// Its id.
  package var use: String
  /// What it is given, as a path or an address; may be empty.
  package var argument: String
  /// The source's own affair: handed on as it is written.
  package var options: JSONValue?

  package init(use: String, argument: String = "", options: JSONValue? = nil) {
    self.use = use
    self.argument = argument
    self.options = options
  }
}

/// A key that asks for a state.
package struct KeyBinding: Equatable, Sendable {
  package var key: Key
  package var state: String

  package init(key: Key, state: String) {
    self.key = key
    self.state = state
  }
}
