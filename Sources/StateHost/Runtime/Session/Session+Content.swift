package import HostContent
internal import HostPlugins
internal import HostSurface
internal import HostSystem
internal import HostTerminal
internal import HostText
internal import StateContainer

/// The content of the source, and the state that follows from it.
extension Session {
  /// Shows the content of the current loader to children.
  private func showContent(of feed: SourceReloader) {
    stage.context.content = ContentReader(
      feed.loader, title: feed.title, everyNanoseconds: feed.everyNanoseconds,
      stripsRows: options.stripsRows)
  }

  /// Shows an initial state of the user's own immediately; other initial states depend on the content.
  package func showOwnInitialState() {
    if hasOwnInitialState { stage.appear() }
  }

  private var hasOwnInitialState: Bool {
    ContentStateName(rawValue: stage.arrangement.initial) == nil
  }

  /// Notifies everything that depends on the content of a change.
  package func contentChanged(_ change: ContentChange) {
    guard let feed, !change.isEmpty else { return }
    stage.standardErrorChanged()
    guard change != .standardError else { return }
    stage.context.content?.contentChanged(at: now)
    feed.contentChanged(at: now)
    let content = feed.loader.content
    driver.update(
      ContentSituation(
        hasContent: content.hasContent, isLoading: content.isLoading, failure: content.error),
      at: now)
    if feed.loader.replacedFileCount > replacedFileCount {
      stage.announce("the file is another one, or was truncated: it is shown from its beginning")
    }
    replacedFileCount = feed.loader.replacedFileCount
    stage.contentChanged(toRevision: UInt64(content.revision))
  }

  /// Shows the state that the driver chose, if it changed.
  package func decide() {
    driver.advance(to: now)
    guard let state = driver.shown?.name.rawValue, state != stage.contentState else { return }
    stage.contentState = state
    let exists = stage.arrangement[state] != nil
    if stage.container.hasDeterminedState || hasOwnInitialState {
      if exists { stage.request(state, animated: true) }
    } else {
      if exists { stage.appearanceState = state }
      stage.appear()
    }
  }

  /// Starts a load, for the first time or again.
  package func reload() {
    guard let feed else { return }
    let change = feed.reload(at: now)
    showContent(of: feed)
    contentChanged(change)
  }

  /// Replaces the source.
  package func show(_ offer: OfferedSource) {
    guard let feed else { return }
    let sources = world.sources
    let change = feed.replace(
      title: offer.title, make: { ContentLoader(offer.source, in: sources) }, at: now)
    showContent(of: feed)
    contentChanged(change)
  }

  /// Performs the requests of children.
  package func performRequests() {
    stage.performRequests()
    performActions()
  }

  /// Performs the actions that children requested of the program.
  func performActions() {
    let actions = stage.context.actions
    stage.context.actions.removeAll(keepingCapacity: true)
    for action in actions {
      switch action {
      case .reload: reload()
      case .quit: finish(.left)
      case .acceptRow(let row):
        if let rows = stage.context.selection.accept(row), isConfirmed(.init(rows)) {
          finish(.accepted(rows))
        }
      case .acceptRows(let rows):
        let rows = rows.map { $0..<$0 + 1 }
        if isConfirmed(.init(rows)) { finish(.accepted(rows)) }
      case .acceptText(let text, let status):
        if isConfirmed(.text(text, exitStatus: status)) {
          finish(.acceptedText(text, exitStatus: status))
        }
      case .clipboard(let text): send(EscapeSequence.clipboard(HarmlessText.forOthers(text.span)))
      case .title(let text): if screen?.setTitle(text) == false { finish(.terminalGone) }
      case .bell: send(EscapeSequence.bell)
      }
    }
  }

  /// Whether the rows or text may be printed: if a third-party child can interfere, the host's row must have shown
  /// them.
  private func isConfirmed(_ offer: PickConfirmation.Offer) -> Bool {
    !stage.guardsPick || stage.context.pick.confirms(offer, at: now)
  }

  private func send(_ sequence: String) {
    if screen?.send(sequence) == false { finish(.terminalGone) }
  }
}
