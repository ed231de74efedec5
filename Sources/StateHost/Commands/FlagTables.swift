internal import HostContent
internal import HostPlugins
internal import HostRuntime
internal import HostStates
internal import HostSurface
internal import HostSystem
internal import HostText
internal import HostValidation

/// The tables of command-line options, one for each command, from which arguments are parsed and
/// help and completions are generated.
enum FlagTables {
  static var run: [Flag<RunOptions>] { runSections.flatMap(\.flags) }

  /// The options of a run, grouped by purpose.
  static var runSections: [(title: String, flags: [Flag<RunOptions>])] {
    [
      ("What is shown", source), ("To choose rows", picking), ("For scripts", scripts),
      ("How it looks", looks),
      ("States and plugins", children),
    ]
  }

  private static var source: [Flag<RunOptions>] {
    [
      .parsed(
        "-c", value: "LINE", "run this line by your shell ($SHELL, else sh)", as: "a command line",
        by: { $0.isEmpty ? nil : $0 }
      ) { $0.source = .source(.commandLine($1, shell: Environment.shell)) },
      .parsed(
        "--url", value: "URL", "show the lines at a URL, fetched by curl",
        as: "an address like https://example.org/list", by: { URLFetch.isAddress($0) ? $0 : nil }
      ) { $0.source = .source(.url($1)) },
      .valued(
        "--source", value: "ID[=WHAT]",
        "show the rows of a plugin's source; WHAT is its argument, -o sets its options"
      ) {
        let words = $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let id = words.first, !id.isEmpty else { return "the id of a source" }
        $1.source = .plugin(String(id), argument: words.count > 1 ? String(words[1]) : "")
        return nil
      },
      .parsed(
        "--every", value: "TIME",
        "load again this long after each load ends: 5 (seconds), 500ms, 2m",
        as: "a time of 10ms or more, such as 5s, 500ms or 2m", by: { time($0, atLeast: 10_000_000) }
      ) { $0.everyNanoseconds = $1 },
      .parsed(
        "--columns", value: "HOW",
        "how rows are split: auto, none, tabs, commas or json (one value a row)",
        as: "one of \(Columns.Request.allCases.map(\.rawValue).joined(separator: ", "))",
        by: Columns.Request.init(rawValue:)
      ) { $0.columns = $1 },
      .parsed(
        "--key", value: "COLUMN[,COLUMN]",
        "the columns (names, numbers) that identify a row across reloads (detected)",
        as: "names or numbers of columns", by: columnNames
      ) { $0.session.key = $1 },
      .toggle(
        \.session.followsSource, "--follow",
        "stay at the end as rows are added, also to a file (key F)"),
      .parsed(
        "--limit", value: "ROWS", "keep only the last ROWS rows", as: "a number of rows from 1",
        by: { Int($0).flatMap { $0 > 0 ? $0 : nil } }
      ) { $0.keptRowCount = $1 },
      .toggle("--line-numbers", short: "-N", "number the rows (key #)") {
        $0.listOptions.append(OptionAssignment(ofList: "line-numbers"))
      },
      .toggle("--wrap", short: "-w", "wrap long rows (key w)") {
        $0.listOptions.append(OptionAssignment(ofList: "wrap"))
      },
      .toggle("--no-wrap", "cut long rows, also where w has wrapped them before") {
        $0.listOptions.append(OptionAssignment(ofList: "wrap", false))
      },
      .parsed(
        "--filter", value: "TEXT", "show only rows that contain this text (key &)",
        as: limitedText, by: limited
      ) { $0.session.filter = $1.isEmpty ? nil : RowFilter(Array($1.utf8)) },
      .parsed(
        "--filter-kind", value: "KIND", "how --filter matches: text, regex or query (text)",
        as: "one of text, regex, query",
        by: { ["text": .text, "regex": .expression, "query": RowFilter.Kind.query][$0] }
      ) { $0.filterKind = $1 },
      .valued(
        "--sort", value: "COLUMN[:desc]",
        "sort by this column; :desc for descending order (keys s, S)"
      ) {
        let isDescending = $0.hasSuffix(":desc")
        let column =
          isDescending || $0.hasSuffix(":asc") ? $0.split(separator: ":").dropLast() : [$0[...]]
        guard !column.isEmpty, !$0.isEmpty else { return "the name or the number of a column" }
        $1.session.sort = SortRequest(column.joined(separator: ":"), isDescending: isDescending)
        return nil
      },
      .text(\.title, "--title", value: "TEXT", "the name of the source on screen"),
    ]
  }

