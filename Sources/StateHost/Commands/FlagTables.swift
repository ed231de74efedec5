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
      .valued("-c", value: "LINE", "run this line by your shell ($SHELL, else sh)") {
        guard !$0.isEmpty else { return "a command line" }
        $1.source = .source(.commandLine($0, shell: Environment.shell))
        return nil
      },
      .valued("--url", value: "URL", "show the lines at a URL, fetched by curl") {
        guard URLFetch.isAddress($0) else { return "an address like https://example.org/list" }
        $1.source = .source(.url($0))
        return nil
      },
      .valued(
        "--source", value: "ID[=WHAT]",
        "show the rows of a plugin's source; WHAT is its argument, -o sets its options"
      ) {
        let words = $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let id = words.first, !id.isEmpty else { return "the id of a source" }
        $1.source = .plugin(String(id), argument: words.count > 1 ? String(words[1]) : "")
        return nil
      },
      .valued(
        "--every", value: "TIME",
        "load again this long after each load ends: 5 (seconds), 500ms, 2m"
      ) {
        guard let time = time($0), time >= 10_000_000 else {
          return "a time of 10ms or more, such as 5s, 500ms or 2m"
        }
        $1.everyNanoseconds = time
        return nil
      },
      .valued(
        "--columns", value: "HOW",
        "how rows are split: auto, none, tabs, commas or json (one value a row)"
      ) {
        guard let columns = Columns.Request(rawValue: $0) else {
          return "one of \(Columns.Request.allCases.map(\.rawValue).joined(separator: ", "))"
        }
        $1.columns = columns
        return nil
      },
      .valued(
        "--key", value: "COLUMN[,COLUMN]",
        "the columns (names, numbers) that identify a row across reloads (detected)"
      ) {
        let columns = $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard columns.allSatisfy({ !$0.isEmpty }) else { return "names or numbers of columns" }
        $1.key = columns
        return nil
      },
      .toggle("--follow", "stay at the end as rows are added, also to a file (key F)") {
        $0.followsSource = true
      },
      .valued("--limit", value: "ROWS", "keep only the last ROWS rows") {
        guard let count = Int($0), count > 0 else { return "a number of rows from 1" }
        $1.keptRowCount = count
        return nil
      },
      .toggle("--line-numbers", "-N", "number the rows (key #)") {
        $0.listOptions.append("line-numbers")
      },
      .valued("--filter", value: "TEXT", "show only rows that contain this text (key &)") {
        guard $0.utf8.count <= RowFilter.longestText else {
          return "a text of at most \(RowFilter.longestText) bytes"
        }
        $1.filter = $0.isEmpty ? nil : $0
        return nil
      },
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
      .valued("--title", value: "TEXT", "the name of the source on screen") {
        $1.title = $0
        return nil
      },
    ]
  }

  private static var picking: [Flag<RunOptions>] {
    [
      .toggle("--pick", "type to narrow the rows; enter prints the marked ones, or this one") {
        $0.picks = true
      },
      .valued("--query", "-q", value: "TEXT", "begin with this text typed") {
        guard $0.utf8.count <= RowFilter.longestText else {
          return "a text of at most \(RowFilter.longestText) bytes"
        }
        $1.pick.text = $0
        return nil
      },
      .toggle("--select-1", "-1", "take the only row that matches without asking") {
        $0.pick.takesOnlyRow = true
      },
      .toggle("--exit-0", "-0", "leave with status 1 at once when no row matches") {
        $0.pick.endsWithoutMatch = true
      },
      .toggle("--no-sort", "keep the order of the rows: the best matches do not come first") {
        $0.pick.ranksRows = false
      },
      .toggle("--tac", "reverse the order: the last row first, also among equal matches") {
        $0.pick.reversesRows = true
      },
      .valued("--multi", value: "N", "the most rows that can be marked (any number)") {
        guard let count = UInt64($0), count > 0 else { return "a number of rows from 1" }
        $1.pick.mostMarked = count
        return nil
      },
      .toggle("-m", "accepted for fzf: rows can always be marked") {
        $0.pick.marksRows = true
      },
      .valued("--print", value: "COLUMN[,COLUMN]", "print these columns of the row, not all of it")
      {
        let columns = $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard columns.allSatisfy({ !$0.isEmpty }) else { return "names or numbers of columns" }
        $1.pick.printedColumns = columns
        return nil
      },
      .valued("--prompt", value: "TEXT", "the prompt (> )") {
        $1.pick.prompt = $0
        return nil
      },
      .valued("--header", value: "TEXT", "lines below the prompt") {
        $1.pick.header = $0
        return nil
      },
    ]
  }

  private static var scripts: [Flag<RunOptions>] {
    [
      .toggle("--strip", "show and print rows without escape sequences (shown as colours, printed)")
      {
        $0.stripsRows = true
      },
      .toggle("--read0", "rows end with a NUL, as find -print0 and git ls-files -z end them") {
        $0.readsNULs = true
      },
      .toggle("--print0", "end each printed row with a NUL, for xargs -0") {
        $0.endsRowsWithNUL = true
      },
      .toggle("--plain", "no interface: rows to standard output, states to standard error") {
        $0.isPlain = true
      },
      .valued("--snapshot", value: "FILE", "no terminal: one frame as .svg or .txt; - prints text")
      {
        guard $0 == "-" || $0.hasSuffix(".svg") || $0.hasSuffix(".txt") else {
          return "a picture (.svg), text (.txt) or - for standard output"
        }
        $1.snapshotFile = $0
        return nil
      },
      .valued(
        "--at", value: "TIME",
        "with --snapshot: the frame at this time (when nothing moves any more)"
      ) {
        guard let time = time($0) else { return "a time like 200ms or 1.5s" }
        $1.snapshotNanoseconds = time
        return nil
      },
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
      .valued("--theme", value: "NAME", "auto, dark or light") {
        guard let theme = RunOptions.Theme(rawValue: $0) else { return "one of auto, dark, light" }
        $1.theme = theme
        return nil
      },
      .toggle("--keys", "show the keys below the rows") {
        $0.showsKeys = true
      },
      .valued(
        "--height", value: "ROWS",
        "use this many rows below the prompt, or 40% of the terminal; no mouse"
      ) {
        guard let height = ScreenHeight($0) else { return "a number of rows, or a part like 40%" }
        $1.height = height
        return nil
      },
      .toggle("--no-mouse", "leave the mouse to the terminal, to select text with it") {
        $0.usesMouse = false
      },
      .toggle("--reduced-motion", "no animation: every delay and duration is 0") {
        $0.reducesMotion = true
      },
      .valued("--loading-delay", value: "TIME", "show loading only when it takes this long (100ms)")
      {
        guard let time = time($0) else { return "a time like 100ms or 1s" }
        $1.loadingDelayNanoseconds = time
        return nil
      },
      .valued("--loading-minimum", value: "TIME", "show loading for at least this long (300ms)") {
        guard let time = time($0) else { return "a time like 300ms or 1s" }
        $1.loadingMinimumNanoseconds = time
        return nil
      },
    ]
  }

  private static var children: [Flag<RunOptions>] {
    [
      .valued("--states", value: "FILE", "map states to children by a states file (JSON)") {
        $1.statesFile = $0
        return nil
      }
    ] + finding() + choosing() + granting() + isolating() + [
      .toggle("--watch", "load a plugin in a worker again whenever its file changes") {
        $0.watchesPlugins = true
      },
      .valued("--events", value: "FILE", "write the event log (JSON Lines) there") {
        $1.eventsFile = $0
        return nil
      },
      .valued("--log", value: "FILE", "append what plugins log or print there") {
        $1.logFile = $0
        return nil
      },
      .valued(
        "--remember", value: "FILE",
        "restore the row, search and view of the last run from FILE, and save them there"
      ) {
        $1.rememberFile = $0
        return nil
      },
    ]
  }

  static var play: [Flag<PlayOptions>] {
    [
      .valued("--events", value: "FILE", "write the event log there, not to standard output") {
        $1.eventsFile = $0
        return nil
      },
      .toggle("--timeline", "draw the run as text: a row a child, time from left to right") {
        $0.drawsTimeline = true
      },
      .valued("--svg", value: "FILE", "draw the same as a picture, readable in light and dark") {
        $1.pictureFile = $0
        return nil
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
      .valued(
        "--seed", value: "N", "generate, play and print a random scenario"
      ) {
        guard let seed = UInt64($0) else { return "a whole number from 0" }
        $1.seed = seed
        return nil
      },
      .valued("--steps", value: "M", "with --seed: how many actions it has (40)") {
        guard let steps = Int($0), (1...Scenario.randomStepLimit).contains(steps) else {
          return "a number from 1 to \(Scenario.randomStepLimit)"
        }
        $1.steps = steps
        return nil
      },
    ] + finding() + choosing() + granting() + isolating()
  }

  static var plugins: [Flag<PluginsOptions>] {
    finding() + granting() + [
      limiting(),
      .toggle("--pin", "pin the plugins found now: refuse them once they change") {
        $0.isPin = true
      },
      .valued(
        "--renew", value: "ID|FILE",
        "renew the pin and the grants of a changed plugin; repeatable"
      ) {
        $1.renewals.append($0)
        return nil
      },
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
      .valued("--strictness", value: "LEVEL", "run the checks up to this level, 1 to 10 (5)") {
        guard let level = Int($0), 1...10 ~= level else { return "a level from 1 to 10" }
        $1.strictness = level
        return nil
      },
      .valued("--seed", value: "NUMBER", "the seed of random values (1)") {
        guard let seed = UInt64($0) else { return "a whole number" }
        $1.seed = seed
        return nil
      },
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
      .valued("--timeout", value: "TIME", "how long one check may take (10s)") {
        guard let time = time($0), time > 0 else { return "a time like 500ms or 10s" }
        $1.limitNanoseconds = time
        return nil
      },
      .valued("--argument", value: "WHAT", "the argument of sources, as in --source ID=WHAT") {
        $1.argument = $0
        return nil
      },
      .valued(
        "-o", value: "[ID.]NAME=VALUE",
        "set an option of a child or source, or of all that have it; repeatable"
      ) {
        guard let choice = OptionChoice(forAnyChild: $0) else {
          return "an option's name, before it an id and . if you like, = and its value"
        }
        $1.childOptions.append(choice)
        return nil
      },
      .valued(
        "--grant", value: "ID=NEEDS",
        "for these checks, let a child or source have \(needs); repeatable"
      ) { add(grant: $0, to: &$1.grants) },
      .valued(
        "--programs", value: "FILE", "script the programs that children run, as in a scenario"
      ) {
        $1.programsFile = $0
        return nil
      },
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
      .valued("-l", "--language", value: "NAME", "the language: \(NewOptions.languages)") {
        guard let language = ProjectLanguage(rawValue: $0) else {
          return "one of \(NewOptions.languages)"
        }
        $1.language = language
        return nil
      },
      .valued("--like", value: "EXAMPLE", "begin with the sources of an example, such as details") {
        $1.example = $0
        return nil
      },
      .valued("--state", value: "NAME", "a state that the child presents (content); repeatable") {
        guard isStateName($0) else { return "a name of letters, digits, - and _" }
        if !$1.states.contains($0) { $1.states.append($0) }
        return nil
      },
    ]
  }

  /// Whether a name can be used in the source code of every language without escaping.
  private static func isStateName(_ name: String) -> Bool {
    1...64 ~= name.utf8.count
      && name.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains($0))
      }
  }

  /// Parses a time such as `1.5s` as nanoseconds; a number without a unit is in seconds.
  static func time(_ text: String) -> Int64? {
    let hasUnit = text.last?.isLetter ?? true
    return try? DurationText.nanoseconds(hasUnit ? text : text + "s")
  }
}
