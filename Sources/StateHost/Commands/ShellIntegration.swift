/// A shell, bash or zsh, for which `statehost --shell` prints a script that binds keys to
/// `statehost --pick`: Ctrl-R picks a command of the history, Ctrl-T picks files.
enum ShellIntegration: String, CaseIterable {
  case bash
  case zsh

  /// The script for `eval "$(statehost --shell bash)"`.
  var text: String {
    switch self {
    case .bash: Self.bashText
    case .zsh: Self.zshText
    }
  }

  /// Lists files that git tracks or could add; outside a repository, files that are not hidden.
  private static let files = """
    __statehost_list_files() {
      git ls-files --cached --others --exclude-standard 2>/dev/null ||
        find . -name '.?*' -prune -o -type f -print 2>/dev/null | sed 's|^\\./||'
    }
    """

  private static let bashText = """
    # statehost in bash: Ctrl-R picks a line of the history, Ctrl-T files.
    # In ~/.bashrc: eval "$(statehost --shell bash)"
    \(files)
    __statehost_history() {
      local line
      # An entry begins with its number, one less than that before, a tab, and a space or an asterisk.
      line=$(builtin fc -lr -2147483648 2>/dev/null | awk '
        function put() { if (count++ && !seen[entry]++) printf "%s%c", entry, 0 }
        /^[0-9]+\\t/ && (!count || $1 == number - 1) {
          put(); number = $1; sub(/^[0-9]+\\t[ *]?/, ""); entry = $0; next
        }
        { entry = entry "\\n" $0 }
        END { put() }' |
        statehost --pick --read0 --height 40% --prompt 'history> ' --query "$READLINE_LINE") || return
      READLINE_LINE=$line
      READLINE_POINT=${#line}
    }
    __statehost_files() {
      local words
      words=$(__statehost_list_files | statehost --pick --height 40% --prompt 'files> ' |
        while IFS= read -r file; do printf '%q ' "$file"; done)
      READLINE_LINE=${READLINE_LINE:0:READLINE_POINT}$words${READLINE_LINE:READLINE_POINT}
      READLINE_POINT=$((READLINE_POINT + ${#words}))
    }
    if [[ $- == *i* ]]; then
      for __statehost_map in emacs vi-command vi-insert; do
        bind -m "$__statehost_map" -x '"\\C-r": __statehost_history'
        bind -m "$__statehost_map" -x '"\\C-t": __statehost_files'
      done
      unset __statehost_map
    fi

    """

  private static let zshText = """
    # statehost in zsh: Ctrl-R picks a line of the history, Ctrl-T files.
    # In ~/.zshrc: eval "$(statehost --shell zsh)"
    \(files)
    __statehost_history() {
      local line
      if line=$(fc -rln 1 | awk '!seen[$0]++' |
        statehost --pick --height 40% --prompt 'history> ' --query "$BUFFER"); then
        # zsh lists the lines of a command with \\n between.
        BUFFER=${line//\\\\n/$'\\n'}
        CURSOR=${#BUFFER}
      fi
      zle reset-prompt
    }
    __statehost_files() {
      local file words=
      __statehost_list_files | statehost --pick --height 40% --prompt 'files> ' | while IFS= read -r file; do
        words+="${(q)file} "
      done
      LBUFFER+=$words
      zle reset-prompt
    }
    if [[ -o interactive ]]; then
      zle -N __statehost_history
      zle -N __statehost_files
      for __statehost_map in emacs viins vicmd; do
        bindkey -M $__statehost_map '^R' __statehost_history
        bindkey -M $__statehost_map '^T' __statehost_files
      done
      unset __statehost_map
    fi

    """
}
