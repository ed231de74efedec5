/// The result of planning a transition, from which the container makes the callbacks of its
/// beginning: its kind, and the slots of the children that begin to leave (in an appearance: are
/// only removed) and to enter, in the order of the callbacks.
@usableFromInline
struct TransitionPlan {
  @usableFromInline let kind: TransitionKind
  /// Children that begin to leave; in an appearance they are only removed.
  @usableFromInline let leaving: ArraySlice<Slot>
  /// Children that begin to enter.
  @usableFromInline let entering: ArraySlice<Slot>
}
