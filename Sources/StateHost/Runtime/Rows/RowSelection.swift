package import HostContent
package import HostPlugins
package import HostSystem

/// The cursor row and the marked rows of a run, which all children share and which are found again
/// after a reload (marks up to a limit), and the decision whether Enter accepts a row.
///
/// Both refer to rows, not to row numbers: a `RowTracker` finds them again by their identity. Used
/// on the main loop only: a call takes a bounded time and calls no child.
package final class RowSelection {
  /// The most marked rows that are found again after a reload.
  package static let mostKept = 65_536
  /// How long a key press may still be meant for the previous row after the cursor's row changed.
  private static let noticedNanoseconds: Int64 = 300_000_000
  /// How long frames and notifications wait until a new load's rows are found again and sorted.
  private static let heldNanoseconds: Int64 = 250_000_000

  /// The row cursor's position: the view's first or last row, a chosen row, even if filtered out,
  /// or a place while that row is not found.
  private enum Cursor {
    /// On whatever row is first or last in the view; no row was chosen.
    case anchored(SelectionAnchor)
    case on(TrackedRow)
    /// At the position of a missing row; the row is nil if it is gone for good.
    case lost(place: Int, TrackedRow?)
  }

  private unowned let run: RunContext
  private let identifier: RowTracker?
  private var choice = Choice()
  /// The choice before the provisional changes of a child; nil if there are none.
  private var before: Choice?

  /// The part of the selection that children can change: cursor, marked rows, and those missing
  /// since a reload; copied before a child's provisional changes, restored if the input is unused.
  private struct Choice {
    var cursor = Cursor.anchored(.top)
    /// The count of view requests at the last reload before which the chosen row was shown, if any.
    var shownRequestCount: Int?
    var marks = RowRuns()
    /// Marked rows that are not loaded now and may return.
    var absent: [TrackedRow] = []
    var goneCount: UInt64 = 0
    /// How many marks the last reload dropped, until the user is notified.
    var droppedCount: UInt64 = 0
    /// Why a row was not accepted; cleared by the next action of the user.
    var refusal: Refusal?
    /// The cursor row of an earlier run, until it has been searched for.
    var remembered: SavedRow?
    var isCursorSought = false
    /// Which of the rows that are searched for have been found.
    var found: [Bool] = []
    var rowAtAnchor = RowAtAnchor()
  }

  var marks: RowRuns { choice.marks }
  private var marksRevision: UInt64 = 0
  /// The texts of the marked rows; incomplete if there are too many to keep.
  private var texts: [UInt64: [UInt8]] = [:]
  private var textBytes = 0
  /// The most bytes of text of marked rows that are found again after a reload.
  private let keptBytesLimit: Int
  /// The most rows that can be marked; nil for no limit.
  private let mostMarked: UInt64?
  package var printedColumns: [String] = []
  /// The last seen content, and its source.
  private var content: Content?
  private var source: AnyObject?
  /// The position of the cursor in the view before the content was replaced.
  private var heldPlace = 0
  private var heldUntil: Int64?
  /// The rows that are searched for, with the cursor's row first if it is among them.
  private var sought: [TrackedRow] = []
  private var hasCursorFirst = false
  /// The number of explicit cursor moves.
  private var choiceCount = 0
  /// The cursor row in the last started frame, and in the last completely written one.
  private var begunRow: FrameRow?
  private var writtenRow: FrameRow?

  package init(
    of run: RunContext, identifiedBy identifier: RowTracker? = nil,
    remembering remembered: SavedRow? = nil, mostMarked: UInt64? = nil,
    keptBytesLimit: Int = 64 << 20
  ) {
    self.mostMarked = mostMarked
    self.keptBytesLimit = keptBytesLimit
    self.run = run
    self.identifier = identifier
    choice.remembered = remembered
  }

  /// Reads from a ready port; returns whether it belongs to the row tracker.
  package func take(_ token: PortToken) -> Bool {
    guard let identifier, token == identifier.token else { return false }
    identifier.take(token)
    takeOutcomes()
    return true
  }

  /// Whether a search for rows or for the key columns is running.
  package var isIdentifying: Bool { identifier?.isRunning ?? false }

  /// Whether the chosen rows are still searched for; input waits for the result.
  package var awaitsRows: Bool { isSeeking && isIdentifying }

  package func close() { identifier?.close() }
}

// MARK: - Queries of children

