/// A generic first-in, first-out queue that allocates only to grow, used for a container's waiting
/// calls and outcomes.
@usableFromInline
struct Queue<Element> {
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var taken = 0

  @inlinable
  init() {}

  @inlinable
  var isEmpty: Bool { taken == elements.count }

  @inlinable
  mutating func add(_ element: Element) {
    elements.append(element)
  }

  @inlinable
  mutating func takeFirst() -> Element? {
    guard taken < elements.count else { return nil }
    let element = elements[taken].take()
    taken += 1
    if taken == elements.count {
      elements.removeAll(keepingCapacity: true)
      taken = 0
    }
    return element
  }
}
