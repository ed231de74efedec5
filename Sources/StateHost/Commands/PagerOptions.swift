internal import HostContent
internal import HostSystem
internal import HostText

/// The options of the pager less that a run follows, so that it can be PAGER, GIT_PAGER or
/// MANPAGER: quit if the rows fit on one screen, number rows, cut long ones, keys typed at the
/// start; from its arguments and, for standard input, from LESS where git or man has set it.
struct PagerOptions: Equatable {
  /// Whether rows that fit on one screen are printed without the interface.
  var quitsIfOneScreen = false
  /// Whether each row begins with its number.
  var numbersRows = false
  /// Whether long rows are cut, even where the user has wrapped them before.
  var cutsRows = false
  /// Keys that are typed at the start: those of `+G`, `+F`, `+/PATTERN` and `-p PATTERN`.
  var keys = ""

  /// What to write in place of another command of less.
  static let commandRemedy = "for a command of less, write +N, +/TEXT, +G or +F"

  private static let ignoredNames = Set(
    """
    CLEAR-SCREEN HILITE-SEARCH HILITE-UNREAD IGNORE-CASE LONG-PROMPT MOUSE QUIET QUIT-AT-EOF
    RAW-CONTROL-CHARS SEARCH-SKIP-SCREEN SILENT UNDERLINE-SPECIAL auto-buffers clear-screen dumb
    exit-follow-on-close file-size follow-name force form-feed hilite-search hilite-unread ignore-case incsearch
    line-numbers long-prompt modelines mouse no-edit-warn no-histdups no-init no-keypad no-lessopen no-number-headers
    no-paste no-search-header-columns no-search-header-lines no-search-headers no-vbell proc-backspace proc-return
    proc-tab quiet quit-at-eof quit-on-intr raw-control-chars redraw-on-quit save-marks search-skip-screen
    show-preproc-errors silent squeeze-blank-lines status-column status-line tilde underline-special use-backslash
    use-color wordwrap
    """.split(whereSeparator: \.isWhitespace))
  private static let namesWithValues = Set(
    """
    LOG-FILE autosave buffers cmd end-prompt intr jump-target lesskey-content lesskey-file lesskey-src
    line-num-width log-file match-shift max-back-scroll max-forw-scroll pattern quotes rscroll search-options
    shift status-col-width tabs tag tag-file wheel-lines window
    """.split(whereSeparator: \.isWhitespace))
  /// The letters of the supported long options.
  private static let letters: [Substring: Character] = [
    "quit-if-one-screen": "F", "LINE-NUMBERS": "N", "chop-long-lines": "S",
  ]
  private static let ignoredLetters: Set<Character> = Set("aABcCdeEfgGiIJKLmMnqQrRsuUVwWX~")
  private static let lettersWithValues: Set<Character> = Set("bDhjkoOpPtTxyz\"#")

  /// Parses an argument of less, with its value, which may be the next argument.
  ///
  /// - Returns: the number of arguments, 0 when the first is none of less.
  mutating func take(_ arguments: ArraySlice<String>) -> Int {
    guard let argument = arguments.first else { return 0 }
    let next = arguments.dropFirst().first
    if argument.hasPrefix("+") { return takeCommand(argument.drop { $0 == "+" }) ? 1 : 0 }
    if argument.hasPrefix("--") { return takeName(argument.dropFirst(2), next) }
    return argument.hasPrefix("-") ? takeLetters(argument.dropFirst(), next) : 0
  }

  private mutating func takeCommand(_ command: Substring) -> Bool {
    switch command.first {
    case "G", "F": keys += command.prefix(1)
    case "/": keys += command + "\r"
    case let first? where first.isASCII && first.isNumber:
      let digits = command.prefix { $0.isASCII && $0.isNumber }
      let isPart = ["%", "p"].contains(command.dropFirst(digits.count))
      let isRow = ["", "g", "G"].contains(command.dropFirst(digits.count))
      guard isPart || isRow, let number = Int(digits) else { return true }
      keys += "\(number)\(isPart ? "%" : "g")"
    default: return false
    }
    return true
  }

  private mutating func takeName(_ text: Substring, _ next: String?) -> Int {
    let name = text.prefix { $0 != "=" }
    if let letter = Self.letters[name] { follow(letter) }
    guard Self.namesWithValues.contains(name) else {
      return Self.letters[name] != nil || Self.ignoredNames.contains(name) ? 1 : 0
    }
    let attached = name == text ? nil : text.dropFirst(name.count + 1)
    if name == "pattern" { search(attached ?? next?[...]) }
    return attached != nil || next == nil ? 1 : 2
  }

