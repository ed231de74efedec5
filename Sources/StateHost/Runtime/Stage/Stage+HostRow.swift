internal import HostPlugins
internal import HostSurface
internal import HostTerminal
internal import HostText
internal import HostWorkers
internal import StateContainer

/// The host's row and page: information about third-party children, and the user's actions on them.
extension Stage {
  /// Whether a child comes from a plugin that is not bundled with the host.
  func isThirdParty(_ child: StageChild) -> Bool {
    child.type.map(isThirdParty) ?? false
  }

  func isThirdParty(_ type: ChildType) -> Bool {
    !(catalogue?.isBundled(type) ?? true)
  }

  /// Whether a third-party child is presented or leaving; the last row is then the host's.
  private var presentsThirdParty: Bool {
    var isOnScreen = false
    container.forEachLayer { child, _ in isOnScreen = isOnScreen || isThirdParty(child) }
    return isOnScreen
      || presentedEntries.contains { arrangement.entries[$0].type.map(isThirdParty) ?? false }
  }

  /// Reserves the last row for the host while needed; returns whether the children's room changed.
  func reserveHostRow() -> Bool {
    let presentsThirdParty = presentsThirdParty
    context.pick.follow(thirdPartyIsOnScreen: presentsThirdParty, at: context.nowNanoseconds)
    return overlays.reserveRow(presentsThirdParty || standingNotice != nil)
  }

  /// The third-party child named in the last row: the one in front, else the topmost with room.
  private var namedChild: StageChild? {
    if let front, isThirdParty(front) { return front }
    var named: StageChild?
    container.forEachLayer { child, _ in
      if isThirdParty(child), child.notice == nil, !child.area.isEmpty { named = child }
    }
    return named
  }

  /// The presented state and the third-party child that requested it; nil if the content did.
  private var stateSetter: String? {
    guard let state = presentedState, contentState != nil, stateToReturnTo != nil else {
      return nil
    }
    return context.stateSetters[state].map { "state \(HarmlessText.quoted(state)) by \($0)" }
  }

  /// What third-party children have set in place of the user or the content; nil if nothing.
  private var setter: String? {
    let setters = [stateSetter, context.view?.setter].compactMap(\.self)
    return setters.isEmpty ? nil : setters.joined(separator: ", ")
  }

  private func restoreView() {
    context.view?.restore()
    guard stateSetter != nil, let state = stateToReturnTo else { return }
    request(state, animated: true, isByUser: true)
  }

  /// Updates the host's row and the prompt of a pick, in which Enter may wait for a match.
  func followHostRow(enterWaits: Bool = false) {
    if reserveHostRow() { layOut() }
    var row = HostRow()
    func add(_ text: String?, _ role: ThemeRole = .warning) {
      if let text { row.messages.append(.init(text: text, role: role)) }
    }
    let preview = pickPreview()
    add(preview, .accent)
    if isUnguarded { add("no guardian process: a kill would leave the terminal as it is") }
    add(notice)
    let key = Key.hostPage.name.uppercased()
    // A child that takes keys may use Escape.
    let undoKey = keyTakers.contains(where: isThirdParty) ? "\(key) u" : "esc"
    add(stateSetter.map { "\($0) · \(undoKey) goes back" })
    add(context.view?.setter.map { "\($0) · \(undoKey) removes it" })
    add(standingNotice)
    if let child = namedChild, let type = child.type {
      let what = child === front ? "has the keyboard" : "is on screen"
      row.hints = [
        "\(type.quotedName) \(what) · \(key) children",
        "\(type.quotedName(columns: 12)) \(what) · \(key)", "\(type.shortID) \(what) · \(key)", key,
      ]
    } else if preview != nil {
      // The child has no room, or has just left.
      row.hints = ["\(key) children", key]
    }
    followPrompt(enterWaits: enterWaits)
    let isEmpty = row.messages.isEmpty && row.hints.isEmpty
    if overlays.show(isEmpty ? nil : row) { needsFrame = true }
  }
}

// MARK: - The prompt of a pick

extension Stage {
  private func followPrompt(enterWaits: Bool) {
    guard let query = context.query else { return }
    var prompt = PromptRow(query: query, enterWaits: enterWaits)
    prompt.found = UInt64(context.view?.foundCount ?? 0)
    prompt.all = context.rowCount
    prompt.marked = context.selection.facts.markedCount
    prompt.percent = context.view?.percent
    prompt.showsCursor = !(front?.showsCursor ?? false)
    let rows = overlays.prompt?.rows
    guard overlays.show(prompt) else { return }
    if rows != prompt.rows { layOutAll() }
    needsFrame = true
  }

