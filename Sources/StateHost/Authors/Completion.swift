internal import HostContent
internal import HostPlugins

/// The generator of the scripts that `statehost completions` prints for bash, zsh and fish, from
/// the tables of command-line options.
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
        guard let value = option.completed else { continue }
        let pattern = option.spellings.map { "\(command.name):\($0)" }.joined(separator: "|")
        let action =
          switch value {
          case .folder: "compopt -o dirnames 2> /dev/null; return"
          case .oneOf(let words): offer(words)
          default: "return"
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

  private static func zshOption(_ option: FlagName) -> [String] {
    let purpose = quoted(option.purpose).map { character in
      "[]:".contains(character) ? "\\\(character)" : String(character)
    }.joined()
    let action =
      switch option.completed {
      case nil: ""
      case .file: ":file:_files"
      case .folder: ":directory:_files -/"
      case .oneOf(let words): ":value:(\(words.joined(separator: " ")))"
      default: ":value: "
      }
    return option.spellings.map { "'*\($0)[\(purpose)]\(action)'" }
  }

  private static func zshOperand(_ operand: CompletedWord) -> [String] {
    switch operand {
    case .files(let suffix): ["'*:file:_files -g \"*.\(suffix)\"'"]
    case .source: ["'(-)*::command:_normal'", "'1:file:_files'"]
    case .oneOf(let words): ["'1:value:(\(words.joined(separator: " ")))'"]
    case .anything: ["'1:name: '"]
    case .nothing, .file, .folder: []
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

  private static func fishOption(_ option: FlagName) -> String {
    let spellings = option.spellings.map { spelling in
      spelling.hasPrefix("--") ? "-l \(spelling.dropFirst(2))" : "-s \(spelling.dropFirst())"
    }
    let value =
      switch option.completed {
      case nil: ""
      case .file: " -r -F"
      case .folder: " -x -a '(__fish_complete_directories)'"
      case .oneOf(let words): " -x -a '\(words.joined(separator: " "))'"
      default: " -x"
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

/// The kind of words, such as files, that a shell offers for option values or command arguments.
enum CompletedWord: Equatable {
  case file
  case files(suffix: String)
  case folder
  /// A file, or `--` and a command.
  case source
  case oneOf([String])
  case anything
  case nothing
}

/// The name, purpose, options and operands of one command of the program, from which shell
/// completion scripts are generated; the argument parser takes the known command names from it.
struct CommandSummary {
  let name: String
  let purpose: String
  let options: [FlagName]
  let operand: CompletedWord

  /// All commands in the order of the help; the first is the default.
  static var all: [CommandSummary] {
    let keys = FlagName(
      spellings: ["--shell"], value: "SHELL", purpose: "print keys for a shell's startup file")
    return [
      CommandSummary(
        "run", "show a command, a file, standard input or a URL", FlagTables.run, more: [keys],
        .source),
      CommandSummary(
        "play", "run a scripted scenario on a virtual clock", FlagTables.play,
        .files(suffix: "json")),
      CommandSummary(
        "plugins", "list the plugins and why some are not loaded", FlagTables.plugins, .nothing),
      CommandSummary(
        "inspect", "show what a plugin declares", FlagTables.inspect, .files(suffix: "so")),
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
    _ name: String, _ purpose: String, _ flags: [Flag<Options>], more: [FlagName] = [],
    _ operand: CompletedWord
  ) {
    self.name = name
    self.purpose = purpose
    self.operand = operand
    let help = FlagName(spellings: ["-h", "--help"], value: nil, purpose: "show help")
    options = flags.map(\.name) + more + [help]
  }
}

extension FlagName {
  /// What a shell offers for the value; nil if there is none.
  fileprivate var completed: CompletedWord? {
    switch spellings.last {
    case "--language": .oneOf(ProjectLanguage.allCases.map(\.rawValue))
    case "--color": .oneOf(FlagTables.colours.map(\.name))
    case "--columns": .oneOf(Columns.Request.allCases.map(\.rawValue))
    case "--theme": .oneOf(FlagTables.themes.map(\.name))
    case "--state": .oneOf(PluginCatalogue.usualStates)
    case "--shell": .oneOf(ShellIntegration.allCases.map(\.rawValue))
    default: value.map { $0 == "FILE" ? .file : $0 == "DIR" ? .folder : .anything }
    }
  }
}
