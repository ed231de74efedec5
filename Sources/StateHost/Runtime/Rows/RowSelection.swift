package import HostContent
package import HostPlugins
package import HostSystem

/// The row that the user is on, and those that are marked: the container's, shared by its children.
///
/// Both belong to rows, not to their numbers: after a reload they are found again by what identifies them
/// (`RowTracker`). It belongs to the loop: a call takes a bounded time, and calls no child.
package final class RowSelection {
  /// The most marked rows that are found again after a reload, and the most bytes that their texts may have.
  package static let mostKept = 65_536
  private static let mostKeptBytes = 64 << 20
  /// A row that has changed so lately under the cursor was not what the user saw when they pressed a key.
  private static let noticedNanoseconds: Int64 = 300_000_000
  /// Frames, and news for children, wait so long for the rows of another load to be found again and put in order.
  private static let heldNanoseconds: Int64 = 250_000_000

  /// Where the cursor is.
  private enum Cursor {
    /// On the first or the last row of the view, whichever that is: nobody has chosen a row.
    case anchored(SelectionAnchor)
    /// On a row that was chosen.
    case on(TrackedRow)
    /// At the place of a row that is not there; nil: it is gone for good.
    case lost(place: Int, TrackedRow?)
  }

  private unowned let run: RunContext
  private let identifier: RowTracker?
  private var cursor = Cursor.anchored(.top)
  private(set) var marks = RowRuns()
  private var marksRevision: UInt64 = 0
  /// The texts of the marked rows; fewer than these where they are too many to be kept.
  private var texts: [UInt64: [UInt8]] = [:]
  private var textBytes = 0
  /// Marked rows that are not among those that there are, and may come again.
  private var absent: [TrackedRow] = []
  private var goneCount: UInt64 = 0
  /// How many marks were dropped by the last reload, until the user knows.
  private var droppedCount: UInt64 = 0
  /// The most rows that can be marked; nil: any number.
  private let mostMarked: UInt64?
  /// Why a row was not accepted, until the user does something else.
  private var refusal: Refusal?

  /// The rows as they were last, and what has them.
  private var content: Content?
  private var source: AnyObject?
  /// The place of the cursor before the content was replaced.
  private var heldPlace = 0
  private var heldUntil: Int64?
  /// What is looked for, the cursor's row first where that is among it, and what of it has been found.
  private var sought: [TrackedRow] = []
  private var hasCursorFirst = false
  private var isCursorSought = false
  private var found: [Bool] = []
  /// Of an earlier run, until it has been looked for.
  private var remembered: SavedRow?
  private var anchoredRow = AnchoredRow()
  /// What was chosen before a child began to choose something for now; nil: none has.
  private var before: Choice?

  /// What the user has chosen.
  private struct Choice {
    var cursor: Cursor
    var marks: RowRuns
    var absent: [TrackedRow]
    var goneCount: UInt64
    var droppedCount: UInt64
    var refusal: Refusal?
    var remembered: SavedRow?
    var isCursorSought: Bool
    var found: [Bool]
    var anchoredRow: AnchoredRow
  }
  /// How often the cursor was put somewhere.
  private var choiceCount = 0
  /// The cursor's row in the frame that was begun last, and in the last one that was written completely.
  private var begunRow: FrameRow?
  private var writtenRow: FrameRow?

  /// - Parameters:
  ///   - run: has the content and the view.
  ///   - identifier: finds rows again; nil: none is found again.
  ///   - remembered: the row that the cursor was on in an earlier run.
  ///   - mostMarked: the most rows that can be marked; nil: any number.
  package init(
    of run: RunContext, identifiedBy identifier: RowTracker? = nil,
    remembering remembered: SavedRow? = nil, mostMarked: UInt64? = nil
  ) {
    self.mostMarked = mostMarked
    self.run = run
    self.identifier = identifier
    self.remembered = remembered
  }

  /// Takes what a ready port brings.
  ///
  /// - Returns: whether it was for this.
  package func take(_ token: PortToken) -> Bool {
    guard let identifier, token == identifier.token else { return false }
    identifier.take(token)
    takeOutcomes()
    return true
  }

  /// Rows are looked for, or what identifies them, among those that there are.
  package var isIdentifying: Bool { identifier?.isRunning ?? false }

  /// The chosen rows are looked for among those that there are: what the user does waits for them.
  package var awaitsRows: Bool { isSeeking && isIdentifying }

  package func close() { identifier?.close() }
}

