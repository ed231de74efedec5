/// A child that presents a state without content, with insets of its own.
///
/// StatefulViewController: `StatefulPlaceholderView`.
public protocol PlaceholderChild: StateContainerChild {
  /// The free space around it, in place of the owner's for the state.
  var placeholderInsets: ContentInsets { get }
}
