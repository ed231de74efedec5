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
    var change = showLoad(at: now)
    change.formUnion(updateColumns())
    change.formUnion(updateProgress())
    change.formUnion(updatePhase())
    if !change.isEmpty { content.revision += 1 }
    return change.union(checkNotices())
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
  private func showLoad(at now: Int64) -> ContentChange {
    guard let load else { return [] }
    let rows = load.rows
    if shown === load {
      let hasMore = rows.count != content.arrivedRowCount
      content.rows = rows
      return hasMore ? .rows : []
    }
    guard isTimeToReplace(load, at: now) else {
      if rows.count > 0, replaceAt == nil { replaceAt = now + Self.replaceAfterNanoseconds }
      return []
    }
    shown = load
    replaceAt = nil
    finder.restart()
    content.rows = rows
    content.columns = nil
    content.error = nil
    content.isComplete = false
    content.generation += 1
    return [.rows, .replaced]
  }

  private func isTimeToReplace(_ load: Load, at now: Int64) -> Bool {
    let count = load.rows.count
    let oldCount = content.rows.count
    switch load.phase {
    case .ended(let kind): return kind == nil || count > 0 || oldCount == 0
    case .loading:
      if oldCount == 0 { return true }
      let isEnough = count >= min(oldCount, Self.enoughRowsToReplace)
      return isEnough || replaceAt.map { now >= $0 } ?? false
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

  private func updatePhase() -> ContentChange {
    guard content.isLoading, let load, case .ended(let kind) = load.phase else { return [] }
    let lines = load.command?.errorLines ?? []
    content.isLoading = false
    content.standardError = lines
    content.error = kind.map {
      ContentError(subject: content.title, kind: $0, standardError: lines)
    }
    if shown === load { content.isComplete = kind == nil && !load.isCut }
    return .phase
  }
}