// MARK: - What children see

extension RowSelection {
  package var facts: SelectionFacts {
    var facts = SelectionFacts()
    facts.row = row
    facts.markedCount = marks.count
    facts.marksRevision = marksRevision
    facts.goneCount = goneCount + (isSeeking ? 0 : UInt64(absent.count))
    facts.notice = notice
    return facts
  }

  /// The row that the user is on, as the view shows the rows now; nil while it shows none.
  package var row: UInt64? { place.flatMap { rowInView(at: $0) } }

  /// Its place in the view.
  private var place: Int? {
    let count = viewCount
    guard count > 0 else { return nil }
    switch cursor {
    case .anchored(.top): return 0
    case .anchored(.end): return count - 1
    case .on(let row):
      let number = row.row ?? 0
      return run.view.map { $0.nearestPlace(to: number) } ?? min(number, count - 1)
    // While it is looked for among rows that are there, no other row is the cursor's.
    case .lost where isCursorSought && awaitsRows: return nil
    case .lost(let place, _): return min(place, count - 1)
    }
  }

  private var viewCount: Int { run.view?.count ?? Int(clamping: run.rowCount) }

  private func rowInView(at place: Int) -> UInt64? {
    run.view.map { $0.row(at: place) } ?? UInt64(place)
  }

  /// One line on what has become of the rows, without a full stop.
  private var notice: String? {
    if let refusal { return refusal.text }
    if case .lost(_, let row) = cursor {
      if isCursorSought { return "the row is still looked for" }
      return row == nil ? "the row is gone" : "the row is not among those that were loaded"
    }
    if droppedCount > 0 { return Refusal.dropped(droppedCount).text }
    guard let missing = content.flatMap({ identifier?.missingColumn(in: $0) }) else { return nil }
    return "--key: there is no column \(missing)"
  }

  /// What tells rows apart, for people; nil where that is not known yet.
  package func keyText(askedFor isAsked: Bool) -> String? {
    guard let content, let identifier, content.columns != nil, content.isComplete else {
      return nil
    }
    if isAsked { identifier.detectKey(for: content) }
    guard identifier.knowsKey(for: content) else { return nil }
    let names = (identifier.key(of: content) ?? []).map { content.columns?.columns[$0].name ?? "" }
    return names.isEmpty ? "rows by their text" : "rows by " + names.joined(separator: ", ")
  }

  /// What the next run finds the cursor's row by; nil where nobody has chosen one.
  package var rememberedRow: SavedRow? {
    if let remembered { return remembered }
    guard case .on(let row) = cursor, let content, let identifier else { return nil }
    identifier.detectKeyNow(for: content)
    return identifier.saved(row.text, of: content)
  }
}

// MARK: - What children do

extension RowSelection {
  /// - Returns: whether there is such a row.
  package func select(_ row: UInt64) -> Bool {
    guard row < run.rowCount else { return false }
    chose(.on(TrackedRow(text: text(of: row), row: Int(row))))
    return true
  }

  /// Whether the cursor stays on the last row of the view, whichever that is.
  var isAtEnd: Bool { if case .anchored(.end) = cursor { true } else { false } }

  /// Keeps the cursor on the first or the last row of the view, whichever that is.
  package func anchor(_ anchor: SelectionAnchor) { chose(.anchored(anchor)) }

  private func chose(_ cursor: Cursor) {
    self.cursor = cursor
    remembered = nil
    isCursorSought = false
    refusal = nil
    anchoredRow = AnchoredRow()
    choiceCount += 1
  }

  /// - Returns: whether it was done; nil where there are no such rows.
  package func mark(_ row: UInt64, count: UInt64, _ isMarked: Bool) -> Bool? {
    let rowCount = run.rowCount
    guard row <= rowCount, count <= rowCount - row else { return nil }
    // The row at the place of one that is gone is not what the user has chosen.
    if isMarked, count == 1, row == self.row, isLost {
      refusal = lostReason
      return true
    }
    var changed = marks
    guard changed.set(row..<row + count, to: isMarked) else { return false }
    if isMarked, let mostMarked, changed.count > mostMarked {
      refusal = .tooManyMarked(mostMarked)
      return true
    }
    marks = changed
    marksRevision += 1
    refusal = nil
    droppedCount = 0
    if !isMarked, marks.count == 0 { forgetGone() }
    if isMarked {
      keepTexts(of: row..<row + count)
    } else {
      dropTexts(of: row..<row + count)
      // There may be few enough by now.
      if UInt64(texts.count) < marks.count { keepTexts(of: row..<row) }
    }
    return true
  }

