import HostContent
import HostRuntime
import HostStates
import HostSurface
import HostSystem
import HostWorkers
import Testing

@testable import StateHost

@Suite("Arguments")
struct ArgumentParserTests {
  private func options(_ arguments: [String]) throws -> RunOptions {
    guard case .run(let options) = try ArgumentParser.parse(arguments) else {
      throw UsageError("not a run", "", "")
    }
    return options
  }

  @Test(
    arguments: [
      ([], nil),
      (["run"], nil),
      (["-"], .source(.standardInput)),
      (["run", "-"], .source(.standardInput)),
      (["big.log"], .source(.file("big.log"))),
      (["run", "play"], .source(.file("play"))),
      (["./play"], .source(.file("./play"))),
      (["--", "ls", "-l", "--plain"], .source(.command(["ls", "-l", "--plain"]))),
      (["--plain", "--", "ls"], .source(.command(["ls"]))),
      (["--", "--"], .source(.command(["--"]))),
      (["-c", "ls|wc", "--plain"], .source(.commandLine("ls|wc", shell: Environment.shell))),
      (["--url", "https://example.org/a", "--plain"], .source(.url("https://example.org/a"))),
      (["--source", "a"], .plugin("a", argument: "")),
      (["--source=a=b=c"], .plugin("a", argument: "b=c")),
    ] as [([String], SourceChoice?)])
  func `the source is what is left`(arguments: [String], source: SourceChoice?) throws {
    #expect(try options(arguments).source == source)
  }

  @Test func `options may stand before and after a file`() throws {
    let given = try options(["--plain", "rows.txt", "--events", "log", "--every=5s"])
    #expect(given.source == .source(.file("rows.txt")))
    #expect(given.isPlain)
    #expect(given.eventsFile == "log")
    #expect(given.everyNanoseconds == 5_000_000_000)
  }

  @Test func `plugin directories keep their order`() throws {
    #expect(try options(["--plugins", "b", "--plugins=a"]).plugins.directories == ["b", "a"])
  }

  @Test func `deadlines of plugins are given one by one`() throws {
    let given = try options([
      "--deadline", "draw=100ms", "--deadline=end=5", "--deadline", "draw=1s",
    ])
    #expect(given.plugins.deadlines == [.draw: 1_000_000_000, .end: 5_000_000_000])
    for wrong in ["draw", "drow=1s", "draw=soon", "draw=0ms", "=1s"] {
      #expect(throws: UsageError.self) { try options(["--deadline", wrong]) }
    }
  }

