internal import HostPlugins

/// What only a tool that watches every access of memory can see; skipped where there is none.
///
/// Their one worker does not judge: it lives a whole life, and `ValgrindWatch` tells what was seen.
enum WatchedChecks {
  static let leaks = "leaks"

  static var all: [Check] {
    [
      Check(
        "invalid-accesses", level: 9, runsAlone: true, in: .watched,
        "valgrind sees no invalid access in a whole life", run: live),
      Check(
        leaks, level: 9, runsAlone: true, in: .watched,
        "valgrind sees no memory that nothing leads to any more", run: live),
    ]
  }

  private static func live(_ trial: Trial) throws(CheckEnd) {
    for type in try trial.types() {
      for state in type.places.isEmpty ? ["content"] : type.places.map(\.state) {
        let child = try trial.child(type, content: .fitting(state))
        if let saved = child.savedBytes() { _ = child.restore(saved) }
        child.appear(animated: true)
        child.live()
        // It may be asked at any time, again and again.
        for known in ChildExtension.all + ChildExtension.all {
          _ = child.child.extensionAddress(known.id)
        }
        child.disappear(animated: true)
        child.destroy()
      }
    }
    try trial.plugin().end()
  }
}
