internal import HostText

/// Something that holds cells, and so keeps graphemes of the pool in use.
protocol CellHolder: AnyObject {
  var grid: CellGrid { get }
}

/// The graphemes of several scalars that cells refer to, each kept once.
///
/// The pool has a fixed number of slots. When all are taken it looks which ones the cells of its
/// layers and frames still show, and frees the rest, so it never grows for ever; only when more
/// different ones are on screen at once does one become U+FFFD. Decorations are kept in the same way.
/// Belongs to one thread.
package final class GraphemePool {
  /// How many different graphemes of several scalars can be on screen at once.
  static let slotLimit = 4096

  private struct Holder {
    let identity: ObjectIdentifier
    unowned let holder: any CellHolder
  }

  private var clusters: [GraphemeCluster] = []
  private var freeSlots: [UInt16] = []
  /// Open addressing; 0 is empty, otherwise a slot plus one.
  private var table: [UInt16] = []
  private var holders: [Holder] = []
  private(set) var decorations = DecorationTable()
  private var inUse: [Bool] = []
  /// A fruitless search for free slots is not repeated at once.
  private var refusalsUntilSearch = 0

  package init() {}

  /// How many graphemes it holds.
  var count: Int { clusters.count - freeSlots.count }

  func add(_ holder: any CellHolder) {
    holders.append(Holder(identity: ObjectIdentifier(holder), holder: holder))
  }

  func remove(_ identity: ObjectIdentifier) {
    holders.removeAll { $0.identity == identity }
  }

  /// The grapheme for a cluster.
  ///
  /// It stays valid while a cell shows it, and until the next call.
  func intern(_ cluster: GraphemeCluster) -> Grapheme {
    if cluster.scalarCount == 1 { return Grapheme(code: cluster.firstScalar) }
    if table.isEmpty { table = Array(repeating: 0, count: Self.slotLimit * 2) }
    var place = find(cluster)
    if table[place] != 0 { return .pooled(slot: Int(table[place]) - 1) }
    if clusters.count == Self.slotLimit, freeSlots.isEmpty {
      guard freeUnused() else { return .replacement }
      place = find(cluster)
    }
    let slot = takeSlot(for: cluster)
    table[place] = UInt16(slot + 1)
    return .pooled(slot: slot)
  }

  /// What cells refer to a decoration by; none where more are on screen than are kept.
  ///
  /// It stays valid while a cell shows it, and until the next call.
  package func intern(_ decoration: Decoration) -> DecorationID {
    if let id = decorations.id(of: decoration) { return id }
    if decorations.isFull {
      var inUse: Set<UInt16> = []
      for holder in holders {
        for cell in holder.holder.grid.cells { inUse.insert(cell.decoration.number) }
      }
      decorations.keep(inUse)
    }
    return decorations.add(decoration)
  }

  /// The decoration that a cell refers to.
  subscript(id: DecorationID) -> Decoration { decorations[id] }

  /// Appends the UTF-8 of a grapheme; nothing for `none`.
  func append(_ grapheme: Grapheme, to bytes: inout [UInt8]) {
    guard let slot = grapheme.slot else {
      UTF8Scalar.append(grapheme.code, to: &bytes)
      return
    }
    guard slot < clusters.count else { return }
    clusters[slot].append(to: &bytes)
  }

  /// Appends the UTF-8 of a grapheme; nothing for `none`.
  func append(_ grapheme: Grapheme, to bytes: inout OutputSpan<UInt8>) {
    guard let slot = grapheme.slot else {
      UTF8Scalar.append(grapheme.code, to: &bytes)
      return
    }
    guard slot < clusters.count else { return }
    clusters[slot].append(to: &bytes)
  }

  /// Where the cluster stands in the table, or the empty place where it belongs.
  private func find(_ cluster: GraphemeCluster) -> Int {
    let mask = table.count - 1
    var place = cluster.hash & mask
    while table[place] != 0, clusters[Int(table[place]) - 1] != cluster {
      place = (place + 1) & mask
    }
    return place
  }

  private func takeSlot(for cluster: GraphemeCluster) -> Int {
    if let slot = freeSlots.popLast() {
      clusters[Int(slot)] = cluster
      return Int(slot)
    }
    clusters.append(cluster)
    return clusters.count - 1
  }

  /// Frees what no cell shows; false when there is nothing to free.
  private func freeUnused() -> Bool {
    if refusalsUntilSearch > 0 {
      refusalsUntilSearch -= 1
      return false
    }
    inUse = Array(repeating: false, count: clusters.count)
    for holder in holders { holder.holder.grid.markGraphemes(in: &inUse) }
    for slot in table.indices { table[slot] = 0 }
    for slot in clusters.indices {
      if inUse[slot] {
        table[find(clusters[slot])] = UInt16(slot + 1)
      } else {
        freeSlots.append(UInt16(slot))
      }
    }
    if freeSlots.count < Self.slotLimit / 16 { refusalsUntilSearch = Self.slotLimit }
    return !freeSlots.isEmpty
  }
}