  @Test func `an order is a column and a direction`() throws {
    for (text, column, isDescending) in [
      ("SIZE", "SIZE", false), ("SIZE:desc", "SIZE", true), ("3:asc", "3", false),
      ("a:b:desc", "a:b", true), ("a:b", "a:b", false),
    ] {
      #expect(
        try options(["--sort", text]).session.sort
          == SortRequest(column, isDescending: isDescending))
    }
    for wrong in ["", ":desc", ":asc"] {
      #expect(throws: UsageError.self) { try options(["--sort", wrong]) }
    }
  }

  @Test func `a height is a number of rows or a part of them`() throws {
    #expect(try options(["--height", "12"]).height == .rows(12))
    #expect(try options(["--height=40%"]).height == .percent(40))
    #expect(try options(["--height=~40%"]).height == .percent(40))
    #expect(try options(["--height", "-3"]).height == .rows(-3))
    #expect(ScreenHeight.rows(-3).rows(of: 8) == 5)
    #expect(ScreenHeight.rows(.min).rows(of: 8) == 1)
    #expect(ScreenHeight.percent(40).rows(of: 50) == 20)
    #expect(ScreenHeight.percent(40).rows(of: 20) == 10)
    #expect(ScreenHeight.percent(1).rows(of: 4) == 4)
    #expect(ScreenHeight.rows(12).rows(of: 8) == 8)
    for wrong in ["", "0", "-0", "+3", "0%", "-3%", "101%", "%", "ten", "~"] {
      #expect(throws: UsageError.self) { try options(["--height", wrong]) }
    }
  }

  @Test func `a time without a unit is in seconds`() throws {
    #expect(try options(["--every", "5"]).everyNanoseconds == 5_000_000_000)
    #expect(try options(["--at=0.5"]).session.endNanoseconds == 500_000_000)
  }

  @Test func `times and sizes are read`() throws {
    let given = try options([
      "--loading-delay", "0ms", "--loading-minimum", "1.5s", "--size", "120x40", "--at", "250ms",
      "--colour", "truecolor",
    ])
    #expect(given.loadingDelayNanoseconds == 0)
    #expect(given.loadingMinimumNanoseconds == 1_500_000_000)
    #expect(given.size == TerminalSize(columns: 120, rows: 40))
    #expect(given.session.endNanoseconds == 250_000_000)
    #expect(given.colour == .trueColour)
  }

  @Test(arguments: [
    (["--plugin", "x"], "unknown option: --plugin: did you mean --plugins?"),
    (["--pain"], "unknown option: --pain: did you mean --plain?"),
    (["--zzzzzzzz"], "unknown option: --zzzzzzzz: see statehost --help all"),
    (["--events"], "a value is missing: --events: write --events FILE"),
    (
      ["--every", "soon"],
      "not a time of 10ms or more, such as 5s, 500ms or 2m: --every soon: "
        + "write --every TIME, see statehost --help all"
    ),
    (
      ["--isolation", "shared"],
      "not one of auto, each, none (each replaces shared): --isolation shared: "
        + "write --isolation HOW, see statehost --help all"
    ),
    (
      ["--colour", "pink"],
      "not one of auto, truecolour, 256, 16, none: --colour pink: "
        + "write --colour WHEN, see statehost --help all"
    ),
    (["plugins", "-x"], "unknown option: -x: see statehost plugins --help"),
    (["--plain=yes"], "this option takes no value: --plain=yes: write just --plain"),
    (["--"], "no command: --: write the command to run after the two dashes"),
    (["help", "plaay"], "unknown help topic: plaay: did you mean play?"),
    (
      ["help", "program"],
      "unknown help topic: program: there is help on all, keys, run, play, plugins, inspect, validate, new, "
        + "completions"
    ),
    (["help", "play", "x"], "unknown help topic: play x: did you mean play?"),
    (
      ["ls", "-la", "my file"],
      "unknown option: -la: see statehost --help all, or for a command: statehost -- ls -la 'my file'"
    ),
    (
      ["--plain", "ls", "--al"],
      "unknown option: --al: did you mean --at?, or for a command: statehost -- ls --al"
    ),
    (
      ["-c", ""], "not a command line: -c : write -c LINE, see statehost --help all"
    ),
    (
      ["-c", "ls -l", "x"],
      "one source at a time, and the first is the command line 'ls -l': x: leave one of them out"
    ),
    (
      ["--url", "http://ann:secret@host/", "x"],
      "one source at a time, and the first is the URL http://ann:…@host/: x: leave one of them out"
    ),
    (
      ["x", "-c", "ls"],
      "one source at a time, and the first is the file x: -c: "
        + "for a command, put two dashes before it: statehost -- x -c ls"
    ),
    (
      ["--snapshot", "x.png"],
      "not a picture (.svg), text (.txt) or - for standard output: --snapshot x.png: "
        + "write --snapshot FILE, see statehost --help all"
    ),
    (
      ["--pick", "--plain"],
      "picking a row needs the interface: --plain: use either --plain or --pick"
    ),
    (
      ["ls", "src"],
      "one source at a time, and the first is the file ls: src: "
        + "for a command, put two dashes before it: statehost -- ls src"
    ),
    (
      ["/etc/passwd", "/etc/group", "/etc/hosts", "-N"],
      "one source at a time, and the first is the file /etc/passwd: /etc/group: to show them "
        + "together, write cat /etc/passwd /etc/group /etc/hosts | statehost"
    ),
    (
      ["/etc/passwd", "-c", "ls"],
      "one source at a time, and the first is the file /etc/passwd: -c: leave one of them out"
    ),
    (["+x", "n"], "unknown option: +x: for a command of less, write +N, +/TEXT, +G or +F"),
    (["n", "+x"], "unknown option: +x: for a command of less, write +N, +/TEXT, +G or +F"),
    (
      ["/bin/sh", "x"],
      "one source at a time, and the first is the file /bin/sh: x: "
        + "for a command, put two dashes before it: statehost -- /bin/sh x"
    ),
    (
      ["--pick", "--snapshot", "-"],
      "picking a row needs the interface: --snapshot: use either --snapshot or --pick"
    ),
    (["--tac"], "this option needs --pick: --tac: add --pick, to choose rows"),
    (["-0", "a"], "this option needs --pick: -0: add --pick, to choose rows"),
    (["-m", "--query=x"], "this option needs --pick: -m: add --pick, to choose rows"),
    (["--multi"], "a value is missing: --multi: write --multi N, or -m"),
    (["--pick", "--multi=a"], "not a number of rows from 1: --multi a: write --multi N, or -m"),
    (
      ["--filter", "a(", "--filter-kind", "regex"],
      "invalid regular expression: the ( at byte 2 has no ): --filter: correct it, or leave out --filter-kind"
    ),
    (["--hepl"], "unknown option: --hepl: did you mean --help?"),
    (
      ["new", "clock"],
      "no language: new: add --language with one of c, cpp, rust, swift, or --like EXAMPLE"
    ),
    (
      ["new", "clock", "--like", "clock", "--state", "content"],
      "an example has its language and its states: new --like: leave out --language and --state"
    ),
    (["new", "a", "b", "-l", "c"], "one plugin at a time: b: make a first, then this one"),
    (["play"], "no scenario: play: write statehost play SCENARIO.json"),
    (["play", "a", "b"], "one scenario at a time: b: play a first, then this one"),
    (
      ["play", "--seed", "1", "a"],
      "a random scenario needs no file: a: leave out the file, or --seed"
    ),
    (["play", "--event", "x", "a"], "unknown option: --event: did you mean --events?"),
    (
      ["plugins", "dir"],
      "plugins takes no argument: dir: for one more directory write --plugins dir"
    ),
  ])
  func `what is wrong is said in one line`(arguments: [String], line: String) {
    let error = #expect(throws: UsageError.self) { _ = try ArgumentParser.parse(arguments) }
    #expect(error.map { "\($0.what): \($0.place): \($0.remedy)" } == line)
  }

  @Test func `every option of every command takes a value, or none`() {
    for command in CommandSummary.all {
      for option in command.options where !["--shell", "-h"].contains(option.spellings[0]) {
        for name in option.spellings where option.value != nil || name.hasPrefix("--") {
          let word = name + (option.value == nil ? "=x" : "")
          let error = #expect(throws: UsageError.self) {
            _ = try ArgumentParser.parse([command.name, word])
          }
          let what = option.value == nil ? "this option takes no value" : "a value is missing"
          #expect(error?.what == what && error?.place == word, "\(command.name) \(word)")
          let usage = option.value.map { "\(word) \($0)" } ?? "just \(name)"
          #expect(error?.remedy == "write " + usage + (name == "--multi" ? ", or -m" : ""))
        }
      }
    }
  }

  @Test(
    arguments: [
      (["-e"], true, .smart), (["--exact"], true, .smart), (["-e", "+e"], false, .smart),
      (["-i"], false, .insensitive), (["+i"], false, .sensitive),
      (["-i", "--smart-case"], false, .smart), (["--layout", "reverse"], false, .smart),
      (["--reverse", "--ansi", "--no-mouse", "--border=x", "--info=inline"], false, .smart),
      (["--border", "rounded", "--border"], false, .smart),
      (["--multi", "--no-cycle", "--no-preview", "--tiebreak", "index"], false, .smart),
      (["--color=bw,fg:1", "--color", "dark", "--color", "16", "--tmux=center"], false, .smart),
    ] as [([String], Bool, RowFilter.LetterCase)])
  func `options of fzf count in a pick alone`(
    words: [String], matchesExactly: Bool, letterCase: RowFilter.LetterCase
  ) throws {
    for words in [words + ["--pick", "file"], ["--pick", "file"] + words] {
      let options = try options(words)
      #expect(options.source == .source(.file("file")))
      #expect(options.query.matchesExactly == matchesExactly)
      #expect(options.query.letterCase == letterCase)
    }
    #expect(throws: UsageError.self) { try options(["--pick", "--revers"]) }
    #expect(throws: UsageError.self) { try options(["--pick", "--no-revers"]) }
    #expect(throws: UsageError.self) { try options(["--color=bw"]) }
    let query = try options(["--pick", "-qa b", "+s", "--multi", "file"]).query
    #expect(query.text == "a b" && !query.ranksRows)
    #expect(throws: UsageError.self) { try options(["--exact", "--", "x", "--pick"]) }
    #expect(try options(["-e", "-i"]).query == PickQuery())
  }

  @Test(arguments: [
    (["-n", "2"], "NAME:WORD"), (["-n2"], "NAME:WORD"), (["--nth=2"], "NAME:WORD"),
    (["-d", ","], "--columns"), (["--delimiter", ","], "--columns"),
    (["--with-nth", "1"], "--print"), (["--preview", "cat {}"], "details"),
    (["--bind=a:abort"], "--help keys"), (["--header-lines", "1"], "--header adds"),
    (["--print-query"], "leave it out"), (["--preview-window=up"], "details"),
    (["--expect", "x"], "enter"), (["-f", "x"], "grep"), (["-fx"], "grep"),
    (["--tail=3"], "--limit"), (["--accept-nth", "1"], "--print"), (["--disabled"], "narrows"),
  ])
  func `options of fzf that a pick does not have are refused with what to do`(
    words: [String], remedy: String
  ) {
    let error = #expect(throws: UsageError.self) { try options(["--pick"] + words) }
    #expect(error?.what == "this option of fzf is not supported")
    #expect(error.map { words[0].hasPrefix($0.place) && $0.remedy.contains(remedy) } == true)
  }

  @Test(arguments: [
    ["-q", "a"], ["--query", "a"], ["--select-1"], ["-1"], ["--exit-0"], ["-0"], ["--no-sort"],
    ["--tac"], ["--multi", "2"], ["-m"], ["--print", "1"], ["--print0"], ["--prompt", ">"],
    ["--header", "a"],
  ])
  func `an option for choosing rows needs --pick, whatever the source`(words: [String]) throws {
    for source in [[], ["file"], ["--", "ls"]] {
      #expect(throws: UsageError.self) { try options(words + source) }
      #expect(try options(words + ["--pick"] + source).picks)
    }
  }

  /// The words before an option, values that it takes, and values that it refuses.
  private static let bounds: [(words: [String], good: [String], bad: [String])] = {
    let (long, longer) = (String(repeating: "a", count: 1024), String(repeating: "a", count: 1025))
    return [
      (["--every"], ["10ms", "0.01", "60m"], ["9ms", "9.99ms", "0", "61m", "-1s"]),
      (["--limit"], ["1"], ["0", "-1", "x"]), (["--pick", "--multi"], ["1"], ["0", "-1"]),
      (
        ["--size"], ["1x1", "4096x2048"],
        ["0x1", "1x0", "4097x1", "1x2049", "80", "80x", "80x24x1"]
      ),
      (["--filter"], ["", long], [longer]), (["--filter-kind"], ["text", "regex"], ["expression"]),
      (["--pick", "-q"], ["", long], [longer]),
      (["--columns"], ["auto", "json"], ["csv"]), (["--key"], ["a", "a,2"], ["", "a,", ",a"]),
      (["--pick", "--print"], ["a", "a,2"], ["", "a,", ",a"]),
      (["--source"], ["a", "a=", "a=b=c"], ["", "=a"]),
      (["--snapshot"], ["-", "a.svg", "a.txt"], ["", "a.png"]),
      (
        ["--url"], ["https://example.org/a"],
        ["example.org", "https://", "ftp://example.org/a", "file:///etc/passwd", "http://a b"]
      ),
      (["--theme"], ["auto", "dark", "light"], ["blue"]),
      (["--loading-delay"], ["0"], ["-1s", "x"]), (["--deadline"], ["draw=1ms"], ["draw=0.9ms"]),
      (
        ["--grant"], ["a=run", "a=network,run=b,files:read=/c"],
        ["a", "=run", "a=", "a=fly", "a=run,", "a=run=", "a=network=b", "a=run=b\u{1B}[31m"]
      ),
      (["play", "--seed"], ["0", "18446744073709551615"], ["-1", "18446744073709551616"]),
      (["play", "--seed", "1", "--steps"], ["1", "20000"], ["0", "20001"]),
      (["play", "x", "--frames"], ["0ms", "1s,0s"], ["", "1s,", "-1s"]),
      (["validate", "x.so", "--strictness"], ["1", "10"], ["0", "11"]),
      (["validate", "x.so", "--timeout"], ["1ms"], ["0", "0s"]),
      (["new", "a", "--language"], ["c", "cpp", "rust", "swift"], ["basic", ""]),
      (
        ["new", "a", "-l", "c", "--state"], ["A-1_", String(repeating: "a", count: 64)],
        ["", "a b", "é", String(repeating: "a", count: 65)]
      ),
    ]
  }()

  @Test(arguments: bounds.indices)
  func `an option refuses what is beyond its bounds`(index: Int) {
    let (words, good, bad) = Self.bounds[index]
    for value in good {
      #expect(throws: Never.self, "\(value)") { try ArgumentParser.parse(words + [value]) }
    }
    for value in bad {
      #expect(throws: UsageError.self, "\(value)") { try ArgumentParser.parse(words + [value]) }
    }
  }

  @Test func `of two sources the second is refused, whatever they are`() throws {
    let sources = [["x"], ["-"], ["-c", "ls"], ["--url", "http://a/"], ["--source", "a"]]
    for first in sources {
      _ = try options(first)
      for second in sources + [["--", "ls"]] where second != first {
        #expect(throws: UsageError.self) { try options(first + second) }
      }
    }
  }

  @Test func `plugins that run in the program's own process are not watched`() {
    for source in [[], ["x"], ["--", "ls"]] {
      for words in [["--watch", "--isolation", "none"], ["--isolation", "none", "--watch"]] {
        #expect(throws: UsageError.self) { try options(words + source) }
      }
    }
  }

  @Test(arguments: [
    ([], true), (["--plain"], true), (["--filter", "a"], false), (["--sort", "1"], false),
    (["--limit", "9"], false), (["--follow"], false), (["--every", "1s"], false),
  ])
  func `all rows are shown once where no option chooses some or waits`(
    words: [String], showsAll: Bool
  ) throws {
    #expect(try options(words).showsAllRowsOnce == showsAll)
  }

  @Test func `each deadline is that of its call, and frames are in order`() throws {
    let deadlines: [(String, WritableKeyPath<WorkerDeadlines, Int64>)] = [
      ("draw", \.drawNanoseconds), ("call", \.callNanoseconds), ("create", \.createNanoseconds),
      ("end", \.endNanoseconds),
    ]
    for (name, path) in deadlines {
      var wanted = WorkerDeadlines()
      wanted[keyPath: path] = 7_000_000_000
      #expect(try options(["--deadline", name + "=7s"]).plugins.workerDeadlines() == wanted)
    }
    guard case .play(let play) = try ArgumentParser.parse(["play", "x", "--frames", "2s,0ms,1s"])
    else { return }
    #expect(play.frameNanoseconds == [0, 1_000_000_000, 2_000_000_000])
  }

  @Test(
    arguments: [
      ([], nil, true), (["--", "ls"], nil, true), (["play", "x"], nil, true),
      (["plugins"], nil, true), (["validate", "x"], nil, false), (["inspect", "x"], nil, false),
      (["new", "a", "-l", "c"], nil, false), (["completions", "fish"], nil, false),
      (["--shell", "zsh"], nil, false), (["-V"], nil, false), (["run", "-h"], .program, false),
      (["help"], .program, false), (["help", "run"], .program, false),
      (["--plain", "--help"], .program, false), (["x", "-h", "play"], .program, false),
      (["-h", "keys"], .keys, false), (["play", "x", "-h"], .play, false),
      (["validate", "x", "-h"], .validate, false), (["inspect", "--help"], .inspect, false),
      (["new", "a", "-h"], .new, false), (["completions", "-h"], .completions, false),
    ] as [([String], Invocation.Topic?, Bool)])
  func `a run, a scenario and the list of plugins need a guardian, help and the rest do not`(
    words: [String], topic: Invocation.Topic?, needsGuardian: Bool
  ) throws {
    let parsed = try ArgumentParser.parse(words)
    #expect(parsed.needsGuardian == needsGuardian)
    if let topic { #expect(parsed == .help(topic)) }
  }

  @Test(
    arguments: [
      ("auto", .trueColour), ("truecolour", .trueColour), ("truecolor", .trueColour),
      ("24bit", .trueColour), ("256", .palette), ("16", .sixteen), ("none", .none),
      ("never", .none),
    ] as [(String, ColourDepth)])
  func `a snapshot has the colours that are asked for, and a theme`(
    word: String, depth: ColourDepth
  ) throws {
    for (theme, isDark) in [("auto", true), ("dark", true), ("light", false)] {
      let words = ["--snapshot", "-", "--colour", word, "--theme", theme, "-"]
      let screen = try RunCommand(options(words)).makeScreen(on: nil, pool: CellPool())
      #expect(screen?.depth == depth && screen?.isDark == isDark, "\(theme)")
    }
  }

  @Test func `--color is --colour, and --no-color its value none`() throws {
    #expect(try options(["--color", "256"]).colour == .palette)
    for words in [["--color=never"], ["--no-color"], ["--no-colour"], ["--pick", "--no-color"]] {
      #expect(try options(words).colour == ColourDepth.none)
    }
  }

  @Test func `the help of a command is about it, and has all its options`() throws {
    for command in CommandSummary.all.dropFirst() {
      let topic = try #require(Invocation.Topic(rawValue: command.name))
      let text = HelpText.text(for: topic)
      #expect(text.hasPrefix("statehost \(command.name) "))
      let options = topic == .completions ? [] : command.options
      #expect(options.map(\.usage).filter { !text.contains(" " + $0) } == [])
      for words in [["help", topic.rawValue], ["-h", topic.rawValue], [topic.rawValue, "-h"]] {
        #expect(try ArgumentParser.parse(words) == .help(topic), "\(words)")
      }
    }
    #expect(HelpText.text(for: .keys).hasPrefix("Keys\n"))
    for topic in [Invocation.Topic.all, .keys] {
      #expect(try ArgumentParser.parse(["--help", topic.rawValue]) == .help(topic))
    }
  }

  @Test func `the help has every option`() {
    let text = HelpText.text(for: .all)
    for flag in FlagTables.run { #expect(text.contains(flag.name.usage)) }
    for topic in Invocation.Topic.allCases {
      let lines = HelpText.text(for: topic).split(separator: "\n")
      #expect(lines.filter { $0.count > 80 } == [], "\(topic)")
    }
    // The first page fits on most screens.
    #expect(HelpText.text(for: .program).split(separator: "\n").count <= 45)
  }
}
