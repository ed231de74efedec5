/// A child that presents a state without content, and says itself how much room is left around it.
///
/// StatefulViewController: `StatefulPlaceholderView`.
public protocol PlaceholderChild: StateContainerChild {
  /// The room left free around it, in place of what the owner says of the state.
  var placeholderInsets: ContentInsets { get }
}
