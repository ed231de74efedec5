internal import HostText

/// Protocol of an object with a grid of cells (a layer, a frame or a layer diff), which the
/// `CellPool` searches to find the entries that are still in use.
protocol CellOwner: AnyObject {
  var grid: CellGrid { get }
}

/// A table of what does not fit into a cell, each stored once, under a number: up to 4,096
/// graphemes of several scalars, and 2,048 combinations of an underline and a hyperlink.
///
/// When all are taken, those that no cell of a layer, frame or layer diff refers to are freed. If
/// more are in use, a grapheme becomes U+FFFD, and a decoration none. Belongs to one thread.
package final class CellPool {
  /// How many different graphemes of several scalars can be in use at once.
  static let graphemeLimit = 4096
  static let decorationLimit = 2048

  /// An unowned reference to a layer, frame or layer diff whose cells refer to a `CellPool`, which
  /// searches them for entries still in use when it is full; removed when that object is released.
  private struct Owner {
    let identity: ObjectIdentifier
    unowned let object: any CellOwner
  }

  private var owners: [Owner] = []
  private var clusters = InternTable<GraphemeCluster>(limit: graphemeLimit)
  private var decorations = InternTable<Decoration>(limit: decorationLimit)
  /// Whether the symbol for NUL, a line break in rows ending with NUL, becomes the line feed's.
  package var showsNULAsLineFeed = false

  package init() {}

  /// How many graphemes it holds.
  var count: Int { clusters.count }
  var hasDecorations: Bool { decorations.count > 0 }

  func add(_ owner: any CellOwner) {
    owners.append(Owner(identity: ObjectIdentifier(owner), object: owner))
  }

  func remove(_ identity: ObjectIdentifier) {
    owners.removeAll { $0.identity == identity }
  }

  /// The grapheme for a cluster; valid while a cell shows it, and until the next call.
  func intern(_ cluster: GraphemeCluster) -> Grapheme {
    if cluster.scalarCount == 1 {
      let isLineFeed = showsNULAsLineFeed && cluster.firstScalar == 0x2400
      return Grapheme(code: isLineFeed ? 0x240A : cluster.firstScalar)
    }
    let slot = clusters.intern(cluster) { markUsed(in: &$0) { $0.grapheme.slot } }
    return slot.map(Grapheme.pooled(slot:)) ?? .replacement
  }

  /// The reference to a decoration; valid while a cell has it, and until the next call.
  package func intern(_ decoration: Decoration) -> DecorationID {
    if decoration == .nothing { return .none }
    let slot = decorations.intern(decoration) {
      markUsed(in: &$0) { Int($0.decoration.number) - 1 }
    }
    return slot.map { DecorationID(number: UInt16($0 + 1)) } ?? .none
  }

  private func markUsed(in used: inout [Bool], _ slot: (Cell) -> Int?) {
    for owner in owners {
      for cell in owner.object.grid.cells {
        if let slot = slot(cell), used.indices ~= slot { used[slot] = true }
      }
    }
  }

  subscript(id: DecorationID) -> Decoration {
    id == .none ? .nothing : decorations[Int(id.number) - 1] ?? .nothing
  }

  /// Appends the UTF-8 of a grapheme; nothing for `none`.
  func append(_ grapheme: Grapheme, to bytes: inout [UInt8]) {
    if let slot = grapheme.slot {
      clusters[slot]?.append(to: &bytes)
    } else {
      UTF8Scalar.append(grapheme.code, to: &bytes)
    }
  }

  /// Appends the UTF-8 of a grapheme; nothing for `none`.
  func append(_ grapheme: Grapheme, to bytes: inout OutputSpan<UInt8>) {
    if let slot = grapheme.slot {
      clusters[slot]?.append(to: &bytes)
    } else {
      UTF8Scalar.append(grapheme.code, to: &bytes)
    }
  }
}

/// A table of a `CellPool` that stores each distinct value once and gives it a slot number, up to a
/// limit, and frees slots that are no longer used only when it is full.
private struct InternTable<Value: Hashable> {
  private let limit: Int
  private var values: [Value?] = []
  private var slots: [Value: Int] = [:]
  private var freeSlots: [Int] = []
  /// How many new values are refused before the next search for unused slots.
  private var refusals = 0

  init(limit: Int) { self.limit = limit }

  var count: Int { slots.count }

  subscript(slot: Int) -> Value? { values.indices ~= slot ? values[slot] : nil }

  /// The slot of the value, which is added if it is new; nil when all slots are in use.
  ///
  /// `markUsed` marks the slots that cells refer to, so that the others can be freed.
  mutating func intern(_ value: Value, markUsed: (inout [Bool]) -> Void) -> Int? {
    if let slot = slots[value] { return slot }
    if slots.count == limit { freeUnused(markUsed) }
    guard slots.count < limit else { return nil }
    let slot = freeSlots.popLast() ?? values.count
    if slot == values.count { values.append(nil) }
    values[slot] = value
    slots[value] = slot
    return slot
  }

  private mutating func freeUnused(_ markUsed: (inout [Bool]) -> Void) {
    if refusals > 0 {
      refusals -= 1
      return
    }
    var used = Array(repeating: false, count: values.count)
    markUsed(&used)
    for slot in values.indices where !used[slot] {
      guard let value = values[slot] else { continue }
      slots[value] = nil
      values[slot] = nil
      freeSlots.append(slot)
    }
    if freeSlots.count < limit / 16 { refusals = limit }
  }
}
