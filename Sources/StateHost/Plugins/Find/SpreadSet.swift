internal import HostSystem

/// A hash set of checksums or file identities, of which a start may add a thousand: the hash is
/// made from bits of the element, because the secure hash of `Set` would take most of the time.
struct SpreadSet<Element: Spread> {
  private var elements: [Element] = []
  /// Indices in `elements` plus one, or 0; a power of two in number, at least twice the elements.
  private var slots: [Int32] = []

  mutating func reserveCapacity(_ count: Int) {
    elements.reserveCapacity(count)
    if slots.count < 2 * count { spread(over: 2 * count) }
  }

  /// Adds an element; false when it is already there.
  mutating func insert(_ element: Element) -> Bool {
    if slots.count < 2 * (elements.count + 1) { spread(over: 4 * (elements.count + 1)) }
    let slot = slot(of: element)
    guard slots[slot] == 0 else { return false }
    elements.append(element)
    slots[slot] = Int32(elements.count)
    return true
  }

  func contains(_ element: Element) -> Bool { !slots.isEmpty && slots[slot(of: element)] != 0 }

  /// The slot of an element, or the free one that it would get.
  private func slot(of element: Element) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: (element.bits &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while slots[slot] != 0, elements[Int(slots[slot]) - 1] != element { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func spread(over count: Int) {
    var power = 16
    while power < count { power *= 2 }
    slots = Array(repeating: 0, count: power)
    for (index, element) in elements.enumerated() {
      slots[slot(of: element)] = Int32(index + 1)
    }
  }
}

/// Protocol of an element of a `SpreadSet`, a checksum or file identity: its `bits`, from which the
/// hash is computed, differ between most values.
protocol Spread: Equatable {
  var bits: UInt64 { get }
}

extension UInt64: Spread {
  var bits: UInt64 { self }
}

extension FileFacts.Identity: Spread {
  var bits: UInt64 { inode ^ device << 32 }
}

/// The checksums of the ids of the children and sources in the catalogue, in one set for plugins
/// whose cached description has been decoded and one for the others; by them the catalogue finds
/// when it must decode another: to look an id up, or because two plugins may have the same one.
struct ChildIDs {
  var read: Set<UInt64>
  /// Those of plugins that were read meanwhile are also in `read`.
  private var unread = SpreadSet<UInt64>()

  init(read types: [ChildType], capacity: Int) {
    read = Set(types.map { CacheEntry.sum(ofID: $0.id) })
    unread.reserveCapacity(capacity)
  }

  /// Adds the ids of an unread plugin; false when another plugin may have one of them.
  mutating func leave(_ plugin: CachedPlugin) -> Bool {
    plugin.allIDs { !read.contains($0) && unread.insert($0) }
  }

  /// Whether an unread plugin may have an id.
  func isUnread(_ sum: UInt64) -> Bool { unread.contains(sum) && !read.contains(sum) }
}
