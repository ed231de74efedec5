package import HostSystem

/// Finds rows again after a reload, by what identifies them.
///
/// It belongs to the loop, as `View` does: rows are looked at beside the loop, but for those of a small content,
/// which are looked at within the call. Without a reload it does nothing.
package final class RowTracker {
  /// What one sought row has come to.
  package enum Outcome: Equatable, Sendable {
    /// Its number in the content, and its text there.
    case found(row: Int, text: [UInt8])
    /// It is not among the rows that there are.
    case missing
  }

  /// What is looked at now, and what is known by then.
  private enum Phase {
    case idle
    /// Only the key is wanted.
    case deciding
    case samplingOld
    case samplingNew(old: KeySample?)
    case scanning
    /// The same keys and texts are looked for in the old rows.
    case scanningOld(KeyLookup)
    /// The orders of rows with equal texts are counted, first among the old ones.
    case countingOld([KeyLookup.Finding], TextHashTable)
    case countingNew([KeyLookup.Finding], TextHashTable, orders: [(text: Int, order: Int)?])
  }

  private let run: SearchRunner<IdentityJob>
  private let request: KeyRequest?
  private var decision = KeyColumns()
  private var phase = Phase.idle
  private var rows: [TrackedRow] = []
  private var remembered: SavedRow?
  private var old: Content?
  private var new: Content?
  /// The rows before this one have been handed over.
  private var endRow = 0
  /// The scan over the rows so far.
  private var lastScan: KeyLookup?
  /// What the sought rows have come to so far, in their order; empty before anything is known.
  package private(set) var outcomes: [Outcome] = []
  /// All rows of the content have been looked at, and no more come.
  package private(set) var isDone = true

  /// - Parameters:
  ///   - world: where rows are looked at beside the loop.
  ///   - request: the key that the user asks for; nil: it is found out.
  package init(in world: any BackgroundWorld, key request: KeyRequest? = nil) {
    run = SearchRunner(in: world)
    self.request = request
  }

  /// Names news among what is ready.
  package var token: PortToken? { run.token }

  /// Rows are looked at that are there.
  package var isRunning: Bool { run.isRunning && !run.isIdle }

  package func close() {
    run.close()
    phase = .idle
  }
}

// MARK: - Asking

extension RowTracker {
  /// Looks for rows of one content in that of another load.
  ///
  /// - Parameters:
  ///   - rows: what is looked for.
  ///   - old: the content that they are of.
  ///   - new: where they are looked for.
  package func find(_ rows: [TrackedRow], of old: Content, in new: Content) {
    self.rows = rows
    remembered = nil
    (self.old, self.new) = (old, new)
    outcomes = []
    isDone = false
    if request == nil, let columns = old.columns, new.columns?.names == columns.names {
      if decision.isFor(columns), decision.isProved {
        sampleNew(old: nil)
      } else {
        sample(old, as: .samplingOld)
      }
    } else {
      // Columns with other names are others: what is known of the key holds as far as its names are there.
      scan()
    }
    goOn()
  }

  /// Looks for a row of an earlier run.
  package func find(_ row: SavedRow, in new: Content) {
    rows = [TrackedRow(text: row.text, row: nil)]
    remembered = row
    (old, self.new) = (nil, new)
    outcomes = []
    isDone = false
    let names = new.columns?.names ?? []
    let places = row.cells.compactMap { names.firstIndex(of: $0.column) }
    let isThere = !places.isEmpty && places.count == row.cells.count
    scan(
      KeyReader(isThere ? places : nil, of: new.columns),
      keys: [isThere ? KeyReader.key(of: row.cells.map(\.text)) : row.text])
    goOn()
  }

  /// What a later run finds a row of a content by.
  package func remembered(_ text: [UInt8], of content: Content) -> SavedRow {
    let names = content.columns?.names ?? []
    let cells = (key(of: content) ?? []).map { column in
      SavedRow.Cell(
        column: names[column], text: KeyReader([column], of: content.columns).key(of: text))
    }
    return SavedRow(text: text, cells: cells)
  }

