/// What `--help` prints: made from the tables of flags, so that it cannot be out of date.
enum HelpText {
  static func text(for topic: Invocation.Topic) -> String {
    switch topic {
    case .program: program
    case .play: play
    case .plugins: plugins
    case .validate: validate
    case .inspect: inspect
    case .new: new
    case .completions: completions
    }
  }

  /// How the program is called.
  static var usage: String {
    """
    Usage
      statehost [options] -- COMMAND [ARG...]   run a command, show the rows it prints
      statehost [options] -c 'COMMAND LINE'     the same for a line that your shell runs
      statehost [options] FILE                  show the lines of a file
      COMMAND | statehost [options]             show standard input; keys come from the terminal
      statehost [options] --url URL             show the lines of what is at an address
      statehost [options] --source ID[=WHAT]    show the rows that a plugin delivers
      statehost                                 the demonstration, at a terminal
      statehost play SCENARIO.json              run a scripted scenario on a virtual clock
      statehost plugins                         what is installed, and why something is not loaded
      statehost inspect PLUGIN.so               everything that a plugin says of itself
      statehost validate PLUGIN.so              whether a plugin keeps the contract of the header
      statehost new NAME --language c           a project for a plugin of your own
      statehost completions bash|zsh|fish       complete these words in your shell
    """
  }

  private static var program: String {
    """
    statehost shows what a command, a file, standard input or a URL delivers: a
    spinner while it loads, a list of the rows, and a clear message when there are
    none or it failed.

    \(usage)

    Examples
      statehost -- kubectl get pods             columns are found by themselves
      statehost --every 5s -- df -h             load again five seconds after each end
      du -a | statehost                         rows appear while they still arrive
      x=$(ls | statehost --pick)                choose a row for a script
      statehost -- make test >log 2>errors      no terminal: byte for byte, with the exit status

    \(FlagTables.runSections.map { "\($0.title)\n\(table($0.flags))" }.joined(separator: "\n\n"))

    Help
      -h, --help             this text; statehost help play, and so on, for the other commands
      -V, --version          the version of the program and of the plugin ABI

    Keys
      arrows, j k, page up/down, home end, mouse wheel   move in the list
      enter        scroll a line
      ctrl-d, u    scroll half a page
      /            search, then n and N
      &            show what matches alone            s, S   sort by the next column, turn round
      tab          while typing: regex, query         escape end the search, then the filter
      r            load again                         q      leave, with the command's status
      F            follow what is added, as --follow  Ctrl-C stop following
      e            what the command wrote to standard error, to search too; again to go back
      ?            show the keys that there are now, in a line below; again to hide them
      f12          the children on screen, what their plugins may do and have done; x removes one
      ctrl-arrows  move the border beside a docked child; or drag it with the mouse
      Ctrl-C       stop                               Ctrl-Z suspend, fg comes back

    Keys with --pick
      any text     narrow the rows: all words match, the best row first
                   word  its letters in order, with gaps     'word  as it is
                   ^word at the beginning   word$ at the end   !word  not
                   name:word  in that column                  a | b  either
      enter        print the row, or the marked ones          tab    mark, go on
      escape       leave, status 130                          Ctrl-R regex, query
      arrows, Ctrl-N, Ctrl-P   move                           Alt-letter: the keys above

    Plugins are looked for in --plugins DIR, $STATEHOST_PLUGIN_PATH (directories between colons),
    ~/.local/lib/statehost/plugins, then beside the program.

    Exit status
      0 done, or a row was taken
      1 no row matched, with --pick
      2 usage, configuration, or an output that could not be written whole
      130 interrupted, left --pick without a row, or left before the command ended for the first time
      otherwise that of the command, when it last ended
    """
  }

  private static var play: String {
    """
    statehost play runs a scripted scenario through the container on a virtual clock, at once and
    without a terminal, and prints every event of it as a line of JSON.

    Usage
      statehost play [options] SCENARIO.json
      statehost play --seed 7 --steps 40 --check       a random one, printed to be played again

    Options
    \(table(FlagTables.play))
      -h, --help             this text

    A scenario is a states file with actions:
      { "initial": "loading",
        "states":   { "loading": ["list", "spinner"], "content": ["list"] },
        "children": { "list": {}, "spinner": { "disappear": { "duration": "200ms" } } },
        "actions":  [ { "at": "0ms", "do": "willAppear", "animated": false },
                      { "at": "0ms", "do": "didAppear" },
                      { "at": "100ms", "do": "request", "state": "content", "animated": true } ] }
    What programs do that children run, none of which is really run, is in its "programs":
        "programs": [ { "program": "git show*", "output": "a line\\n", "after": "200ms" } ]

    Exit status
      0 played   1 a rule is broken (--check)
      2 the scenario cannot be read, is wrong, or needs a plugin that is not there
    """
  }

  private static var plugins: String {
    """
    statehost plugins lists the children that are installed, the states they present and the files
    they come from; then what was not loaded, why, and what to do about it.

    Usage
      statehost plugins [options]

    Options
    \(table(FlagTables.plugins))
      -h, --help             this text
    """
  }

  private static var validate: String {
    """
    statehost validate runs many small checks on plugins, each in a sandboxed process, and says of
    each that fails what was expected, what happened, in which call, and how to see it again.

    Usage
      statehost validate [options] PLUGIN.so...
      statehost validate --list

    Options
    \(table(FlagTables.validate))
      -h, --help             this text

    A source delivers rows for an --argument, and some need an option or a --grant; without rows its
    checks are skipped. What children run is never really run: --programs says what it does.

    Levels: 1 without it nothing works, 3 the contract, 5 what a released plugin should pass,
    6 and above what careful authors want to know.

    Exit status
      0 no check failed (there may be warnings)   1 a check failed   2 usage, or no such file
    """
  }

  private static var inspect: String {
    """
    statehost inspect loads a plugin and tells everything that it says of itself: its children, their
    states, timings and extensions, the version of the ABI, and the symbols and libraries that its
    file exports and needs. What is missing is named. Nothing of it runs outside of a sandbox.

    Usage
      statehost inspect [options] PLUGIN.so...

    Options
    \(table(FlagTables.inspect))
      -h, --help             this text

    Exit status
      0 every file is a plugin that can be loaded   1 one is not   2 usage
    """
  }

  private static var new: String {
    """
    statehost new makes a folder with a plugin that builds with one make and runs at once, offline,
    with the compiler of its language and nothing else.

    Usage
      statehost new NAME --language c|cpp|rust|swift [--state STATE]...
      statehost new NAME --like EXAMPLE

    NAME is a word, as in my-clock, or an id in reverse DNS, as in org.acme.my-clock.

    Options
    \(table(FlagTables.new))
      -h, --help             this text
    """
  }

  private static var completions: String {
    """
    statehost completions prints the completion of its arguments for a shell. It is made from the same
    tables as the help. make install puts the three where the shells look for them.

    Usage
      statehost completions bash|zsh|fish
    """
  }

  private static func table<Options>(_ flags: [Flag<Options>]) -> String {
    flags.map { flag in
      let usage = flag.usage
      let gap = String(repeating: " ", count: max(1, 23 - usage.utf8.count))
      return "  \(usage)\(gap)\(flag.purpose)"
    }.joined(separator: "\n")
  }
}