  static var picking: [Flag<RunOptions>] {
    [
      .toggle(
        \.picks, "--pick", "type to narrow the rows; enter prints the marked ones, or this one"),
      .parsed(
        "--query", "-q", value: "TEXT", "begin with this text typed", as: limitedText, by: limited
      ) { $0.query.text = $1 },
      .toggle(
        \.session.takesOnlyRow, "--select-1", short: "-1",
        "take the only row that matches without asking"),
      .toggle(
        \.session.endsWithoutMatch, "--exit-0", short: "-0",
        "leave with status 1 at once when no row matches"),
      .toggle(
        \.query.ranksRows, to: false, "--no-sort",
        "keep the order of the rows: the best matches do not come first"),
      .toggle(
        \.query.reversesRows, "--tac",
        "reverse the order: the last row first, also among equal matches"),
      .parsed(
        "--multi", value: "N", "the most rows that can be marked (any number)",
        as: "a number of rows from 1", by: { UInt64($0).flatMap { $0 > 0 ? $0 : nil } }
      ) { $0.session.mostMarked = $1 },
      .toggle("-m", "accepted for fzf: rows can always be marked") { _ in },
      .parsed(
        "--print", value: "COLUMN[,COLUMN]", "print these columns of the row, not all of it",
        as: "names or numbers of columns", by: columnNames
      ) { $0.session.printedColumns = $1 },
      .toggle(\.endsRowsWithNUL, "--print0", "end each printed row with a NUL, for xargs -0"),
      .text("--prompt", value: "TEXT", "the prompt (> )") { $0.query.prompt = $1 },
      .text("--header", value: "TEXT", "lines below the prompt") {
        $0.query.header = $1.split(separator: "\n", omittingEmptySubsequences: false).map(
          String.init)
      },
    ]
  }

  private static func columnNames(_ text: String) -> [String]? {
    let columns = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return columns.allSatisfy { !$0.isEmpty } ? columns : nil
  }

  private static var limitedText: String { "a text of at most \(RowFilter.longestText) bytes" }

  private static func limited(_ text: String) -> String? {
    text.utf8.count <= RowFilter.longestText ? text : nil
  }

  private static var scripts: [Flag<RunOptions>] {
    [
      .toggle(
        \.session.stripsRows, "--strip",
        "show and print rows without escape sequences (shown as colours, printed)"),
      .toggle(
        \.readsNULs, "--read0", "rows end with a NUL, as find -print0 and git ls-files -z end them"),
      .toggle(
        \.isPlain, "--plain", "no interface: rows to standard output, states to standard error"),
      .parsed(
        "--snapshot", value: "FILE", "no terminal: one frame as .svg or .txt; - prints text",
        as: "a picture (.svg), text (.txt) or - for standard output",
        by: { $0 == "-" || $0.hasSuffix(".svg") || $0.hasSuffix(".txt") ? $0 : nil }
      ) { $0.snapshotFile = $1 },
      .parsed(
        "--at", value: "TIME",
        "with --snapshot: the frame at this time (when nothing moves any more)",
        as: "a time like 200ms or 1.5s", by: { time($0) }
      ) { $0.session.endNanoseconds = $1 },
      .valued("--size", value: "CxR", "with --snapshot: columns and rows (80x24)") {
        let parts = $0.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        let limit = TerminalSize.limit
        guard parts.count == 2, let columns = parts[0], let rows = parts[1],
          1...limit.columns ~= columns, 1...limit.rows ~= rows
        else { return "a size like 80x24, up to \(limit.columns)x\(limit.rows)" }
        $1.size = TerminalSize(columns: columns, rows: rows)
        return nil
      },
    ]
  }

