internal import HostContent
internal import HostPlugins
internal import HostStates
package import HostTerminal
internal import HostText
internal import StateContainer

/// Input that waits for an operation of an earlier input: a search, a filter, a sort.
extension Session {
  /// Whether an input can be handled: it does not depend on an operation that is running.
  func isReady(for input: PendingInput) -> Bool {
    guard let rowCount = input.rowCount, !input.isMovement, !stage.showsStandardError else {
      return true
    }
    if stage.inputBeginDeadline != nil { return false }
    // To quit depends on nothing, unless the key is text or a child may use it.
    if input.quits, stage.context.query == nil, stage.frontComesFirst() == false { return true }
    // Keys wait until the first child is shown.
    if feed != nil, !stage.container.hasDeterminedState, !input.quits { return false }
    if !isCovered, stage.context.awaitsFile(forAllRows: input.needsAllRows) { return false }
    return stage.context.isReady(forInputOver: rowCount)
  }

  /// Whether an input must wait; typed text does not, because it replaces the running search.
  func waits(_ input: PendingInput) -> Bool {
    !isReady(for: input) && !editsQuery(input)
      && !(input.editsText && stage.takesText() ?? false)
  }

  /// Whether an input edits the query of a pick and no child receives it first.
  private func editsQuery(_ input: PendingInput) -> Bool {
    guard let query = stage.context.query, stage.offered == nil else { return false }
    let isEdit: Bool =
      switch input.event {
      case .key(let key): query.isEdited(by: key)
      case .paste: true
      case .mouse, .focus, .reply: false
      }
    return isEdit && !stage.showsPage && !stage.showsStandardError
      && stage.frontComesFirst() == false
  }

  /// Splits waiting Alt characters that nothing on screen names as keys: Escape need not wait.
  private func splitEscapes(from first: Int) {
    for index in (first..<events.count).reversed() {
      guard case .key(let key) = events[index].event, let keys = split(key),
        !stage.keyHelp.contains(where: { $0.key == key.name })
      else { continue }
      let rowCount = events[index].rowCount
      events.replaceSubrange(
        index...index, with: keys.map { PendingInput(event: .key($0), rowCount: rowCount) })
    }
  }

  /// Handles an Escape after the first waiting input: drops that input and what it waits for.
  ///
  /// The Escape is then used up, unless a child takes typed text and receives it. In a pick it is
  /// used up if input was dropped, because it would otherwise leave the pick.
  func obeyEscape(after first: Int) -> Bool {
    splitEscapes(from: first)
    guard let escape = events[first...].firstIndex(where: \.isEscape) else { return false }
    let dropsOperation = stage.context.view?.isFollowingInput ?? false
    let takesText = stage.takesText() ?? false
    let isPicking = stage.context.query != nil
    // In a pick, the rows continue to follow the query.
    if !isPicking || takesText { stage.context.view?.dropOperation() }
    let isDone =
      isPicking || takesText
      ? stage.context.situation.isPick && escape > first : escape > first || dropsOperation
    stage.drawingPatience = nil
    let releases = events[first..<escape].filter(\.isRelease)
    let rest = isDone ? [] : [PendingInput(event: events[escape].event, rowCount: nil)]
    events.replaceSubrange(first...escape, with: rest + releases)
    return true
  }
}

/// Keys for rows that have not arrived: those that nothing uses while a load has no rows, Enter in
/// a pick while none matches, and all keys behind them.
///
/// Except in a pick, no key waits with a third-party child in front, which may use it in a load.
extension Session {
  private var awaitsRows: Bool {
    let isPick = stage.context.situation.isPick
    guard let feed, isPick || stage.front?.context.plugin.policy.isBundled ?? true else {
      return false
    }
    return feed.loader.content.isLoading && stage.context.rowCount == 0
      || driver.shown?.name == .loading
  }

  /// Whether Enter in a pick waits for the first row that matches.
  private var awaitsMatch: Bool {
    stage.context.situation.isPick && feed?.loader.content.isLoading == true
      && stage.context.view?.showsNoMatch ?? true
  }

