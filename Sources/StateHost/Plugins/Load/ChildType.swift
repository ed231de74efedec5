package import HostSurface
package import HostText

/// A child, or a source, that a plugin offers: what its descriptor says.
package struct ChildType: Equatable, Sendable {
  /// A state that it presents.
  package struct Place: Equatable, Sendable {
    package let state: String
    /// The lower, the further down.
    package let place: Int32
    /// Whether the program's own children are left out of this state.
    package let isInsteadOfBundled: Bool
    /// Where it docks; nil: it has what others leave.
    package var dock: Dock?
  }

  /// A key that asks for a state, unless the user has chosen otherwise.
  package struct DefaultKey: Equatable, Sendable {
    package let key: Key
    package let state: String
    /// What it does; may be empty.
    package let label: String
  }

  /// Reverse DNS, unique in a catalogue.
  package let id: String
  package let name: String
  /// Empty when the descriptor leaves it out, as are `version` and `description`.
  package let vendor: String
  package let version: String
  package let description: String
  package let places: [Place]
  package private(set) var takesFocus: Bool
  /// Whether it is told where the mouse is while no button is down.
  package let followsMouse: Bool
  /// Whether it means to use every key.
  package let isModal: Bool
  /// What it needs besides drawing and answering, in its own words.
  package let needs: [String]
  /// The keys that it brings along, each once.
  package let keys: [DefaultKey]
  /// What the user may give it; none: whatever is said.
  package let options: [OptionType]
  /// It is no child: it delivers rows, and presents nothing.
  package let isSource: Bool

  /// Which of the catalogue's plugins makes it.
  package internal(set) var plugin = 0

  /// Its name as a line of the program's own has room for it: 32 columns at most.
  package var shortName: String { Self.cut(name, columns: Self.shortColumns) }

  private static func cut(_ text: String, columns: Int) -> String {
    let fitting = TextWidth.prefix(of: text.utf8.span, columns: columns).bytes
    if fitting == text.utf8.count { return text }
    let end = text.utf8.index(text.startIndex, offsetBy: fitting)
    return String(text[..<end]) + "…"
  }

  private static let shortColumns = 32

  /// Its name as the host's own messages have it, since a name could pass for a message: in quotes, 32 columns at
  /// most, and its id behind it.
  package var quotedName: String { "\(shortQuotedName) (\(Self.cut(id, columns: 48)))" }

  /// The same without the id.
  package var shortQuotedName: String { HarmlessText.quoted(shortName) }

  /// The same, of one of a catalogue's plugins.
  package func of(plugin: Int) -> ChildType {
    var type = self
    type.plugin = plugin
    return type
  }

  /// The same, without the keys.
  package var withoutFocus: ChildType {
    var type = self
    type.takesFocus = false
    return type
  }

  init(
    id: String, name: String = "", vendor: String = "", version: String = "",
    description: String = "", places: [Place] = [], takesFocus: Bool = false,
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
