/// The children a container has at present, by slot and by identity.
///
/// A hash table with open addressing over slots. Each identity is hashed once, when the child is
/// looked for: the slots keep the hashes, so that nothing is hashed again. What a child that has gone
/// leaves in the buckets is no child's, and is swept when they fill up. It allocates only while it
/// grows.
@usableFromInline
struct ChildTable<Child: StateContainerChild> {
  @usableFromInline var children: [Child?] = []
  @usableFromInline var hashes: [Int] = []
  @usableFromInline var vacancies: [Slot] = []
  /// Slot number by bucket, -1 where there is none; the count is a power of two.
  @usableFromInline var buckets: [Int32] = Array(repeating: -1, count: 16)
  @usableFromInline var takenBuckets = 0

  @inlinable
  init() {}

  /// The slot of the child with this identity, if it is here.
  @inlinable
  func slot(of id: Child.ID) -> Slot? { slot(of: id, hash: Self.hash(of: id)) }

  @inlinable
  func slot(of id: Child.ID, hash: Int) -> Slot? {
    let mask = buckets.count - 1
    var bucket = hash & mask
    while buckets[bucket] >= 0 {
      let index = Int(buckets[bucket])
      if hashes[index] == hash, children[index]?.id == id { return Slot(index) }
      bucket = (bucket + 1) & mask
    }
    return nil
  }

  /// The slot of a child; one that is not here comes in.
  @inlinable
  mutating func admit(_ child: Child) -> Slot {
    let id = child.id
    let hash = Self.hash(of: id)
    if let slot = slot(of: id, hash: hash) { return slot }
    if takenBuckets * 2 >= buckets.count { sweep() }
    let slot: Slot
    if let vacancy = vacancies.popLast() {
      slot = vacancy
      children[slot.index] = child
      hashes[slot.index] = hash
    } else {
      slot = Slot(children.count)
      children.append(child)
      hashes.append(hash)
    }
    place(slot)
    return slot
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
    guard children[slot.index].take() != nil else { preconditionFailure("\(slot) is vacant") }
    vacancies.append(slot)
  }

  @inlinable
  mutating func place(_ slot: Slot) {
    let mask = buckets.count - 1
    var bucket = hashes[slot.index] & mask
    while buckets[bucket] >= 0 { bucket = (bucket + 1) & mask }
    buckets[bucket] = slot.number
    takenBuckets += 1
  }

  /// Leaves only those in the buckets who are here; there are four for each, or more.
  @inlinable
  mutating func sweep() {
    if (children.count - vacancies.count) * 4 >= buckets.count {
      buckets = Array(repeating: -1, count: buckets.count * 2)
    } else {
      for bucket in buckets.indices { buckets[bucket] = -1 }
    }
    takenBuckets = 0
    for index in children.indices where children[index] != nil { place(Slot(index)) }
  }
}

extension Array {
  /// The child in a slot, which has one.
  @inlinable
  subscript<Child>(slot: Slot) -> Child where Element == Child? {
    guard let child = self[slot.index] else { preconditionFailure("\(slot) is vacant") }
    return child
  }
}
