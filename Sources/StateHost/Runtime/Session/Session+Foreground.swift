internal import HostContent
internal import HostSystem

/// A child's program that uses the terminal: meanwhile nothing is drawn and no key is read, and everything else
/// continues.
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

  /// Drops pending input, which was meant for what was shown.
  private func dropInput() {
    events = Array(events.prefix(stage.offered == nil ? 0 : 1))
    if stage.offered == nil { stage.drawingPatience = nil }
  }

  /// Takes the terminal back after its program exited.
  func takeTerminalBack() {
    guard let screen, screen.isHandedOver, let programs = stage.context.programs else { return }
    programs.advance()
    guard let how = programs.foregroundOutcome else { return }
    programs.foregroundEnded()
    screen.takeBack(isOrderly: how.isOrderly)
    surfaceChanged()
  }

  /// Restores the terminal from its program at the end of the run.
  func takeTerminalBackForGood() {
    screen?.takeBackForGood(
      isOrderly: stage.context.programs?.foregroundOutcome?.isOrderly ?? false)
  }

  /// Suspends the host together with the program, and resumes both.
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
  /// Whether the program exited on its own and thus restored the screen.
  fileprivate var isOrderly: Bool {
    switch self {
    case .exited: true
    case .killed: false
    }
  }
}
