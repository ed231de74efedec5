internal import HostPlugins
internal import HostStates
internal import HostSurface
internal import HostText
internal import StateContainer

/// The findings of `statehost inspect` on one plugin file, with their text and JSON: size, symbols,
/// ABI version, children, problems and log.
struct PluginReport {
  /// The findings of `statehost inspect` on one child or source of a plugin: its description,
  /// permissions, and what the child reported once created or why it could not be created.
  struct Child {
    let type: ChildType
    let needs: [RequestedPermission]
    /// Nil if it could not be created.
    let made: Instance?
    /// Why it could not be created.
    let problem: String?
  }

  /// The values that a child of a plugin reports when `statehost inspect` creates it without
  /// content: transition timing, extensions, keys, and accessibility text.
  struct Instance {
    let appearing: TransitionTiming
    let disappearing: TransitionTiming
    let extensions: [String]
    let keys: [KeyHelpItem]
    /// Its accessibility text.
    let words: String?
  }

  let path: String
  /// The size of the file; nil if it cannot be read.
  let bytes: Int?
  /// Nil if the file is not a library.
  let symbols: LibrarySymbols?
  /// Missing dependencies, if it could not be loaded.
  let missing: MissingDependencies
  /// The ABI version it was built with; nil if it was not loaded.
  let abi: String?
  let children: [Child]
  let problems: [PluginFailure]
  /// Messages, output and violations of its children.
  let log: [String]

  var isLoaded: Bool { abi != nil }

  var isValid: Bool {
    isLoaded && problems.isEmpty && children.allSatisfy { $0.problem == nil }
  }
}

extension PluginReport {
  /// The report as lines without control characters; lists all needed symbols, or their number.
  func lines(namesSymbols: Bool) -> [String] {
    var lines = [path]
    func add(_ name: String, _ text: String, indent: Int = 2) {
      let name = String(repeating: " ", count: indent) + name
      let gap = String(repeating: " ", count: max(1, 15 - name.utf8.count))
      lines.append(name + gap + text)
    }
    if let bytes { add("size", "\(bytes) bytes") }
    if let abi { add("ABI", "built with \(abi), this host offers \(SupportedABI.text)") }
    if let symbols {
      add("exports", symbols.exported.isEmpty ? "nothing" : Self.list(symbols.exported))
      for (index, library) in symbols.libraries.enumerated() {
        let mark = missing.libraries.contains(library) ? "  not found" : ""
        add(index == 0 ? "libraries" : "", library + mark)
      }
      let undefined = missing.symbols
      add(
        "symbols",
        undefined.isEmpty
          ? "needs \(symbols.needed.count), all defined"
          : "needs \(symbols.needed.count), undefined: \(Self.list(undefined))")
      if namesSymbols {
        for name in symbols.needed {
          add("", undefined.contains(name) ? "\(name)  not found" : name)
        }
      }
    }
    for child in children {
      for (name, text, indent) in child.rows { add(name, text, indent: indent) }
    }
    for problem in problems { add("problem", problem.line) }
    for line in log { add("log", line) }
    return lines.map { HarmlessText.cleanLine($0) }
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(8).joined(separator: ", ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
  }
}

extension PluginReport.Child {
  /// A line of the report: its name, its text, and by how many columns it is indented.
  fileprivate typealias Row = (name: String, text: String, indent: Int)

  fileprivate var rows: [Row] {
    var rows: [Row] = [(type.isSource ? "source" : "child", type.id, 2)]
    func add(_ name: String, _ text: String) {
      if !text.isEmpty { rows.append((name, text, 4)) }
    }
    add("name", type.name)
    add("version", type.version)
    add("vendor", type.vendor)
    add("about", type.description)
    if type.isSource {
      add("shown by", "--source \(type.id)")
    } else {
      addPresentation(to: &rows)
    }
    add("needs", needs.words)
    add("opens", type.keysText)
    for option in type.options { add("option", option.line) }
    if let problem { add("problem", problem) }
    guard let made else { return rows }
    add("appears", made.appearing.words)
    add("disappears", made.disappearing.words)
    add("extensions", made.extensions.isEmpty ? "none" : made.extensions.joined(separator: ", "))
    add("key help", made.keys.map { "\($0.key) \($0.action)" }.joined(separator: ", "))
    add("says", made.words ?? "")
    return rows
  }

  /// Adds where it is shown and which input it receives.
  private func addPresentation(to rows: inout [Row]) {
    let states = type.places.map { place in
      "\(place.state) (place \(place.place)"
        + (place.isInsteadOfBundled ? ", instead of the bundled children" : "")
        + (place.dock.map { ", \($0.words)" } ?? "") + ")"
    }
    let words =
      states.isEmpty ? "none: needs a states file" : states.joined(separator: ", ")
    rows.append(("states", words, 4))
    let keys = type.isModal ? "receives all" : "receives them when focused"
    rows.append(("keys", type.takesFocus ? keys : "receives none", 4))
    if type.followsMouse { rows.append(("mouse", "receives movements", 4)) }
  }
}

extension TransitionTiming {
  /// For example `in 200 ms, slide-up, ease-in-out, after 50 ms`.
  fileprivate var words: String {
    let delay = delayNanoseconds == 0 ? "" : ", after \(Self.milliseconds(delayNanoseconds))"
    let time =
      durationNanoseconds == 0 ? "at once" : "in \(Self.milliseconds(durationNanoseconds))"
    return "\(time), \(effect.name), \(curve.name)\(delay)"
  }

  private static func milliseconds(_ nanoseconds: Int64) -> String {
    let micros = nanoseconds / 1000
    let rest = micros % 1000
    if rest == 0 { return "\(micros / 1000) ms" }
    let digits = String(rest)
    return "\(micros / 1000).\(String(repeating: "0", count: 3 - digits.utf8.count))\(digits) ms"
  }
}

extension TransitionEffect {
  /// The name in a states file.
  fileprivate var name: String { TimingOverrides.effects.first { $0.value == self }?.name ?? "" }
}

extension TransitionCurve {
  /// The name in a states file.
  fileprivate var name: String { TimingOverrides.curves.first { $0.value == self }?.name ?? "" }
}

// MARK: - JSON

extension JSONValue {
  /// An object of those members that have a value.
  static func object(present members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    JSONValue(
      content: .object(
        members.compactMap { name, value in value.map { JSONMember(name: name, value: $0) } }))
  }
}

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

  var keysJSON: JSONValue {
    .list(
      keys.map { key in
        .object([
          "key": .text(key.key.name), "state": .text(key.state), "label": .text(key.label),
        ])
      })
  }

  fileprivate var optionsJSON: JSONValue {
    .list(
      options.map { option in
        .object([
          "name": .text(option.name), "takes": .text(option.wanted),
          "default": option.fallback.isEmpty ? .null : .text(option.fallback),
          "help": .text(option.help),
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

extension OptionDeclaration {
  /// One line: `depth: a whole number from 1 to 9 (3): how far it unfolds`.
  fileprivate var line: String {
    let fallback = fallback.isEmpty ? "" : " (\(fallback))"
    return "\(name): \(wanted)\(fallback)" + (help.isEmpty ? "" : ": \(help)")
  }
}

extension Dock {
  /// For example `40% at the right, 20 cells at least`.
  fileprivate var words: String {
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
