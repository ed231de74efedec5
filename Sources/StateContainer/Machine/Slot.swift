/// The place a child has in the container while it is one of its children.
///
/// Given out when the child is added, given back when it is removed, and then used again.
@usableFromInline
struct Slot: Equatable {
  @usableFromInline let index: Int

  @inlinable
  init(_ index: Int) {
    self.index = index
  }
}
