internal import HostContent
internal import HostSystem

/// A program of a child's that has the terminal for a while: nothing is drawn and no key is taken meanwhile,
/// everything else goes on.
extension Session {
  /// Hands the terminal over to the program that waits for it.
  func handTerminalOver() {
    guard let screen, outcome == nil, let programs = stage.context.programs, programs.wantsTerminal
    else { return }
    dropInput()
    programs.startForeground { [world] words throws(SystemError) in
      try screen.handOver(to: words, in: world)
    }
    if !screen.isHandedOver { surfaceChanged() }
  }

  /// What has been typed and nobody has been offered was meant for what was shown.
  private func dropInput() {
    events = Array(events.prefix(stage.offered == nil ? 0 : 1))
    if stage.offered == nil { stage.drawingPatience = nil }
  }

  /// Takes the terminal back once its program has ended.
  func takeTerminalBack() {
    guard let screen, screen.isHandedOver, let programs = stage.context.programs else { return }
    programs.advance()
    guard let how = programs.foregroundOutcome else { return }
    programs.foregroundEnded()
    screen.takeBack(isOrderly: how.isOrderly)
    surfaceChanged()
  }

  /// The run is over: what its program has made of the terminal is undone.
  func takeTerminalBackForGood() {
    screen?.takeBackForGood(
      isOrderly: stage.context.programs?.foregroundOutcome?.isOrderly ?? false)
  }

  /// Where the program stops, the host stops with it, and both go on together.
  func follow(_ arrived: Signals, whileHandedOver screen: TerminalScreen) {
    let hasStopped =
      arrived.contains(.child) && stage.context.programs?.hasForegroundStopped ?? false
    if arrived.contains(.stop) || hasStopped {
      try? world.suspend()
      stage.waitAnew(at: now)
    } else if arrived.contains(.continue) {
      screen.handOverAgain()
    }
  }
}

extension RunningCommand.Outcome {
  /// It has ended by itself, so it has put the screen back where it has changed it.
  fileprivate var isOrderly: Bool {
    switch self {
    case .exited: true
    case .killed: false
    }
  }
}
