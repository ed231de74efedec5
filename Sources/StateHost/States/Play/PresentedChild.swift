package import HostText
package import StateContainer

/// What the program puts on the screen for a child that has a `use`.
///
/// Called on the run's virtual clock, in the order of the container's contract; a request made from
/// within waits like any other.
package protocol PresentedChild: AnyObject {
  /// The child's own word on how it comes and goes, over which the file's goes; nil if it has none.
  func timing(appearing: Bool) -> TransitionTiming?

  func willAppear(animated: Bool)
  func didAppear(animated: Bool)
  func willDisappear(animated: Bool)
  func didDisappear(animated: Bool)

  /// The child's own animation begins; the timing is what came of the file's word and its own.
  func transitionWillBegin(appearing: Bool, timing: TransitionTiming)
  /// The child's own animation has come to `progress`, linear, from 0 to 1.
  func transitionDidProgress(appearing: Bool, progress: Double)
  func transitionDidEnd(appearing: Bool)

  /// A key was pressed while the child was on screen.
  ///
  /// - Returns: whether the child made use of it; otherwise the child below it is offered it.
  func receive(_ key: Key) -> Bool

  /// The screen has another size, in cells; said on screen and off.
  func resize(columns: Int, rows: Int)
}
