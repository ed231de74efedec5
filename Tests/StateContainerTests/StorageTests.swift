import TestSupport
import Testing

@testable import StateContainer

/// An identity whose hashes collide, so that every probe and every gap is met.
private struct CollidingChild: StateContainerChild {
  struct ID: Hashable {
    let number: Int

    func hash(into hasher: inout Hasher) {
      hasher.combine(number % 3)
    }
  }

  let id: ID
}

@Suite struct `What the engine keeps its children in` {
  @Test(arguments: UInt64(1)...20)
  func `a table of children finds what a dictionary finds`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var table = ChildTable<CollidingChild>()
    var model: [Int: Slot] = [:]
    for step in 0..<500 {
      let number = Int.random(in: 0..<40, using: &random)
      let child = CollidingChild(id: CollidingChild.ID(number: number))
      let found = table.slot(of: child.id)
      #expect(found == model[number], "seed \(seed), step \(step)")
      if let slot = found, Bool.random(using: &random) {
        #expect(table.children[slot].id == child.id, "seed \(seed), step \(step)")
        table.remove(slot)
        model[number] = nil
      } else {
        let slot = table.admit(child)
        #expect(slot == found ?? slot, "seed \(seed), step \(step)")
        model[number] = slot
      }
      #expect(Set(model.values.map(\.index)).count == model.count, "seed \(seed), step \(step)")
    }
  }

  @Test(arguments: UInt64(1)...20)
  func `a schedule comes in the order of its instants, then of its numbers`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var schedule = Schedule()
    for _ in 0..<3 {
      schedule.clear()
      let instants = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        Int64.random(in: 0...20, using: &random)
      }
      for (number, instant) in instants.enumerated() { schedule.add(instant, number: number) }
      schedule.sort()
      var taken: [Int] = []
      while let instant = schedule.nextInstant {
        #expect(schedule.takeNext(through: instant - 1) == nil)
        if let number = schedule.takeNext(through: instant) { taken.append(number) }
      }
      let expected = instants.indices.sorted {
        (instants[$0], $0) < (instants[$1], $1)
      }
      #expect(taken == expected, "seed \(seed)")
    }
  }

  @Test func `a queue gives back what it was given, in turn`() {
    var queue = Queue<Int>()
    queue.add(1)
    queue.add(2)
    #expect(queue.takeFirst() == 1)
    queue.add(3)
    #expect(queue.takeFirst() == 2)
    #expect(queue.takeFirst() == 3)
    #expect(queue.isEmpty && queue.takeFirst() == nil)
  }
}