  private static var looks: [Flag<RunOptions>] {
    [
      .parsed(
        "--colour", "--color", value: "WHEN",
        "auto, truecolour, 256, 16 or none (auto respects NO_COLOR)", as: oneOf(colours),
        by: { choice(colourAliases[$0] ?? $0, in: colours) }
      ) { $0.colour = $1.value },
      .toggle("--no-colour", short: "--no-color", "the same as --colour none") {
        $0.colour = ColourDepth.none
      },
      .parsed(
        "--theme", value: "NAME", "auto, dark or light", as: oneOf(themes),
        by: { choice($0, in: themes) }
      ) { $0.theme = $1.value },
      .toggle(\.showsKeys, "--keys", "show the keys below the rows"),
      .parsed(
        "--height", value: "ROWS",
        "use this many rows below the prompt, all but some (-3), or 40% of the terminal; no mouse",
        as: "a number of rows, or a part like 40%", by: { ScreenHeight($0) }
      ) { $0.height = $1 },
      .toggle(
        \.usesMouse, to: false, "--no-mouse",
        "leave the mouse to the terminal, to select text with it"),
      .toggle(\.reducesMotion, "--reduced-motion", "no animation: every delay and duration is 0"),
      .parsed(
        "--loading-delay", value: "TIME", "show loading only when it takes this long (100ms)",
        as: "a time like 100ms or 1s", by: { time($0) }
      ) { $0.loadingDelayNanoseconds = $1 },
      .parsed(
        "--loading-minimum", value: "TIME", "show loading for at least this long (300ms)",
        as: "a time like 300ms or 1s", by: { time($0) }
      ) { $0.loadingMinimumNanoseconds = $1 },
    ]
  }

  /// The values of an option such as `--theme`; nil (auto): as the environment or terminal says.
  typealias Choices<Value> = [(name: String, value: Value?)]

  static let colours: Choices<ColourDepth> = [
    ("auto", nil), ("truecolour", .trueColour), ("256", .palette), ("16", .sixteen),
    ("none", ColourDepth.none),
  ]
  private static let colourAliases = [
    "truecolor": "truecolour", "24bit": "truecolour", "never": "none",
  ]
  static let themes: Choices<TerminalColours> = [("auto", nil), ("dark", .dark), ("light", .light)]

  private static func choice<Value>(
    _ name: String, in choices: Choices<Value>
  ) -> (name: String, value: Value?)? {
    choices.first { $0.name == name }
  }

  private static func oneOf<Value>(_ choices: Choices<Value>) -> String {
    "one of \(choices.map(\.name).joined(separator: ", "))"
  }

  private static var children: [Flag<RunOptions>] {
    [
      .text(
        \.statesFile, "--states", value: "FILE", "map states to children by a states file (JSON)")
    ] + finding() + choosing() + granting() + isolating() + [
      .toggle(
        \.watchesPlugins, "--watch", "load a plugin in a worker again whenever its file changes"),
      .text(\.eventsFile, "--events", value: "FILE", "write the event log (JSON Lines) there"),
      .text(\.logFile, "--log", value: "FILE", "append what plugins log or print there"),
      .text(
        \.rememberFile, "--remember", value: "FILE",
        "restore the row, search and view of the last run from FILE, and save them there"),
    ]
  }

  static var play: [Flag<PlayOptions>] {
    [
      .text(
        \.eventsFile, "--events", value: "FILE", "write the event log there, not to standard output"
      ),
      .toggle(
        \.drawsTimeline, "--timeline",
        "draw the run as text: a row a child, time from left to right"),
      .text(
        \.pictureFile, "--svg", value: "FILE",
        "draw the same as a picture, readable in light and dark"),
      .valued("--frames", value: "TIMES", "write the surface as text at these times: 0ms,150ms,1s")
      {
        let times = $0.split(separator: ",", omittingEmptySubsequences: false).map {
          time(String($0))
        }
        let known = times.compactMap { $0 }
        guard !known.isEmpty, known.count == times.count else { return "times like 0ms,150ms" }
        $1.frameNanoseconds = known.sorted()
        return nil
      },
      .toggle(
        \.checks, "--check", "check every event against the rules; status 1 if one is broken"),
      .parsed(
        "--seed", value: "N", "generate, play and print a random scenario",
        as: "a whole number from 0", by: { UInt64($0) }
      ) { $0.seed = $1 },
      .parsed(
        "--steps", value: "M", "with --seed: how many actions it has (40)",
        as: "a number from 1 to \(Scenario.randomStepLimit)",
        by: { Int($0).flatMap { 1...Scenario.randomStepLimit ~= $0 ? $0 : nil } }
      ) { $0.steps = $1 },
    ] + finding() + choosing() + granting() + isolating()
  }

