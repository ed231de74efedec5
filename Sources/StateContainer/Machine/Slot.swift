/// The number of a child in a container, used as an index into arrays: assigned when the child is
/// added, and reused after it is removed.
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
