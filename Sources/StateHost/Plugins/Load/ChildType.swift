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
  package internal(set) var name = ""
  /// Empty when the descriptor omits it; so are `version` and `description`.
  package internal(set) var vendor = ""
  package internal(set) var version = ""
  package internal(set) var description = ""
  package internal(set) var places: [StatePlace] = []
  package var takesFocus = false
  /// Whether the child gets mouse moves without a button.
  package internal(set) var followsMouse = false
  /// Whether the child is expected to use every key.
  package internal(set) var isModal = false
  /// The declared needs, in words of the header or of a later one.
  package internal(set) var needs: [String] = []
  /// The default keys, each once.
  package internal(set) var keys: [DefaultKey] = []
  /// The declared options; empty: any option is accepted.
  package internal(set) var options: [OptionType] = []
  /// Whether this is a source, which delivers rows and presents nothing.
  package internal(set) var isSource = false

  /// The index of its plugin in the catalogue.
  package internal(set) var plugin = 0

  /// The name, truncated to 32 columns.
  package var shortName: String { Self.cut(name, columns: 32) }

  private static func cut(_ text: String, columns: Int) -> String {
    let fitting = TextWidth.prefix(of: text.utf8.span, columns: columns).bytes
    if fitting == text.utf8.count { return text }
    let end = text.utf8.index(text.startIndex, offsetBy: fitting)
    return String(text[..<end]) + "…"
  }

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
}
