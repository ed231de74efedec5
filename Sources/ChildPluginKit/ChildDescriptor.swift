/// What a child is, known before it is made.
public struct ChildDescriptor: Sendable {
  /// Reverse DNS, 1 to 255 bytes of letters, digits, `.`, `-` and `_`; the same for ever.
  public var id: String
  /// For people; not empty.
  public var name: String
  /// Who made it; may be empty.
  public var vendor: String
  /// Of the child, such as `1.2.0`; may be empty.
  public var version: String
  /// One sentence; may be empty.
  public var description: String
  /// The states it presents, each at most once.
  public var places: [ChildPlace]
  /// Whether it wants keys; then it is an ``InputChild`` too.
  public var takesFocus: Bool

  /// Describes a child.
  public init(
    id: String, name: String, vendor: String = "", version: String = "", description: String = "",
    places: [ChildPlace] = [], takesFocus: Bool = false
  ) {
    self.id = id
    self.name = name
    self.vendor = vendor
    self.version = version
    self.description = description
    self.places = places
    self.takesFocus = takesFocus
  }
}

/// A state that a child presents, and its place among the others that do.
public struct ChildPlace: Sendable {
  /// `loading`, `content`, `empty`, `error`, or any other name.
  public var state: String
  /// The lower, the further down: 0 for what fills the surface, 10 for what lies over it.
  public var place: Int32
  /// Whether the program's own bundled children are not shown in this state.
  public var insteadOfBundled: Bool

  /// A place in a state.
  public init(_ state: String, place: Int32 = 0, insteadOfBundled: Bool = false) {
    self.state = state
    self.place = place
    self.insteadOfBundled = insteadOfBundled
  }
}