  private func forgetGone() {
    goneCount = 0
    absent = []
    // What is still looked for of them is not marked when it is found.
    for index in found.indices.dropFirst(hasCursorFirst ? 1 : 0) { found[index] = true }
  }

  private func text(of row: UInt64) -> [UInt8] { run.content?.bytes(ofRow: row) ?? [] }

  /// Keeps the texts of marked rows, by which they are found again.
  private func keepTexts(of rows: Range<UInt64>) {
    guard marks.count <= UInt64(Self.mostKept) else { return dropAllTexts() }
    // Some were not kept while there were too many.
    let isWhole = UInt64(texts.count + rows.count) >= marks.count
    for row in isWhole ? [rows] : marks.runs {
      for row in row where texts[row] == nil {
        let text = text(of: row)
        textBytes += text.count
        guard textBytes <= Self.mostKeptBytes else { return dropAllTexts() }
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

// MARK: - For now

extension RowSelection {
  /// What is chosen from here on may be undone.
  func beginProvisional() {
    guard before == nil else { return }
    before = Choice(
      cursor: cursor, marks: marks, absent: absent, goneCount: goneCount,
      droppedCount: droppedCount, refusal: refusal, remembered: remembered,
      isCursorSought: isCursorSought, found: found, anchoredRow: anchoredRow)
  }

  /// What was chosen since stays, or is undone.
  func endProvisional(isKept: Bool) {
    guard let before else { return }
    self.before = nil
    if isKept { return }
    // A frame that was written meanwhile has shown another row.
    choiceCount += 1
    cursor = before.cursor
    (absent, goneCount, droppedCount) = (before.absent, before.goneCount, before.droppedCount)
    (refusal, remembered, found) = (before.refusal, before.remembered, before.found)
    (isCursorSought, anchoredRow) = (before.isCursorSought, before.anchoredRow)
    marks = before.marks
    marksRevision += 1
    for row in texts.keys.filter({ !marks.contains($0) }) { dropText(of: row) }
    if UInt64(texts.count) < marks.count { keepTexts(of: 0..<0) }
  }
}

// MARK: - Other rows

extension RowSelection {
  /// The content is about to be followed: the view still has the rows as they were.
  package func contentWillChange() {
    // What a child has chosen for now are rows that are none any more.
    if run.content?.content.generation != content?.generation { endProvisional(isKept: false) }
    guard run.content?.content.load != content?.load else { return }
    heldPlace = place ?? heldPlace
  }

  /// The content is another, and the view has followed it.
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
    if let remembered, !isSeeking, new.rowCount > 0, new.columns != nil || !new.isLoading {
      seek([TrackedRow(text: remembered.text, row: nil)], isCursorFirst: true)
      identifier?.find(remembered, in: new)
    }
    if isSeeking { identifier?.contentChanged(new) }
    takeOutcomes()
  }

  /// The rows of another source are others.
  private func forget() {
    identifier?.cancel()
    cursor = .anchored(.top)
    marks = RowRuns()
    marksRevision += 1
    dropAllTexts()
    (absent, sought, found, goneCount, droppedCount) = ([], [], [], 0, 0)
    isCursorSought = false
    refusal = nil
  }

  /// The same rows have other numbers: the first of them turned out to be a header, or were dropped.
  private func shift(by distance: Int64, isHeader: Bool) {
    if case .on(let row) = cursor {
      let number = Int64(row.row ?? 0) + distance
      cursor =
        number >= 0
        ? .on(TrackedRow(text: row.text, row: Int(number)))
        : isHeader ? .anchored(.top) : .lost(place: 0, nil)
    }
    begunRow = begunRow?.shifted(by: distance, to: content)
    writtenRow = writtenRow?.shifted(by: distance, to: content)
    guard marks.count > 0 else { return }
    let count = marks.count
    marks = marks.shifted(by: distance)
    if !isHeader { goneCount += count - marks.count }
    marksRevision += 1
    let old = texts
    dropAllTexts()
    for (row, text) in old {
      guard let row = UInt64(exactly: Int64(row) + distance) else { continue }
      texts[row] = text
      textBytes += text.count
    }
  }

  /// The rows are those of another load: what was chosen among the old ones is looked for.
  private func replace(_ old: Content, by new: Content) {
    // What is still looked for was not among the old rows.
    var rows = absent.map { TrackedRow(text: $0.text, row: nil) }
    var first: TrackedRow?
    switch cursor {
    case .on(let row): first = row
    case .lost(_, let row): first = row.map { TrackedRow(text: $0.text, row: nil) }
    case .anchored: break
    }
    if case .on = cursor { cursor = .lost(place: heldPlace, first) }
    if marks.count > UInt64(texts.count) {
      droppedCount = marks.count
    } else {
      rows += texts.sorted { $0.key < $1.key }.map { TrackedRow(text: $1, row: Int($0)) }
    }
    if marks.count > 0 { marksRevision += 1 }
    marks = RowRuns()
    dropAllTexts()
    absent = rows
    seek((first.map { [$0] } ?? []) + rows, isCursorFirst: first != nil)
    if isSeeking { identifier?.find(sought, of: old, in: new) }
  }

  private func seek(_ rows: [TrackedRow], isCursorFirst: Bool) {
    identifier?.cancel()
    sought = identifier == nil ? [] : rows
    found = Array(repeating: false, count: sought.count)
    hasCursorFirst = isCursorFirst && !sought.isEmpty
    isCursorSought = hasCursorFirst
  }

  private var isSeeking: Bool { !sought.isEmpty }

  /// Until when frames, and news for children, wait for what is looked for, and for the view; nil: they do not.
  package var heldDeadline: Int64? {
    guard let heldUntil, run.nowNanoseconds < heldUntil,
      awaitsRows || run.view?.isBeingReplaced ?? false
    else { return nil }
    return heldUntil
  }

  /// Takes what has been found so far.
  private func takeOutcomes() {
    guard let identifier, isSeeking, identifier.outcomes.count == sought.count else { return }
    var marked: [(row: UInt64, text: [UInt8])] = []
    for (index, outcome) in identifier.outcomes.enumerated() where !found[index] {
      guard case .found(let row, let text) = outcome else { continue }
      found[index] = true
      if index == 0, hasCursorFirst {
        if isCursorSought { moveCursor(to: TrackedRow(text: text, row: row)) }
      } else {
        marked.append((UInt64(row), text))
      }
    }
    if !marked.isEmpty { adopt(marked) }
    if identifier.isDone { endSeeking() }
  }

  private func moveCursor(to row: TrackedRow) {
    cursor = .on(row)
    remembered = nil
    isCursorSought = false
    // It is there again, whatever was said of it.
    if refusal != .allGone { refusal = nil }
  }

  private func adopt(_ rows: [(row: UInt64, text: [UInt8])]) {
    // In order, each is added behind the others.
    for (row, text) in rows.sorted(by: { $0.row < $1.row }) {
      guard marks.set(row..<row + 1, to: true) else { continue }
      textBytes += text.count
      texts[row] = text
    }
    marksRevision += 1
  }

  /// All rows have been looked at: what was not found is gone, if all had come.
  private func endSeeking() {
    let isComplete = content?.isComplete ?? false
    let marks = hasCursorFirst ? 1 : 0
    absent = zip(sought, found).dropFirst(marks).filter { !$1 }.map(\.0)
    if isComplete {
      goneCount += UInt64(absent.count)
      absent = []
    }
    if case .lost(let place, .some) = cursor, isComplete { cursor = .lost(place: place, nil) }
    remembered = nil
    isCursorSought = false
    sought = []
    identifier?.cancel()
  }
}

// MARK: - Accepting

extension RowSelection {
  /// What is taken when the user accepts a row: the marked rows, or where none is, this one.
  ///
  /// - Returns: nil where that is not what the user has chosen; `notice` says why.
  package func accept(_ row: UInt64) -> [Range<UInt64>]? {
    // The rows may be others since the last frame.
    noteAnchoredRow()
    if let reason = reasonToRefuse(row) {
      refusal = reason
      return nil
    }
    return chosenRows(writtenRow(for: row))
  }

  /// A child has chosen rows of a content that has been replaced since: none is taken.
  package func refuseReplaced() { refusal = .replaced }

  /// The marked rows, or the one that the user is on; nil where what was chosen is not there.
  var chosenRows: [Range<UInt64>]? {
    guard let row, !isLost || marks.count > 0, !areAllMarksGone else { return nil }
    return chosenRows(row)
  }

  private func chosenRows(_ row: UInt64) -> [Range<UInt64>] {
    marks.count > 0 ? marks.runs : [row..<row + 1]
  }

  private var isLost: Bool { if case .lost = cursor { true } else { false } }

  private var areAllMarksGone: Bool {
    marks.count == 0 && (goneCount > 0 || !absent.isEmpty)
  }

  private func reasonToRefuse(_ row: UInt64) -> Refusal? {
    if droppedCount > 0 {
      defer { droppedCount = 0 }
      return .dropped(droppedCount)
    }
    if areAllMarksGone { return .allGone }
    guard marks.count == 0, row == self.row else { return nil }
    if isLost { return lostReason }
    if case .anchored = cursor, let changed = anchoredRow.changedNanoseconds,
      run.nowNanoseconds - changed < Self.noticedNanoseconds
        || writtenRow?.generation != content?.generation
    {
      _ = select(row)
      return .changed
    }
    return nil
  }

  private var lostReason: Refusal {
    guard case .lost(_, .some) = cursor else { return .rowGone }
    return isCursorSought ? .sought : .notLoaded
  }

  /// The row that the user sees the cursor on, where that is at another one since: rows have come after the last
  /// frame.
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

  /// Notes which row an anchored cursor is on; before each frame.
  package func noteAnchoredRow() {
    guard case .anchored = cursor, let content, let row else { return }
    let noted = AnchoredRow.Noted(
      row: row, generation: content.generation, requests: run.view?.requestCount ?? 0)
    guard anchoredRow.noted != noted else { return }
    let text = text(of: row)
    let before = anchoredRow
    anchoredRow.noted = noted
    anchoredRow.text = text
    anchoredRow.content = content
    // What the user asks for is no surprise.
    guard let known = before.content, known.load != content.load,
      before.noted?.requests == noted.requests
    else { return }
    if text != before.text { identifier?.detectKey(for: content) }
    let isSame =
      identifier?.isSame(before.text, of: known, as: text, of: content) ?? (text == before.text)
    if !isSame { anchoredRow.changedNanoseconds = run.nowNanoseconds }
  }

  /// A frame shows the rows as they are.
  package func frameBegan() { begunRow = frameRow }

  /// The last frame has been written completely.
  package func frameEnded() { writtenRow = begunRow }

  /// The row that the cursor is on in a frame, and what it depends on beside the rows.
  private struct FrameRow: Equatable {
    var row: UInt64?
    var generation: Int
    /// How often another view was asked for.
    let requests: Int
    /// How often the cursor was put somewhere.
    let choices: Int
    /// The view had not got to its end: an Enter that was pressed then waits, and means the row at that end.
    let isFollowingInput: Bool

    /// The same row where its number is another; nil where it was dropped.
    func shifted(by distance: Int64, to content: Content?) -> FrameRow? {
      var row = self
      row.generation = content?.generation ?? generation
      row.row = self.row.map { Int64($0) + distance }.flatMap { UInt64(exactly: $0) }
      return row.row == nil && self.row != nil ? nil : row
    }
  }

  /// The row under an anchored cursor, as the user sees it.
  private struct AnchoredRow {
    struct Noted: Equatable {
      let row: UInt64
      let generation: Int
      /// How often another view was asked for.
      let requests: Int
    }

    var noted: Noted?
    var text: [UInt8] = []
    var content: Content?
    /// When another row took its place; nil: none did since the cursor was put there.
    var changedNanoseconds: Int64?
  }

  /// Why a row is not accepted.
  private enum Refusal: Equatable {
    case rowGone
    case notLoaded
    case sought
    case replaced
    case allGone
    case changed
    case tooManyMarked(UInt64)
    case dropped(UInt64)

    var text: String {
      switch self {
      case .rowGone: "the row is gone: choose another one"
      case .notLoaded: "the row is not among those that were loaded: choose another one"
      case .sought: "the row is still looked for: choose another one, or wait"
      case .replaced: "the rows have just been loaded again: nothing was chosen"
      case .allGone: "all marked rows are gone: mark others, or M to unmark them"
      case .changed: "another row has just come here: enter takes it"
      case .tooManyMarked(let most): "no more than \(most) rows can be marked: --multi"
      case .dropped(let count) where count > RowSelection.mostKept:
        "\(count) marks were dropped: more than \(RowSelection.mostKept) are not found again"
      case .dropped(let count):
        "\(count) marks were dropped: rows of more than \(RowSelection.mostKeptBytes >> 20) MiB are not found again"
      }
    }
  }
}