  /// Keeps a key that nothing uses while there are no rows for it; returns whether it is one.
  private func keepForRows(_ key: Key) -> Bool {
    guard key != Key(.escape), awaitsRows || key == Key(.enter) && awaitsMatch else { return false }
    if keptKeys.count < Self.queuedEventsLimit { keptKeys.append(key) }
    return true
  }

  /// Moves a key behind kept ones from the queue to them, or drops all if it is Escape; false for
  /// other input, keys of the page in front, and keys depending neither on rows nor on kept keys.
  func keepBehindOthers(at index: Int) -> Bool {
    if keptKeys.isEmpty || isCovered { return false }
    splitEscapes(from: index)
    guard case .key(let key) = events[index].event, !actsBeforeRows(key) else { return false }
    events.remove(at: index)
    if key == Key(.escape) {
      keptKeys.removeAll()
    } else if keptKeys.count < Self.queuedEventsLimit {
      keptKeys.append(key)
    }
    return true
  }

  /// Whether a key is the host's, needs no rows, and is no text of a pick or kept key such as `/`.
  private func actsBeforeRows(_ key: Key) -> Bool {
    let isOwn =
      HostKeyCommand(key)?.dependsOnRows == false || key.quits || Self.endingKeys.contains(key.name)
      || state(for: key) != nil || options.offers.contains { $0.key == key.name }
    let isText = stage.context.query?.isEdited(by: key) ?? false
    // Nothing has used the first one.
    return isOwn && !isText
      && keptKeys.dropFirst().allSatisfy { $0.isMovement || $0 == keptKeys[0] }
  }

  private static let endingKeys = ["ctrl-c", "ctrl-\\"]

  /// Whether there are rows for the kept keys, or the load has ended without any.
  var canReleaseKeptKeys: Bool {
    !keptKeys.isEmpty && !awaitsRows && !isCovered && !(keptKeys[0] == Key(.enter) && awaitsMatch)
  }

  /// Puts the kept keys in front of the queue, once that is possible.
  func releaseKeptKeys() {
    guard canReleaseKeptKeys else { return }
    let rowCount = stage.context.rowCount
    events.insert(
      contentsOf: keptKeys.map { PendingInput(event: .key($0), rowCount: rowCount) },
      at: stage.awaitsAnswer ? 1 : 0)
    keptKeys.removeAll()
  }
}

/// Handling of input.
extension Session {
  /// Handles an event, or starts to; false if a reply is pending: then pass only this event again.
  @discardableResult
  package func handle(_ event: InputEvent) -> Bool {
    let isHandled = deliver(event)
    if isHandled, case .key(let key) = event { lastKey = key }
    return isHandled
  }

  private func deliver(_ event: InputEvent) -> Bool {
    if case .key(let key) = event {
      if stage.announcements.keyWasPressed() { stage.needsFrame = true }
      if pressReserved(key) { return true }
    }
    // A redraw is possible whatever is shown.
    if isCovered, case .key(let key) = event, case .redraw? = HostKeyCommand(key) {
      redraw()
      return true
    }
    if stage.receiveOnPage(event) { return true }
    switch event {
    case .key(let key): return press(key)
    case .mouse(let event):
      let mouse = ChildMouse(event)
      return stage.moveBorder(with: mouse) || stage.offer(.mouse(mouse)) != .later
    case .paste(let text):
      if stage.context.query != nil { return insert(text) }
      return stage.offer(.paste(Array(text.utf8))) != .later
    case .focus: break
    case .reply(let reply):
      if let screen, screen.learn(reply) { themeChanged(of: screen) }
    }
    return true
  }

  /// Whether a page of the host is in front of the children.
  private var isCovered: Bool {
    stage.showsPage || stage.showsKeys || stage.showsStandardError
  }

  /// Handles a key that is reserved for the host and never offered to a child.
  ///
  /// The terminal turns all of them into signals except the key of the page. A simulated terminal,
  /// or one that reports every key as a sequence, may send them as keys.
  private func pressReserved(_ key: Key) -> Bool {
    switch key.name {
    case "ctrl-c": interrupt()
    case "ctrl-\\": finish(.signalled(3))
    case "ctrl-z": break
    case Key.hostPage.name: stage.togglePage()
    default: return false
    }
    return true
  }

