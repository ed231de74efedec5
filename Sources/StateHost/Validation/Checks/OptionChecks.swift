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
      }
    ]
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
