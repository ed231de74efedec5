package import HostSurface
package import HostText

/// A child (a component to show) or a source (of rows) that a plugin offers: id, name, states, keys, needs and
/// options from its descriptor.
package struct ChildType: Equatable, Sendable {
  /// Where a child is shown in a state, as its descriptor declares: order, docking edge, or instead of bundled ones.
  package struct StatePlace: Equatable, Sendable {
    package let state: String
    /// The stacking order: lower values are further down.
    package let place: Int32
    /// Whether bundled children are left out of this state.
    package let isInsteadOfBundled: Bool
    /// The edge at which the child docks; nil: it fills the rest.
    package var dock: Dock?
  }

  /// A key that a plugin declares for one of its states: pressing it requests that state, unless the user has
  /// configured it otherwise.
  package struct DefaultKey: Equatable, Sendable {
    package let key: Key
    package let state: String
    /// A description of the key; may be empty.
    package let label: String
  }

  /// Reverse DNS, unique in a catalogue.
  package let id: String
  package let name: String
  /// Empty when the descriptor omits it; so are `version` and `description`.
  package let vendor: String
  package let version: String
  package let description: String
  package let places: [StatePlace]
  package private(set) var takesFocus: Bool
  /// Whether the child gets mouse moves without a button.
  package let followsMouse: Bool
  /// Whether the child is expected to use every key.
  package let isModal: Bool
  /// The declared needs, in words of the header or of a later one.
  package let needs: [String]
  /// The default keys, each once.
  package let keys: [DefaultKey]
  /// The declared options; empty: any option is accepted.
  package let options: [OptionType]
  /// Whether this is a source, which delivers rows and presents nothing.
  package let isSource: Bool

  /// The index of its plugin in the catalogue.
  package internal(set) var plugin = 0

  /// The name, truncated to 32 columns.
  package var shortName: String { Self.cut(name, columns: Self.shortColumns) }

  private static func cut(_ text: String, columns: Int) -> String {
    let fitting = TextWidth.prefix(of: text.utf8.span, columns: columns).bytes
    if fitting == text.utf8.count { return text }
    let end = text.utf8.index(text.startIndex, offsetBy: fitting)
    return String(text[..<end]) + "…"
  }

  private static let shortColumns = 32

  /// The name for messages of the host: quoted and at most 32 columns, followed by the id, so that a name cannot pass
  /// for a message.
  package var quotedName: String { "\(shortQuotedName) (\(Self.cut(id, columns: 48)))" }

  /// The quoted name without the id.
  package var shortQuotedName: String { HarmlessText.quoted(shortName) }

  /// A copy with the index of its plugin.
  package func of(plugin: Int) -> ChildType {
    var type = self
    type.plugin = plugin
    return type
  }

  /// A copy that takes no keys.
  package var withoutFocus: ChildType {
    var type = self
    type.takesFocus = false
    return type
  }

  init(
    id: String, name: String = "", vendor: String = "", version: String = "",
    description: String = "", places: [StatePlace] = [], takesFocus: Bool = false,
    followsMouse: Bool = false, isModal: Bool = false, needs: [String] = [],
    keys: [DefaultKey] = [], options: [OptionType] = [], isSource: Bool = false
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
    self.isSource = isSource
  }
}
