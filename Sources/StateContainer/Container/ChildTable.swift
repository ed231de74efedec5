/// A hash table of a container's children by identity: gives each a slot, a small number that is
/// reused, and lists, for the owner, those that others with the same identity have replaced.
///
/// Buckets of removed children are swept when the table fills up. It allocates only to grow.
@usableFromInline
struct ChildTable<Child: StateContainerChild> {
  /// A slot's data in a container's hash table of children: the hash of the identity, and the last
  /// transition that named the child, to ignore a second one of that identity.
  @usableFromInline
  struct Entry {
    @usableFromInline let hash: Int
    /// The number of the last plan that named the child.
    @usableFromInline var plan: Int

    @inlinable
    init(hash: Int, plan: Int) {
      self.hash = hash
      self.plan = plan
    }
  }

  @usableFromInline var children: [Child?] = []
  @usableFromInline var entries: [Entry] = []
  /// The number of the current plan.
  @usableFromInline var plan = 0
  /// Children that were replaced by others with the same identity, values or objects.
  @usableFromInline var replaced: [(former: Child, child: Child)] = []
  @usableFromInline var vacancies: [Slot] = []
  /// Slot number by bucket, -1 if empty; the count is a power of two.
  @usableFromInline var buckets: [Int32] = Array(repeating: -1, count: 16)
  @usableFromInline var takenBuckets = 0

  @inlinable
  init() {}

  /// The slot of the child with this identity; nil if there is none.
  @inlinable
  func slot(of id: Child.ID) -> Slot? {
    let number = buckets[bucket(of: id, hash: Self.hash(of: id))]
    return number < 0 ? nil : Slot(Int(number))
  }

  /// The bucket of the child with this identity, or the empty one for it.
  @inlinable
  func bucket(of id: Child.ID, hash: Int) -> Int {
    let mask = buckets.count - 1
    var bucket = hash & mask
    while buckets[bucket] >= 0 {
      let index = Int(buckets[bucket])
      if entries[index].hash == hash, children[index]?.id == id { break }
      bucket = (bucket + 1) & mask
    }
    return bucket
  }

  /// Begins to admit the children of the next state.
  @inlinable
  mutating func beginPlan() { plan += 1 }

  /// The slot of a child, which is added if it is new.
  ///
  /// Of the children with one identity that a plan names, the first replaces the one in the slot.
  @inlinable
  mutating func admit(_ child: Child) -> Slot {
    if takenBuckets * 2 >= buckets.count { sweep() }
    let id = child.id
    let hash = Self.hash(of: id)
    let bucket = bucket(of: id, hash: hash)
    if buckets[bucket] >= 0 {
      let slot = Slot(Int(buckets[bucket]))
      if entries[slot.index].plan != plan { rename(slot, child) }
      return slot
    }
    let slot: Slot
    if let vacancy = vacancies.popLast() {
      slot = vacancy
      children[slot.index] = child
      entries[slot.index] = Entry(hash: hash, plan: plan)
    } else {
      slot = Slot(children.count)
      children.append(child)
      entries.append(Entry(hash: hash, plan: plan))
    }
    buckets[bucket] = slot.number
    takenBuckets += 1
    return slot
  }

  /// Marks a child as named by the plan, and replaces it if it is another object or value.
  @inlinable
  mutating func rename(_ slot: Slot, _ child: Child) {
    entries[slot.index].plan = plan
    let former = children[slot]
    if Child.self is AnyObject.Type, (former as AnyObject) === (child as AnyObject) { return }
    // An equal value is stored as well, since equality may ignore what is shown.
    children[slot.index] = child
    if !Self.areEqual(former, child) { replaced.append((former, child)) }
  }

  /// Whether two children with one identity are equal values; always false for objects.
  @inlinable
  static func areEqual(_ one: Child, _ other: Child) -> Bool {
    if Child.self is AnyObject.Type { return false }
    guard let value = one as? any Equatable else { return false }
    return isEqual(value, other)
  }

  @inlinable
  static func isEqual<Value: Equatable>(_ value: Value, _ other: Child) -> Bool {
    value == other as? Value
  }

  /// A hash for the buckets; the default identity, an address, takes one multiplication.
  @inlinable
  static func hash(of id: Child.ID) -> Int {
    guard let object = id as? ObjectIdentifier else { return id.hashValue }
    let product = UInt64(UInt(bitPattern: object)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: product >> 24)
  }

  /// Removes the child from its slot.
  @inlinable
  mutating func remove(_ slot: Slot) {
    guard children[slot.index].take() != nil else { preconditionFailure("\(slot) is vacant") }
    vacancies.append(slot)
  }

  /// Rebuilds the buckets without removed children, with at least four for each child.
  @inlinable
  mutating func sweep() {
    if (children.count - vacancies.count) * 4 >= buckets.count {
      buckets = Array(repeating: -1, count: buckets.count * 2)
    } else {
      for bucket in buckets.indices { buckets[bucket] = -1 }
    }
    takenBuckets = 0
    let mask = buckets.count - 1
    for index in children.indices where children[index] != nil {
      var bucket = entries[index].hash & mask
      while buckets[bucket] >= 0 { bucket = (bucket + 1) & mask }
      buckets[bucket] = Int32(index)
      takenBuckets += 1
    }
  }
}

extension Array {
  /// The child in a slot, which must not be vacant.
  @inlinable
  subscript<Child>(slot: Slot) -> Child where Element == Child? {
    guard let child = self[slot.index] else { preconditionFailure("\(slot) is vacant") }
    return child
  }
}