  /// Handles a key.
  ///
  /// Keys of the states file or demonstration come first, unless a child takes typed text and the
  /// key is text. Then follow the children, the host's keys, and the default keys of plugins.
  private func press(_ pressed: Key) -> Bool {
    var key = pressed
    if let query = stage.context.query {
      let isEdit = query.isEdited(by: key)
      if isEdit || key.plainInPick != nil {
        let answer = offerFirst(ChildKey(key).map { .key($0) })
        if answer != .unused { return answer == .used }
      }
      if isEdit {
        edit { $0.edit(key) }
        return true
      }
      if state(for: key) == nil { key = key.plainInPick ?? key }
    }
    let childKey = ChildKey(key)
    let state = state(for: key)
    let offer = options.offers.first { $0.key == key.name }
    if state != nil || offer != nil, stage.offered == nil {
      let types = !(childKey?.text.isEmpty ?? true)
      guard let isText = types ? stage.takesText() : false else { return false }
      if !isText {
        if let state { stage.go(to: state) } else if let offer { show(offer) }
        return true
      }
    }
    let answer = childKey.map { stage.offer(.key($0)) } ?? .unused
    if answer != .unused { return answer == .used }
    if let state { stage.go(to: state) } else { pressOwn(key, pressed) }
    return true
  }

  /// An unused Alt character as Escape and the character, which terminals send alike; nil while
  /// text is typed, except in a bundled prompt, which Escape ends, and in a pick, which it leaves.
  private func split(_ key: Key) -> [Key]? {
    guard case .character = key.code, key.modifiers.contains(.alt),
      !stage.context.situation.isPick,
      stage.takesText() == false || stage.front?.context.isBundledPrompt ?? false
    else { return nil }
    return [Key(.escape), Key(key.code, key.modifiers.subtracting(.alt))]
  }

  /// Offers an input to the child that comes before the query of a pick, if there is one.
  private func offerFirst(_ input: ChildInput?) -> InputAnswer {
    guard let input else { return .unused }
    if let offered = stage.offered {
      return offered.isForFrontAlone ? stage.offer(input, toFrontAlone: true) : .unused
    }
    guard let comesFirst = stage.frontComesFirst() else { return .later }
    return comesFirst ? stage.offer(input, toFrontAlone: true) : .unused
  }

  private func insert(_ text: String) -> Bool {
    let answer = offerFirst(.paste(Array(text.utf8)))
    if answer == .unused { edit { $0.insert(text) } }
    return answer != .later
  }

  /// Edits the query of a pick, updates the rows, and moves the cursor to the best match.
  private func edit(_ body: (inout PickQuery) -> PickQuery.Edit) {
    guard var query = stage.context.query else { return }
    let edit = body(&query)
    stage.context.query = query
    guard edit == .changedQuery else { return }
    stage.context.view?.show(query)
    stage.context.selection.anchor(.top)
  }

  private func state(for key: Key) -> String? {
    stage.arrangement.keys.first { $0.key == key }?.state
  }

