internal import HostPlugins
internal import HostStates
internal import HostSurface
internal import HostTerminal
internal import HostText
internal import StateContainer

/// Key help: keys of children, of the states file and of the host.
extension Stage {
  /// The host's keys for the key line; in a pick, letters are text.
  private var ownKeys: [KeyHelpItem] {
    let isPick = context.query != nil
    let reload = [KeyHelpItem(key: isPick ? "f5" : "r", action: "reload")]
    return (context.content?.canReload ?? true ? reload : []) + [
      KeyHelpItem(key: isPick ? "escape" : "q", action: isPick ? "leave" : "quit"),
      KeyHelpItem(key: isPick ? "f1" : "?", action: "all keys"),
    ]
  }

  /// The host's keys that appear only on the key page.
  private var rarerKeys: [KeyHelpItem] {
    let isPick = context.query != nil
    return (isPick ? [] : [KeyHelpItem(key: "F", action: "follow new rows")]) + [
      KeyHelpItem(key: Key.hostPage.name, action: "children and plugins"),
      KeyHelpItem(key: "ctrl-l", action: "redraw the screen"),
      KeyHelpItem(key: "ctrl-z", action: "suspend"),
    ]
  }

  /// The keys that edit the query of a pick.
  private var queryKeys: [KeyHelpItem] {
    [
      ("ctrl-u", "delete all"), ("ctrl-w", "delete a word"), ("alt-d", "delete the next word"),
      ("ctrl-a/ctrl-e", "beginning, end"), ("alt-b/alt-f", "a word back, on"),
      ("ctrl-r", "regular expression"),
    ].map { KeyHelpItem(key: $0, action: $1) }
  }

  private var standardErrorKeys: [KeyHelpItem] {
    let hasLines = context.content?.standardErrorLineCount ?? 0 > 0
    return hasLines ? [KeyHelpItem(key: "e", action: "standard error")] : []
  }

  /// The keys that are available now; while text is typed, those of the child that takes it.
  var keyHelp: [KeyHelpItem] {
    let takers = keyOrder.reversed()
    if let front = takers.first, front.takesText { return front.keyHelp }
    return KeyHelpOrder(
      offered: offeredKeys, bound: boundKeys, children: (takers + notices).map(\.keyHelp),
      own: nextKeys + standardErrorKeys + ownKeys + borderKeys, brought: defaultKeys
    ).items
  }

  private var nextKeys: [KeyHelpItem] {
    guard keyOrder.count > 1 else { return [] }
    return [KeyHelpItem(key: context.query == nil ? "tab" : "f6", action: "next child")]
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
  /// Whether the page of keys is shown over everything else.
  package var showsKeys: Bool { overlays.showsKeys }

  /// Shows the page of keys.
  package func showKeys() {
    overlays.showsKeys = true
    endBorderDrag()
    needsFrame = true
  }

  /// Gives the page of keys an input while it is shown.
  ///
  /// - Returns: whether the event was user input.
  func receiveOnKeys(_ event: InputEvent) -> Bool {
    guard overlays.receiveOnKeys(event) != .unused else { return false }
    needsFrame = true
    return true
  }

  /// The current page of keys; nil if it is not shown.
  func placedKeys() -> PlacedLayer? { overlays.placedKeys(keySections, keyFacts, on: surface) }

  /// The state, the key columns of rows, and the number of failed loads.
  private var keyFacts: String {
    [presentedState, context.selection.keyText(askedFor: true), failures].compactMap(\.self)
      .joined(separator: " · ")
  }

  /// The sections of the key page; each key is listed once, for the receiver that comes first.
  var keySections: [KeyPage.Section] {
    let takers = keyOrder.reversed()
    let children = (takers + notices).map { child in
      (name: child.type?.shortName ?? child.name, items: child.keyHelp)
    }
    let program = offeredKeys + nextKeys + standardErrorKeys + ownKeys + borderKeys + rarerKeys
    var sections: [KeyPage.Section] = []
    var named = Set(boundKeys.map(\.key))
    func add(_ title: String, _ items: [KeyHelpItem]) {
      var own: [KeyHelpItem] = []
      for item in items where !item.key.isEmpty && named.insert(item.key).inserted {
        own.append(item)
      }
      if own.isEmpty { return }
      if let index = sections.firstIndex(where: { $0.title == title }) {
        own = sections[index].items + own
        sections[index] = KeyPage.Section(title: title, items: own)
      } else {
        sections.append(KeyPage.Section(title: title, items: own))
      }
    }
    if context.query != nil { add("text", queryKeys) }
    for (name, items) in children {
      for group in KeyHelpItem.Group.allCases {
        add(group.title ?? name, items.filter { $0.group == group })
      }
    }
    add("program", program)
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