extension RowSelection {
  package var facts: SelectionFacts {
    var facts = SelectionFacts()
    facts.row = row
    facts.markedCount = choice.marks.count
    facts.marksRevision = marksRevision
    facts.goneCount = choice.goneCount + (isSeeking ? 0 : UInt64(choice.absent.count))
    facts.notice = notice
    return facts
  }

  /// The cursor row in the current view; nil while it shows no rows.
  package var row: UInt64? { place.flatMap { rowInView(at: $0) } }

  var place: Int? {
    let count = viewCount
    guard count > 0 else { return nil }
    switch choice.cursor {
    case .anchored(.top): return 0
    case .anchored(.end): return count - 1
    case .on where isHidden: return min(heldPlace, count - 1)
    case .on(let row):
      let number = row.row ?? 0
      return run.view.map { $0.nearestPlace(to: number) } ?? min(number, count - 1)
    // While the row is searched for, the cursor is on no other row.
    case .lost where choice.isCursorSought && awaitsRows: return nil
    case .lost(let place, _): return min(place, count - 1)
    }
  }

  private var viewCount: Int { run.view?.count ?? Int(clamping: run.rowCount) }

  private func rowInView(at place: Int) -> UInt64? {
    run.view.map { $0.row(at: place) } ?? UInt64(place)
  }

  /// A one-line notice about missing rows, without a full stop; nil if there is none.
  private var notice: String? {
    if let refusal = choice.refusal, refusal != .hidden || isHidden { return refusal.text }
    if isHidden, run.view?.percent == nil { return "the row does not match any more" }
    if case .lost(_, let row) = choice.cursor {
      if choice.isCursorSought { return "the row is still being looked for" }
      return row == nil ? "the row is gone" : "the row is not among those that were loaded"
    }
    if choice.droppedCount > 0 {
      return Refusal.dropped(choice.droppedCount, bytesLimit: keptBytesLimit).text
    }
    guard let content else { return nil }
    if let missing = identifier?.missingColumn(in: content) {
      return "--key: there is no column \(missing)"
    }
    guard content.columns != nil else { return nil }
    return content.missingColumn(of: printedColumns, in: [])
      .map { "--print: there is no column \($0)" }
  }

  /// A description of the row key for the user; nil while the key is unknown.
  package func keyText(askedFor isAsked: Bool) -> String? {
    guard let content, let identifier, content.columns != nil, content.isComplete else {
      return nil
    }
    if isAsked { identifier.detectKey(for: content) }
    guard identifier.knowsKey(for: content) else { return nil }
    let names = (identifier.key(of: content) ?? []).map { content.columns?.columns[$0].name ?? "" }
    return names.isEmpty ? "rows by their text" : "rows by " + names.joined(separator: ", ")
  }

  /// The cursor row to store for the next run; nil if no row was chosen.
  package var rememberedRow: SavedRow? {
    if let remembered = choice.remembered { return remembered }
    guard case .on(let row) = choice.cursor, let content, let identifier else { return nil }
    identifier.detectKeyNow(for: content)
    return identifier.saved(row.text, of: content)
  }
}

// MARK: - Requests of children

extension RowSelection {
  package func select(_ row: UInt64) -> Bool {
    guard row < run.rowCount else { return false }
    let row = run.view.map { UInt64($0.nextShownRow(from: Int(row))) } ?? row
    chose(.on(TrackedRow(text: text(of: row), row: Int(row))))
    return true
  }

  /// Moves the cursor to the row of the view so many rows further on, as far as there are any.
  func move(by step: Int) {
    if let row = row(by: step) { _ = select(row) }
  }

  /// The row of the view so many rows further on than the cursor, or the last one on the way.
  func row(by step: Int) -> UInt64? {
    place.flatMap { rowInView(at: max(0, min($0 + step, viewCount - 1))) }
  }

  /// Whether the cursor follows the last row of the view.
  var isAtEnd: Bool { if case .anchored(.end) = choice.cursor { true } else { false } }

  package func anchor(_ anchor: SelectionAnchor) { chose(.anchored(anchor)) }

  private func chose(_ cursor: Cursor) {
    choice.cursor = cursor
    choice.shownRequestCount = nil
    choice.remembered = nil
    choice.isCursorSought = false
    choice.refusal = nil
    choice.rowAtAnchor = RowAtAnchor()
    choiceCount += 1
  }

