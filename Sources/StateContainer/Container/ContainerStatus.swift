/// The flags and small values of a container that every call reads quickly, such as its time, its
/// default timing, and whether it is busy or has observers; shared by the container, its core and
/// its list of observers.
///
/// Plain values in a class that only this file accesses, so that the compiler omits the exclusivity
/// checks in a release build.
@usableFromInline
final class ContainerStatus {
  private var busy = false
  private var pending = false
  private var called = false
  private var observed = false
  private var surfaced = false
  private var limited = false
  private var timing = TransitionTiming.standard
  private var reduced = false
  private var followed = false
  private var enclosed = false
  private var replaced = false
  private var instant: Int64
  private var nextEnd = Int64.min

  init(nowNanoseconds: Int64) { instant = nowNanoseconds }

  /// The machine's current time.
  @usableFromInline var nowNanoseconds: Int64 {
    get { instant }
    set { instant = newValue }
  }

  /// The next end of an animation; before it, there is only progress.
  @usableFromInline var quietUntil: Int64 {
    get { nextEnd }
    set { nextEnd = newValue }
  }

  /// Whether a call is being performed; other calls wait.
  @usableFromInline var isBusy: Bool {
    get { busy }
    set { busy = newValue }
  }

  /// Whether an outcome has not been reported.
  @usableFromInline var hasPendingOutcomes: Bool {
    get { pending }
    set { pending = newValue }
  }

  /// Whether a callback has called the container since the current frame began.
  @usableFromInline var hasCalled: Bool {
    get { called }
    set { called = newValue }
  }

  @usableFromInline var hasObservers: Bool {
    get { observed }
    set { observed = newValue }
  }

  /// Whether there are children of every state.
  @usableFromInline var hasSurface: Bool {
    get { surfaced }
    set { surfaced = newValue }
  }

  @usableFromInline var hasDeadlines: Bool {
    get { limited }
    set { limited = newValue }
  }

  @usableFromInline var defaultTiming: TransitionTiming {
    get { timing }
    set { timing = newValue }
  }

  @usableFromInline var isMotionReduced: Bool {
    get { reduced }
    set { reduced = newValue }
  }

  /// Whether the end of each call must be reported.
  @usableFromInline var hasFollowers: Bool {
    get { followed }
    set { followed = newValue }
  }

  /// Whether another container encloses this one and sets its time.
  @usableFromInline var isEnclosed: Bool {
    get { enclosed }
    set { enclosed = newValue }
  }

  /// Whether replaced children have not been reported to the owner.
  @usableFromInline var hasReplaced: Bool {
    get { replaced }
    set { replaced = newValue }
  }
}
