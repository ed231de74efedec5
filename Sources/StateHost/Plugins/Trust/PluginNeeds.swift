internal import CHostSystem
internal import ChildPluginAPI

/// The set of permissions that plugins can ask for and the user can grant, such as network access, reading files or
/// running programs.
package struct PluginNeeds: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let network = PluginNeeds(rawValue: UInt32(HOST_GRANT_NETWORK))
  package static let filesRead = PluginNeeds(rawValue: UInt32(HOST_GRANT_FILES_READ))
  package static let run = PluginNeeds(rawValue: UInt32(HOST_GRANT_RUN))
  // Handled by the host; the sandbox does not know them.
  package static let reload = PluginNeeds(rawValue: 1 << 24)
  package static let acceptText = PluginNeeds(rawValue: 1 << 25)

  /// The needs that can be granted to any child, whether it declares them or not.
  package static let always: PluginNeeds = .reload

  /// Needs granted in part: the worker gets the paths and programs as well.
  package static let pathsRead = PluginNeeds(rawValue: UInt32(HOST_GRANT_PATHS_READ))
  static let programs = PluginNeeds(rawValue: UInt32(HOST_GRANT_PROGRAMS))

  /// The words of the header.
  private static let words: [(word: String, need: PluginNeeds)] = [
    (CHILDPLUGIN_NEED_NETWORK, .network), (CHILDPLUGIN_NEED_FILES_READ, .filesRead),
    (CHILDPLUGIN_NEED_RUN, .run), (CHILDPLUGIN_NEED_RELOAD, .reload),
    (CHILDPLUGIN_NEED_ACCEPT_TEXT, .acceptText),
  ]

  package static var allWords: [String] { words.map(\.word) }

  /// The need of a word; nil for an unknown word.
  package init?(word: String) {
    guard let need = Self.words.first(where: { $0.word == word })?.need else { return nil }
    self = need
  }

  /// The needs of words; unknown words are left out.
  package init(words: [String]) {
    self = words.reduce(into: []) { $0.formUnion(PluginNeeds(word: $1) ?? []) }
  }

  package var words: [String] { Self.words.filter { contains($0.need) }.map(\.word) }
}
