/// The flags and small values of a container that every call reads quickly, such as its time, its
/// default timing, and whether it is busy or has observers; shared by the container, its core and
/// its list of observers.
///
/// Values without references, so that none is read while another access to it lasts: they need no
/// exclusivity checks.
@usableFromInline
final class ContainerStatus {
  /// The machine's current time.
  @safe @exclusivity(unchecked) @usableFromInline var nowNanoseconds: Int64

  /// The next end of an animation; before it, there is only progress.
  @safe @exclusivity(unchecked) @usableFromInline var quietUntil = Int64.min

  @safe @exclusivity(unchecked) @usableFromInline var defaultTiming = TransitionTiming.standard

  /// Whether a call is being performed; other calls wait.
  @safe @exclusivity(unchecked) @usableFromInline var isBusy = false

  /// Whether the container's core is being read or changed.
  @safe @exclusivity(unchecked) @usableFromInline var isAccessed = false

  /// Whether an outcome has not been reported.
  @safe @exclusivity(unchecked) @usableFromInline var hasPendingOutcomes = false

  /// Whether a callback has called the container since the current frame began.
  @safe @exclusivity(unchecked) @usableFromInline var hasCalled = false

  @safe @exclusivity(unchecked) @usableFromInline var hasObservers = false

  /// Whether there are children of every state.
  @safe @exclusivity(unchecked) @usableFromInline var hasSurface = false

  @safe @exclusivity(unchecked) @usableFromInline var hasDeadlines = false

  @safe @exclusivity(unchecked) @usableFromInline var isMotionReduced = false

  /// Whether the end of each call must be reported.
  @safe @exclusivity(unchecked) @usableFromInline var hasFollowers = false

  /// Whether another container encloses this one and sets its time.
  @safe @exclusivity(unchecked) @usableFromInline var isEnclosed = false

  /// Whether replaced children have not been reported to the owner.
  @safe @exclusivity(unchecked) @usableFromInline var hasReplaced = false

  init(nowNanoseconds: Int64) { self.nowNanoseconds = nowNanoseconds }

  /// Begins an access to the container's core, outside of any other.
  @inlinable @inline(__always)
  func beginAccess() {
    precondition(!isAccessed, "a container is called by the id or the equality of a child")
    isAccessed = true
  }
}
