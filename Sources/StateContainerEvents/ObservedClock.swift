/// Protocol of a test clock that wakes `run(on:)` by alarms instead of sleeps, so that it can tell
/// when all containers have done what was due; implemented by `TestClock`.
package protocol ObservedClock: Clock {
  /// Makes an alarm, which counts as busy until it is set.
  ///
  /// - Parameter ring: Has what waits woken, not within this call; it sets the alarm anew, or ends it.
  /// - Returns: The alarm.
  func makeAlarm(_ ring: @escaping @Sendable () -> Void) -> any ClockAlarm
}

/// Protocol of an alarm with which a clock wakes `run(on:)`, which sets it anew after each round of
/// work; on a test clock it counts as busy until then.
package protocol ClockAlarm: AnyObject {
  /// Rings now, for something else than time.
  func ring()
  /// All is done until then; `nil` is for ever.
  func set(after interval: Duration?)
  /// It rings no more.
  func end()
}
