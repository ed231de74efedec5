/// Protocol of a test clock that offers alarms instead of sleeps, so that it knows when all that was due at an
/// instant has been done.
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

/// Protocol of an alarm on a clock, which a running container sets to be woken at an instant.
package protocol ClockAlarm: AnyObject {
  /// Rings now, for something else than time.
  func ring()
  /// All is done until then; `nil` is for ever.
  func set(after interval: Duration?)
  /// It rings no more.
  func end()
}
