/// The place a child has in the container while it is one of its children.
///
/// Given out when the child is added, given back when it is removed, and then used again.
@usableFromInline
struct Slot: Equatable {
  @usableFromInline let number: Int32

  @inlinable
  init(_ index: Int) {
    number = Int32(index)
  }

  /// The place in what is kept by slot.
  @inlinable
  var index: Int { Int(number) }
}

extension Array {
  /// Removes all elements, and keeps the memory: for few of them, one by one is faster than all at once.
  @inlinable
  mutating func clear() {
    guard count <= 8 else { return removeAll(keepingCapacity: true) }
    for _ in 0..<count { removeLast() }
  }
}
