/// Protocol of a child that presents a state without content, such as an error message, with insets
/// of its own; a `ContentContainer` uses them in place of its owner's.
///
/// StatefulViewController: `StatefulPlaceholderView`.
public protocol PlaceholderChild: StateContainerChild {
  /// The free space around it, in place of the owner's for the state.
  var placeholderInsets: ContentInsets { get }
}
