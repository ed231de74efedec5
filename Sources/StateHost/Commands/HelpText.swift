/// The texts of `--help`, one for each topic, with lists of options generated from `FlagTables`.
enum HelpText {
  static func text(for topic: Invocation.Topic) -> String {
    switch topic {
    case .program:
      """
      statehost shows the rows of a command, a file, standard input or a URL: a
      spinner while they load, a list to search, filter and sort, and a clear
      message when there are none or it failed.

      Usage
        statehost [options] -- COMMAND [ARG...]
        statehost [options] -c 'COMMAND LINE'
        statehost [options] FILE
        COMMAND | statehost [options]
        statehost [options] --url URL

      What it is used for
        statehost -- kubectl get pods            columns are detected
        statehost --every 5s -- df -h            load again after each end
        statehost --every 1s --sort %CPU:desc -- ps aux
        du -a | statehost                        rows appear while they arrive
        statehost --follow app.log               stay at the end of a growing file
        statehost people.csv                     a table: CSV, TSV or JSON lines
        file=$(git ls-files | statehost --pick)  choose a row by typing
        kill $(ps aux | statehost --pick --print PID)
        GIT_PAGER=statehost git log -p           a pager, with colours
        statehost -- make test >log 2>errors     no terminal: byte for byte

      Keys
        arrows, page keys  move                  / n N  search, next, previous
        g G                first, last row       &      keep only matching rows
        space b            a page on, back       s S    sort by a column, reverse
        w                  wrap long rows        m      mark
        r F                load again, follow    e      standard error
        ?                  all keys              q      leave
      With --pick letters are text: enter takes the row, tab marks it, escape leaves.

      Exit status
        the command's own when it failed; 0 done, 1 no row matched (--pick),
        2 usage, 130 interrupted or left without a row

      More help
        statehost --help all       every option, every key
        statehost --help keys      every key, and what can be typed with --pick
        statehost --help plugins   also play, inspect, validate, new, completions
        man statehost
      """
    case .all:
      """
      \(usage)

      \(FlagTables.runSections.map { "\($0.title)\n\(table($0.flags.map(\.name)))" }.joined(separator: "\n\n"))

      Help
        -h, --help [TOPIC]     help; TOPIC is all, keys or a command
        -V, --version          the version of the program and of the plugin ABI

      \(keys)

      Plugins are looked for in --plugins DIR, in $STATEHOST_PLUGIN_PATH (directories
      between colons), in ~/.local/lib/statehost/plugins, then beside the program.
      What w and # set is remembered for each file, command and URL, in
      ~/.local/state/statehost; with STATEHOST_NO_REMEMBER=1 it is not.

      Exit status
        0    done, or a row was taken
        1    no row matched, with --pick
        2    usage, configuration, or an output that could not be written completely
        130  interrupted, left --pick without a row, or left before the command
             ended for the first time
        otherwise that of the command, when it last ended
      """
    case .play:
      """
      statehost play runs a scripted scenario through the container on a virtual
      clock, at once and without a terminal, and prints every event as a line of JSON.

      Usage
        statehost play [options] SCENARIO.json
        statehost play --seed 7 --steps 40 --check     a random one, and prints it

      \(options(FlagTables.play))

      A scenario is a states file with actions:
        { "initial": "loading",
          "states":   { "loading": ["list", "spinner"], "content": ["list"] },
          "children": { "list": {},
                        "spinner": { "disappear": { "duration": "200ms" } } },
          "actions":  [ { "at": "0ms", "do": "willAppear", "animated": false },
                        { "at": "0ms", "do": "didAppear" },
                        { "at": "100ms", "do": "request", "state": "content",
                          "animated": true } ] }
      Programs that children run are not really run: "programs" says what they do.
          "programs": [ { "program": "git show*", "output": "a line\\n",
                          "after": "200ms" } ]

      Exit status
        0 played   1 a rule is broken (--check)
        2 the scenario cannot be read, is wrong, or needs a plugin that is not there
      """
    case .plugins:
      """
      statehost plugins lists the children that are installed, the states they
      present and the files they come from; then what was not loaded, why, and what
      to do about it.

      Usage
        statehost plugins [options]

      \(options(FlagTables.plugins))
      """
    case .validate:
      """
      statehost validate runs many small checks on plugins, each in a sandboxed
      process, and reports for each failure what was expected, what happened, in which
      call, and how to repeat it.

      Usage
        statehost validate [options] PLUGIN.so...
        statehost validate --list

      \(options(FlagTables.validate))

      A source delivers rows for an --argument, and some need an option or a --grant;
      without rows its checks are skipped. Programs that children run are not really
      run: --programs says what they do.

      Levels: 1 essential, 3 the contract, 5 what a released plugin should pass,
      6 and above optional.

      Exit status
        0 no check failed (there may be warnings)   1 a check failed
        2 usage, or no such file
      """
    case .inspect:
      """
      statehost inspect loads a plugin and prints everything that it declares:
      its children, their states, timings and extensions, the version of the ABI, and
      the symbols and libraries that its file exports and needs. What is missing is
      named. Nothing of it runs outside of a sandbox.

      Usage
        statehost inspect [options] PLUGIN.so...

      \(options(FlagTables.inspect))

      Exit status
        0 every file is a plugin that can be loaded   1 one is not   2 usage
      """
    case .new:
      """
      statehost new makes a folder with a plugin that builds with one make and runs
      at once, offline, with the compiler of its language and nothing else.

      Usage
        statehost new NAME --language c|cpp|rust|swift [--state STATE]...
        statehost new NAME --like EXAMPLE

      NAME is a word, as in my-clock, or an id in reverse DNS, as in
      org.acme.my-clock.

      \(options(FlagTables.new))
      """
    case .completions:
      """
      statehost completions prints the completion of its arguments for a shell. It is
      made from the same tables as the help. make install puts the three where the
      shells look for them.

      Usage
        statehost completions bash|zsh|fish

      statehost --shell bash|zsh prints keys for the shell's startup file: Ctrl-R
      picks a line of the history, Ctrl-T files.
        eval "$(statehost --shell bash)"       in ~/.bashrc
        eval "$(statehost --shell zsh)"        in ~/.zshrc
      """
    case .keys: keys
    }
  }

