internal import HostPlugins
internal import HostStates
internal import HostSurface
internal import HostText
internal import StateContainer

/// The line of keys: what children name, what the states file binds, and the program's own.
extension Stage {
  private var ownKeys: [KeyHelpItem] {
    let reload = [KeyHelpItem(key: "r", action: "reload")]
    return (context.content?.canReload ?? true ? reload : []) + [
      KeyHelpItem(key: "q", action: "quit"), KeyHelpItem(key: "?", action: "hide keys"),
    ]
  }

  private var standardErrorKeys: [KeyHelpItem] {
    let hasLines = context.content?.standardErrorLineCount ?? 0 > 0
    return hasLines ? [KeyHelpItem(key: "e", action: "standard error")] : []
  }

  /// The keys that can be pressed now; while text is typed, those of the child that takes it.
  var keyHelp: [KeyHelpItem] {
    let takers = keyOrder.reversed()
    if let front = takers.first, front.takesText { return front.keyHelp }
    let next = takers.count > 1 ? [KeyHelpItem(key: "tab", action: "next child")] : []
    return KeyHelpOrder(
      offered: offeredKeys,
      bound: arrangement.keys.map { key in
        let goesBack = key.state == presentedState && stateToReturnTo != nil
        return KeyHelpItem(key: key.key.name, action: goesBack ? "back" : key.state)
      },
      children: (takers + notices).map(\.keyHelp),
      own: next + standardErrorKeys + ownKeys + borderKeys,
      brought: defaultKeys
    ).items
  }

  private var defaultKeys: [KeyHelpItem] {
    arrangement.defaultKeys.map { key in
      let action = key.label.isEmpty ? key.state : key.label
      return KeyHelpItem(
        key: key.key.name,
        action: key.state == presentedState ? "back" : HarmlessText.cleanLine(action))
    }
  }

  /// Who presents the state that is shown or comes; nil before there is one.
  var presenters: PresenterLine? {
    guard let state = presentedState, let entries = arrangement[state]?.entries else { return nil }
    let areas = areas
    let presenters = entries.reversed().map { index in
      let entry = arrangement.entries[index]
      let isNamed = entry.description != nil
      let name = isNamed ? entry.name : entry.type?.name ?? entry.name
      return PresenterLine.Presenter(
        name: areas[index]?.isEmpty ?? false ? "\(name) (no room)" : name,
        file: entry.type.flatMap { catalogue?.plugin(of: $0).path })
    }
    return PresenterLine(
      state: state, presenters: presenters,
      rowKey: context.selection.keyText(askedFor: showsKeys),
      failureCount: context.content?.failureCount ?? 0)
  }
}
