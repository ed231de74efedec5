internal import HostPlugins
internal import HostSurface
internal import HostText
internal import StateContainer

/// What `statehost inspect` prints about one plugin file: its size, symbols, children, problems and log.
struct PluginReport {
  /// What `statehost inspect` prints about one type of child in a plugin: its description, its permissions, and what
  /// it reports once created or why it could not be created.
  struct Child {
    let type: ChildType
    let needs: [RequestedPermission]
    /// Nil if it could not be created.
    let made: Instance?
    /// Why it could not be created.
    let problem: String?
  }

  /// What a child of a plugin reports when `statehost inspect` creates it without content: transition timing,
  /// extensions, keys, and accessibility text.
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
  /// The report as lines, without control characters.
  ///
  /// - Parameter namesSymbols: whether to list all needed symbols instead of their number.
  /// - Returns: the lines without newlines.
  func lines(namesSymbols: Bool) -> [String] {
    var lines = [path]
    func add(_ name: String, _ text: String, indent: Int = 2) {
      let name = String(repeating: " ", count: indent) + name
      let gap = String(repeating: " ", count: max(1, 15 - name.utf8.count))
      lines.append(name + gap + text)
    }
    if let bytes { add("size", "\(bytes) bytes") }
    if let abi { add("ABI", "built with \(abi), this host offers \(OfferedABI.text)") }
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
  var name: String {
    switch self {
    case .still: "none"
    case .fade: "fade"
    case .slideUp: "slide-up"
    case .slideDown: "slide-down"
    case .slideLeft: "slide-left"
    case .slideRight: "slide-right"
    }
  }
}

extension TransitionCurve {
  /// The name in a states file.
  var name: String {
    switch self {
    case .linear: "linear"
    case .easeIn: "ease-in"
    case .easeOut: "ease-out"
    case .easeInOut: "ease-in-out"
    }
  }
}
