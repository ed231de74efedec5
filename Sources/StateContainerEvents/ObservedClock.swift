/// A clock of tests, which knows what waits for it and what is done with it.
///
/// It wakes those that run on it by alarms instead of sleeps, so that it can tell when all of them
/// have done what is due.
package protocol ObservedClock: Clock {
  /// Makes an alarm, which counts as busy until it is set.
  ///
  /// - Parameter ring: Has what waits woken, not within this call; it sets the alarm anew, or ends it.
  /// - Returns: The alarm.
  func makeAlarm(_ ring: @escaping @Sendable () -> Void) -> any ClockAlarm
}

/// What rings at an instant.
package protocol ClockAlarm: AnyObject {
  /// Rings now, for something else than time.
  func ring()
  /// All is done until then; `nil` is for ever.
  func set(after interval: Duration?)
  /// It rings no more.
  func end()
}
