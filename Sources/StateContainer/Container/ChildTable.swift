/// The children a container has at present, by slot and by identity.
///
/// A hash table with open addressing over slots. Each identity is hashed once, when the child is
/// looked for: the slots keep the hashes, so adding and removing hash nothing again. It allocates
/// only while it grows.
@usableFromInline
struct ChildTable<Child: StateContainerChild> {
  @usableFromInline var children: [Child?] = []
  @usableFromInline var hashes: [Int] = []
  /// Slot index by bucket, -1 where there is none; the count is a power of two.
  @usableFromInline var buckets: [Int] = Array(repeating: -1, count: 16)
  @usableFromInline var count = 0

  @inlinable
  init() {}

  @inlinable
  subscript(slot: Slot) -> Child {
    guard let child = children[slot.index] else { preconditionFailure("\(slot) is vacant") }
    return child
  }

  /// The slot of the child with this identity, if it is here.
  @inlinable
  func slot(of id: Child.ID) -> Slot? { slot(of: id, hash: Self.hash(of: id)) }

  @inlinable
  func slot(of id: Child.ID, hash: Int) -> Slot? {
    let mask = buckets.count - 1
    var bucket = hash & mask
    while true {
      let index = buckets[bucket]
      if index < 0 { return nil }
      if hashes[index] == hash, children[index]?.id == id { return Slot(index) }
      bucket = (bucket + 1) & mask
    }
  }

  /// Puts a child that is not here into a slot that is free.
  @inlinable
  mutating func add(_ child: Child, hash: Int, in slot: Slot) {
    if slot.index < children.count {
      children[slot.index] = child
      hashes[slot.index] = hash
    } else {
      children.append(child)
      hashes.append(hash)
    }
    count += 1
    if count * 2 > buckets.count { grow() } else { place(slot.index) }
  }

  /// Names the next state's children to the machine, and takes in those that are not here.
  @inlinable
  mutating func name(_ children: [Child], to machine: inout TransitionMachine) {
    for child in children {
      let id = child.id
      let hash = Self.hash(of: id)
      if let slot = slot(of: id, hash: hash) {
        machine.include(slot)
      } else {
        add(child, hash: hash, in: machine.admit())
      }
    }
  }

  /// A hash for the buckets; the default identity, an address, takes one multiplication.
  @inlinable
  static func hash(of id: Child.ID) -> Int {
    guard let object = id as? ObjectIdentifier else { return id.hashValue }
    let product = UInt64(UInt(bitPattern: object)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: product >> 24)
  }

  /// Takes the child out of its slot.
  @inlinable
  mutating func remove(_ slot: Slot) {
    guard children[slot.index].take() != nil else { return }
    count -= 1
    let mask = buckets.count - 1
    var bucket = hashes[slot.index] & mask
    while buckets[bucket] != slot.index { bucket = (bucket + 1) & mask }
    closeGap(at: bucket)
  }

  @inlinable
  mutating func place(_ index: Int) {
    let mask = buckets.count - 1
    var bucket = hashes[index] & mask
    while buckets[bucket] >= 0 { bucket = (bucket + 1) & mask }
    buckets[bucket] = index
  }

  @inlinable
  mutating func grow() {
    buckets = Array(repeating: -1, count: buckets.count * 2)
    for index in children.indices where children[index] != nil { place(index) }
  }

  /// Moves later entries up, so that no search stops short at the gap.
  @inlinable
  mutating func closeGap(at start: Int) {
    let mask = buckets.count - 1
    var gap = start
    var bucket = (start + 1) & mask
    while buckets[bucket] >= 0 {
      let home = hashes[buckets[bucket]] & mask
      if (bucket - home) & mask >= (bucket - gap) & mask {
        buckets[gap] = buckets[bucket]
        gap = bucket
      }
      bucket = (bucket + 1) & mask
    }
    buckets[gap] = -1
  }
}