  /// Marks or unmarks rows; false if there would be too many runs, nil if the rows do not exist.
  package func mark(_ row: UInt64, count: UInt64, _ isMarked: Bool) -> Bool? {
    let rowCount = run.rowCount
    guard row <= rowCount, count <= rowCount - row else { return nil }
    // The user did not choose the row in place of a missing row, or one that just came there.
    if isMarked, count == 1, row == self.row {
      noteAnchoredRow()
      if let reason = reasonToRefuseCursorRow() {
        choice.refusal = reason
        return true
      }
    }
    var changed = choice.marks
    guard changed.set(row..<row + count, to: isMarked) else { return false }
    if isMarked, let mostMarked, changed.count > mostMarked {
      choice.refusal = .tooManyMarked(mostMarked)
      return true
    }
    let hadNoMarks = choice.marks.count == 0
    choice.marks = changed
    marksRevision += 1
    choice.refusal = nil
    choice.droppedCount = 0
    // Unmarking the only row that was marked since does not unmark those that are gone.
    let isOfAll = row == 0 && choice.marks.count == 0 && (hadNoMarks || count > 1)
    if !isMarked, isOfAll { forgetGone() }
    if isMarked {
      keepTexts(of: row..<row + count)
    } else {
      dropTexts(of: row..<row + count)
      // The remaining marks may fit the limit now.
      if UInt64(texts.count) < choice.marks.count { keepTexts(of: row..<row) }
    }
    return true
  }

  private func forgetGone() {
    choice.goneCount = 0
    choice.absent = []
    // Marked rows that are found later must not be marked again.
    for index in choice.found.indices.dropFirst(hasCursorFirst ? 1 : 0) {
      choice.found[index] = true
    }
  }

  private func text(of row: UInt64) -> [UInt8] { run.content?.bytes(ofRow: row) ?? [] }

  private func keepTexts(of rows: Range<UInt64>) {
    guard choice.marks.count <= UInt64(Self.mostKept) else { return dropAllTexts() }
    // Earlier texts may be missing because there were too many.
    let isWhole = UInt64(texts.count + rows.count) >= choice.marks.count
    for row in isWhole ? [rows] : choice.marks.runs {
      for row in row where texts[row] == nil {
        let text = text(of: row)
        textBytes += text.count
        guard textBytes <= keptBytesLimit else { return dropAllTexts() }
        texts[row] = text
      }
    }
  }

  private func dropTexts(of rows: Range<UInt64>) {
    if rows.count >= texts.count {
      for row in texts.keys.filter(rows.contains) { dropText(of: row) }
    } else {
      for row in rows { dropText(of: row) }
    }
  }

  private func dropText(of row: UInt64) {
    if let text = texts.removeValue(forKey: row) { textBytes -= text.count }
  }

  private func dropAllTexts() { (texts, textBytes) = ([:], 0) }
}

// MARK: - Provisional changes

extension RowSelection {
  func beginProvisional() { before = before ?? choice }

  func endProvisional(isKept: Bool) {
    guard let before else { return }
    self.before = nil
    if isKept { return }
    // A frame written since then shows a different row.
    choiceCount += 1
    choice = before
    marksRevision += 1
    for row in texts.keys.filter({ !choice.marks.contains($0) }) { dropText(of: row) }
    if UInt64(texts.count) < choice.marks.count { keepTexts(of: 0..<0) }
  }
}

// MARK: - Changes of the content

extension RowSelection {
  /// Prepares for new content, while the view still has the old rows.
  package func contentWillChange() {
    // Provisional choices refer to rows that no longer exist.
    if run.content?.content.generation != content?.generation { endProvisional(isKept: false) }
    guard run.content?.content.load != content?.load else { return }
    heldPlace = place ?? heldPlace
    if let view = run.view, showsChosenRow == true { choice.shownRequestCount = view.requestCount }
  }

  package func contentChanged() {
    guard let window = run.content else { return }
    let new = window.content
    let old = source === window.source ? content : nil
    if old == nil, content != nil { forget() }
    if content?.generation != new.generation || source !== window.source { run.dropRowActions() }
    (content, source) = (new, window.source)
    if let old, old.load != new.load, old.load > 0 {
      heldUntil = new.isComplete ? run.nowNanoseconds + Self.heldNanoseconds : nil
      replace(old, by: new)
    } else if let old, let shift = new.rowShift(since: old), shift != 0 {
      self.shift(by: -Int64(shift), isHeader: old.headerRowCount != new.headerRowCount)
    }
    if let row = choice.remembered, !isSeeking, new.rowCount > 0,
      new.columns != nil || !new.isLoading
    {
      seek([TrackedRow(text: row.text, row: nil)], isCursorFirst: true)
      identifier?.find(row, in: new)
    }
    if isSeeking { identifier?.contentChanged(new) }
    takeOutcomes()
  }

