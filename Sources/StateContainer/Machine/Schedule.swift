/// A queue of the instants at which the animations of a transition end, each with the animation's
/// number; the earliest is taken first, at one instant the lower number.
///
/// Filled, sorted once, emptied from the front; allocates nothing once the longest one was seen.
struct Schedule {
  /// The end of one animation: an instant and the animation's number.
  private struct Entry {
    let instant: Int64
    let number: Int

    func comes(before other: Entry) -> Bool {
      instant == other.instant ? number < other.number : instant < other.instant
    }
  }

  private var entries: [Entry] = []
  private var taken = 0
  private var isInOrder = true

  /// The earliest instant that has not been taken.
  var nextInstant: Int64? {
    taken < entries.count ? entries[taken].instant : nil
  }

  mutating func clear() {
    entries.clear()
    taken = 0
    isInOrder = true
  }

  mutating func add(_ instant: Int64, number: Int) {
    let entry = Entry(instant: instant, number: number)
    if let last = entries.last, entry.comes(before: last) { isInOrder = false }
    entries.append(entry)
  }

  /// Removes the earliest entry if it is due at `now`; returns its number.
  mutating func takeNext(through now: Int64) -> Int? {
    guard taken < entries.count, entries[taken].instant <= now else { return nil }
    taken += 1
    return entries[taken - 1].number
  }

  /// Sorts the entries; heapsort, because it needs no memory of its own.
  mutating func sort() {
    guard !isInOrder else { return }
    var end = entries.count
    for root in stride(from: end / 2 - 1, through: 0, by: -1) { sink(root, end: end) }
    while end > 1 {
      end -= 1
      entries.swapAt(0, end)
      sink(0, end: end)
    }
    isInOrder = true
  }

  private mutating func sink(_ root: Int, end: Int) {
    var parent = root
    while true {
      var child = 2 * parent + 1
      guard child < end else { return }
      if child + 1 < end, entries[child].comes(before: entries[child + 1]) { child += 1 }
      guard entries[parent].comes(before: entries[child]) else { return }
      entries.swapAt(parent, child)
      parent = child
    }
  }
}