  /// Whether two rows, one of each content, are the same one.
  package func isSame(
    _ text: [UInt8], of old: Content, as other: [UInt8], of new: Content
  ) -> Bool {
    if text == other { return true }
    let keys = keys(of: old, in: new)
    guard let first = keys.old, let second = keys.new else { return false }
    return KeyReader(first, of: old.columns).key(of: text)
      == KeyReader(second, of: new.columns).key(of: other)
  }

  /// More rows have come, or no more come.
  package func contentChanged(_ content: Content) {
    if case .idle = phase { return }
    guard case .scanning = phase else {
      if content.generation == new?.generation { new = content }
      return
    }
    let before = new
    new = content
    if before?.columns?.division != content.columns?.division {
      if let remembered { return find(remembered, in: content) }
      scan()
    } else {
      run.append(endRow..<max(endRow, content.rows.count))
      endRow = max(endRow, content.rows.count)
    }
    goOn()
    // No more rows may come, and none have come.
    if case .scanning = phase, run.isIdle, let lastScan, take(lastScan) { goOn() }
  }

  /// Takes what a ready port brings.
  package func take(_ token: PortToken) {
    if token == run.token { goOn() }
  }

  /// Nothing is looked for any more.
  package func cancel() {
    run.cancel()
    phase = .idle
    rows = []
    (old, new, lastScan) = (nil, nil, nil)
    outcomes = []
    isDone = true
  }
}

// MARK: - The key

extension RowTracker {
  /// Finds out the key of a content, where it is not known; it comes at once or later.
  package func decide(for content: Content) {
    guard case .idle = phase, request == nil, let columns = content.columns,
      !decision.isFor(columns)
    else { return }
    (old, new) = (nil, content)
    sample(content, as: .deciding)
    goOn()
  }

  /// The same at once, for a run that ends.
  package func decideAtOnce(for content: Content) {
    guard request == nil, let columns = content.columns, !decision.isFor(columns) else { return }
    var sample = KeySample(of: columns)
    for row in KeySample.rows(of: content.rowCount).joined() {
      content.withRow(row) { text, _ in sample.look(at: text) }
    }
    decision = KeyColumns(of: columns, by: sample)
  }

  /// The columns by which rows of a content are told apart, by their numbers; nil for the whole text.
  package func key(of content: Content) -> [Int]? {
    guard let columns = content.columns else { return nil }
    if let request {
      let numbers = request.resolve(in: columns).numbers
      return numbers.isEmpty ? nil : numbers
    }
    return decision.isFor(columns) ? decision.key : nil
  }

  /// It is known what tells rows of a content apart.
  package func isDecided(for content: Content) -> Bool {
    request != nil || content.columns.map(decision.isFor) ?? true
  }

  /// A column that was asked for, and that a content does not have.
  package func missingColumn(in content: Content) -> String? {
    guard let request, content.hasKnownColumns else { return nil }
    guard let columns = content.columns else { return request.columns.first }
    return request.resolve(in: columns).missing
  }
}

// MARK: - Passes

extension RowTracker {
  private func begin(
    _ pass: IdentityJob.Pass, over ranges: [Range<Int>], as phase: Phase,
    needsSameFile: Bool = false
  ) {
    self.phase = phase
    run.begin(
      IdentityJob(pass, needsSameFile: needsSameFile),
      over: ScanPlan(ranges.map { ScanPlan.Stretch(rows: $0, only: nil) }))
  }

  private func sample(_ content: Content, as phase: Phase) {
    guard let columns = content.columns else { return scan() }
    let header = columns.headerRowCount
    let rows = KeySample.rows(of: content.rowCount)
    begin(
      .sample(KeySample(of: columns)),
      over: rows.map { $0.lowerBound + header..<$0.upperBound + header }, as: phase,
      needsSameFile: true)
  }

