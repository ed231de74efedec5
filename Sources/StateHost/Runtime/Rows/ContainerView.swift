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
  /// Filled for each row.
  private var matches: [Range<Int>] = []

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
    matches.removeAll(keepingCapacity: true)
    guard view.hasMatches, row < run.rowCount, let content = run.content?.content else { return [] }
    content.withRow(Int(row)) { bytes, _ in
      let looked = bytes.extracting(first: min(bytes.count, ViewFacts.matchedBytes))
      view.findMatches(in: looked, into: &matches)
      guard let column else { return }
      guard let columns = content.columns, column < columns.columns.count else {
        return matches.removeAll(keepingCapacity: true)
      }
      cut(to: columns.cell(Int(column), of: bytes), of: columns, in: bytes)
    }
    if matches.count > ViewFacts.mostMatches {
      matches.removeLast(matches.count - ViewFacts.mostMatches)
    }
    return matches
  }

  /// Keeps what lies in a cell, as the bytes that it means are counted.
  private func cut(to cell: Range<Int>, of columns: Columns, in row: Span<UInt8>) {
    var count = 0
    for index in matches.indices {
      let part = columns.range(from: matches[index], ofCell: cell, in: row)
      guard !part.isEmpty else { continue }
      matches[count] = part
      count += 1
    }
    matches.removeLast(matches.count - count)
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
