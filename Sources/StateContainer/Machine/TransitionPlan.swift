/// Whom the beginning of a transition concerns, each kind in the order that it is told.
@usableFromInline
struct TransitionPlan {
  @usableFromInline let kind: TransitionKind
  /// Those who leave, but for those who do so already; with an appearance they go in silence.
  @usableFromInline let leaving: ArraySlice<Slot>
  /// Those who enter, but for those who do so already.
  @usableFromInline let entering: ArraySlice<Slot>
}
