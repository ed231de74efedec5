internal import HostPlugins
internal import HostText

/// Whether the options that are declared are those that are asked for.
enum OptionChecks {
  static var all: [Check] {
    [
      Check(
        "asks-for-its-options", level: 5, severity: .warning,
        "an option is asked for by the name that its descriptor gives it"
      ) { trial throws(CheckEnd) in
        for (type, place) in try trial.descriptors() where !type.options.isEmpty {
          let asked = try askedOptions(of: type, in: trial)
          let declared = type.options.map(\.name)
          let unasked = declared.filter { name in !asked.contains { $0.name == name } }
          for (name, askedPlace) in asked where !declared.contains(name) {
            // Only beside one that is never asked for: else the question is one that others have an answer to.
            guard let meant = NearestName.nearest(to: name, among: unasked) else { continue }
            throw .failed(
              expected:
                "\"\(meant)\", as the descriptor of \(type.id) has it: others are not given",
              happened: "\"\(name)\" was asked for", place: askedPlace ?? place)
          }
        }
      },
      Check(
        "reads-its-options", level: 5, severity: .warning,
        "each option that it declares is asked for some time"
      ) { trial throws(CheckEnd) in
        for (type, place) in try trial.descriptors() where !type.options.isEmpty {
          let declared = type.options.map(\.name)
          var asked = Set(try askedOptions(of: type, in: trial).map(\.name))
          if !asked.isSuperset(of: declared) {
            // Of a source that has no rows for anything nothing is known.
            guard let more = try askedAnywhere(of: type, in: trial) else { continue }
            asked.formUnion(more)
          }
          guard let unread = declared.first(where: { !asked.contains($0) }) else { continue }
          let others = asked.subtracting(declared).sorted().map { ", and \"\($0)\" is" }
          throw .failed(
            expected:
              "host->option(\"\(unread)\"), which the descriptor of \(type.id) offers the user",
            happened: "it is never asked for" + (others.first ?? ""), place: place)
        }
      },
    ]
  }

  /// The names that are asked for in any state, with any value of the others, after anything that the user does;
  /// nil: it is a source that has no rows.
  private static func askedAnywhere(
    of type: ChildType, in trial: Trial
  ) throws(CheckEnd) -> Set<String>? {
    var asked: Set<String> = []
    var hasRows = !type.isSource
    for option in type.options {
      for value in option.sampleValues + [Array("x".utf8)] {
        if type.isSource {
          for argument in [nil, "x", "7"] {
            let (reading, _) = try SourceChecks.read(
              type, in: trial, argument: argument, saying: (name: option.name, value: value))
            asked.formUnion(reading.askedOptions)
            hasRows = hasRows || reading.hasRows
          }
          continue
        }
        for state in TrialContent.states {
          let child = try trial.child(
            type, content: .fitting(state), option: value, ofName: option.name)
          child.services.situation.current = state
          child.appear(animated: true)
          child.live()
          let letters = (0x61..<0x7B).compactMap { Unicode.Scalar($0) }
          for key in letters.map({ TrialKey.character($0) }) + TrialKey.named.prefix(14) {
            child.key(key)
          }
          child.live()
          child.disappear(animated: true)
          child.destroy()
          asked.formUnion(child.services.askedOptions.map(\.what))
        }
      }
    }
    return hasRows ? asked : nil
  }

  /// The names, and the calls in which they were asked for.
  private static func askedOptions(
    of type: ChildType, in trial: Trial
  ) throws(CheckEnd) -> [(name: String, place: CallPlace?)] {
    if type.isSource {
      let (reading, _) = try SourceChecks.read(type, in: trial)
      let place = trial.watch.lastCall
      return reading.askedOptions.map { ($0, place) }
    }
    var asked: [(name: String, place: CallPlace?)] = []
    for option in [nil, Array("1".utf8)] {
      let child = try trial.child(type, option: option)
      child.appear(animated: true)
      child.live()
      for key in KeyChecks.helpKeys(of: child) { child.key(key) }
      child.draw()
      child.disappear(animated: true)
      child.destroy()
      asked += child.services.askedOptions.map { ($0.what, $0.place) }
    }
    return asked
  }
}
