internal import HostPlugins
internal import HostStates
internal import HostSurface
internal import HostText

/// Key help: keys of children, of the states file and of the host.
extension Stage {
  private var hasQuery: Bool { context.query != nil }

  private func items(
    _ keys: KeyValuePairs<String, String>, if isShown: Bool = true
  ) -> [KeyHelpItem] {
    isShown ? keys.map { KeyHelpItem(key: $0, action: $1) } : []
  }

  /// The host's keys for the key line; in a pick, letters are text.
  private var ownKeys: [KeyHelpItem] {
    items([(hasQuery ? "f5" : "r"): "reload"], if: context.content?.canReload ?? true)
      + items(hasQuery ? ["escape": "leave", "f1": "all keys"] : ["q": "quit", "?": "all keys"])
  }

  /// The host's keys that appear only on the key page.
  private var rarerKeys: [KeyHelpItem] {
    items(["F": followsSource ? "follow new rows, also G" : "follow new rows"], if: !hasQuery)
      + items([
        Key.hostPage.name: "children and plugins", "ctrl-l": "redraw the screen",
        "ctrl-z": "suspend",
        "ctrl-c": context.situation.isFollowing ? "stop following" : "stop",
      ])
  }

  private var followsSource: Bool { context.content?.followsSource ?? false }

  private var queryKeys: [KeyHelpItem] {
    // Without a text, the arrows are keys of the children.
    let hasText = context.query?.text.isEmpty == false
    return items(["left/right": "move the cursor"], if: hasText)
      + items([
        "ctrl-u": "delete all", "ctrl-w": "delete a word", "alt-d": "delete the next word",
        "ctrl-a/ctrl-e": "beginning, end", "alt-b/alt-f": "a word back, on",
        "ctrl-r": "regular expression",
      ])
  }

  private var standardErrorKeys: [KeyHelpItem] {
    items(["e": "standard error"], if: context.content?.standardErrorLineCount ?? 0 > 0)
  }

  var borderKeys: [KeyHelpItem] {
    let movable = strips().strips.filter { $0.strip.border != nil }
    let sideCount = movable.count(where: \.strip.dock.isAtSide)
    return items(["ctrl-left/right": "move the border"], if: sideCount > 0)
      + items(["ctrl-up/down": "move the border"], if: movable.count > sideCount)
  }

  /// The keys that are available now; while text is typed, those of the child that takes it.
  var keyHelp: [KeyHelpItem] {
    let takers = keyOrder.reversed()
    if let front = takers.first, front.takesText { return keys(of: front) }
    let own = nextKeys + standardErrorKeys + ownKeys + borderKeys
    return KeyHelpLayout.ordered(
      offered: offeredKeys, bound: boundKeys,
      children: (takers + notices).map { keys(of: $0, without: own) }, own: own,
      brought: defaultKeys)
  }

  /// Without the ellipsis that follows.
  private static let keyColumnsLimit = 15

  /// The keys that a child lists, without those that only the host receives; those of a third-party
  /// child also without `own` keys, which would not show otherwise, and truncated.
  private func keys(of child: StageChild, without own: [KeyHelpItem] = []) -> [KeyHelpItem] {
    let items = child.keyHelp.filter { !HostKeyCommand.reserved.contains($0.key.lowercased()) }
    guard isThirdParty(child) else { return items }
    return items.filter { item in !own.contains { $0.key == item.key } }.map { item in
      KeyHelpItem(
        key: ChildType.cut(item.key, columns: Self.keyColumnsLimit), action: item.action,
        group: item.group)
    }
  }

  private var nextKeys: [KeyHelpItem] {
    items([(hasQuery ? "f6" : "tab"): "next child"], if: keyOrder.count > 1)
  }

  private var boundKeys: [KeyHelpItem] {
    arrangement.keys.map { key in
      let goesBack = key.state == presentedState && stateToReturnTo != nil
      return KeyHelpItem(key: key.key.name, action: goesBack ? "back" : key.state)
    }
  }

  private var defaultKeys: [KeyHelpItem] {
    arrangement.defaultKeys.map { key in
      let action = key.label.isEmpty ? key.state : key.label
      return KeyHelpItem(
        key: key.key.name,
        action: key.state == presentedState ? "back" : HarmlessText.cleanLine(action))
    }
  }

  private var failures: String? {
    switch context.content?.failureCount ?? 0 {
    case 0: nil
    case 1: "failed once"
    case 2: "failed twice"
    case let count: "failed \(count) times"
    }
  }
}

// MARK: - The page of keys

extension Stage {
  /// The state, the key columns of rows, and the number of failed loads.
  var keyFacts: String {
    [presentedState, context.selection.keyText(askedFor: true), failures].compactMap(\.self)
      .joined(separator: " · ")
  }

  /// The sections of the key page; each key is listed once, for the receiver that comes first.
  ///
  /// Third-party plugins' keys are listed only under their quoted names, and hide no other keys.
  var keySections: [KeyPage.Section] {
    let takers = keyOrder.reversed()
    var sections: [KeyPage.Section] = []
    var named = Set(boundKeys.map(\.key))
    func add(_ title: String, _ items: [KeyHelpItem], hidesOthers: Bool = true) {
      let index = sections.firstIndex { $0.title == title }
      var known = named.union(index.map { sections[$0].items.map(\.key) } ?? [])
      let own = items.filter { !$0.key.isEmpty && known.insert($0.key).inserted }
      if hidesOthers { named = known }
      if own.isEmpty { return }
      if let index {
        sections[index].items += own
      } else {
        sections.append(KeyPage.Section(title: title, items: own))
      }
    }
    if hasQuery { add("text", queryKeys) }
    for child in takers + notices {
      let items = keys(of: child)
      if let type = child.type, isThirdParty(type) {
        add(type.shortQuotedName, items, hidesOthers: false)
        continue
      }
      for group in KeyHelpItem.Group.allCases {
        add(
          group.title ?? child.type?.shortName ?? child.name, items.filter { $0.group == group })
      }
    }
    add(
      "program", offeredKeys + nextKeys + standardErrorKeys + ownKeys + borderKeys + rarerKeys)
    var states = boundKeys
    let types = arrangement.entries.compactMap(\.type)
    for (key, item) in zip(arrangement.defaultKeys, defaultKeys) where !named.contains(item.key) {
      if let type = types.first(where: { $0.keys.contains(key) }), isThirdParty(type) {
        add(type.shortQuotedName, [item], hidesOthers: false)
      } else {
        states.append(item)
      }
    }
    return (states.isEmpty ? [] : [KeyPage.Section(title: "states", items: states)]) + sections
  }
}

extension KeyHelpItem.Group {
  /// The heading; nil for the child's name.
  fileprivate var title: String? {
    switch self {
    case .own: nil
    case .move: "move"
    case .find: "find"
    case .columns: "columns"
    case .rows: "rows"
    }
  }
}
