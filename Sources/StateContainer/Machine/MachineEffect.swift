/// One thing the container is to do next, in the order the machine names them.
///
/// Those marked *answered* end with a call back to the machine.
@usableFromInline
enum MachineEffect: Equatable {
  /// Ask the owner for the state to appear with. *Answered* by `appearanceStateLoaded()`.
  case loadAppearanceState
  /// The request that waits is now the transition's.
  case startWaiting
  /// The transition that comes goes back to the state before.
  case startGoingBack
  /// Tell that the transition begins.
  case willTransition
  /// The state changes; ask the owner for its children. *Answered* by `beginPlan` to `endPlan`.
  case askChildren
  /// Something is done to a child, or told of it.
  case child(Slot, ChildEffect)
  /// Tell that the layer order has changed.
  case tellOrder
  /// The state has lasted as long as it may: request the one that its deadline names.
  case reachDeadline
  /// Tell that the transition has ended, or is cut short.
  case didTransition(isComplete: Bool)
  /// The transition's request is done with: tell its maker.
  case completeRequest(RequestOutcome)
}

/// One thing the container is to do with a child.
@usableFromInline
enum ChildEffect: Equatable {
  /// The child is no longer the container's; its slot is *answered* back with `vacate`.
  case remove
  /// Tell that the child will disappear, then the child itself.
  case willDisappear(animated: Bool)
  /// If the child is new, tell that it is added. Tell that it will appear, then the child itself.
  case willAppear(isNew: Bool, animated: Bool)
  /// Ask for the child's timing, *answered* by `beginAnimation`, then tell that it begins.
  case beginAnimation(appearing: Bool)
  /// The child's animation is over: at its end with a last progress of 1, or where it turns.
  case endAnimation(appearing: Bool, isComplete: Bool)
  /// Tell the child that it has appeared, then the others.
  case didAppear(animated: Bool)
  /// Tell the child that it has disappeared, then the others. If it leaves the container, remove it,
  /// with its slot *answered* back with `vacate`.
  case didDisappear(leaves: Bool, animated: Bool)
}
