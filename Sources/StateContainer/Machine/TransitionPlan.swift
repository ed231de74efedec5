/// The result of planning a transition, from which the container makes the callbacks of its
/// beginning: its kind, the slots of the children that move, whose positions are the numbers of
/// their animations, and which of them begin to enter or to leave.
@usableFromInline
struct TransitionPlan {
  @usableFromInline let kind: TransitionKind
  /// The slots of the children that move, by number.
  @usableFromInline let movers: [Slot]
  /// The numbers of the children that begin to enter.
  @usableFromInline let entering: Range<Int>
  /// The numbers of the children that begin to leave; in an appearance they are only removed.
  @usableFromInline let leaving: Range<Int>
}
