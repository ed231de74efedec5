/// Protocol of the containers of this module, which have no clock: the caller advances the time,
/// and reads when to do so next.
///
/// Instants are `ContainerInstant`s of the caller's clock, whose zero is arbitrary; differences are
/// `Duration`s.
public protocol TimedContainer: AnyObject {
  /// The time that the container has reached; within callbacks of `advance`, when the event is due.
  var now: ContainerInstant { get }

  /// When something happens next without a call; `nil` if nothing will.
  var nextInstant: ContainerInstant? { get }

  /// Whether a child is moving, past its delay, so that frames are needed.
  var isAnimating: Bool { get }

  /// Whether the owner is gone: requests are cancelled, and nothing happens any more.
  var isAbandoned: Bool { get }

  /// Called when a call from outside has been completed.
  ///
  /// A caller that waits until `nextInstant` should read it again here. As in any callback, a call
  /// takes effect after it has returned; it is then called again, at most 10,000 times for one
  /// call.
  var callEnded: (() -> Void)? { get set }

  /// The runner that advances the container's time; `run(on:)` sets it.
  var runner: ContainerRunner? { get set }

  /// Advances the time to an instant; one before `now` counts as `now`.
  func advance(to instant: ContainerInstant)
}

extension TimedContainer {
  /// The time until `nextInstant`, never negative; `nil` if there is none.
  public var timeToNextDeadline: Duration? {
    nextDeadline.map { .nanoseconds($0) - .nanoseconds(nowNanoseconds) }
  }

  /// Advances the time by an interval, as `advance(to:)` does.
  public func advance(by interval: Duration) {
    advance(to: nowNanoseconds.clampedSum(interval.wholeNanoseconds))
  }
}

/// The same in nanoseconds, for this package.
extension TimedContainer {
  package var nowNanoseconds: Int64 { now.nanoseconds }

  package var nextDeadline: Int64? { nextInstant?.nanoseconds }

  package func advance(to nanoseconds: Int64) {
    advance(to: ContainerInstant(nanoseconds: nanoseconds))
  }
}

/// The link from a container to the loop that advances its time, such as `run(on:)`: closures that
/// wake the loop and read its clock.
///
/// The container calls `wake()` after everything that may change `nextInstant` or `isAnimating`.
public final class ContainerRunner {
  private let wakeUp: () -> Bool
  private let readClock: (() -> ContainerInstant)?
  /// Whether `wake()` does nothing, since the runner itself is calling the container.
  package var isMuted = false
  private var hasNews = true

  /// Makes a runner.
  ///
  /// - Parameters:
  ///   - clock: Reads the clock; the container advances to that time before each call from outside,
  ///     so that an animation requested after a pause begins at that time. `nil` leaves all time to
  ///     `advance(to:)`.
  ///   - wakeUp: Schedules another look at `nextInstant` and `isAnimating`, after this call;
  ///     returns whether the runner still runs.
  public init(
    clock: (() -> ContainerInstant)? = nil, _ wakeUp: @escaping () -> Bool
  ) {
    readClock = clock
    self.wakeUp = wakeUp
  }

  /// The clock's current time in nanoseconds; nil while the runner itself calls the container.
  var clockNanoseconds: Int64? { isMuted ? nil : readClock?().nanoseconds }

  /// Reports that there is something new to wait for; returns whether the runner still runs.
  @discardableResult
  public func wake() -> Bool {
    if isMuted { return true }
    hasNews = true
    return wakeUp()
  }

  /// Whether it was woken since the last call.
  package func takeNews() -> Bool {
    defer { hasNews = false }
    return hasNews
  }
}

/// Protocol of a container that holds a `StateContainer` and sets its time, which
/// `ContentContainer` implements and the enclosed container calls.
protocol EnclosingContainer: AnyObject {
  /// Advances to the current instant of the clock, before a call to the enclosed one.
  func catchUp()
  /// Reports that a call to the enclosed container has been completed.
  func innerCallEnded()
  var nextDeadline: Int64? { get }
  func advance(to nanoseconds: Int64)
}
