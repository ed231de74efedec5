internal import HostSystem

/// A child's program that uses the terminal: nothing is drawn, no key is read, all else continues.
extension Session {
  func handTerminalOver() {
    guard let screen, outcome == nil, let programs = stage.context.programs, programs.wantsTerminal
    else { return }
    // Pending input was meant for what was shown.
    events = Array(events.prefix(stage.offered == nil ? 0 : 1))
    keptKeys = []
    if stage.offered == nil { stage.drawingPatience = nil }
    programs.startForeground { [world] words throws(SystemError) in
      try screen.handOver(to: words, in: world)
    }
    if !screen.isHandedOver { surfaceChanged() }
  }

  func takeTerminalBack() {
    guard let screen, screen.isHandedOver, let programs = stage.context.programs else { return }
    programs.advance()
    guard let isOrderly = programs.isForegroundOrderly else { return }
    programs.foregroundEnded()
    screen.takeBack(isOrderly: isOrderly)
    surfaceChanged()
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
