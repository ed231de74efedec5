internal import HostPlugins
internal import HostStates
internal import HostSurface
internal import HostText
internal import StateContainer

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
    if let front = takers.first, front.takesText { return front.keyHelp }
    return KeyHelpLayout.ordered(
      offered: offeredKeys, bound: boundKeys, children: (takers + notices).map(\.keyHelp),
      own: nextKeys + standardErrorKeys + ownKeys + borderKeys, brought: defaultKeys)
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
  var keySections: [KeyPage.Section] {
    let takers = keyOrder.reversed()
    let children = (takers + notices).map { child in
      (name: child.type?.shortName ?? child.name, items: child.keyHelp)
    }
    var sections: [KeyPage.Section] = []
    var named = Set(boundKeys.map(\.key))
    func add(_ title: String, _ items: [KeyHelpItem]) {
      let own = items.filter { !$0.key.isEmpty && named.insert($0.key).inserted }
      if own.isEmpty { return }
      if let index = sections.firstIndex(where: { $0.title == title }) {
        sections[index].items += own
      } else {
        sections.append(KeyPage.Section(title: title, items: own))
      }
    }
    if hasQuery { add("text", queryKeys) }
    for (name, items) in children {
      for group in KeyHelpItem.Group.allCases {
        add(group.title ?? name, items.filter { $0.group == group })
      }
    }
    add(
      "program", offeredKeys + nextKeys + standardErrorKeys + ownKeys + borderKeys + rarerKeys)
    let states = boundKeys + defaultKeys.filter { !named.contains($0.key) }
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