  /// Whether a child receives query-editing keys first: a third-party one that is offered keys
  /// first, or one that takes text.
  ///
  /// It is nil if the answer depends on a pending drawing.
  func frontComesFirst() -> Bool? {
    guard let keyReceiver else { return false }
    return isThirdParty(keyReceiver) ? true : takesText()
  }
}

// MARK: - What Enter prints

extension Stage {
  /// Whether a pick prints only what the last row showed: a third-party child is or just was shown.
  var guardsPick: Bool {
    context.situation.isPick
      && (presentsThirdParty || context.pick.guards(at: context.nowNanoseconds))
  }

  /// The preview of what Enter prints; nil if no third-party child can interfere.
  private func pickPreview() -> String? {
    guard guardsPick else {
      context.pick = PickConfirmation()
      return nil
    }
    context.pick.selection = context.selection.chosenRows.map(PickConfirmation.Offer.init)
    return context.pick.text(columns: surface.columns - HostRow.columnsBesideMessage) { row in
      context.content.map { String(decoding: $0.bytes(ofRow: row), as: UTF8.self) } ?? ""
    }
  }
}

// MARK: - Pages over everything else

extension Stage {
  package var showsPage: Bool { overlays.page != nil }
  package var showsKeys: Bool { overlays.keyPage != nil }
  package var showsStandardError: Bool { overlays.standardError != nil }

  func togglePage() {
    overlays.page = showsPage ? nil : ChildrenPage(pool: pool)
    needsFrame = true
    guard showsPage else { return }
    endBorderDrag()
    // Keys typed ahead refer to the children that are on screen now.
    _ = placedPage()
  }

  func showKeys() {
    overlays.keyPage = overlays.keyPage ?? KeyPage(pool: pool)
    endBorderDrag()
    needsFrame = true
  }

  func showStandardError() {
    needsFrame = true
    guard context.content?.standardErrorLineCount ?? 0 > 0 else {
      return announcements.answer("nothing on standard error", at: context.nowNanoseconds)
    }
    overlays.standardError = overlays.standardError ?? StandardErrorView(pool: pool)
    endBorderDrag()
  }

  func placedPage() -> PlacedLayer? {
    // The arguments come first: they read `overlays`, which `placed` changes.
    if showsPage {
      let children = pageChildren
      return overlays.page?.placed(children, viewSetBy: setter, on: surface)
    }
    if showsKeys {
      let (sections, facts) = (keySections, keyFacts)
      return overlays.keyPage?.placed(sections, facts, on: surface)
    }
    guard let content = context.content else { return nil }
    let (lines, count) = (content.standardErrorLines, content.standardErrorLineCount)
    return overlays.standardError?.placed(lines, of: count, on: surface)
  }

  /// Gives the topmost page an input; returns whether there is a page and the event was user input.
  func receiveOnPage(_ event: InputEvent) -> Bool {
    let answer = overlays.receive(event)
    switch answer {
    case .unused: return false
    case .used, .closes, .turns: break
    case .removes(let entry): remove(entry)
    case .restoresView: restoreView()
    }
    needsFrame = true
    return true
  }

  /// The children on screen, topmost first.
  var pageChildren: [ChildrenPage.Child] {
    let areas = areas
    return container.layers.reversed().compactMap { child in
      guard let entry = places.firstIndex(where: { $0.child === child }) else { return nil }
      let room = areas[entry]?.isEmpty ?? false ? " (no room)" : ""
      guard let type = child.type, let plugin = catalogue?.plugin(of: type) else {
        return ChildrenPage.Child(
          entry: entry, name: child.name + room, file: nil, isBundled: true, grants: [], acts: [])
      }
      return ChildrenPage.Child(
        entry: entry, name: type.quotedName + room, file: plugin.path,
        isBundled: plugin.origin == .bundled,
        grants: context.policies[type.plugin]?.grants.words ?? [],
        acts: context.policies[type.plugin]?.record.words ?? [])
    }
  }

  func freeRemoved() {
    guard !removedEntries.isEmpty else { return }
    for entry in removedEntries where !(places[entry].child?.isOnScreen ?? false) {
      places[entry].child?.destroy()
      places[entry].child = nil
      if let plugin = arrangement.entries[entry].type?.plugin { workers?.renew(plugin) }
    }
    removedEntries.removeAll { places[$0].child == nil }
    workers?.endOutdated()
  }

  /// Removes a child from this run by a transition that ignores the plugin's timing.
  func remove(_ entry: Int) {
    arrangement.remove(entry)
    if let type = arrangement.entries[entry].type { catalogue?.remove(type) }
    dropSuccessor(of: entry)
    removedEntries.append(entry)
    arrangeAnew()
    // Ends a transition that is already removing it with the plugin's own timing.
    inContainer { $0.endTransition() }
    tell("childRemoved", child: arrangement.entries[entry].name)
  }
}
