/// What of a container is looked at between any two callbacks, where looking must cost nothing.
///
/// Plain values in a class that only this file touches: the compiler sees every access to them, finds
/// that no two overlap, and so has none checked in a release build.
@usableFromInline
final class ContainerFacts {
  private var busy = false
  private var untold = false
  private var called = false
  private var observed = false
  private var surfaced = false
  private var limited = false
  private var timing = TransitionTiming.standard
  private var reduced = false
  private var followed = false
  private var partial = false
  private var replaced = false
  private var instant: Int64
  private var nextEnd = Int64.min

  init(nowNanoseconds: Int64) { instant = nowNanoseconds }

  /// The machine's present instant.
  @usableFromInline var nowNanoseconds: Int64 {
    get { instant }
    set { instant = newValue }
  }

  /// The next end of an animation, where only one can come next; before it, there is only progress.
  @usableFromInline var quietUntil: Int64 {
    get { nextEnd }
    set { nextEnd = newValue }
  }

  /// Whether a call is being carried out: others made meanwhile wait.
  @usableFromInline var isBusy: Bool {
    get { busy }
    set { busy = newValue }
  }

  /// Whether there is an outcome whose maker has yet to be told.
  @usableFromInline var hasUntold: Bool {
    get { untold }
    set { untold = newValue }
  }

  /// Whether a callback has called the container since the present frame began.
  @usableFromInline var hasCalled: Bool {
    get { called }
    set { called = newValue }
  }

  @usableFromInline var hasObservers: Bool {
    get { observed }
    set { observed = newValue }
  }

  /// Whether there are children of every state, below or above.
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

  /// Whether somebody hears of the end of each call.
  @usableFromInline var hasFollowers: Bool {
    get { followed }
    set { followed = newValue }
  }

  /// Whether the container is a part of another one, whose time it has.
  @usableFromInline var isPart: Bool {
    get { partial }
    set { partial = newValue }
  }

  /// Whether there are children whose owner has yet to hear that they are here in another form.
  @usableFromInline var hasReplaced: Bool {
    get { replaced }
    set { replaced = newValue }
  }
}
