/// Protocol that a child of a state without content, such as an error message, implements to set
/// its own insets, in place of those of the `ContentOwner`.
///
/// StatefulViewController: `StatefulPlaceholderView`.
public protocol PlaceholderChild: StateContainerChild {
  /// The free space around it, in place of the owner's for the state.
  var placeholderInsets: ContentInsets { get }
}
