internal import HostContent
internal import HostPlugins

/// The generator of the scripts that `statehost completions` prints for bash, zsh and fish, from the tables of
/// command-line options.
enum CompletionScriptGenerator {
  static func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static let commands = CommandSummary.all

  private static var bash: String {
    let names = commands.map(\.name).joined(separator: " ")
    var cases: [String] = []
    for command in commands {
      for option in command.options {
        guard let value = option.value else { continue }
        let pattern = option.spellings.map { "\(command.name):\($0)" }.joined(separator: "|")
        let action =
          switch value {
          case .file, .anything: "return"
          case .folder: "compopt -o dirnames 2> /dev/null; return"
          case .oneOf(let words): offer(words)
          }
        cases.append("    \(pattern)) \(action) ;;")
      }
    }
    let options = commands.map { command in
      "    \(command.name):-*) \(offer(command.options.flatMap(\.spellings))) ;;"
    }
    let operands = commands.compactMap { command -> String? in
      guard case .oneOf(let words) = command.operand else { return nil }
      return "    \(command.name):*) \(offer(words)) ;;"
    }
    return """
      # Completion of statehost for bash, printed by: statehost completions bash
      _statehost() {
        local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=run i
        COMPREPLY=()
        for ((i = 1; i < COMP_CWORD; i++)); do
          if [[ ${COMP_WORDS[i]} == -- ]]; then
            if ((i == COMP_CWORD - 1)); then mapfile -t COMPREPLY < <(compgen -c -- "$word"); fi
            return
          fi
        done
        if ((COMP_CWORD > 1)); then
          case ${COMP_WORDS[1]} in
            \(commands.map(\.name).joined(separator: "|"))) command=${COMP_WORDS[1]} ;;
          esac
        fi
        case $command:$previous in
      \(cases.joined(separator: "\n"))
        esac
        case $command:$word in
      \((options + operands).joined(separator: "\n"))
        esac
        if ((COMP_CWORD == 1)); then mapfile -t COMPREPLY < <(compgen -W '\(names)' -- "$word"); fi
      }
      complete -o bashdefault -o default -F _statehost statehost
      """
  }

  private static func offer(_ words: [String]) -> String {
    "mapfile -t COMPREPLY < <(compgen -W '\(words.joined(separator: " "))' -- \"$word\"); return"
  }

  private static var zsh: String {
    let described = commands.map { "    '\(quoted($0.name + ":" + $0.purpose))'" }
    let cases = commands.map { command in
      let options = command.options.flatMap { option in zshOption(option) }
      let lines = (options + zshOperand(command.operand)).map { "        \($0)" }
      return "    \(command.name))\n      _arguments -s \\\n"
        + lines.joined(separator: " \\\n") + "\n      ;;"
    }
    return """
      #compdef statehost
      # Completion of statehost for zsh, printed by: statehost completions zsh
      _statehost() {
        local command=run
        local -a commands
        commands=(
      \(described.joined(separator: "\n"))
        )
        if (( CURRENT > 2 )) && (( ${commands[(I)${words[2]}:*]} )); then
          command=${words[2]}
          shift words
          (( CURRENT -= 1 ))
        elif (( CURRENT == 2 )) && [[ ${words[2]} != -* ]]; then
          _describe command commands
        fi
        case $command in
      \(cases.joined(separator: "\n"))
        esac
      }
      if [[ $funcstack[1] = _statehost ]]; then _statehost "$@"; else compdef _statehost statehost; fi
      """
  }

  private static func zshOption(_ option: CommandSummary.Option) -> [String] {
    let purpose = quoted(option.purpose).map { character in
      "[]:".contains(character) ? "\\\(character)" : String(character)
    }.joined()
    let action =
      switch option.value {
      case nil: ""
      case .file: ":file:_files"
      case .folder: ":directory:_files -/"
      case .oneOf(let words): ":value:(\(words.joined(separator: " ")))"
      case .anything: ":value: "
      }
    return option.spellings.map { "'*\($0)[\(purpose)]\(action)'" }
  }

  private static func zshOperand(_ operand: CommandSummary.Operand) -> [String] {
    switch operand {
    case .files(let suffix): ["'*:file:_files -g \"*.\(suffix)\"'"]
    case .source: ["'(-)*::command:_normal'", "'1:file:_files'"]
    case .oneOf(let words): ["'1:value:(\(words.joined(separator: " ")))'"]
    case .anything: ["'1:name: '"]
    case .nothing: []
    }
  }

