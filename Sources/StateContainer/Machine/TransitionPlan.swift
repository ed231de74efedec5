/// The result of planning a transition: its kind, and the slots of the children that begin to leave
/// and to enter, in the order of their callbacks.
@usableFromInline
struct TransitionPlan {
  @usableFromInline let kind: TransitionKind
  /// Children that begin to leave; in an appearance they are only removed.
  @usableFromInline let leaving: ArraySlice<Slot>
  /// Children that begin to enter.
  @usableFromInline let entering: ArraySlice<Slot>
}
