internal import CHostSystem
internal import ChildPluginAPI

/// What plugins may need besides drawing and answering: what the user can grant.
package struct PluginNeeds: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let network = PluginNeeds(rawValue: UInt32(HOST_GRANT_NETWORK))
  package static let filesRead = PluginNeeds(rawValue: UInt32(HOST_GRANT_FILES_READ))
  package static let run = PluginNeeds(rawValue: UInt32(HOST_GRANT_RUN))
  // The host's own affair, which no sandbox knows of.
  package static let reload = PluginNeeds(rawValue: 1 << 24)
  package static let acceptText = PluginNeeds(rawValue: 1 << 25)

  /// What can be granted to any child, whether it says that it needs it or not.
  package static let always: PluginNeeds = .reload

  /// Parts of needs, which say more than a bit: the paths and programs that the worker is given.
  package static let pathsRead = PluginNeeds(rawValue: UInt32(HOST_GRANT_PATHS_READ))
  static let programs = PluginNeeds(rawValue: UInt32(HOST_GRANT_PROGRAMS))

  /// The words of the header.
  private static let words: [(word: String, need: PluginNeeds)] = [
    (CHILDPLUGIN_NEED_NETWORK, .network), (CHILDPLUGIN_NEED_FILES_READ, .filesRead),
    (CHILDPLUGIN_NEED_RUN, .run), (CHILDPLUGIN_NEED_RELOAD, .reload),
    (CHILDPLUGIN_NEED_ACCEPT_TEXT, .acceptText),
  ]

  /// All words that there are.
  package static var allWords: [String] { words.map(\.word) }

  /// What a word stands for; nil for one that this program does not know.
  package init?(word: String) {
    guard let need = Self.words.first(where: { $0.word == word })?.need else { return nil }
    self = need
  }

  /// What words stand for; those that this program does not know are left out.
  package init(words: [String]) {
    self = words.reduce(into: []) { $0.formUnion(PluginNeeds(word: $1) ?? []) }
  }

  package var words: [String] { Self.words.filter { contains($0.need) }.map(\.word) }
}