  /// Rows that are not all there prove nothing.
  private func sampleNew(old: KeySample?) {
    guard let new, new.isComplete else { return scan() }
    sample(new, as: .samplingNew(old: old))
  }

  private func scan() {
    guard let old, let new else { return }
    let keys = keys(of: old, in: new)
    let oldReader = KeyReader(keys.old, of: old.columns)
    scan(KeyReader(keys.new, of: new.columns), keys: rows.map { oldReader.key(of: $0.text) })
  }

  private func scan(_ reader: KeyReader, keys: [[UInt8]]) {
    guard let new else { return }
    let header = new.columns?.headerRowCount ?? 0
    endRow = max(header, new.rows.count)
    lastScan = nil
    begin(
      .scan(KeyLookup(reader, keys: keys, of: rows)), over: [header..<endRow], as: .scanning)
  }

  /// The key's columns in the old content and in the new one; nil for the whole text.
  private func keys(of old: Content, in new: Content) -> (old: [Int]?, new: [Int]?) {
    guard let oldColumns = old.columns, let newColumns = new.columns else {
      return (nil, nil)
    }
    if request != nil {
      let (first, second) = (key(of: old), key(of: new))
      return first?.count == second?.count ? (first, second) : (nil, nil)
    }
    guard decision.isFor(oldColumns), let key = decision.key else { return (nil, nil) }
    let names = oldColumns.names
    let places = key.compactMap { column in
      newColumns.names.indices.contains(column) && newColumns.names[column] == names[column]
        ? column : newColumns.names.firstIndex(of: names[column])
    }
    return places.count == key.count ? (key, places) : (nil, nil)
  }

  private func goOn() {
    while let content = lookedContent, let result = takeResult(in: content.rows) {
      guard advance(result) else { return }
    }
  }

  /// Whose rows are looked at in this phase.
  private var lookedContent: Content? {
    switch phase {
    case .idle: nil
    case .samplingOld, .scanningOld, .countingOld: old
    case .deciding, .samplingNew, .scanning, .countingNew: new
    }
  }

  /// What a pass over all its rows has come to; rows that cannot be read are not there.
  private func takeResult(in rows: Rows) -> IdentityJob.Pass? {
    guard let result = try? run.goOn(in: rows), let pass = result, run.isIdle else { return nil }
    return pass
  }

  /// Goes on to the next pass.
  ///
  /// - Returns: whether there is one.
  private func advance(_ pass: IdentityJob.Pass) -> Bool {
    switch (phase, pass) {
    case (.deciding, .sample(let sample)):
      if let columns = new?.columns { decision = KeyColumns(of: columns, by: sample) }
      finish()
    case (.samplingOld, .unreadable): sampleNew(old: nil)
    case (.deciding, .unreadable): finish()
    case (.samplingNew, .unreadable): scan()
    case (.samplingOld, .sample(let sample)):
      if let columns = old?.columns, !decision.isFor(columns) {
        decision = KeyColumns(of: columns, by: sample)
      }
      sampleNew(old: sample)
    case (.samplingNew(let old), .sample(let sample)):
      decision.prove(by: sample, since: old)
      scan()
    case (.scanning, .scan(let scan)):
      lastScan = scan
      return take(scan)
    case (.scanningOld(var scan), .scan(let before)):
      scan.note(before: before)
      settle(scan.findings)
    case (.scanningOld(let scan), .unreadable): settle(scan.findings)
    case (.countingOld(let findings, let texts), .equalTexts(let counted)):
      countNew(findings, texts, among: counted.rows)
    case (.countingNew(let findings, let texts, let orders), .equalTexts(let counted)):
      let rows = orders.map { place in
        place.flatMap { place in
          let rows = counted.rows[place.text]
          return place.order < rows.count ? rows[place.order] : nil
        }
      }
      finish(findings, equal: rows, texts)
    default: return false
    }
    if case .idle = phase { return false }
    return true
  }

