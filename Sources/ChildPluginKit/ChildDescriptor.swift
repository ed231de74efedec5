internal import ChildPluginAPI

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
  /// Whether it is told where the mouse is while no button is down; then it is an ``InputChild`` too.
  public var followsMouse: Bool
  /// Whether it uses every key while it takes keys, as a question that must be answered first does.
  public var isModal: Bool
  /// What it needs besides, each once; the user grants it, or does not.
  public var needs: [ChildNeed]
  /// Keys that ask for states, each at most once.
  public var keys: [DefaultKey]
  /// What the user may give it, each once; none: it is given whatever is said.
  public var options: [ChildOption]

  /// Describes a child.
  public init(
    id: String, name: String, vendor: String = "", version: String = "", description: String = "",
    places: [ChildPlace] = [], takesFocus: Bool = false, followsMouse: Bool = false,
    isModal: Bool = false, needs: [ChildNeed] = [], keys: [DefaultKey] = [],
    options: [ChildOption] = []
  ) {
    self.id = id
    self.name = name
    self.vendor = vendor
    self.version = version
    self.description = description
    self.places = places
    self.takesFocus = takesFocus
    self.followsMouse = followsMouse
    self.isModal = isModal
    self.needs = needs
    self.keys = keys
    self.options = options
  }
}

/// A key that asks for a state, and, pressed there, for the one before; the user's states file may say otherwise.
public struct DefaultKey: Sendable {
  /// By its name in a states file: `v`, `ctrl-o`, `f2`.
  public var key: String
  /// The state, not empty.
  public var state: String
  /// What it does, a word or two; empty: the state.
  public var label: String

  /// A key for a state.
  public init(_ key: String, state: String, label: String = "") {
    self.key = key
    self.state = state
    self.label = label
  }
}

/// Something that a plugin cannot do in its sandbox unless the user has granted it.
///
/// Without the grant the system refuses it, and the child is to go on without.
public struct ChildNeed: RawRepresentable, Hashable, Sendable {
  /// The word of the header.
  public let rawValue: String

  /// A word that a later host may know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Sockets of the Internet, and looking up names.
  public static let network = ChildNeed(rawValue: CHILDPLUGIN_NEED_NETWORK)
  /// Reading the user's files; writing stays refused.
  public static let filesRead = ChildNeed(rawValue: CHILDPLUGIN_NEED_FILES_READ)
  /// Starting programs, which may do no more than the plugin.
  public static let run = ChildNeed(rawValue: CHILDPLUGIN_NEED_RUN)
  /// To load the rows again when no user has asked for that, 250 ms after the last load at the earliest.
  public static let reload = ChildNeed(rawValue: CHILDPLUGIN_NEED_RELOAD)
  /// To accept a text of its own where the run is there to choose rows.
  public static let acceptText = ChildNeed(rawValue: CHILDPLUGIN_NEED_ACCEPT_TEXT)
}

/// A state that a child presents, and its place among the others that do.
public struct ChildPlace: Sendable {
  /// `loading`, `content`, `empty`, `error`, or any other name.
  public var state: String
  /// The lower, the further down: 0 for what fills the surface, 10 for what lies over it.
  public var place: Int32
  /// Whether the program's own bundled children are not shown in this state.
  public var insteadOfBundled: Bool
  /// Where it docks; nil: it has what those leave that do.
  public var dock: Dock?

  /// A place in a state.
  public init(
    _ state: String, place: Int32 = 0, insteadOfBundled: Bool = false, dock: Dock? = nil
  ) {
    self.state = state
    self.place = place
    self.insteadOfBundled = insteadOfBundled
    self.dock = dock
  }
}
