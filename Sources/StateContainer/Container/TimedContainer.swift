/// A container whose time goes on as it is told: it reads no clock.
///
/// Instants are nanoseconds of the caller's clock, which may begin anywhere; intervals are durations.
public protocol TimedContainer: AnyObject {
  /// The instant that time has reached; within callbacks of `advance`, when the event is due.
  var nowNanoseconds: Int64 { get }

  /// The next instant at which something happens by itself; `nil` if nothing will.
  var nextDeadline: Int64? { get }

  /// Whether a child is on its way right now, past its delay, so that frames are wanted.
  var isAnimating: Bool { get }

  /// Called when a call from outside has been carried out in full.
  ///
  /// The time to look at `nextDeadline` anew, for somebody who waits until then. It must not call
  /// the container.
  var callEnded: (() -> Void)? { get set }

  /// Lets time go on to an instant; time that goes back stands still.
  func advance(to nanoseconds: Int64)
}

extension TimedContainer {
  /// How long it is until `nextDeadline`, never below zero; `nil` if there is none.
  public var timeToNextDeadline: Duration? {
    nextDeadline.map { .nanoseconds($0) - .nanoseconds(nowNanoseconds) }
  }

  /// Lets time go on by an interval; otherwise as `advance(to:)`.
  public func advance(by interval: Duration) {
    advance(to: nowNanoseconds.clampedSum(interval.wholeNanoseconds))
  }
}