  private func forget() {
    identifier?.cancel()
    choice = Choice(remembered: choice.remembered, rowAtAnchor: choice.rowAtAnchor)
    marksRevision += 1
    dropAllTexts()
    sought = []
  }

  /// Shifts all row numbers, because the first rows were dropped or became a header.
  private func shift(by distance: Int64, isHeader: Bool) {
    if case .on(let row) = choice.cursor {
      let number = Int64(row.row ?? 0) + distance
      choice.cursor =
        number >= 0
        ? .on(TrackedRow(text: row.text, row: Int(number)))
        : isHeader ? .anchored(.top) : .lost(place: 0, nil)
    }
    begunRow = begunRow?.shifted(by: distance, to: content)
    writtenRow = writtenRow?.shifted(by: distance, to: content)
    guard choice.marks.count > 0 else { return }
    let count = choice.marks.count
    choice.marks = choice.marks.shifted(by: distance)
    if !isHeader { choice.goneCount += count - choice.marks.count }
    marksRevision += 1
    let old = texts
    dropAllTexts()
    for (row, text) in old {
      guard let row = UInt64(exactly: Int64(row) + distance) else { continue }
      texts[row] = text
      textBytes += text.count
    }
  }

  /// Starts the search for the chosen rows among the rows of a new load.
  private func replace(_ old: Content, by new: Content) {
    // Rows that are still missing have no number in the old content.
    var rows = choice.absent.map { TrackedRow(text: $0.text, row: nil) }
    var first: TrackedRow?
    switch choice.cursor {
    case .on(let row): first = row
    case .lost(_, let row): first = row.map { TrackedRow(text: $0.text, row: nil) }
    case .anchored: break
    }
    if case .on = choice.cursor { choice.cursor = .lost(place: heldPlace, first) }
    if choice.marks.count > UInt64(texts.count) {
      choice.droppedCount = choice.marks.count
    } else {
      rows += texts.sorted { $0.key < $1.key }.map { TrackedRow(text: $1, row: Int($0)) }
    }
    if choice.marks.count > 0 { marksRevision += 1 }
    if choice.refusal == .fileChanged { choice.refusal = nil }
    choice.marks = RowRuns()
    dropAllTexts()
    choice.absent = rows
    seek((first.map { [$0] } ?? []) + rows, isCursorFirst: first != nil)
    if isSeeking { identifier?.find(sought, of: old, in: new) }
  }

  private func seek(_ rows: [TrackedRow], isCursorFirst: Bool) {
    identifier?.cancel()
    sought = identifier == nil ? [] : rows
    choice.found = Array(repeating: false, count: sought.count)
    hasCursorFirst = isCursorFirst && !sought.isEmpty
    choice.isCursorSought = hasCursorFirst
  }

  private var isSeeking: Bool { !sought.isEmpty }

  /// Until when frames and notifications wait for the search and the view; nil if they do not wait.
  package var heldDeadline: Int64? {
    guard let heldUntil, run.nowNanoseconds < heldUntil,
      awaitsRows || run.view?.isBeingReplaced ?? false
    else { return nil }
    return heldUntil
  }

  private func takeOutcomes() {
    guard let identifier, isSeeking, identifier.outcomes.count == sought.count else { return }
    var marked: [(row: UInt64, text: [UInt8])] = []
    for (index, outcome) in identifier.outcomes.enumerated() where !choice.found[index] {
      guard case .found(let row, let text) = outcome else { continue }
      choice.found[index] = true
      if index == 0, hasCursorFirst {
        if choice.isCursorSought { moveCursor(to: TrackedRow(text: text, row: row)) }
      } else {
        marked.append((UInt64(row), text))
      }
    }
    if !marked.isEmpty { adopt(marked) }
    if identifier.isDone { endSeeking() }
  }

  private func moveCursor(to row: TrackedRow) {
    choice.cursor = .on(row)
    choice.remembered = nil
    choice.isCursorSought = false
    // The row is back, so earlier refusals do not apply.
    if choice.refusal != .allGone { choice.refusal = nil }
  }

