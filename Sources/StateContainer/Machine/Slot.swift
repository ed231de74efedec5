/// The index of a child in a container's internal arrays: assigned when the child is added,
/// constant while it stays, and reused after it is removed.
@usableFromInline
struct Slot: Equatable {
  @usableFromInline let number: Int32

  @inlinable
  init(_ index: Int) {
    number = Int32(index)
  }

  /// The index in arrays by slot.
  @inlinable
  var index: Int { Int(number) }
}

extension Array {
  /// Removes all elements and keeps the memory; a few of them are faster to remove one by one.
  @inlinable
  mutating func clear() {
    guard count <= 8 else { return removeAll(keepingCapacity: true) }
    for _ in 0..<count { removeLast() }
  }
}
