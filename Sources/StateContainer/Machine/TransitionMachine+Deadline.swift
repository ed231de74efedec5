extension TransitionMachine {
  /// The state that the transition goes to has a deadline, counted from now.
  @usableFromInline
  mutating func setDeadline(afterNanoseconds interval: Int64) {
    let (instant, overflows) = nowNanoseconds.addingReportingOverflow(interval)
    stateDeadline = overflows ? .max : instant
  }

  /// Takes up the state's deadline when time reaches it; what ends at that instant has ended.
  mutating func reachDeadline() -> MachineEffect? {
    guard let deadline = stateDeadline, let horizon, deadline <= horizon,
      step == .idle || step == .running, followingPhase == nil, appearance == .onScreen
    else { return nil }
    moveTime(to: deadline)
    guard transitionsAtOnce < Self.mostTransitionsAtOnce else { return nil }
    transitionsAtOnce += 1
    stateDeadline = nil
    return .reachDeadline
  }
}