  private func adopt(_ rows: [(row: UInt64, text: [UInt8])]) {
    if choice.refusal == .allGone { choice.refusal = nil }
    // In row order, each is appended to the runs.
    for (row, text) in rows.sorted(by: { $0.row < $1.row }) {
      guard choice.marks.set(row..<row + 1, to: true) else { continue }
      textBytes += text.count
      texts[row] = text
    }
    marksRevision += 1
  }

  /// Ends the search: rows that were not found are gone if the load is complete.
  private func endSeeking() {
    let isComplete = content?.isComplete ?? false
    let missing = zip(sought, choice.found).dropFirst(hasCursorFirst ? 1 : 0).filter { !$1 }
    choice.absent = missing.map(\.0)
    if isComplete {
      choice.goneCount += UInt64(choice.absent.count)
      choice.absent = []
    }
    if case .lost(let place, .some) = choice.cursor, isComplete {
      choice.cursor = .lost(place: place, nil)
    }
    if choice.remembered != nil, choice.isCursorSought, isComplete {
      choice.cursor = .lost(place: 0, nil)
    }
    choice.remembered = nil
    choice.isCursorSought = false
    sought = []
    identifier?.cancel()
  }
}

// MARK: - Accepting

extension RowSelection {
  /// The marked rows or this one; nil if the user did not choose them, with the reason in `notice`.
  package func accept(_ row: UInt64) -> [Range<UInt64>]? {
    // The rows may have changed since the last frame.
    noteAnchoredRow()
    if let reason = reasonToRefuse(row) {
      choice.refusal = reason
      return nil
    }
    return chosenRows(writtenRow(for: row))
  }

  func refuse(_ reason: Refusal) { choice.refusal = reason }

  /// The marked rows, or the cursor row if none is marked; nil if the chosen rows are missing.
  var chosenRows: [Range<UInt64>]? {
    let isChosen = choice.marks.count > 0 || !isLost && run.view?.queryProblem == nil
    guard let row = row ?? choice.marks.runs.first?.lowerBound, isChosen, !areAllMarksGone
    else { return nil }
    return chosenRows(row)
  }

  private func chosenRows(_ row: UInt64) -> [Range<UInt64>] {
    choice.marks.count > 0 ? choice.marks.runs : [row..<row + 1]
  }

  private var isLost: Bool { if case .lost = choice.cursor { true } else { isHidden } }

  /// Whether the view shows the chosen row; nil if none is chosen.
  private var showsChosenRow: Bool? {
    guard case .on(let row) = choice.cursor, let number = row.row, let view = run.view else {
      return nil
    }
    return view.place(of: UInt64(number)) != nil
  }

  /// Whether a reload, rather than a request for another view, made the view hide the chosen row.
  private var isHidden: Bool {
    choice.shownRequestCount == run.view?.requestCount && showsChosenRow == false
  }

  private var areAllMarksGone: Bool {
    choice.marks.count == 0 && (choice.goneCount > 0 || !choice.absent.isEmpty)
  }

  private func reasonToRefuse(_ row: UInt64) -> Refusal? {
    if choice.droppedCount > 0 {
      defer { choice.droppedCount = 0 }
      return .dropped(choice.droppedCount, bytesLimit: keptBytesLimit)
    }
    if areAllMarksGone { return .allGone }
    if choice.marks.count == 0, let problem = run.view?.queryProblem {
      return .otherQuery(problem)
    }
    return choice.marks.count == 0 && row == self.row ? reasonToRefuseCursorRow() : nil
  }

  private func reasonToRefuseCursorRow() -> Refusal? {
    if isLost { return lostReason }
    if case .anchored = choice.cursor, let row, let changed = choice.rowAtAnchor.changedNanoseconds,
      run.nowNanoseconds - changed < Self.noticedNanoseconds
        || writtenRow?.generation != content?.generation
    {
      _ = select(row)
      return .changed
    }
    return nil
  }

  private var lostReason: Refusal {
    if isHidden { return run.view?.percent == nil ? .hidden : .sought }
    guard case .lost(_, .some) = choice.cursor else { return .rowGone }
    return choice.isCursorSought ? .sought : .notLoaded
  }

  /// The row that the user sees under the cursor, if rows arrived after the last frame.
  private func writtenRow(for row: UInt64) -> UInt64 {
    guard let now = frameRow, row == now.row, var written = writtenRow, let seen = written.row
    else { return row }
    written.row = row
    return written == now ? seen : row
  }

