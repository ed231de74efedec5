/// A container's setting for a state requested during a transition: the latest such request waits
/// until the transition has ended, or it interrupts the transition, whose children then turn back
/// or continue from where they are; while the container appears, requests always wait.
public enum QueueingPolicy: String, CaseIterable, Codable, Sendable {
  /// The request waits until the transition has ended.
  case wait

  /// The transition is interrupted, and its children continue or reverse from where they are.
  ///
  /// In this order:
  /// 1. What is due at this instant ends. `didTransition` reports the interrupted transition, and
  ///    its request completes with `superseded`. Then `willTransition` announces the next one, and
  ///    its children are requested.
  /// 2. Every child that must reverse stops, entering ones first: its animation ends
  ///    (`transitionDidEnd`, without a progress of 1), then its phase (`didAppear` or
  ///    `didDisappear`), so that every will has its did. It stays in the container.
  /// 3. The transition continues as any other. A reversed child receives the will of its new phase
  ///    in its turn. Its progress starts where it was, without a delay; its duration is the
  ///    remaining part of its new timing, and its former curve and effect are reversed, so that
  ///    nothing jumps.
  /// 4. A child that moves the same way in both transitions continues without callbacks; at one
  ///    instant it ends before those of its kind that have begun later.
  ///
  /// While the container appears, requests wait.
  case interrupt
}
