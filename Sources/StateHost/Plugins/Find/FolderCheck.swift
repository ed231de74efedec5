internal import HostSystem
internal import Synchronization

/// A check, by metadata, which of many quiet plugins in one folder have changed since they were
/// cached: a thread checks from the first file on while the program starts; `complete` checks the
/// others, from the last one back, and returns the indices of the changed ones in `items`.
///
/// Neither waits for the other: the thread may begin late, or stop in the middle, while other
/// programs use the processors. At most one step of files is checked twice.
final class FolderCheck: Sendable {
  let items: [CachedListing.Item]
  private let listing: CachedListing
  private let folder: Folder
  /// The files before this index were checked by the thread.
  private let checkedCount = Atomic(0)
  /// The files from this index on are checked by the caller.
  private let remainingCount: Atomic<Int>
  /// The indices of files that the thread found changed.
  private let changed = Mutex<[Int]>([])

  /// The files that are checked before the two look at each other's progress.
  private static let step = 16

  init(
    _ folder: consuming Folder, _ listing: CachedListing, _ items: [CachedListing.Item]
  ) {
    self.folder = folder
    self.listing = listing
    self.items = items
    remainingCount = Atomic(items.count)
  }

  /// Starts the thread; without one, `complete` checks all files.
  func begin() {
    SystemThread.begin { self.run() }
  }

  /// Checks the files the thread has not checked yet, and returns the indices of all changed ones.
  func complete() -> [Int] {
    var changed: [Int] = []
    var start = items.count
    while start > checkedCount.load(ordering: .acquiring) {
      let end = start
      start = max(end - Self.step, 0)
      remainingCount.store(start, ordering: .relaxed)
      for index in start..<end where isChanged(index) { changed.append(index) }
    }
    let before = self.changed.withLock { $0.filter { $0 < start } }
    return before + changed.sorted()
  }

  func run() {
    var start = 0
    while start < remainingCount.load(ordering: .relaxed) {
      let end = min(start + Self.step, items.count)
      for index in start..<end where isChanged(index) { changed.withLock { $0.append(index) } }
      checkedCount.store(end, ordering: .releasing)
      start = end
    }
  }

  private func isChanged(_ index: Int) -> Bool { !listing.isUnchanged(items[index], in: folder) }
}
