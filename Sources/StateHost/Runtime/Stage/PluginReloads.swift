/// What is loaded again because its file has changed, and how far that is.
///
/// A file is looked at when nothing more has come of it for a while: a build writes it several times.
struct PluginReloads {
  /// The child that was shown before, kept until the new one has proved itself.
  struct Predecessor {
    let child: StageChild
    let untilNanoseconds: Int64
  }

  /// A new one that fails within this time makes place for the one before.
  static let probationNanoseconds: Int64 = 5_000_000_000
  /// For so long nothing more may come of a file.
  private static let quietNanoseconds: Int64 = 150_000_000
  /// What the one before is given to save its state.
  private static let savingNanoseconds: Int64 = 250_000_000

  /// By plugins of the catalogue.
  private var changes: [Int: Int64] = [:]
  /// Entries whose children are asked for their states, and until when.
  private var savings: [Int: Int64] = [:]
  /// Entries whose new children are being made.
  private var arriving: Set<Int> = []
  /// How often the children of entries have been made anew.
  private(set) var counts: [Int: Int] = [:]
  private(set) var predecessors: [Int: Predecessor] = [:]

  /// When the next of it is due.
  var nextDeadline: Int64? {
    let probations = predecessors.values.lazy.filter { !$0.child.isOnScreen }
      .map(\.untilNanoseconds)
    return [changes.values.min(), savings.values.min(), probations.min()]
      .lazy.compactMap(\.self).min()
  }

  /// A plugin's file has changed.
  mutating func changed(_ plugin: Int, at now: Int64) {
    changes[plugin] = now + Self.quietNanoseconds
  }

  /// The plugins that are to be loaded again now.
  mutating func takeChanged(at now: Int64) -> [Int] {
    let due = changes.keys.filter { changes[$0, default: .max] <= now }.sorted()
    for plugin in due { changes[plugin] = nil }
    return due
  }

  /// The child of an entry was asked for its state.
  mutating func save(_ entry: Int, at now: Int64) {
    savings[entry] = now + Self.savingNanoseconds
  }

  /// The entries whose children have been given time enough, or need no more.
  mutating func takeSaved(at now: Int64, isSaving: (Int) -> Bool) -> [Int] {
    let saved = savings.keys.filter { !isSaving($0) || savings[$0, default: .max] <= now }.sorted()
    for entry in saved {
      savings[entry] = nil
      arriving.insert(entry)
      counts[entry, default: 0] += 1
    }
    return saved
  }

  /// The child of an entry is there, or will not be.
  ///
  /// - Returns: whether its file had changed.
  mutating func arrived(at entry: Int) -> Bool { arriving.remove(entry) != nil }

  /// A child is kept in case the one after it fails.
  ///
  /// - Returns: whom it takes the place of.
  mutating func keep(_ child: StageChild, at entry: Int, now: Int64) -> StageChild? {
    predecessors.updateValue(
      Predecessor(child: child, untilNanoseconds: now + Self.probationNanoseconds),
      forKey: entry)?.child
  }

  /// Takes the one before, where the one after it has not proved itself.
  mutating func takePredecessor(of entry: Int, at now: Int64) -> StageChild? {
    guard let before = predecessors[entry], before.untilNanoseconds > now else { return nil }
    predecessors[entry] = nil
    return before.child
  }

  /// Those that are not needed any more: their successors have proved themselves.
  mutating func takeOutdated(at now: Int64) -> [StageChild] {
    let due = predecessors.filter {
      $0.value.untilNanoseconds <= now && !$0.value.child.isOnScreen
    }
    for entry in due.keys { predecessors[entry] = nil }
    return due.sorted { $0.key < $1.key }.map(\.value.child)
  }
}
