package import HostSystem

/// The finder of the cursor's and the marked rows after a reload, and of the cursor's in a later
/// run, by key columns or text; also chooses the key columns, unless `--key` names them.
///
/// It is used on the loop's thread; rows are searched in the background, except for small contents.
package final class RowTracker {
  /// The new number and text of a row found again after a reload or in a later run, or missing.
  package enum Outcome: Equatable, Sendable {
    /// The row's number in the new content, and its text there.
    case found(row: Int, text: [UInt8])
    case missing
  }

  /// The state of a row tracker: idle, or the pass that runs, with results of earlier passes: a
  /// sample of the old or new rows, to choose the key columns, or a search for the tracked rows, in
  /// the new rows and, if any is found, for duplicates in the old ones.
  private enum Phase {
    case idle
    /// Detects key columns only.
    case deciding
    case samplingOld
    case samplingNew(old: RowKeySample?)
    case scanning
    /// Looks for the same keys and texts in the old rows, with the result from the new ones.
    case scanningOld(RowKeyLookup)
  }

  private let run: SearchRunner<RowTrackingJob>
  private let request: [String]?
  private var decision = RowKeyColumns()
  private var phase = Phase.idle
  private var rows: [TrackedRow] = []
  private var saved: SavedRow?
  private var old: Content?
  private var new: Content?
  /// The end of the rows that have been handed over.
  private var endRow = 0
  private var lastScan: RowKeyLookup?
  /// The results so far, in the order of the tracked rows; empty before the first.
  package private(set) var outcomes: [Outcome] = []
  /// Whether all rows have been searched and no more can arrive.
  package private(set) var isDone = true

  /// `request` are the names or numbers, from 1, of key columns (`--key`); nil to detect them.
  package init(in world: any BackgroundWorld, key request: [String]? = nil) {
    run = SearchRunner(in: world)
    self.request = request
  }

  /// The port that is ready when there are results.
  package var token: PortToken? { run.token }

  package var isRunning: Bool { run.isRunning && !run.isIdle }

  package func close() {
    run.close()
    phase = .idle
  }

  /// Finds rows of one content in that of another load.
  package func find(_ rows: [TrackedRow], of old: Content, in new: Content) {
    reset(rows, nil, old, new)
    if request == nil, let columns = old.columns, new.columns?.names == columns.names {
      if decision.applies(to: columns), decision.isConfirmed {
        sampleNew(old: nil)
      } else {
        sample(old, as: .samplingOld)
      }
    } else {
      // The key is mapped by the names of its columns.
      scan()
    }
    takeResults()
  }

  /// Finds a row that an earlier run has saved.
  package func find(_ row: SavedRow, in new: Content) {
    reset([TrackedRow(text: row.text, row: nil)], row, nil, new)
    let names = new.columns?.names ?? []
    let places = row.cells.compactMap { names.firstIndex(of: $0.column) }
    let isThere = !places.isEmpty && places.count == row.cells.count
    scan(
      RowKeyReader(isThere ? places : nil, of: new.columns),
      keys: [isThere ? RowKeyReader.key(of: row.cells.map(\.text)) : row.text])
    takeResults()
  }

  private func reset(_ rows: [TrackedRow], _ saved: SavedRow?, _ old: Content?, _ new: Content?) {
    (self.rows, self.saved) = (rows, saved)
    (self.old, self.new) = (old, new)
    outcomes = []
    isDone = false
  }

  /// The saved form of a row, for a later run to find it again.
  package func saved(_ text: [UInt8], of content: Content) -> SavedRow {
    let names = content.columns?.names ?? []
    let cells = (names.isEmpty ? [] : key(of: content) ?? []).map { column in
      SavedRow.Cell(
        column: names[column], text: RowKeyReader([column], of: content.columns).key(of: text))
    }
    return SavedRow(text: text, cells: cells)
  }

  /// Whether a row of the old and one of the new content are the same.
  package func isSame(
    _ text: [UInt8], of old: Content, as other: [UInt8], of new: Content
  ) -> Bool {
    if text == other { return true }
    let keys = keys(of: old, in: new)
    guard let first = keys.old, let second = keys.new else { return false }
    return RowKeyReader(first, of: old.columns).key(of: text)
      == RowKeyReader(second, of: new.columns).key(of: other)
  }

  /// Continues after rows have arrived or the load has ended.
  package func contentChanged(_ content: Content) {
    if case .idle = phase { return }
    guard case .scanning = phase else {
      // Dropping rows does not change the numbers in `Content.rows`.
      if let before = new, content.load == before.load,
        content.headerRowCount == before.headerRowCount
      {
        new = content
      }
      return
    }
    let before = new
    new = content
    if before?.columns?.format != content.columns?.format {
      if let saved { return find(saved, in: content) }
      scan()
    } else {
      run.append(endRow..<max(endRow, content.rows.count))
      endRow = max(endRow, content.rows.count)
    }
    takeResults()
    // The load may have ended without further rows.
    if case .scanning = phase, run.isIdle, let lastScan, take(lastScan) { takeResults() }
  }

  package func take(_ token: PortToken) { if token == run.token { takeResults() } }

  package func cancel() {
    finish()
    rows = []
    outcomes = []
  }

  // MARK: - The key

  /// Detects the key of a content unless it is known; the result comes at once or later.
  package func detectKey(for content: Content) {
    guard case .idle = phase, request == nil, let columns = content.columns,
      !decision.applies(to: columns)
    else { return }
    (old, new) = (nil, content)
    sample(content, as: .deciding)
    takeResults()
  }

  /// Detects the key synchronously, for a run that is about to end.
  package func detectKeyNow(for content: Content) {
    guard request == nil, let columns = content.columns, !decision.applies(to: columns) else {
      return
    }
    var sample = RowKeySample(of: columns)
    for row in RowKeySample.rows(of: content.rowCount).joined() {
      content.withRow(row) { text, _ in sample.add(text) }
    }
    decision = RowKeyColumns(of: columns, by: sample)
  }

  /// The key columns of a content, or words without a table; nil for the whole text.
  package func key(of content: Content) -> [Int]? {
    if let request { return Columns.numbers(of: request, in: content.columns) }
    guard let columns = content.columns else { return nil }
    return decision.applies(to: columns) ? decision.key : nil
  }

  package func knowsKey(for content: Content) -> Bool {
    request != nil || content.columns.map(decision.applies) ?? true
  }

  package func missingColumn(in content: Content) -> String? {
    guard let request, content.hasKnownColumns else { return nil }
    return request.first { Columns.number(of: $0, in: content.columns) == nil }
  }

  // MARK: - Passes

  private func begin(_ pass: RowTrackingJob.Pass, over ranges: [Range<Int>], as phase: Phase) {
    self.phase = phase
    run.begin(RowTrackingJob(pass), over: ScanPlan(ranges.map { ScanPlan.Segment(rows: $0) }))
  }

  private func sample(_ content: Content, as phase: Phase) {
    guard let columns = content.columns else { return scan() }
    let first = content.firstRow
    let rows = RowKeySample.rows(of: content.rowCount)
    begin(
      .sample(RowKeySample(of: columns)),
      over: rows.map { $0.lowerBound + first..<$0.upperBound + first }, as: phase)
  }

  /// An incomplete load confirms nothing.
  private func sampleNew(old: RowKeySample?) {
    guard let new, new.isComplete else { return scan() }
    sample(new, as: .samplingNew(old: old))
  }

  private func scan() {
    guard let old, let new else { return }
    let keys = keys(of: old, in: new)
    let oldReader = RowKeyReader(keys.old, of: old.columns)
    scan(RowKeyReader(keys.new, of: new.columns), keys: rows.map { oldReader.key(of: $0.text) })
  }

  private func scan(_ reader: RowKeyReader, keys: [[UInt8]]) {
    guard let new else { return }
    endRow = new.storedRows.upperBound
    lastScan = nil
    begin(.scan(RowKeyLookup(reader, keys: keys, of: rows)), over: [new.storedRows], as: .scanning)
  }

  /// The key columns in the old and in the new content; nil for the whole text.
  private func keys(of old: Content, in new: Content) -> (old: [Int]?, new: [Int]?) {
    if request != nil {
      let (first, second) = (key(of: old), key(of: new))
      return first?.count == second?.count ? (first, second) : (nil, nil)
    }
    guard let oldColumns = old.columns, let newColumns = new.columns else { return (nil, nil) }
    guard decision.applies(to: oldColumns), let key = decision.key else { return (nil, nil) }
    let names = oldColumns.names
    let places = key.compactMap { column in
      newColumns.names.indices.contains(column) && newColumns.names[column] == names[column]
        ? column : newColumns.names.firstIndex(of: names[column])
    }
    return places.count == key.count ? (key, places) : (nil, nil)
  }

  /// Takes the result of each pass over all its rows.
  private func takeResults() {
    while let content = searchedContent, let result = try? run.takeResult(in: content.rows),
      let finding = result, run.isIdle
    {
      guard advance(finding) else { return }
    }
  }

  private var searchedContent: Content? {
    switch phase {
    case .idle: nil
    case .samplingOld, .scanningOld: old
    case .deciding, .samplingNew, .scanning: new
    }
  }

  /// Starts the next pass; returns whether there is one.
  ///
  /// Once its file changed, a sample decides nothing, nor do old rows tell which keys are unique.
  private func advance(_ finding: RowTrackingJob.Finding) -> Bool {
    let isSame = !finding.hasFileChanged
    switch (phase, finding.pass) {
    case (.deciding, .sample(let sample)):
      if isSame, let columns = new?.columns { decision = RowKeyColumns(of: columns, by: sample) }
      finish()
    case (.samplingOld, .sample(let sample)):
      if isSame, let columns = old?.columns, !decision.applies(to: columns) {
        decision = RowKeyColumns(of: columns, by: sample)
      }
      sampleNew(old: isSame ? sample : nil)
    case (.samplingNew(let old), .sample(let sample)):
      if isSame { decision.confirm(by: sample, since: old) }
      scan()
    case (.scanning, .scan(let scan)):
      lastScan = scan
      return take(scan)
    case (.scanningOld(var scan), .scan(let before)):
      if isSame { scan.merge(old: before) }
      settle(scan, since: before)
    default: return false
    }
    if case .idle = phase { return false }
    return true
  }

  /// Takes the results so far.
  ///
  /// While rows arrive, only a row with the same text counts: another one with its key may follow.
  private func take(_ scan: RowKeyLookup) -> Bool {
    guard let new, new.isComplete || !new.isLoading else {
      outcomes = zip(rows, outcomes(scan.matches) { _ in nil }).map { tracked, outcome in
        guard saved == nil, case .found(_, let text) = outcome else { return outcome }
        return text == tracked.text ? outcome : .missing
      }
      return false
    }
    guard let old, scan.matches.contains(where: { $0 != .missing }) else {
      settle(scan, since: nil)
      return false
    }
    let reader = RowKeyReader(keys(of: old, in: new).old, of: old.columns)
    begin(
      .scan(RowKeyLookup(reader, keys: rows.map { reader.key(of: $0.text) }, of: rows)),
      over: [old.storedRows], as: .scanningOld(scan))
    return true
  }

  /// Resolves equal texts by their order among the old rows and among the new ones.
  private func settle(_ scan: RowKeyLookup, since before: RowKeyLookup?) {
    let (first, oldFirst) = (new?.firstRow ?? 0, old?.firstRow ?? 0)
    outcomes = outcomes(scan.matches) { index in
      rows[index].row.flatMap { before?.order(of: $0 + oldFirst, equalTo: index) }
        .flatMap { scan.row(at: $0, from: first, equalTo: index) }
    }
    finish()
  }

  private func finish() {
    run.cancel()
    phase = .idle
    isDone = true
    (old, new, lastScan) = (nil, nil, nil)
  }

  private func outcomes(_ matches: [RowKeyLookup.Match], equal: (Int) -> Int?) -> [Outcome] {
    let first = new?.firstRow ?? 0
    return matches.enumerated().map { index, match in
      let found: (row: Int, text: [UInt8])? =
        switch match {
        case .missing: nil
        case .row(let row, let text): (row, text)
        case .equalTexts: equal(index).map { ($0, rows[index].text) }
        }
      guard let found, found.row >= first else { return .missing }
      return .found(row: found.row - first, text: found.text)
    }
  }
}

/// The cursor's row as `--remember` saves it, to be found again in a later run: its text, and the
/// cells of its key columns.
package struct SavedRow: Equatable, Sendable {
  /// A cell that identifies a saved row: the name of its column and its text.
  package struct Cell: Equatable, Sendable {
    package var column: String
    package var text: [UInt8]

    package init(column: String, text: [UInt8]) {
      self.column = column
      self.text = text
    }
  }

  package var text: [UInt8]
  /// Empty if the text is the key.
  package var cells: [Cell]

  package init(text: [UInt8], cells: [Cell]) {
    self.text = text
    self.cells = cells
  }
}
