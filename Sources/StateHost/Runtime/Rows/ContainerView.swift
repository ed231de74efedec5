package import HostContent
package import HostPlugins
package import HostSystem

/// The view of the container: what its children ask of it, and what they see of it.
///
/// It belongs to the loop: a call takes a bounded time, and calls no child.
package final class ContainerView: ViewServices {
  private let view: View
  private unowned let run: RunContext
  private var revision: UInt64 = 0
  private var finds: UInt64 = 0
  private var lastFind = ViewFacts.Find.none
  /// Why what was asked for last was not begun.
  private var refusal: ViewProblem?
  /// What it begins with, until there is a content.
  private var firstFilter: RowFilter?
  /// The run is over: what children ask for as they go is not begun any more.
  private var isClosed = false
  /// Where the row that was looked at last matches; filled again and again.
  private var matches: [Range<Int>] = []
  private var looked: LookedRow?
  /// How often a row was looked at.
  private(set) var lookCount = 0
  /// Where that is in its cells.
  private(set) var places = CellPlaces()

  /// - Parameters:
  ///   - world: where rows are looked at beside the loop.
  ///   - run: has the content.
  ///   - filter: the rows that are shown first; nil for all.
  package init(
    in world: any BackgroundWorld, of run: RunContext, beginningWith filter: RowFilter?
  ) {
    view = View(in: world)
    self.run = run
    firstFilter = filter
  }

  /// The content is another.
  package func contentChanged() {
    looked = nil
    guard !isClosed, let content = run.content?.content else { return }
    if let filter = firstFilter {
      firstFilter = nil
      return show(ViewRequest(filter: filter))
    }
    let change = view.contentChanged(content)
    // The row that was found is no more.
    if change.contains(.replaced) { lastFind = .none }
    note(change)
  }

  /// Takes what a ready port brings; nothing where it is none of the view's.
  package func take(_ token: PortToken) { note(view.take(token)) }

  /// Nothing is looked at.
  package var isAtRest: Bool { view.isComplete && !view.isFinding }

  /// Nothing is looked at any more.
  package func close() {
    isClosed = true
    view.close()
  }

  private func note(_ change: ViewChange) {
    // What was found before may be no match any more.
    looked = nil
    if change.contains(.replaced) { revision += 1 }
    if change.contains(.found) {
      let row = view.takeFound().flatMap { view.row(at: $0) }
      lastFind = row.map { .found(row: UInt64($0)) } ?? .noMatch
    } else if lastFind == .running, !view.isFinding {
      lastFind = .none
    }
  }
}

// MARK: - What children see

extension ContainerView {
  package var facts: ViewFacts {
    let progress = view.progress
    var facts = ViewFacts()
    facts.request = view.request
    facts.revision = revision
    facts.rows = UInt64(view.count)
    facts.lookedRows = UInt64(progress.looked)
    facts.allRows = UInt64(progress.of)
    facts.isComplete = view.isComplete
    facts.isContent = view.isContent
    facts.hasMatches = view.hasMatches
    facts.finds = finds
    facts.find = lastFind
    facts.problem = (refusal ?? view.problem)?.text
    return facts
  }

  package func copyRows(
    from place: UInt64, into rows: UnsafeMutableBufferPointer<UInt64>
  ) -> Int {
    guard let first = Int(exactly: place) else { return 0 }
    let count = min(rows.count, max(0, view.count - min(first, view.count)))
    for index in 0..<count {
      guard let row = view.row(at: first + index) else { return index }
      unsafe rows[index] = UInt64(row)
    }
    return count
  }

  package func place(of row: UInt64) -> UInt64? {
    Int(exactly: row).flatMap { view.place(of: $0) }.map { UInt64($0) }
  }

  package func matches(in row: UInt64, column: UInt32?) -> [Range<Int>] {
    guard view.hasMatches, row < run.rowCount, let content = run.content?.content else { return [] }
    var cut: [Range<Int>] = []
    content.withRow(Int(row)) { bytes, _ in
      look(at: bytes, LookedRow(row: row, content: content))
      guard let column, let columns = content.columns, column < columns.columns.count else {
        if column == nil { cut = matches }
        return
      }
      let cell = columns.cell(Int(column), of: bytes)
      places.append(matches, in: cell, of: bytes, columns, to: &cut)
    }
    if cut.count > ViewFacts.mostMatches {
      cut.removeLast(cut.count - ViewFacts.mostMatches)
    }
    return cut
  }

  /// Looks where a row matches, once for all its columns.
  private func look(at bytes: Span<UInt8>, _ row: LookedRow) {
    if row == looked { return }
    looked = row
    lookCount += 1
    let first = bytes.extracting(first: min(bytes.count, ViewFacts.matchedBytes))
    view.findMatches(in: first, into: &matches)
  }
}

/// The row that was looked at last, as it was then.
private struct LookedRow: Equatable {
  let row: UInt64
  let generation: Int
  let revision: Int

  init(row: UInt64, content: Content) {
    self.row = row
    generation = content.generation
    revision = content.revision
  }
}

// MARK: - What children ask for

extension ContainerView {
  package func show(_ request: ViewRequest) {
    guard !isClosed, let content = run.content?.content else { return }
    let hadMatches = view.hasMatches
    attempt { () throws(ViewProblem) in try view.show(request, of: content) }
    // What is shown may be the same for now, and match elsewhere.
    if hadMatches || view.hasMatches { revision += 1 }
  }

  package func find(_ filter: RowFilter, from place: UInt64?, isBackward: Bool) {
    if isClosed { return }
    finds += 1
    revision += 1
    lastFind = .running
    let start = place.map { Int(clamping: $0) } ?? (isBackward ? view.count : -1)
    attempt { () throws(ViewProblem) in
      try view.find(filter, from: start, isBackward: isBackward)
    }
  }

  package func endFind() {
    view.endFind()
    looked = nil
    revision += 1
    lastFind = .none
  }

  private func attempt(_ ask: () throws(ViewProblem) -> ViewChange) {
    do throws(ViewProblem) {
      refusal = nil
      note(try ask())
    } catch {
      refusal = error
      note([])
    }
  }
}
