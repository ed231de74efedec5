/// Slots in a row, emptied in no time and filled again in place.
struct SlotList: Equatable {
  private var slots: [Slot] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Slot { slots[index] }

  mutating func append(_ slot: Slot) {
    if count < slots.count {
      slots[count] = slot
    } else {
      slots.append(slot)
    }
    count += 1
  }

  mutating func removeLast() -> Slot? {
    guard count > 0 else { return nil }
    count -= 1
    return slots[count]
  }

  mutating func removeAll() {
    count = 0
  }

  /// Keeps those that `isKept` is true of, in their order.
  mutating func keep(where isKept: (Slot) -> Bool) {
    var kept = 0
    for index in 0..<count where isKept(slots[index]) {
      slots[kept] = slots[index]
      kept += 1
    }
    count = kept
  }

  static func == (one: SlotList, other: SlotList) -> Bool {
    guard one.count == other.count else { return false }
    for index in 0..<one.count where one.slots[index] != other.slots[index] { return false }
    return true
  }
}
