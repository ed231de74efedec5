/// The delegate of a `ContentContainer`: says whether there is content, and supplies the children of
/// each state.
///
/// What is called from within any of its methods takes effect after the method has returned.
public protocol ContentOwner<Failure, Child>: AnyObject {
  /// What an error is.
  associatedtype Failure
  /// What presents the states.
  associatedtype Child: StateContainerChild

  /// Whether there is anything to show; asked with every decision, and every time the container
  /// appears. True unless the owner says otherwise.
  var hasContent: Bool { get }

  /// Called when loading has failed while there is content. The content stays on screen; show the error
  /// beside it.
  func handleErrorWhenContentAvailable(_ failure: Failure)

  /// The children that present a state, bottom layer first; `error` carries its error. None unless
  /// the owner says otherwise.
  ///
  /// Not asked for a state that the container has a child of its own for, such as
  /// `ContentContainer.loadingChild`.
  func children(for state: ContentState<Failure>) -> [Child]

  /// The room left free around the children of a state that is not `content`.
  func placeholderInsets(for state: ContentState<Failure>) -> ContentInsets

  /// The timing of one child in one transition; `nil` leaves it to the child, then to the default.
  func timing(
    for child: Child, appearing: Bool, in transition: Transition<ContentState<Failure>>
  ) -> TransitionTiming?
}

extension ContentOwner {
  /// There is content.
  public var hasContent: Bool { true }
  /// Does nothing.
  public func handleErrorWhenContentAvailable(_ failure: Failure) {}
  /// Presents nothing.
  public func children(for state: ContentState<Failure>) -> [Child] { [] }
  /// Leaves no room free.
  public func placeholderInsets(for state: ContentState<Failure>) -> ContentInsets { .zero }
  /// Leaves the timing to the next in line.
  public func timing(
    for child: Child, appearing: Bool, in transition: Transition<ContentState<Failure>>
  ) -> TransitionTiming? { nil }
}
