internal import HostPlugins
internal import HostText
internal import StateContainer

extension PluginReport {
  /// It as one JSON object; what is not known is null.
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
  /// Where it is, what is wrong and what to do, and all three as the line that people read.
  var json: JSONValue {
    let (what, remedy) = problem.text
    return .object([
      "file": .text(path), "problem": .text(what), "remedy": .text(remedy), "line": .text(line),
    ])
  }
}

extension PluginHint {
  /// What there is to know, and what to do, as of a failure.
  var json: JSONValue {
    let (what, remedy) = text
    return .object([
      "file": .text(path), "child": .text(child), "hint": .text(what), "remedy": .text(remedy),
      "line": .text(line),
    ])
  }
}

extension ChildType {
  /// The states that it presents.
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
  /// The keys that it brings along.
  var keysJSON: JSONValue {
    .list(
      keys.map { key in
        .object([
          "key": .text(key.key.name), "state": .text(key.state), "label": .text(key.label),
        ])
      })
  }

  /// The same, such as `v viewer (open it)`.
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
