package import HostContent
internal import HostPlugins
internal import HostSurface
internal import HostSystem
internal import HostTerminal
internal import HostText
internal import StateContainer

/// What the source brings, and the state that it asks for.
extension Session {
  /// Children see the content of the loader that loads now.
  private func showContent(of feed: SourceFeed) {
    stage.context.content = ContentWindow(
      feed.loader, title: feed.title, everyNanoseconds: feed.everyNanoseconds,
      stripsRows: behaviour.stripsRows)
  }

  /// A state of the user's own to begin with is shown at once; the states of the content are decided
  /// by the content.
  package func showOwnInitialState() {
    if hasOwnInitialState { stage.appear() }
  }

  private var hasOwnInitialState: Bool {
    ContentStateName(rawValue: stage.arrangement.initial) == nil
  }

  /// Tells everybody that the content is another, if it is.
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

  /// Shows the state that the driver has decided on, where it is another than it decided last.
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

  /// Loads, first or again, as the user or a child asks.
  package func reload() {
    guard let feed else { return }
    let change = feed.reload(at: now)
    showContent(of: feed)
    contentChanged(change)
  }

  /// Shows another source in place of this one.
  package func show(_ offer: OfferedSource) {
    guard let feed else { return }
    let sources = world.sources
    let change = feed.replace(
      title: offer.title, make: { ContentLoader(offer.source, in: sources) }, at: now)
    showContent(of: feed)
    contentChanged(change)
  }

  /// Does what children asked for.
  package func performRequests() {
    stage.performRequests()
    performActions()
  }

  /// Does what they asked the program for.
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

  /// Whether the user has seen in the host's row what is to be printed, where a third-party child is in the way.
  private func isConfirmed(_ offer: PickConfirmation.Offer) -> Bool {
    !stage.guardsPick || stage.context.pick.confirms(offer, at: now)
  }

  private func send(_ sequence: String) {
    if screen?.send(sequence) == false { finish(.terminalGone) }
  }
}
