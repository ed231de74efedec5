/// The schedule of `--watch`, which reloads plugins in workers when their files change: a reload is
/// due 150 ms after the last change, because a build writes a file several times; the old child
/// then has 250 ms to save its state, and is kept for 5 s, to return to if the new one fails.
///
/// The stage performs the steps.
struct PluginReloads {
  /// A new child that fails within this time is replaced by the previous one.
  static let probationNanoseconds: Int64 = 5_000_000_000
  private static let quietNanoseconds: Int64 = 150_000_000
  private static let savingNanoseconds: Int64 = 250_000_000

  /// When changed plugins are due, by their numbers in the catalogue.
  private var changes: [Int: Int64] = [:]
  /// The deadlines of entries whose children are saving their states.
  private var savings: [Int: Int64] = [:]
  /// Entries whose new children are being created.
  private var arriving: Set<Int> = []
  private(set) var counts: [Int: Int] = [:]
  /// The old children of reloaded plugins, by entry, and until when they are kept.
  private(set) var predecessors: [Int: (child: StageChild, untilNanoseconds: Int64)] = [:]

  var nextDeadline: Int64? {
    let probations = predecessors.values.lazy.filter { !$0.child.isOnScreen }
      .map(\.untilNanoseconds)
    return earliest(changes.values.min(), savings.values.min(), probations.min())
  }

  mutating func changed(_ plugin: Int, at now: Int64) {
    changes[plugin] = now + Self.quietNanoseconds
  }

  mutating func takeChanged(at now: Int64) -> [Int] {
    let due = changes.keys.filter { changes[$0, default: .max] <= now }.sorted()
    for plugin in due { changes[plugin] = nil }
    return due
  }

  mutating func save(_ entry: Int, at now: Int64) {
    savings[entry] = now + Self.savingNanoseconds
  }

  /// Removes and returns the entries whose children have saved their states or ran out of time.
  mutating func takeSaved(at now: Int64, isSaving: (Int) -> Bool) -> [Int] {
    let saved = savings.keys.filter { !isSaving($0) || savings[$0, default: .max] <= now }.sorted()
    for entry in saved {
      savings[entry] = nil
      arriving.insert(entry)
      counts[entry, default: 0] += 1
    }
    return saved
  }

  /// Records that the new child of an entry is ready or failed; returns whether it was a reload.
  mutating func arrived(at entry: Int) -> Bool { arriving.remove(entry) != nil }

  /// Keeps a child in case its successor fails; returns the one that was kept before.
  mutating func keep(_ child: StageChild, at entry: Int, now: Int64) -> StageChild? {
    predecessors.updateValue((child, now + Self.probationNanoseconds), forKey: entry)?.child
  }

  /// Removes and returns the previous child, if the probation of its successor has not ended.
  mutating func takePredecessor(of entry: Int, at now: Int64) -> StageChild? {
    guard let before = predecessors[entry], before.untilNanoseconds > now else { return nil }
    predecessors[entry] = nil
    return before.child
  }

  /// Removes and returns children whose successors completed their probation.
  mutating func takeOutdated(at now: Int64) -> [StageChild] {
    let due = predecessors.filter {
      $0.value.untilNanoseconds <= now && !$0.value.child.isOnScreen
    }
    for entry in due.keys { predecessors[entry] = nil }
    return due.sorted { $0.key < $1.key }.map(\.value.child)
  }
}
