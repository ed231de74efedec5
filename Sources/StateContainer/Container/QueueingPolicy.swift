/// What becomes of a transition when a state is requested while its children are animated.
public enum QueueingPolicy: String, CaseIterable, Codable, Sendable {
  /// The request waits until the transition has ended.
  case wait

  /// The transition is cut short where it is, and its children turn.
  ///
  /// In this order:
  /// 1. What is due at this instant ends. `didTransition` for the transition that is cut short; its
  ///    request's completion hears `superseded`. Then `willTransition` for the next one, and its
  ///    children are asked for.
  /// 2. Every child that must go the other way stops, those who entered first: its animation ends
  ///    (`transitionDidEnd`, with no progress of 1 before it), then the phase that it was in
  ///    (`didAppear` or `didDisappear`), so that will and did balance. It stays in the container.
  /// 3. The transition goes on as any other. A child that has stopped hears the will of its new
  ///    phase in its turn, and begins at what is left: its progress starts where it was, its
  ///    duration is that part of the timing it is given which is the way left, it has no delay, and
  ///    its curve and effect are those it came with, backwards, so that nothing jumps.
  /// 4. A child that goes the same way in both transitions hears nothing, and runs on as it did;
  ///    at one instant it ends before those of its kind that have begun later.
  ///
  /// While the container appears, requests wait as they do otherwise.
  case interrupt
}
