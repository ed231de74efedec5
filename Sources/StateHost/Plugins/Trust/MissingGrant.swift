internal import HostText

/// The permissions, perhaps none, that a child or source of a plugin asks for and runs without, with a message that
/// says how the user grants them.
package struct MissingGrant: Equatable, Sendable {
  /// Empty where nothing is missing.
  package let needs: PluginNeeds
  private let id: String
  private let name: String
  private let version: String
  private let statedNeeds: [String]
  /// Nil where its plugin has not changed.
  private let ended: PluginGrant?

  package init(of type: ChildType, having granted: GrantedNeeds, before ended: PluginGrant? = nil) {
    needs = granted.lacking(of: type.needs)
    id = type.id
    name = type.quotedName
    version = type.version
    statedNeeds = type.needs
    self.ended = ended
  }

  package var isAny: Bool { !needs.isEmpty }

  /// What is missing, and how to grant it, the smallest grant first.
  package var text: (what: String, remedy: String) {
    guard let ended else {
      return (
        "\(name) needs \(needs.warning), which is not granted",
        "grant the least that does: \(offer(needs))"
      )
    }
    let added = Self.added(to: ended, in: statedNeeds)
    let granted = ended.needs.words.joined(separator: ", ")
    let isNewVersion = version != ended.version && !version.isEmpty && !ended.version.isEmpty
    let when = isNewVersion ? "for \(ended.version)" : "before its file changed"
    let was = "\(name) was granted \(granted) \(when)"
    let now = isNewVersion ? version : "it"
    let renewal = "statehost plugins --renew \(id) grants \(ended.needs.warning) again"
    if added.isEmpty { return ("\(was); \(now) wants nothing more", renewal) }
    return ("\(was); \(now) also wants \(added.warning)", "\(renewal); the rest: \(offer(added))")
  }

  /// The needs that a plugin declares now and did not when it got a grant.
  package static func added(to ended: PluginGrant, in statedNeeds: [String]) -> PluginNeeds {
    PluginNeeds(words: statedNeeds)
      .subtracting(PluginNeeds(words: ended.statedNeeds)).subtracting(ended.needs.needs)
  }

  private func offer(_ needs: PluginNeeds) -> String {
    "--grant \(id)=" + needs.choices.joined(separator: " | ")
  }
}

extension PluginNeeds {
  /// The grants to choose from, the smallest first.
  fileprivate var choices: [String] {
    let all: [(need: PluginNeeds, choice: String)] = [
      (.filesRead, "\(PluginNeeds.filesRead.words[0])=PATH"),
      (.network, PluginNeeds.network.words[0]), (.filesRead, PluginNeeds.filesRead.words[0]),
      (.run, "\(PluginNeeds.run.words[0])=PROGRAM"), (.run, PluginNeeds.run.warning),
    ]
    return all.filter { contains($0.need) }.map(\.choice)
  }

  /// The words, with a warning at the one that permits everything.
  fileprivate var warning: String { GrantedNeeds(self).warning }
}

extension GrantedNeeds {
  /// The words, with a warning at the one that permits everything.
  package var warning: String {
    words.map { $0 == PluginNeeds.run.words[0] ? "\($0) (it can do everything you can)" : $0 }
      .joined(separator: ", ")
  }
}