  static var plugins: [Flag<PluginsOptions>] {
    finding() + granting() + [
      limiting(),
      .toggle(\.isPin, "--pin", "pin the plugins found now: refuse them once they change"),
      .text(
        "--renew", value: "ID|FILE", "renew the pin and the grants of a changed plugin; repeatable"
      ) { $0.renewals.append($1) },
      .toggle(\.isRescan, "--rescan", "scan every file again, including those that crashed"),
      .toggle(\.isSecurity, "--security", "show what the sandbox restricts on this system"),
      .toggle(\.isJSON, "--json", "one JSON object on standard output in place of a table"),
    ]
  }

  static var inspect: [Flag<InspectOptions>] {
    trusting() + [
      .toggle(\.namesSymbols, "--symbols", "name every symbol that the file needs"),
      .toggle(\.isJSON, "--json", "one JSON object on standard output in place of text"),
    ]
  }

  static var validate: [Flag<ValidateOptions>] {
    trusting() + [
      .toggle(\.isList, "--list", "list every check with its level and rule"),
      .parsed(
        "--strictness", value: "LEVEL", "run the checks up to this level, 1 to 10 (5)",
        as: "a level from 1 to 10", by: { Int($0).flatMap { 1...10 ~= $0 ? $0 : nil } }
      ) { $0.strictness = $1 },
      .parsed(
        "--seed", value: "NUMBER", "the seed of random values (1)", as: "a whole number",
        by: { UInt64($0) }
      ) { $0.seed = $1 },
      .valued("--only", value: "CHECK", "run just this check, whatever its level; repeatable") {
        if let expected = unknownCheck($0) { return expected }
        $1.only.append($0)
        return nil
      },
      .valued("--skip", value: "CHECK", "leave this check out; repeatable") {
        if let expected = unknownCheck($0) { return expected }
        $1.skipped.append($0)
        return nil
      },
      .parsed(
        "--timeout", value: "TIME", "how long one check may take (10s)",
        as: "a time like 500ms or 10s", by: { time($0, atLeast: 1) }
      ) { $0.limitNanoseconds = $1 },
      .text(
        \.argument, "--argument", value: "WHAT", "the argument of sources, as in --source ID=WHAT"),
      .parsed(
        "-o", value: "[ID.]NAME=VALUE",
        "set an option of a child or source, or of all that have it; repeatable",
        as: "an option and its value, such as depth=4 or com.example.tree.depth=4",
        by: { OptionAssignment(forAnyChild: $0) }
      ) { $0.plugins.childOptions.append($1) },
      granting("for these checks, let a child or source have \(needs); repeatable"),
      .text(
        \.programsFile, "--programs", value: "FILE",
        "script the programs that children run, as in a scenario"),
      .toggle(\.isJSON, "--json", "one JSON object on standard output in place of lines"),
    ]
  }

  /// What a name should have been; nil for the name of a check.
  private static func unknownCheck(_ name: String) -> String? {
    let names = Check.all.map(\.name)
    if names.contains(name) { return nil }
    let nearest = NearestName.nearest(to: name, among: names)
    return "a check, see --list" + (nearest.map { "; did you mean \($0)?" } ?? "")
  }

  static var new: [Flag<NewOptions>] {
    [
      .parsed(
        "-l", "--language", value: "NAME", "the language: \(NewOptions.languages)",
        as: "one of \(NewOptions.languages)", by: ProjectLanguage.init(rawValue:)
      ) { $0.language = $1 },
      .text(
        \.example, "--like", value: "EXAMPLE",
        "begin with the sources of an example, such as details"),
      .parsed(
        "--state", value: "NAME", "a state that the child presents (content); repeatable",
        as: "a name of letters, digits, - and _",
        by: { $0.isWord && $0.utf8.count <= 64 ? $0 : nil }
      ) { if !$0.states.contains($1) { $0.states.append($1) } },
    ]
  }

  /// Parses a time such as `1.5s` as nanoseconds; a number without a unit is in seconds.
  static func time(_ text: String, atLeast minimum: Int64 = .min) -> Int64? {
    let hasUnit = text.last?.isLetter ?? true
    let time = try? DurationText.nanoseconds(hasUnit ? text : text + "s")
    return time.flatMap { $0 >= minimum ? $0 : nil }
  }
}