  /// Handles a key that no child uses; `pressed` is the key before a pick removed Alt from it.
  private func pressOwn(_ key: Key, _ pressed: Key) {
    if key == Key(.escape), let view = stage.context.view, view.setter != nil {
      return view.restore()
    }
    if key == Key(.escape), let state = stage.stateToReturnTo {
      return stage.request(state, animated: true, isByUser: true)
    }
    let isPick = stage.context.situation.isPick
    switch isPick && key.leavesPick ? .quit : HostKeyCommand(key) {
    case .quit: finish(.left)
    case .reload: reload()
    case .redraw: redraw()
    case .follow: followSource()
    case .showPage: stage.togglePage()
    case .showKeys: stage.showKeys()
    case .showStandardError: stage.showStandardError()
    case .next: if !stage.moveFront(backward: false) { _ = keepForRows(pressed) }
    case .previous: if !stage.moveFront(backward: true) { _ = keepForRows(pressed) }
    case .moveBorder(let step): stage.moveBorder(step)
    case nil:
      let isForPick =
        key == Key(.enter) || key.rowStep != nil || stage.context.query?.reserves(pressed) ?? false
      // A plugin's key of a state comes after those of a pick.
      if isPick, isForPick {
        if !keepForRows(pressed) { choose(by: key) }
      } else if let opening = stage.arrangement.defaultKeys.first(where: { $0.key == key }) {
        stage.go(to: opening.state)
      } else if key.quits || key == .z && lastKey == pressed {
        finish(.left)
      } else if key == .z {
        // The first of two.
      } else if let keys = split(key) {
        splitKeys = keys
      } else {
        _ = keepForRows(pressed)
      }
    }
  }

  /// Moves the cursor or accepts the chosen rows where the host's row announces them, or ends a
  /// pick that matched nothing or failed to load.
  private func choose(by key: Key) {
    let selection = stage.context.selection
    if let step = key.rowStep {
      if stage.guardsPick { selection.move(by: step) }
    } else if key == Key(.enter), stage.guardsPick,
      let row = selection.row ?? selection.marks.runs.first?.lowerBound
    {
      try? stage.context.perform(.acceptRow(row))
    } else if key == Key(.enter), stage.context.view?.hasNoMatch ?? false,
      let content = feed?.loader.content, !content.isLoading
    {
      finish(content.hasFailedWithoutRows ? .loadFailed : .matchedNothing)
    }
  }

  /// Keeps the cursor at the end, and reads rows that are appended to the file from now on.
  package func followSource() {
    stage.context.selection.anchor(.end)
    stage.needsFrame = true
    guard let feed, !feed.loader.followsFile else { return }
    feed.loader.followsFile = true
    if feed.loader.canFollowFile, hasBegun { reload() }
  }

  /// Whether the cursor stays at the end of a source that the user has begun to follow.
  var isFollowing: Bool {
    feed?.loader.followsFile ?? false && stage.context.selection.isAtEnd
  }

  /// Handles Ctrl-C: cancels text input of a bundled child, or following, or else ends the run.
  func interrupt() {
    if let front = stage.front, front.context.isBundledPrompt, stage.context.query == nil,
      let escape = ChildKey(Key(.escape)), stage.offer(.key(escape)) == .used
    {
      return
    }
    guard isFollowing else { return finish(.signalled(2)) }
    if let row = stage.context.selection.row { _ = stage.context.selection.select(row) }
  }

  func redraw() {
    screen?.sizeChanged()
    surfaceChanged()
  }

  private func themeChanged(of screen: TerminalScreen) {
    stage.context.theme = screen.theme
    stage.context.terminalFacts.isDark = screen.isDark
    stage.themeChanged()
  }
}

extension Key {
  /// Twice it quits, as in less.
  fileprivate static let z = Key(.character("Z"))

  /// Whether it quits the program if no child uses it, and no plugin has it as its default key.
  var quits: Bool { self == Key(.character("q")) || self == Key(.character("Q")) }

  /// Whether it moves in pagers, so that it begins no text.
  fileprivate var isMovement: Bool {
    switch code {
    case .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter: true
    case .character(let character): " jkhldufbgG<>0123456789".unicodeScalars.contains(character)
    default: false
    }
  }

  /// Whether it ends a pick, as in fzf.
  fileprivate var leavesPick: Bool { ["escape", "ctrl-g", "ctrl-q"].contains(name) }

  /// The rows by which it moves the cursor in a pick if no child uses it; nil for any other key.
  var rowStep: Int? {
    switch self {
    case Key(.up), Key(.character("p"), .control): -1
    case Key(.down), Key(.character("n"), .control): 1
    default: nil
    }
  }

  /// The key without Alt, which a pick uses because plain letters are text; nil for any other key.
  fileprivate var plainInPick: Key? {
    guard case .character = code, modifiers == .alt else { return nil }
    return Key(code)
  }
}
