/// The result of planning a transition, from which the container makes the callbacks of its
/// beginning: its kind, and the slots of its children, by the numbers with which their animations
/// begin.
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
