/// Protocol of the delegate of a `ContentContainer`, which calls it: says whether there is content,
/// supplies the children, insets and timing of each state, and receives failures while there is
/// content.
///
/// A call made within one of its methods takes effect after the method has returned.
public protocol ContentOwner<Failure, Child>: AnyObject {
  /// The type of errors.
  associatedtype Failure
  /// The type of children.
  associatedtype Child: StateContainerChild

  /// Whether there is anything to show; read with every decision, and every time the container
  /// appears. True by default.
  var hasContent: Bool { get }

  /// Called when loading has failed while there is content.
  ///
  /// The content stays on screen; show the error beside it.
  func handleErrorWhenContentAvailable(_ failure: Failure)

  /// The children that present a state, bottom layer first; none by default.
  ///
  /// Not called for a state for which the container has a child, such as
  /// `ContentContainer.loadingChild`.
  func children(for state: ContentState<Failure>) -> [Child]

  /// The free space around the children of a state other than `content`.
  func placeholderInsets(for state: ContentState<Failure>) -> ContentInsets

  /// The timing of one child in one transition; `nil` leaves it to the child, then to the default.
  func timing(
    for child: Child, appearing: Bool, in transition: Transition<ContentState<Failure>>
  ) -> TransitionTiming?
}

extension ContentOwner {
  /// Returns true.
  public var hasContent: Bool { true }
  /// Does nothing.
  public func handleErrorWhenContentAvailable(_ failure: Failure) {}
  /// Presents nothing.
  public func children(for state: ContentState<Failure>) -> [Child] { [] }
  /// No insets.
  public func placeholderInsets(for state: ContentState<Failure>) -> ContentInsets { .zero }
  /// Returns `nil`, for the timing of the child or the default.
  public func timing(
    for child: Child, appearing: Bool, in transition: Transition<ContentState<Failure>>
  ) -> TransitionTiming? { nil }
}
