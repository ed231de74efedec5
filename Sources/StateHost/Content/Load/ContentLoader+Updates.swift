extension ContentLoader {
  func currentNotices() -> [ContentNotice] {
    var notices = shown?.notices ?? []
    if refusedReload { notices.append(.cannotReload) }
    if standardErrorLineCount > 0 { notices.append(.standardError(lines: standardErrorLineCount)) }
    return notices
  }

  /// Sees to everything that is not reading, and to what reading has brought.
  func refresh(at now: Int64) -> ContentChange {
    for command in endingCommands { command.poll(at: now) }
    updateEndingCommands()
    isBehind = isHeld
    if isHeld { return [] }
    var change = showLoad()
    change.formUnion(updateColumns())
    change.formUnion(updateProgress())
    change.formUnion(updatePhase(at: now))
    if !change.isEmpty { content.revision += 1 }
    return change.union(checkNotices()).union(updateStandardError())
  }

  private func updateStandardError() -> ContentChange {
    let byteCount = load?.command?.errorByteCount ?? 0
    guard byteCount != standardErrorByteCount else { return [] }
    standardErrorByteCount = byteCount
    return .standardError
  }

  /// Keeps a command that is not gone though its load has ended, and forgets those that are gone.
  func updateEndingCommands() {
    if let load, load.phase != .loading, let command = load.command?.process,
      !endingCommands.contains(where: { $0 === command })
    {
      endingCommands.append(command)
    }
    endingCommands.removeAll(where: \.isGone)
  }

  /// Puts the rows of the load in the place of those shown before, when it is time for that.
  private func showLoad() -> ContentChange {
    guard let load else { return [] }
    let rows = load.rows
    if shown === load {
      let hasMore = rows.count != content.arrivedRowCount
      content.rows = rows
      return hasMore ? .rows : []
    }
    guard isTimeToReplace(load) else { return [] }
    shown = load
    finder.restart()
    content.rows = rows
    content.columns = nil
    content.error = nil
    content.isComplete = false
    content.loadedAt = nil
    content.generation += 1
    content.load += 1
    return [.rows, .replaced]
  }

  private func isTimeToReplace(_ load: Load) -> Bool {
    if content.rows.count == 0 { return true }
    switch load.phase {
    case .ended(nil): return true
    // What the user has ended, or the end of the run, takes no rows away.
    case .ended(.stopped): return false
    case .ended: return load.rows.count > 0
    case .loading:
      let bytes = max(load.byteCount, shown?.byteCount ?? 0)
      return load.rows.count > 0 && (replacesUnendedLoad || bytes > options.mostBytesKeptTwice)
    }
  }

  private func updateColumns() -> ContentChange {
    guard let shown else { return [] }
    let isWhole = shown.phase != .loading
    finder.expect(columnRequest(of: shown))
    guard case .found(let columns) = finder.find(in: content.rows, isWhole: isWhole),
      columns != content.columns
    else { return [] }
    let headerRowCount = content.columns?.headerRowCount
    content.columns = columns
    guard headerRowCount ?? 0 != columns?.headerRowCount ?? 0 else { return .columns }
    content.generation += 1
    return [.columns, .replaced, .rows]
  }

  private func updateProgress() -> ContentChange {
    guard let load else { return [] }
    content.arrivedRowCount = load.rows.count
    guard load.byteCount != content.byteCount || load.fraction != content.fraction else {
      return []
    }
    content.byteCount = load.byteCount
    content.fraction = load.fraction
    return .progress
  }

  private func updatePhase(at now: Int64) -> ContentChange {
    guard content.isLoading, let load, case .ended(let kind) = load.phase else { return [] }
    let lines = load.command?.errorLines ?? []
    content.isLoading = false
    content.standardError = lines
    content.error = kind.map {
      ContentError(
        subject: content.title, kind: $0, standardError: lines, lastRows: load.lastRows,
        byteCount: load.byteCount)
    }
    if let kind, kind != .stopped { noteFailure(at: now) }
    if shown === load {
      content.isComplete = kind == nil && !load.isCut
      content.loadedAt = now
    }
    return .phase
  }

  func noteFailure(at now: Int64) {
    content.failureCount += 1
    content.failedAt = now
  }
}
