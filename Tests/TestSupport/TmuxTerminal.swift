import Foundation

/// A real terminal for the program under test: a tmux server of the test's own, with one window.
public final class TmuxTerminal {
  private let socket: String
  private let folder: ScratchFolder
  private var isFirstKey = true

  /// Opens a window that runs a line for `sh`, or an interactive shell without one.
  public init(
    columns: Int = 80, rows: Int = 24, environment: [String: String] = [:], command: String? = nil
  ) throws {
    folder = try ScratchFolder(isShort: true)
    socket = folder.path + "/socket"
    // Whose account this is may have no shell.
    var variables = [
      "HOME": folder.path, "PS1": "$ ", "ENV": "", "LC_ALL": "C.UTF-8", "SHELL": "/bin/sh",
    ]
    for (name, value) in environment { variables[name] = value }
    var arguments = ["-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"]
    for (name, value) in variables.sorted(by: { $0.key < $1.key }) {
      arguments += ["-e", "\(name)=\(value)"]
    }
    // tmux gives its client's PATH to what it runs, whatever `-e` says.
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    arguments.append("env")
    for name in [
      "STATEHOST_PLUGIN_PATH", "NO_COLOR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME",
    ] {
      arguments += ["-u", name]
    }
    arguments += ["COLORTERM=truecolor", "PATH=\(Self.programFolder):\(path)", "sh"]
    if let command { arguments += ["-c", command + "; printf 'ended:%s\\n' $?; exec sleep 600"] }
    try tmux(arguments)
    try tmux(["set-option", "-g", "status", "off"])
    try tmux(["set-option", "-g", "remain-on-exit", "on"])
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  private static var programFolder: String {
    Sandbox.isComplete ? BuiltProducts.programFolder : Sandbox.weakerFolder.path
  }

  deinit {
    _ = try? tmux(["kill-server"])
  }

  /// Waits until a child that is on the screen has the keys: one that came without the user's doing
  /// gets none for half a second.
  public func waitForKeys() { usleep(600_000) }

  /// Presses keys, by tmux's names: `Enter`, `Down`, `C-c`, `q`.
  public func press(_ keys: String...) throws { try press(keys) }

  /// Presses them all at once.
  public func press(_ keys: [String]) throws {
    try awaitFirstKey()
    try tmux(["send-keys"] + keys)
  }

  /// Before the first key, waits until a third-party child that the last row names receives keys.
  private func awaitFirstKey() throws {
    guard isFirstKey else { return }
    isFirstKey = false
    if try screen().contains(where: { $0.contains("F12") }) { waitForKeys() }
  }

  /// Types text as it is.
  public func type(_ text: String) throws {
    try awaitFirstKey()
    try tmux(["send-keys", "-l", text])
  }

  /// Changes the size of the window.
  public func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Types a line to the shell and presses enter.
  public func enter(_ line: String) throws {
    try type(line)
    try press("Enter")
  }

  /// Runs a program in a folder.
  ///
  /// The folder then has the files `host`, with its process id, `status`, with
  /// its exit status, `before` and `after`, with the terminal's settings, and `done` at the end.
  public func run(_ program: String, recordedIn folder: ScratchFolder) throws {
    try folder.write(
      """
      stty -g >before
      sh -c 'echo $$ >host; exec \(program)'
      echo $? >status
      for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        stty -g >after
        cmp -s before after && break
        sleep 0.2
      done
      echo >done
      """, to: "run.sh")
    try waitForPrompt()
    try enter("cd '\(folder.path)'; clear")
    try waitForPrompt()
    try enter("sh run.sh")
  }

  /// Waits until the shell asks for a line: it has the terminal; nothing of a program is left.
  @discardableResult
  public func waitForPrompt(seconds: Double = Double(patienceSeconds)) throws -> [String] {
    try wait(for: "prompt of the shell", seconds: seconds) { rows in
      guard rows.last(where: { !$0.isEmpty }) == "$" else { return false }
      return try fact("#{alternate_on} #{cursor_flag}") == "0 1"
    }
  }

  /// From now on, everything that is written to the terminal also goes to a file.
  public func record(to file: String) throws {
    try tmux(["pipe-pane", "-O", "exec cat >'\(file)'"])
  }

  /// The rows of the screen with the escape sequences of their colours and attributes, as soon as
  /// two looks agree: tmux may have taken a part of a frame only.
  public func styledScreen() throws -> String {
    var former = ""
    var present = ""
    try TestSupport.wait(for: "a screen that stays") {
      (former, present) = (present, try tmux(["capture-pane", "-p", "-e"]))
      return present == former
    }
    return present
  }

  /// The rows of the screen, without the blanks at their ends.
  public func screen() throws -> [String] {
    try tmux(["capture-pane", "-p"]).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map(String.init)
  }

  /// One of tmux's facts about the window, such as `#{alternate_on}` or `#{cursor_flag}`.
  public func fact(_ format: String) throws -> String {
    try tmux(["display-message", "-p", format]).trimmingCharacters(in: .newlines)
  }

  /// Waits until the screen is as wanted; returns its rows, or throws `TimedOut` with them.
  @discardableResult
  public func wait(
    for wanted: String, seconds: Double = Double(patienceSeconds),
    until holds: ([String]) throws -> Bool
  ) throws -> [String] {
    var rows: [String] = []
    try TestSupport.wait(
      for: wanted, seconds: seconds, found: { rows.joined(separator: "\n") },
      until: {
        rows = try screen()
        return try holds(rows)
      })
    return rows
  }

  /// Waits until a text stands on the screen.
  @discardableResult
  public func wait(forText text: String, seconds: Double = Double(patienceSeconds)) throws
    -> [String]
  {
    try wait(for: "\"\(text)\"", seconds: seconds) { $0.contains { $0.contains(text) } }
  }

  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    let run = try ProgramRun.run(["-u", "-S", socket] + arguments, program: "tmux")
    guard run.status == 0 else {
      throw TimedOut(description: "tmux \(arguments.joined(separator: " ")): \(run.errors)")
    }
    return run.output
  }
}