  private mutating func takeLetters(_ letters: Substring, _ next: String?) -> Int {
    var taken = self
    for (index, letter) in zip(letters.indices, letters) {
      if Self.lettersWithValues.contains(letter) {
        let attached = letters[index...].dropFirst()
        if letter == "p" { taken.search(attached.isEmpty ? next?[...] : attached) }
        self = taken
        return attached.isEmpty && next != nil ? 2 : 1
      }
      guard Self.ignoredLetters.contains(letter) || Self.letters.values.contains(letter) else {
        return 0
      }
      taken.follow(letter)
    }
    self = taken
    return letters.isEmpty ? 0 : 1
  }

  private mutating func search(_ pattern: Substring?) {
    if let pattern, !pattern.isEmpty { keys += "/\(pattern)\r" }
  }

  private mutating func follow(_ letter: Character) {
    switch letter {
    case "F": quitsIfOneScreen = true
    case "N": numbersRows = true
    case "S": cutsRows = true
    default: break
    }
  }

  /// Parses the variable LESS, in which the text of `-P` ends with `$`.
  private mutating func take(variable: String) {
    var rest = variable[...]
    while let letter = rest.popFirst() {
      if letter == " " || letter == "$" { continue }
      if rest.first == "-", letter == "-" {
        _ = take(["-" + rest.prefix { $0 != " " && $0 != "$" }])
        rest = rest.drop { $0 != " " && $0 != "$" }
      } else if letter == "+" {
        _ = take(["+" + rest.prefix { $0 != "$" && $0 != " " }])
        rest = rest.drop { $0 != "$" && $0 != " " }
      } else if Self.lettersWithValues.contains(letter) {
        rest = rest.drop {
          $0 != "$" && (letter == "P" || $0 != " ") && (letter == "P" || !$0.isLetter)
        }
      } else {
        follow(letter)
      }
    }
  }

  /// Parses LESS if git or man has set it for its pager, rather than the user for less.
  ///
  /// Git sets LV as well as LESS, and removes GIT_PAGER_IN_USE from the pager's environment.
  mutating func takeEnvironment(_ value: (String) -> String?) {
    let isOfGit = value("LV") == "-c" || value("GIT_PAGER_IN_USE") != nil
    guard isOfGit || value("MAN_PN") != nil, let options = value("LESS") else { return }
    take(variable: options)
  }
}

/// A reader of the text of a file, or of a pipe without emptying it, if it fits on a screen,
/// to print it without the interface, as `less -F` does.
struct ShortContentReader {
  private static let mostBytes = 32 << 10

  let columns: Int
  let rows: Int

  /// Waits until standard input ends or exceeds a screen, or reads a file.
  ///
  /// - Returns: the text, safe to display; nil if it does not fit, with all input still to be read.
  func text(of source: SourceChoice) -> [UInt8]? {
    switch source {
    case .source(.standardInput):
      StandardStream.input.wholeContents(limit: Self.mostBytes, maxLines: rows).flatMap(text)
    case .source(.file(let path)): text(ofFile: path)
    default: nil
    }
  }

  private func text(ofFile path: String) -> [UInt8]? {
    guard let facts = FileFacts(at: path), facts.kind == .regular, facts.size <= Self.mostBytes
    else { return nil }
    return (try? WholeFileReader.read(path, limit: Self.mostBytes)).flatMap(text)
  }

  private func text(of bytes: [UInt8]) -> [UInt8]? {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    var used = 0
    var text: [UInt8] = []
    for line in lines.map({ Array($0) }) {
      var shown: [UInt8] = []
      StrippedRow.append(line.span, to: &shown)
      let width = TextWidth.columns(of: shown.span)
      used += max(1, (width + columns - 1) / max(1, columns))
      Self.append(line, to: &text)
      text.append(UInt8(ascii: "\n"))
    }
    // One row is left for the shell's prompt.
    return used < rows ? text : nil
  }

  /// Appends a line with its colours (SGR) and no other escape sequences.
  private static func append(_ line: [UInt8], to text: inout [UInt8]) {
    var rest = line[...]
    while let escape = rest.firstIndex(of: 0x1B) {
      HarmlessText.append(Array(rest[..<escape]).span, to: &text)
      let end = HarmlessScanner.sequenceEnd(at: escape, in: line.span)
      let sequence = line[escape..<end]
      if sequence.dropFirst().first == UInt8(ascii: "["), sequence.last == UInt8(ascii: "m"),
        sequence.dropFirst(2).dropLast().allSatisfy({ 0x30...0x3B ~= $0 })
      {
        text += sequence
      }
      rest = line[end...]
    }
    HarmlessText.append(Array(rest).span, to: &text)
  }
}
