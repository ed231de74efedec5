internal import ChildPluginAPI

/// The metadata of a child, written in the plugin: id, name, the states in which it is shown,
/// whether it takes keys, permissions, keys that request states, and options; the host reads it
/// into its own `ChildType` before it creates a child.
public struct ChildDescriptor: Sendable {
  /// Reverse DNS, 1 to 255 letters, digits, `.`, `-` and `_`; never changes.
  public var id: String
  /// The display name; not empty.
  public var name: String
  /// The author; may be empty.
  public var vendor: String
  /// The child's version, such as `1.2.0`; may be empty.
  public var version: String
  /// One sentence; may be empty.
  public var description: String
  /// The states that it presents, each at most once.
  public var places: [ChildPlace]
  /// Whether it takes keys; then it must be an ``InputChild``.
  public var takesFocus: Bool
  /// Whether it receives mouse movements without a button; then it must be an ``InputChild``.
  public var followsMouse: Bool
  /// Whether it uses every key while it takes keys, as a dialog does.
  public var isModal: Bool
  /// The permissions that the user may grant it, each once.
  public var needs: [ChildNeed]
  /// Keys that request states, each at most once.
  public var keys: [DefaultKey]
  /// The options that the user may set, each once; if empty, all options are passed on unchecked.
  public var options: [ChildOption]

  /// Creates a descriptor.
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

/// A key that a plugin sets in its child's descriptor to toggle a state: it requests the state, and
/// in that state the previous one; the user's states file can replace it.
public struct DefaultKey: Sendable {
  /// The name as in a states file: `v`, `ctrl-o`, `f2`.
  public var key: String
  /// The state; not empty.
  public var state: String
  /// The action in a word or two; if empty, the state.
  public var label: String

  /// Creates a key for a state.
  public init(_ key: String, state: String, label: String = "") {
    self.key = key
    self.state = state
    self.label = label
  }
}

/// A permission that a plugin lists, as a word, in the descriptor of a child or a data source:
/// network, reading files, starting programs, reloading without a user's input, or ending a pick
/// with a text of the child's that is not one of the rows.
///
/// Unless the user grants it, the system call or request fails, and the child must work without it.
public struct ChildNeed: RawRepresentable, Hashable, Sendable {
  /// The word as in the header.
  public let rawValue: String

  /// Creates a permission that a later host may know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Internet sockets and name resolution.
  public static let network = ChildNeed(rawValue: CHILDPLUGIN_NEED_NETWORK)
  /// Reading the user's files, not writing them.
  public static let filesRead = ChildNeed(rawValue: CHILDPLUGIN_NEED_FILES_READ)
  /// Starting programs, with no more permissions than the plugin.
  public static let run = ChildNeed(rawValue: CHILDPLUGIN_NEED_RUN)
  /// Reloading without a user's input, at the earliest 250 ms after the last load.
  public static let reload = ChildNeed(rawValue: CHILDPLUGIN_NEED_RELOAD)
  /// Accepting a text of its own in a pick (`--pick`).
  public static let acceptText = ChildNeed(rawValue: CHILDPLUGIN_NEED_ACCEPT_TEXT)
}

/// A state in which a child is shown, as its plugin's descriptor lists it: the state's name, the
/// child's layer, whether it replaces the bundled children, and the strip of the screen where it
/// docks, if any; `ChildType.StatePlace` in the host.
public struct ChildPlace: Sendable {
  /// `loading`, `content`, `empty`, `error`, or any other name.
  public var state: String
  /// The layer, lowest at the bottom: 0 for children filling the surface, 10 for those above them.
  public var place: Int32
  /// Whether it replaces the bundled children in this state.
  public var insteadOfBundled: Bool
  /// The strip where it docks; nil for the area that docked children leave.
  public var dock: Dock?

  /// Creates a place in a state.
  public init(
    _ state: String, place: Int32 = 0, insteadOfBundled: Bool = false, dock: Dock? = nil
  ) {
    self.state = state
    self.place = place
    self.insteadOfBundled = insteadOfBundled
    self.dock = dock
  }
}

/// A plugin's request, in its child's descriptor or with ``Host/claim(_:)``, for a strip along an
/// edge of the screen area that the children of a state share: edge, wanted size and minimum; the
/// host reads it into its own `Dock`.
public struct Dock: Equatable, Sendable {
  /// The edge at which a plugin requests its child's strip, in the descriptor or with
  /// ``Host/claim(_:)``; numbers of the ABI.
  public enum Edge: UInt32, Sendable {
    /// Above the rest.
    case top = 1
    /// At the right of the rest.
    case right
    /// Below the rest.
    case bottom
    /// At the left of the rest.
    case left
  }

  /// The size that a plugin requests for its child's strip: in cells, or in percent of the area
  /// that is left.
  public enum Extent: Equatable, Sendable {
    /// Rows at the top and bottom, columns at the sides: 1 to 4096.
    case cells(Int)
    /// A part of the remaining area, 1 to 100.
    case percent(Int)
  }

  /// The edge of the strip.
  public var edge: Edge
  /// The wanted size.
  public var extent: Extent
  /// The minimum size in cells, 0 to 4096; with less space there is no strip.
  public var minimum: Int

  /// Creates a strip along an edge.
  public init(_ edge: Edge, _ extent: Extent, minimum: Int = 0) {
    self.edge = edge
    self.extent = extent
    self.minimum = minimum
  }

  /// The numbers of the ABI.
  var numbers: (edge: UInt32, unit: UInt32, extent: UInt32, minimum: UInt32) {
    let (unit, number) =
      switch extent {
      case .cells(let cells): (CHILDPLUGIN_UNIT_CELLS, cells)
      case .percent(let percent): (CHILDPLUGIN_UNIT_PERCENT, percent)
      }
    return (edge.rawValue, unit, UInt32(clamping: number), UInt32(clamping: minimum))
  }
}

extension Host {
  /// Docks the child in all states from now on; nil undocks it; not from ``ChildPlugin/draw(on:)``.
  ///
  /// The user's states file takes precedence.
  ///
  /// - Returns: false if a number is out of range, and in a host before 1.1.
  @discardableResult
  public func claim(_ dock: Dock?) -> Bool {
    let numbers = dock?.numbers ?? (edge: CHILDPLUGIN_EDGE_NONE, unit: 0, extent: 0, minimum: 0)
    return unsafe placeTable?.claim?(
      pointer, numbers.edge, numbers.unit, numbers.extent, numbers.minimum) ?? false
  }

  /// Collapses a docked child that has nothing to show, or gives it its room back; not from
  /// ``ChildPlugin/draw(on:)``.
  ///
  /// A collapsed child has 0 columns and 0 rows and gets no keys; other calls are made as before.
  ///
  /// - Returns: false in a host before 1.2.
  @discardableResult
  public func collapse(_ isCollapsed: Bool = true) -> Bool {
    unsafe collapseTable?.set?(pointer, isCollapsed) ?? false
  }

  /// Makes the host read ``LayoutChild/insets`` again; not from ``ChildPlugin/draw(on:)``.
  public func refreshInsets() {
    unsafe placeTable?.refresh?(pointer)
  }
}
