internal import HostContent
internal import HostPlugins
internal import HostRuntime
internal import HostStates
internal import HostText
internal import HostValidation
internal import HostWorkers

/// The tables of command-line options, one for each command, from which arguments are parsed and help and completions
/// are generated.
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
      ) { $0.key = $1 },
      .toggle("--follow", "stay at the end as rows are added, also to a file (key F)") {
        $0.followsSource = true
      },
      .parsed(
        "--limit", value: "ROWS", "keep only the last ROWS rows", as: "a number of rows from 1",
        by: { Int($0).flatMap { $0 > 0 ? $0 : nil } }
      ) { $0.keptRowCount = $1 },
      .toggle("--line-numbers", short: "-N", "number the rows (key #)") {
        $0.listOptions.append("line-numbers")
      },
      .parsed(
        "--filter", value: "TEXT", "show only rows that contain this text (key &)",
        as: limitedText, by: limited
      ) { $0.filter = $1.isEmpty ? nil : $1 },
      .valued(
        "--sort", value: "COLUMN[:desc]",
        "sort by this column; :desc for descending order (keys s, S)"
      ) {
        let isDescending = $0.hasSuffix(":desc")
        let column =
          isDescending || $0.hasSuffix(":asc") ? $0.split(separator: ":").dropLast() : [$0[...]]
        guard !column.isEmpty, !$0.isEmpty else { return "the name or the number of a column" }
        $1.sort = SortRequest(column.joined(separator: ":"), isDescending: isDescending)
        return nil
      },
      .text("--title", value: "TEXT", "the name of the source on screen") { $0.title = $1 },
    ]
  }

  private static var picking: [Flag<RunOptions>] {
    [
      .toggle("--pick", "type to narrow the rows; enter prints the marked ones, or this one") {
        $0.picks = true
      },
      .parsed(
        "--query", "-q", value: "TEXT", "begin with this text typed", as: limitedText, by: limited
      ) { $0.pick.text = $1 },
      .toggle("--select-1", short: "-1", "take the only row that matches without asking") {
        $0.pick.takesOnlyRow = true
      },
      .toggle("--exit-0", short: "-0", "leave with status 1 at once when no row matches") {
        $0.pick.endsWithoutMatch = true
      },
      .toggle("--no-sort", "keep the order of the rows: the best matches do not come first") {
        $0.pick.ranksRows = false
      },
      .toggle("--tac", "reverse the order: the last row first, also among equal matches") {
        $0.pick.reversesRows = true
      },
      .parsed(
        "--multi", value: "N", "the most rows that can be marked (any number)",
        as: "a number of rows from 1", by: { UInt64($0).flatMap { $0 > 0 ? $0 : nil } }
      ) { $0.pick.mostMarked = $1 },
      .toggle("-m", "accepted for fzf: rows can always be marked") { $0.pick.marksRows = true },
      .parsed(
        "--print", value: "COLUMN[,COLUMN]", "print these columns of the row, not all of it",
        as: "names or numbers of columns", by: columnNames
      ) { $0.pick.printedColumns = $1 },
      .text("--prompt", value: "TEXT", "the prompt (> )") { $0.pick.prompt = $1 },
      .text("--header", value: "TEXT", "lines below the prompt") { $0.pick.header = $1 },
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
        "--strip", "show and print rows without escape sequences (shown as colours, printed)"
      ) { $0.stripsRows = true },
      .toggle("--read0", "rows end with a NUL, as find -print0 and git ls-files -z end them") {
        $0.readsNULs = true
      },
      .toggle("--print0", "end each printed row with a NUL, for xargs -0") {
        $0.endsRowsWithNUL = true
      },
      .toggle("--plain", "no interface: rows to standard output, states to standard error") {
        $0.isPlain = true
      },
      .parsed(
        "--snapshot", value: "FILE", "no terminal: one frame as .svg or .txt; - prints text",
        as: "a picture (.svg), text (.txt) or - for standard output",
        by: { $0 == "-" || $0.hasSuffix(".svg") || $0.hasSuffix(".txt") ? $0 : nil }
      ) { $0.snapshotFile = $1 },
      .parsed(
        "--at", value: "TIME",
        "with --snapshot: the frame at this time (when nothing moves any more)",
        as: "a time like 200ms or 1.5s", by: { time($0) }
      ) { $0.snapshotNanoseconds = $1 },
      .valued("--size", value: "CxR", "with --snapshot: columns and rows (80x24)") {
        let parts = $0.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let columns = parts[0], let rows = parts[1],
          (1...4096).contains(columns), (1...2048).contains(rows)
        else { return "a size like 80x24, up to 4096x2048" }
        $1.size = RunOptions.Size(columns: columns, rows: rows)
        return nil
      },
    ]
  }

  private static var looks: [Flag<RunOptions>] {
    [
      .valued(
        "--colour", "--color", value: "WHEN",
        "auto, truecolour, 256, 16 or none (auto respects NO_COLOR)"
      ) {
        let names = ["truecolor": "truecolour", "24bit": "truecolour", "never": "none"]
        guard let colour = RunOptions.Colour(rawValue: names[$0] ?? $0) else {
          return "one of auto, truecolour, 256, 16, none"
        }
        $1.colour = colour
        return nil
      },
      .parsed(
        "--theme", value: "NAME", "auto, dark or light", as: "one of auto, dark, light",
        by: RunOptions.Theme.init(rawValue:)
      ) { $0.theme = $1 },
      .toggle("--keys", "show the keys below the rows") { $0.showsKeys = true },
      .parsed(
        "--height", value: "ROWS",
        "use this many rows below the prompt, or 40% of the terminal; no mouse",
        as: "a number of rows, or a part like 40%", by: { ScreenHeight($0) }
      ) { $0.height = $1 },
      .toggle("--no-mouse", "leave the mouse to the terminal, to select text with it") {
        $0.usesMouse = false
      },
      .toggle("--reduced-motion", "no animation: every delay and duration is 0") {
        $0.reducesMotion = true
      },
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

  private static var children: [Flag<RunOptions>] {
    [
      .text("--states", value: "FILE", "map states to children by a states file (JSON)") {
        $0.statesFile = $1
      }
    ] + finding() + choosing() + granting() + isolating() + [
      .toggle("--watch", "load a plugin in a worker again whenever its file changes") {
        $0.watchesPlugins = true
      },
      .text("--events", value: "FILE", "write the event log (JSON Lines) there") {
        $0.eventsFile = $1
      },
      .text("--log", value: "FILE", "append what plugins log or print there") { $0.logFile = $1 },
      .text(
        "--remember", value: "FILE",
        "restore the row, search and view of the last run from FILE, and save them there"
      ) { $0.rememberFile = $1 },
    ]
  }

  static var play: [Flag<PlayOptions>] {
    [
      .text("--events", value: "FILE", "write the event log there, not to standard output") {
        $0.eventsFile = $1
      },
      .toggle("--timeline", "draw the run as text: a row a child, time from left to right") {
        $0.drawsTimeline = true
      },
      .text("--svg", value: "FILE", "draw the same as a picture, readable in light and dark") {
        $0.pictureFile = $1
      },
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
      .toggle("--check", "check every event against the rules; status 1 if one is broken") {
        $0.checks = true
      },
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
      .toggle("--pin", "pin the plugins found now: refuse them once they change") {
        $0.isPin = true
      },
      .text(
        "--renew", value: "ID|FILE", "renew the pin and the grants of a changed plugin; repeatable"
      ) { $0.renewals.append($1) },
      .toggle("--rescan", "scan every file again, including those that crashed") {
        $0.isRescan = true
      },
      .toggle("--security", "show what the sandbox restricts on this system") {
        $0.isSecurity = true
      },
      .toggle("--json", "one JSON object on standard output in place of a table") {
        $0.isJSON = true
      },
    ]
  }

  static var inspect: [Flag<InspectOptions>] {
    trusting() + [
      .toggle("--symbols", "name every symbol that the file needs") { $0.namesSymbols = true },
      .toggle("--json", "one JSON object on standard output in place of text") {
        $0.isJSON = true
      },
    ]
  }

  static var validate: [Flag<ValidateOptions>] {
    trusting() + [
      .toggle("--list", "list every check with its level and rule") { $0.isList = true },
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
      .text("--argument", value: "WHAT", "the argument of sources, as in --source ID=WHAT") {
        $0.argument = $1
      },
      .parsed(
        "-o", value: "[ID.]NAME=VALUE",
        "set an option of a child or source, or of all that have it; repeatable",
        as: "an option and its value, such as depth=4 or com.example.tree.depth=4",
        by: { OptionAssignment(forAnyChild: $0) }
      ) { $0.plugins.childOptions.append($1) },
      granting("for these checks, let a child or source have \(needs); repeatable"),
      .text(
        "--programs", value: "FILE", "script the programs that children run, as in a scenario"
      ) { $0.programsFile = $1 },
      .toggle("--json", "one JSON object on standard output in place of lines") {
        $0.isJSON = true
      },
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
      .text("--like", value: "EXAMPLE", "begin with the sources of an example, such as details") {
        $0.example = $1
      },
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