  private static var fish: String {
    var lines = [
      "# Completion of statehost for fish, printed by: statehost completions fish",
      "set -l commands \(commands.map(\.name).joined(separator: " "))",
    ]
    for command in commands {
      lines.append(
        "complete -c statehost -n '__fish_is_first_token' -a \(command.name)"
          + " -d '\(fishQuoted(command.purpose))'")
    }
    for (index, command) in commands.enumerated() {
      let condition =
        index == 0
        ? "\"not __fish_seen_subcommand_from $commands; or __fish_seen_subcommand_from run\""
        : "'__fish_seen_subcommand_from \(command.name)'"
      for option in command.options {
        lines.append("complete -c statehost -n \(condition) \(fishOption(option))")
      }
      if case .oneOf(let words) = command.operand {
        lines.append(
          "complete -c statehost -n \(condition) -f -a '\(words.joined(separator: " "))'")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func fishOption(_ option: CommandSummary.Option) -> String {
    let spellings = option.spellings.map { spelling in
      spelling.hasPrefix("--") ? "-l \(spelling.dropFirst(2))" : "-s \(spelling.dropFirst())"
    }
    let value =
      switch option.value {
      case nil: ""
      case .file: " -r -F"
      case .folder: " -x -a '(__fish_complete_directories)'"
      case .oneOf(let words): " -x -a '\(words.joined(separator: " "))'"
      case .anything: " -x"
      }
    return spellings.joined(separator: " ") + "\(value) -d '\(fishQuoted(option.purpose))'"
  }

  /// Quotes text for single quotes in zsh.
  private static func quoted(_ text: String) -> String {
    text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
  }

  /// Quotes text for single quotes in fish.
  private static func fishQuoted(_ text: String) -> String {
    text.map { "\\'".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}

/// The name, purpose, options and operands of one command of the program, from which shell completion scripts are
/// generated.
struct CommandSummary: Equatable {
  /// A command-line option as shells complete it: its spellings, its description, and the kind of its value.
  struct Option: Equatable {
    /// The kind of value of a command-line option, which determines what a shell offers to complete it: files, folders,
    /// given words, or nothing.
    enum Value: Equatable {
      case file
      case folder
      case oneOf([String])
      case anything
    }

    let spellings: [String]
    let purpose: String
    /// Nil if it has no value.
    let value: Value?
  }

  /// The kind of arguments that follow a command's options, which determines what a shell offers to
  /// complete them: files with a suffix, a file or a command, one of several words, any text, or
  /// nothing.
  enum Operand: Equatable {
    case files(suffix: String)
    /// A file, or `--` and a command.
    case source
    case oneOf([String])
    case anything
    case nothing
  }

  let name: String
  let purpose: String
  let options: [Option]
  let operand: Operand

  /// All commands in the order of the help; the first is the default.
  static var all: [CommandSummary] {
    [
      CommandSummary(
        "run", "show a command, a file, standard input or a URL", FlagTables.run,
        more: [
          Option(
            spellings: ["--shell"], purpose: "print keys for a shell's startup file",
            value: .oneOf(ShellIntegration.allCases.map(\.rawValue)))
        ], .source),
      CommandSummary(
        "play", "run a scripted scenario on a virtual clock", FlagTables.play,
        .files(suffix: "json")),
      CommandSummary(
        "plugins", "list the plugins and why some are not loaded", FlagTables.plugins,
        .nothing),
      CommandSummary(
        "inspect", "show what a plugin declares", FlagTables.inspect,
        .files(suffix: "so")),
      CommandSummary(
        "validate", "check that a plugin follows the plugin ABI", FlagTables.validate,
        .files(suffix: "so")),
      CommandSummary("new", "create a plugin project", FlagTables.new, .anything),
      CommandSummary(
        "completions", "print a completion script for a shell", [Flag<Void>](),
        .oneOf(Shell.allCases.map(\.rawValue))),
    ]
  }

  private init<Options>(
    _ name: String, _ purpose: String, _ flags: [Flag<Options>], more: [Option] = [],
    _ operand: Operand
  ) {
    self.name = name
    self.purpose = purpose
    self.operand = operand
    let help = Option(spellings: ["-h", "--help"], purpose: "show help", value: nil)
    options = flags.map { Option($0) } + more + [help]
  }
}

extension CommandSummary.Option {
  fileprivate init<Options>(_ flag: Flag<Options>) {
    spellings = flag.spellings
    purpose = flag.purpose
    switch flag.action {
    case .set: value = nil
    case .value("FILE", _): value = .file
    case .value("DIR", _): value = .folder
    case .value:
      value = flag.spellings.lazy.compactMap(Self.choices).first.map { .oneOf($0) } ?? .anything
    }
  }

  private static func choices(of flag: String) -> [String]? {
    switch flag {
    case "--language": ProjectLanguage.allCases.map(\.rawValue)
    case "--colour": RunOptions.Colour.allCases.map(\.rawValue)
    case "--columns": Columns.Request.allCases.map(\.rawValue)
    case "--theme": RunOptions.Theme.allCases.map(\.rawValue)
    case "--state": PluginCatalogue.usualStates
    default: nil
    }
  }
}
