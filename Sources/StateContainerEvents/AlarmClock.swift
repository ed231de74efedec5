/// Protocol of a clock that offers alarms besides sleeps, so that it can tell when all work due at
/// an instant is done; `TestClock` implements it, and `run(on:)` uses the alarms.
package protocol AlarmClock: Clock {
  /// Makes an alarm, which counts as busy until it is set.
  ///
  /// - Parameters:
  ///   - loads: The loads of the container, which the clock waits for until the alarm ends.
  ///   - ring: Has what waits woken, not within this call; it sets the alarm anew, or ends it.
  /// - Returns: The alarm.
  func makeAlarm(
    watching loads: LoadActivity?, _ ring: @escaping @Sendable () -> Void
  ) -> any ClockAlarm
}

/// Protocol of an alarm with which `run(on:)` is woken to advance a container; implemented for
/// `TestClock` and, by sleeping, for other clocks.
package protocol ClockAlarm: AnyObject {
  /// Rings now, for something else than time.
  func ring()
  /// All is done until then; `nil` is for ever.
  func set(after interval: Duration?)
  /// It rings no more.
  func end()
}
