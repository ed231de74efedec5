internal import HostPlugins
internal import HostSurface
internal import HostText
internal import StateContainer

extension PluginReport {
  /// The report as a JSON object; unknown values are null.
  var json: JSONValue {
    .object([
      "file": .text(path),
      "bytes": bytes.map { .integer($0) } ?? .null,
      "loaded": .boolean(isLoaded),
      "abi": abi.map { .text($0) } ?? .null,
      "exports": symbols.map { .texts($0.exported) } ?? .null,
      "needs": .object([
        "libraries": symbols.map { .texts($0.libraries) } ?? .null,
        "symbols": symbols.map { .texts($0.needed) } ?? .null,
      ]),
      "missing": .object([
        "libraries": .texts(missing.libraries), "symbols": .texts(missing.symbols),
      ]),
      "children": .list(children.map(\.json)),
      "problems": .list(problems.map(\.json)),
      "log": .texts(log),
    ])
  }
}

extension PluginFailure {
  /// The problem, the path and the remedy, and the message in one line.
  var json: JSONValue {
    let (what, remedy) = problem.text
    return .object([
      "file": .text(path), "problem": .text(what), "remedy": .text(remedy), "line": .text(line),
    ])
  }
}

extension PluginHint {
  var json: JSONValue {
    let (what, remedy) = text
    return .object([
      "file": .text(path), "child": .text(child), "hint": .text(what), "remedy": .text(remedy),
      "line": .text(line),
    ])
  }
}

extension ChildType {
  var placesJSON: JSONValue {
    .list(
      places.map { place in
        .object([
          "state": .text(place.state), "place": .integer(place.place),
          "insteadOfBundled": .boolean(place.isInsteadOfBundled),
          "area": place.dock.map(\.json) ?? .null,
        ])
      })
  }
}

extension ChildType {
  var keysJSON: JSONValue {
    .list(
      keys.map { key in
        .object([
          "key": .text(key.key.name), "state": .text(key.state), "label": .text(key.label),
        ])
      })
  }

  /// For example `v viewer (open it)`.
  var keysText: String {
    keys.map { "\($0.key.name) \($0.state)" + ($0.label.isEmpty ? "" : " (\($0.label))") }
      .joined(separator: ", ")
  }
}

extension PluginReport.Child {
  fileprivate var json: JSONValue {
    .object([
      "id": .text(type.id), "name": .text(type.name), "vendor": .text(type.vendor),
      "version": .text(type.version), "description": .text(type.description),
      "isSource": .boolean(type.isSource), "states": type.placesJSON,
      "takesFocus": .boolean(type.takesFocus),
      "followsMouse": .boolean(type.followsMouse), "isModal": .boolean(type.isModal),
      "needs": needs.json, "keys": type.keysJSON, "options": type.optionsJSON,
      "appear": made.map(\.appearing.json) ?? .null,
      "disappear": made.map(\.disappearing.json) ?? .null,
      "extensions": made.map { .texts($0.extensions) } ?? .null,
      "keyHelp": made.map { made in
        .list(
          made.keys.map { .object(["key": .text($0.key), "action": .text($0.action)]) })
      } ?? .null,
      "says": made?.words.map { .text($0) } ?? .null,
      "problem": problem.map { .text($0) } ?? .null,
    ])
  }
}

extension TransitionTiming {
  fileprivate var json: JSONValue {
    .object([
      "delayNanoseconds": .integer(delayNanoseconds),
      "durationNanoseconds": .integer(durationNanoseconds),
      "effect": .text(effect.name), "curve": .text(curve.name),
    ])
  }
}

extension ChildType {
  var optionsJSON: JSONValue {
    .list(
      options.map { option in
        .object([
          "name": .text(option.name), "takes": .text(option.wanted),
          "default": option.fallback.isEmpty ? .null : .text(option.fallback),
          "help": .text(option.help),
        ])
      })
  }
}

extension OptionType {
  /// One line: `depth: a whole number from 1 to 9 (3): how far it unfolds`.
  var line: String {
    let fallback = fallback.isEmpty ? "" : " (\(fallback))"
    return "\(name): \(wanted)\(fallback)" + (help.isEmpty ? "" : ": \(help)")
  }
}

extension Dock {
  /// For example `40% at the right, 20 cells at least`.
  var words: String {
    let least = minimum > 0 ? ", \(minimum) cells at least" : ""
    return "\(extentWords) at the \(edge)\(least)"
  }

  private var extentWords: String {
    switch extent {
    case .cells(let cells): "\(cells) cells"
    case .percent(let percent): "\(percent)%"
    }
  }

  /// The form of a states file.
  var json: JSONValue {
    let size: JSONValue =
      switch extent {
      case .cells(let cells): .integer(cells)
      case .percent(let percent): .text("\(percent)%")
      }
    return .object(["dock": .text("\(edge)"), "size": size, "min": .integer(minimum)])
  }
}
