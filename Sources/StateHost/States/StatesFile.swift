package import HostSurface
package import HostText
package import StateContainer

/// The decoded contents of `--states FILE`, which configures a run: states, their children, key
/// bindings, transitions, time limits of workers and the data source; also part of a scenario.
package struct StatesFile: Sendable {
  /// The first state; one of `states`.
  package var initial: String
  /// At least one, with unique names, in file order.
  package var states: [StateDescription]
  /// All children that the states list, in file order.
  package var children: [ChildDescription]
  /// In file order.
  package var keys: [KeyBinding]
  package var transitions: TransitionSettings
  /// Deadlines of children in workers that replace the default ones.
  package var pluginDeadlines: [WorkerDeadlineName: Int64]
  /// The source of the rows if the command line names none; nil in a scenario.
  package var source: PluginSourceDescription?
  /// The file's bytes, to locate errors; empty for a value that was not read from a file.
  var text: [UInt8] = []

  package init(
    initial: String, states: [StateDescription], children: [ChildDescription],
    keys: [KeyBinding] = [], transitions: TransitionSettings = TransitionSettings(),
    pluginDeadlines: [WorkerDeadlineName: Int64] = [:], source: PluginSourceDescription? = nil
  ) {
    self.initial = initial
    self.states = states
    self.children = children
    self.keys = keys
    self.transitions = transitions
    self.pluginDeadlines = pluginDeadlines
    self.source = source
  }

  /// The line and column of a byte of the file; nil for a value that was not read from a file.
  package func place(ofByte offset: Int) -> TextPosition? {
    text.isEmpty ? nil : TextPosition(ofByte: offset, in: text)
  }
}

/// A state as a states file defines it: its name and the names of its children, bottom layer first.
package struct StateDescription: Equatable, Sendable {
  package var name: String
  package var children: [String]

  package init(name: String, children: [String]) {
    self.name = name
    self.children = children
  }
}

/// A child as a states file defines it: the plugin's child to use (nil: a blank one), and timings,
/// insets, dock and options, nil where the plugin's own apply.
package struct ChildDescription: Equatable, Sendable {
  package var name: String
  /// The id of the plugin's child; nil for a blank child of the host.
  package var use: String?
  package var appear: TimingOverrides
  package var disappear: TimingOverrides
  package var insets: CellInsets?
  /// The dock in every state; replaces the plugin's.
  package var area: Dock?
  /// Options for the plugin, as written in the file.
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

  /// The plugin's own timing of one direction, with the file's overrides.
  package func timing(
    appearing: Bool, over own: TransitionTiming = TransitionTiming()
  ) -> TransitionTiming {
    (appearing ? appear : disappear).applied(to: own)
  }
}

/// Delay, duration, curve and effect of an animation, set by a states file for a child or in a
/// transition rule; nil leaves the plugin's own value or, in a rule, the child's.
package struct TimingOverrides: Equatable, Sendable {
  package var delayNanoseconds: Int64?
  package var durationNanoseconds: Int64?
  package var curve: TransitionCurve?
  package var effect: TransitionEffect?

  package init() {}

  package func applied(to timing: TransitionTiming) -> TransitionTiming {
    TransitionTiming(
      delayNanoseconds: delayNanoseconds ?? timing.delayNanoseconds,
      durationNanoseconds: durationNanoseconds ?? timing.durationNanoseconds,
      curve: curve ?? timing.curve,
      effect: effect ?? timing.effect)
  }
}

/// A plugin's data source as a states file or `--source` names it: its id, an argument and options.
package struct PluginSourceDescription: Sendable {
  /// The source's id.
  package var use: String
  /// A path or an address; may be empty.
  package var argument: String
  /// Options for the plugin, as written in the file.
  package var options: JSONValue?

  package init(use: String, argument: String = "", options: JSONValue? = nil) {
    self.use = use
    self.argument = argument
    self.options = options
  }
}

/// A key in a states file and the state that it requests, or, while shown, returns from.
package struct KeyBinding: Equatable, Sendable {
  package var key: Key
  package var state: String

  package init(key: Key, state: String) {
    self.key = key
    self.state = state
  }
}

/// The name of a worker's time limit in a states file or a `--deadline` option.
///
/// After `draw` (a drawing for a key) and `call` (input, or an appearing state's children) the host
/// goes on without the child; after `create` (a child) and `end` (any other reply) it kills the
/// worker.
package enum WorkerDeadlineName: String, CaseIterable, Hashable, Sendable {
  case draw
  case call
  case create
  case end

  /// The shortest deadline that a file can set.
  package static let leastNanoseconds: Int64 = 1_000_000
}

/// Settings of a states file for transitions: the queueing policy and time limits of states, which
/// the container applies, and rules that change animation timings, which its owner applies.
package struct TransitionSettings: Sendable {
  package var policy = QueueingPolicy.wait
  /// At most one for each state, in file order.
  package var deadlines: [DeadlineDescription] = []
  /// In file order; the first that matches applies.
  package var rules: [TransitionRule] = []

  package init() {}

  /// The child's own timing with the overrides of the first matching rule; nil if none matches.
  package func timing(
    of child: String, appearing: Bool, in transition: Transition<String>,
    over own: @autoclosure () -> TransitionTiming
  ) -> TransitionTiming? {
    rules.first { $0.matches(child, appearing: appearing, in: transition) }?.timing
      .applied(to: own())
  }

  package func deadline(of state: String) -> StateDeadline<String>? {
    deadlines.first { $0.state == state }.map {
      StateDeadline(afterNanoseconds: $0.afterNanoseconds, next: $0.next, isAnimated: $0.isAnimated)
    }
  }
}

/// A state's time limit in a states file: how long it lasts at most, and which state follows.
package struct DeadlineDescription: Equatable, Sendable {
  package var state: String
  package var afterNanoseconds: Int64
  package var next: String
  package var isAnimated: Bool
}

/// A rule of a states file that overrides animation timings for the transitions and children it
/// matches; a nil property matches all.
package struct TransitionRule: Equatable, Sendable {
  package var from: String?
  package var to: String?
  package var child: String?
  package var appearing: Bool?
  package var timing = TimingOverrides()

  func matches(_ child: String, appearing: Bool, in transition: Transition<String>) -> Bool {
    (from == nil || from == transition.previous) && (to == nil || to == transition.next)
      && (self.child == nil || self.child == child)
      && (self.appearing == nil || self.appearing == appearing)
  }
}

extension StateContainer where State == String {
  /// Sets the policy and the deadlines; the container's owner applies the timing rules.
  package func apply(_ settings: TransitionSettings) {
    policy = settings.policy
    deadlines = settings.deadlines.isEmpty ? nil : { settings.deadline(of: $0) }
  }
}