  private var frameRow: FrameRow? {
    content.map { content in
      FrameRow(
        row: row, generation: content.generation, requests: run.view?.requestCount ?? 0,
        choices: choiceCount, isFollowingInput: run.view?.isFollowingInput ?? false)
    }
  }

  /// Records the row of an anchored cursor before each frame.
  package func noteAnchoredRow() {
    guard case .anchored = choice.cursor, let content, let row else { return }
    let requests = run.view?.requestCount ?? 0
    let before = choice.rowAtAnchor
    guard
      before.content?.generation != content.generation
        || (before.row, before.requests) != (row, requests)
    else { return }
    let text = text(of: row)
    choice.rowAtAnchor = RowAtAnchor(
      content: content, row: row, text: text, requests: requests,
      changedNanoseconds: before.changedNanoseconds)
    // A change that the user requested is expected.
    guard let known = before.content, before.requests == requests else { return }
    if let shift = content.rowShift(since: known) {
      let isDropped = before.row < UInt64(max(0, shift))
      if isDropped { choice.rowAtAnchor.changedNanoseconds = run.nowNanoseconds }
      return
    }
    if text != before.text { identifier?.detectKey(for: content) }
    let isSame =
      identifier?.isSame(before.text, of: known, as: text, of: content) ?? (text == before.text)
    if !isSame { choice.rowAtAnchor.changedNanoseconds = run.nowNanoseconds }
  }

  package func frameBegan() { begunRow = frameRow }
  package func frameEnded() { writtenRow = begunRow }

  /// The row under the cursor when a frame was drawn, and what has to be unchanged for Enter to
  /// accept that row and not one that arrived since: the rows' generation, the counts of view
  /// requests and cursor moves, and whether the view still follows an input.
  ///
  /// After a reload the generation differs, so the record does not apply.
  private struct FrameRow: Equatable {
    var row: UInt64?
    var generation: Int
    let requests: Int
    let choices: Int
    /// Whether the view was incomplete: Enter then waits, and accepts the row in the complete view.
    let isFollowingInput: Bool

    /// The row with a shifted number; nil if it was dropped.
    func shifted(by distance: Int64, to content: Content?) -> FrameRow? {
      var row = self
      row.generation = content?.generation ?? generation
      row.row = self.row.map { Int64($0) + distance }.flatMap { UInt64(exactly: $0) }
      return row.row == nil && self.row != nil ? nil : row
    }
  }

  /// The row last noted under a cursor that stays on the first or last row of the view, and when
  /// another row took its place without a request for another view: Enter and marking are refused
  /// once within 0.3 s after that, or before a frame has shown the rows of a reload.
  private struct RowAtAnchor {
    /// The content of that row; nil before the first frame after the cursor was anchored.
    var content: Content?
    var row: UInt64 = 0
    var text: [UInt8] = []
    var requests = 0
    /// When a different row took its position; nil if none did since the cursor was anchored.
    var changedNanoseconds: Int64?
  }

  /// The reason why a row is not accepted or marked; children show its text as selection notice.
  enum Refusal: Equatable {
    case rowGone
    case hidden
    case notLoaded
    case sought
    case replaced
    case fileChanged
    case allGone
    case otherQuery(String)
    case changed
    case tooManyMarked(UInt64)
    case dropped(UInt64, bytesLimit: Int)

    var text: String {
      switch self {
      case .rowGone: "the row is gone: choose another one"
      case .hidden: "the row does not match any more: choose another one"
      case .notLoaded: "the row is not among those that were loaded: choose another one"
      case .sought: "the row is still being looked for: choose another one, or wait"
      case .fileChanged: "the file has changed: load it again (f5), and choose then"
      case .replaced: "the rows have just been loaded again: nothing was chosen"
      case .allGone: "all marked rows are gone: mark others, or unmark all (M; alt-m in a pick)"
      case .otherQuery(let problem): "nothing was chosen: \(problem)"
      case .changed: "another row has just come here: press again to take it"
      case .tooManyMarked(let most): "no more than \(most) rows can be marked: --multi"
      case .dropped(let count, _) where count > RowSelection.mostKept:
        "\(count) marks were dropped: more than \(RowSelection.mostKept) are not found again"
      case .dropped(let count, let limit):
        "\(count) marks were dropped: rows of more than \(limit >> 20) MiB are not found again"
      }
    }
  }
}