  /// Takes what the scan has found in the rows so far.
  ///
  /// While more may come, only a row with the same text is taken for the same: there may be another one with its key.
  private func take(_ scan: KeyLookup) -> Bool {
    guard let new, new.isComplete || !new.isLoading else {
      outcomes = zip(rows, outcomes(scan.findings) { _ in nil }).map { sought, outcome in
        guard remembered == nil, case .found(_, let text) = outcome else { return outcome }
        return text == sought.text ? outcome : .missing
      }
      return false
    }
    guard let old, scan.findings.contains(where: { $0 != .missing }) else {
      settle(scan.findings)
      return false
    }
    let header = old.columns?.headerRowCount ?? 0
    let reader = KeyReader(keys(of: old, in: new).old, of: old.columns)
    begin(
      .scan(KeyLookup(reader, keys: rows.map { reader.key(of: $0.text) }, of: rows)),
      over: [header..<max(header, old.rows.count)], as: .scanningOld(scan), needsSameFile: true)
    return true
  }

  /// Has the order of equal texts counted, where there are some.
  private func settle(_ findings: [KeyLookup.Finding]) {
    guard findings.contains(.equalTexts), let old else { return finish(findings, equal: [], nil) }
    var texts = TextHashTable(mostTexts: rows.count)
    for (row, finding) in zip(rows, findings) where finding == .equalTexts {
      _ = texts.add(row.text)
    }
    let header = old.columns?.headerRowCount ?? 0
    begin(
      .equalTexts(DuplicateRows(texts)), over: [header..<max(header, old.rows.count)],
      as: .countingOld(findings, texts))
  }

  private func countNew(
    _ findings: [KeyLookup.Finding], _ texts: TextHashTable, among oldRows: [[Int]]
  ) {
    guard let new else { return }
    let oldHeader = old?.columns?.headerRowCount ?? 0
    let orders = zip(rows, findings).map { sought, finding -> (text: Int, order: Int)? in
      guard finding == .equalTexts, let text = texts.find(sought.text.span),
        let row = sought.row.map({ $0 + oldHeader })
      else { return nil }
      let order = oldRows[text].partitioningIndex { $0 >= row }
      return order < oldRows[text].count && oldRows[text][order] == row ? (text, order) : nil
    }
    let header = new.columns?.headerRowCount ?? 0
    begin(
      .equalTexts(DuplicateRows(texts)), over: [header..<endRow],
      as: .countingNew(findings, texts, orders: orders))
  }

  private func finish(_ findings: [KeyLookup.Finding], equal rows: [Int?], _ texts: TextHashTable?)
  {
    outcomes = outcomes(findings) { $0 < rows.count ? rows[$0] : nil }
    finish()
  }

  private func finish() {
    run.cancel()
    phase = .idle
    isDone = true
    (old, new, lastScan) = (nil, nil, nil)
  }

  private func outcomes(
    _ findings: [KeyLookup.Finding], equal: (Int) -> Int?
  ) -> [Outcome] {
    let header = new?.columns?.headerRowCount ?? 0
    return findings.enumerated().map { index, finding in
      switch finding {
      case .missing: .missing
      case .row(let row, let text): .found(row: row - header, text: text)
      case .equalTexts:
        equal(index).map { .found(row: $0 - header, text: rows[index].text) } ?? .missing
      }
    }
  }
}

/// What a row is found by in a later run: all of its text, and the cells of its key.
package struct SavedRow: Equatable, Sendable {
  /// A cell of the key.
  package struct Cell: Equatable, Sendable {
    package var column: String
    package var text: [UInt8]

    package init(column: String, text: [UInt8]) {
      self.column = column
      self.text = text
    }
  }

  package var text: [UInt8]
  /// None where the text is the key.
  package var cells: [Cell]

  package init(text: [UInt8], cells: [Cell]) {
    self.text = text
    self.cells = cells
  }
}
