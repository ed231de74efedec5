package import HostContent
internal import HostPlugins
internal import HostSurface
internal import HostSystem
internal import HostText
internal import StateContainer

/// The content of the source, and the state that follows from it.
extension Session {
  private func showContent(of feed: SourceReloader, _ change: ContentChange) {
    stage.context.content = ContentReader(
      feed.loader, title: feed.title, everyNanoseconds: feed.everyNanoseconds,
      stripsRows: options.stripsRows)
    contentChanged(change)
  }

  /// Whether the initial state is the user's own and does not depend on the content.
  var hasOwnInitialState: Bool { ContentStateName(rawValue: stage.arrangement.initial) == nil }

  package func contentChanged(_ change: ContentChange) {
    guard let feed, !change.isEmpty else { return }
    if stage.showsStandardError { stage.needsFrame = true }
    guard change != .standardError else { return }
    stage.context.content?.contentChanged(at: now)
    feed.contentChanged(at: now)
    let content = feed.loader.content
    if !keepsMessage(during: content) {
      driver.update(
        ContentSituation(
          hasContent: content.hasContent, isLoading: content.isLoading, failure: content.error),
        at: now)
    }
    if feed.loader.replacedFileCount > replacedFileCount {
      stage.announce("the file is another one, or was truncated: it is shown from its beginning")
    }
    replacedFileCount = feed.loader.replacedFileCount
    stage.contentChanged(toRevision: UInt64(content.revision))
  }

  /// Whether a periodic load leaves an error or empty message as it is, so that nothing flickers,
  /// until it has rows or has ended.
  private func keepsMessage(during content: Content) -> Bool {
    guard feed?.isPeriodicLoad == true, content.isLoading, !content.hasContent else { return false }
    return driver.decided.name == .error || driver.decided.name == .empty
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

  package func reload() {
    if let feed { showContent(of: feed, feed.reload(at: now)) }
  }

  package func show(_ offer: OfferedSource) {
    guard let feed else { return }
    let sources = world.sources
    let change = feed.replace(
      title: offer.title, make: { ContentLoader(offer.source, in: sources) }, at: now)
    showContent(of: feed, change)
  }

  package func performRequests() {
    stage.performRequests()
    performActions()
  }

  func performActions() {
    let actions = stage.context.actions
    stage.context.actions.removeAll(keepingCapacity: true)
    for requested in actions {
      let requester = requested.requester
      switch requested.action {
      case .reload: reload()
      case .quit: finish(.left)
      case .acceptRow(let row):
        if let rows = stage.context.selection.accept(row) {
          finish(.accepted(rows), ifConfirmed: .init(rows), for: requester)
        }
      case .acceptRows(let rows):
        let rows = rows.map { $0..<$0 + 1 }
        finish(.accepted(rows), ifConfirmed: .init(rows), for: requester)
      case .acceptText(let text, let status):
        finish(
          .acceptedText(text, exitStatus: status), ifConfirmed: .text(text, exitStatus: status),
          for: requester)
      case .clipboard(let text): send(EscapeSequence.clipboard(HarmlessText.forOthers(text.span)))
      case .title(let text): if screen?.setTitle(text) == false { finish(.terminalGone) }
      case .bell: send(EscapeSequence.bell)
      }
    }
  }

  /// Ends the run with rows or text that a child requested, a third-party one if it is named.
  ///
  /// In a pick the host's row must have shown them if such a child requests them or is on screen.
  private func finish(
    _ outcome: RunOutcome, ifConfirmed offer: PickConfirmation.Offer, for requester: String?
  ) {
    let isGuarded = stage.guardsPick || requester != nil && stage.context.situation.isPick
    guard !isGuarded || stage.context.pick.confirms(offer, at: now), self.outcome == nil
    else { return }
    stage.context.textChooser = requester
    finish(outcome)
  }

  private func send(_ sequence: String) {
    if screen?.send(sequence) == false { finish(.terminalGone) }
  }
}
