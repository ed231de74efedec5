/// A container whose time goes on as it is told: it reads no clock.
///
/// Instants are `ContainerInstant`s of the caller's clock, which may begin anywhere; what lies between
/// them is a `Duration`.
public protocol TimedContainer: AnyObject {
  /// The instant that time has reached; within callbacks of `advance`, when the event is due.
  var now: ContainerInstant { get }

  /// The next instant at which something happens by itself; `nil` if nothing will.
  var nextInstant: ContainerInstant? { get }

  /// Whether a child is on its way right now, past its delay, so that frames are wanted.
  var isAnimating: Bool { get }

  /// Whether the owner is gone: requests are cancelled, and nothing happens any more.
  var isAbandoned: Bool { get }

  /// Called when a call from outside has been carried out in full.
  ///
  /// The time to look at `nextInstant` anew, for a caller that waits until then. It is a callback as
  /// any other: what it calls takes effect after it has returned, and then it is called again, at
  /// most 10,000 times for one call.
  var callEnded: (() -> Void)? { get set }

  /// What lets the container's time go on, while something does; `run(on:)` sets it.
  var runner: ContainerRunner? { get set }

  /// Lets time go on to an instant; time that goes back stands still.
  func advance(to instant: ContainerInstant)
}

extension TimedContainer {
  /// How long it is until `nextInstant`, never below zero; `nil` if there is none.
  public var timeToNextDeadline: Duration? {
    nextDeadline.map { .nanoseconds($0) - .nanoseconds(nowNanoseconds) }
  }

  /// Lets time go on by an interval; otherwise as `advance(to:)`.
  public func advance(by interval: Duration) {
    advance(to: nowNanoseconds.clampedSum(interval.wholeNanoseconds))
  }
}

/// The same in nanoseconds, for those of this package who count so.
extension TimedContainer {
  package var nowNanoseconds: Int64 { now.nanoseconds }

  package var nextDeadline: Int64? { nextInstant?.nanoseconds }

  package func advance(to nanoseconds: Int64) {
    advance(to: ContainerInstant(nanoseconds: nanoseconds))
  }
}

/// The connection between a container and the loop that advances it, such as `run(on:)`.
///
/// The container calls `wake()` after everything that may change `nextInstant` or `isAnimating`.
public final class ContainerRunner {
  private let wakeUp: () -> Bool
  private let readClock: (() -> ContainerInstant)?
  /// Whether it hears nothing, for it is what calls the container.
  package var isMuted = false
  private var hasNews = true

  /// Makes a runner.
  ///
  /// - Parameters:
  ///   - clock: Reads the clock; the container advances to that instant before each call from
  ///     outside, so that an animation requested after a pause begins at the present instant.
  ///     `nil` leaves all time to `advance(to:)`.
  ///   - wakeUp: Has `nextInstant` and `isAnimating` looked at anew, not within this call;
  ///     returns whether the runner still runs.
  public init(
    clock: (() -> ContainerInstant)? = nil, _ wakeUp: @escaping () -> Bool
  ) {
    readClock = clock
    self.wakeUp = wakeUp
  }

  /// The clock's present instant, in nanoseconds; nil while the runner itself calls the container.
  var clockNanoseconds: Int64? { isMuted ? nil : readClock?().nanoseconds }

  /// The container has something new to wait for; returns whether the runner still runs.
  @discardableResult
  public func wake() -> Bool {
    if isMuted { return true }
    hasNews = true
    return wakeUp()
  }

  /// Whether it has been woken since it was asked last.
  package func takeNews() -> Bool {
    defer { hasNews = false }
    return hasNews
  }
}

/// A container that another one is a part of: the part's time is that of the whole.
protocol WholeContainer: AnyObject {
  /// Advances to the current instant of the clock, before a call to the part.
  func catchUp()
  /// A call to the part has been carried out in full.
  func partCallEnded()
  var nextDeadline: Int64? { get }
  func advance(to nanoseconds: Int64)
}
