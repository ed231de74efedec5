/// The decorations that cells refer to, each kept once.
struct DecorationTable {
  /// How many different ones can be on screen at once.
  static let limit = 2048

  /// By number; 0 is none, and nil is free.
  private var kept: [Decoration?] = [.nothing]
  private var numbers: [Decoration: UInt16] = [:]
  private var free: [UInt16] = []

  /// Whether no cell has one.
  var isEmpty: Bool { numbers.isEmpty }
  /// Whether there is no room for another.
  var isFull: Bool { free.isEmpty && kept.count > Self.limit }

  subscript(id: DecorationID) -> Decoration {
    Int(id.number) < kept.count ? kept[Int(id.number)] ?? .nothing : .nothing
  }

  func id(of decoration: Decoration) -> DecorationID? {
    if decoration == .nothing { return DecorationID.none }
    return numbers[decoration].map(DecorationID.init(number:))
  }

  /// Keeps one that is not there, where there is room.
  mutating func add(_ decoration: Decoration) -> DecorationID {
    if isFull { return .none }
    let number = free.popLast() ?? UInt16(kept.count)
    if Int(number) == kept.count { kept.append(nil) }
    kept[Int(number)] = decoration
    numbers[decoration] = number
    return DecorationID(number: number)
  }

  /// Frees all whose number is not among those in use.
  mutating func keep(_ inUse: Set<UInt16>) {
    for number in 1..<kept.count where !inUse.contains(UInt16(number)) {
      guard let decoration = kept[number] else { continue }
      numbers[decoration] = nil
      kept[number] = nil
      free.append(UInt16(number))
    }
  }
}