  /// The synopsis.
  static var usage: String {
    """
    Usage
      statehost [options] -- COMMAND [ARG...]   the rows that a command prints
      statehost [options] -c 'COMMAND LINE'     the same for a line of your shell
      statehost [options] FILE                  the lines of a file
      COMMAND | statehost [options]             standard input
      statehost [options] --url URL             the lines at a URL
      statehost [options] --source ID[=WHAT]    the rows that a plugin delivers
      statehost                                 the demonstration, at a terminal
      statehost play SCENARIO.json              a script on a virtual clock
      statehost plugins                         what is installed, or why not
      statehost inspect PLUGIN.so               what a plugin declares
      statehost validate PLUGIN.so              whether it keeps the contract
      statehost new NAME --language c           a project for a plugin of yours
      statehost completions bash|zsh|fish       completion for your shell
      statehost --shell bash|zsh                Ctrl-R and Ctrl-T that pick
    """
  }

  private static var keys: String {
    """
    Keys
      arrows, j k, page up and down, home end, mouse wheel   move
      enter        scroll a line           d u     scroll half a page down, up
      g G          first, last row, and stay there as rows are added
      500g         row 500, or the next one that the filter leaves
      50%          half way                ''      back to before a jump or search
      left right   the rest of long rows   w       wrap them, or cut them again
      #            the numbers of rows
      /            search, then n and N    &       keep only matching rows
      tab          while typing: text, regular expression, query
                   expressions are POSIX extended ones, with \\d \\w \\s \\b \\t
      escape       end the search, then the filter
      s 3s S       sort by the next column, by the third one, reverse the order
      m M          mark the row, all rows  y       copy the row, or the marked ones
      r            load again              F       follow new rows
      e            what the command wrote to standard error; again to go back
      ?            the keys available now; again to go back
      tab          the next child that takes keys, where there are several
      f12          the children on screen, and what their plugins have done
      ctrl-arrows  move the border beside a docked child
      q            leave                   Ctrl-C  stop following, else stop
      Ctrl-L       redraw the screen       Ctrl-Z  suspend; fg comes back

    Keys with --pick
      any text     narrow the rows: all words match, the best row comes first
                     word       its letters in order, with gaps
                     'word      as it is
                     ^word      at the beginning      word$  at the end
                     !word      rows without it       a | b  either
                     name:word  in the column of that name
      enter        print the row, or the marked ones; status 0
      tab          mark the row and go on
      escape       leave; status 130
      arrows, Ctrl-N, Ctrl-P                 move
      Ctrl-A, Ctrl-E, Ctrl-U, Ctrl-W, Alt-B, Alt-F, Alt-D   edit the text
      Ctrl-R       a regular expression, and a query again
      f1           the available keys        f5      load again
      f6           the next child            Alt and a letter: the keys above
    """
  }

  private static let columns = 80

  private static func options<Options>(_ flags: [Flag<Options>]) -> String {
    "Options\n\(table(flags.map(\.name)))\n  -h, --help             this text"
  }

  private static func table(_ flags: [FlagName]) -> String {
    flags.map { flag in
      let usage = "  \(flag.usage)"
      let margin = String(repeating: " ", count: 25)
      var lines = [usage.utf8.count < 25 ? usage + margin.dropFirst(usage.utf8.count) : usage]
      if usage.utf8.count >= 25 { lines.append(margin) }
      for word in flag.purpose.split(separator: " ") {
        let isEmpty = lines[lines.count - 1].utf8.count == margin.utf8.count
        if lines[lines.count - 1].utf8.count + word.utf8.count + (isEmpty ? 0 : 1) > columns {
          lines.append(margin + word)
        } else {
          lines[lines.count - 1] += (isEmpty ? "" : " ") + word
        }
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
