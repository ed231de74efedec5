import Foundation
import HostContent
import TestSupport
import Testing

@testable import StateHost

/// The program in the place of less.
@Suite struct `A pager` {
  /// Arguments one by one, and the options after the last.
  private static let options: [([String], PagerOptions)] = {
    var all = [
      (["-FRX"], PagerOptions(quitsIfOneScreen: true)), (["-R"], PagerOptions()),
      (["--quit-if-one-screen", "-x4"], PagerOptions(quitsIfOneScreen: true)),
      (["+G"], PagerOptions(keys: "G")),
      (["-iM", "+/an error"], PagerOptions(keys: "/an error\r")),
      (["--RAW-CONTROL-CHARS", "--tabs=4", "++F"], PagerOptions(keys: "F")),
      (["-P%F"], PagerOptions()), (["-j.5F"], PagerOptions()), (["+12x"], PagerOptions()),
      (["+G", "-F", "+/x"], PagerOptions(quitsIfOneScreen: true, keys: "G/x\r")),
    ]
    all += ["-S", "-RS", "--chop-long-lines"].map { ([$0], PagerOptions(cutsRows: true)) }
    all += ["-N", "-RN", "-iNM", "--LINE-NUMBERS"].map { ([$0], PagerOptions(numbersRows: true)) }
    // A row, or a part of a hundred.
    all += [
      ("+12", "12g"), ("+50%", "50%"), ("+50p", "50%"), ("+0", "0g"), ("+3g", "3g"), ("+3G", "3g"),
    ].map { ([$0], PagerOptions(keys: $1)) }
    // A letter without an equivalent, and the value of another.
    for letter in "aABcCdeEfgGiIJKLmMnqQrRsuUVwWX~" {
      all.append((["-\(letter)N"], PagerOptions(numbersRows: true)))
    }
    for letter in "bDhjkoOpPtTxyz\"#" {
      all.append((["-\(letter)FN"], PagerOptions(keys: letter == "p" ? "/FN\r" : "")))
      let keys = letter == "p" ? "/N\r" : ""
      all.append((["-Fe\(letter)N"], PagerOptions(quitsIfOneScreen: true, keys: keys)))
    }
    return all
  }()

  @Test func `takes the options of less`() {
    for (arguments, wanted) in Self.options {
      var options = PagerOptions()
      for argument in arguments {
        let isTaken = options.take([argument]) == 1
        #expect(isTaken, "\(argument)")
      }
      #expect(options == wanted, "\(arguments)")
    }
  }

  @Test(
    arguments: [
      (["-p", "two", "x"], 2, "/two\r"), (["-ip", "two"], 2, "/two\r"),
      (["-ptwo", "x"], 1, "/two\r"), (["-p"], 1, ""),
      (["--pattern=a b"], 1, "/a b\r"), (["--pattern", "a", "x"], 2, "/a\r"),
      (["--pattern="], 1, ""), (["-P", "x", "y"], 2, ""), (["-t", "tag"], 2, ""),
      (["-x", "4", "y"], 2, ""), (["-x4", "y"], 1, ""), (["-Dd", "y"], 1, ""), (["-T"], 1, ""),
      (["--shift=5"], 1, ""), (["--shift", "5"], 2, ""), (["--incsearch", "x"], 1, ""),
      (["--wordwrap"], 1, ""), (["--status-column"], 1, ""), (["--evry", "5"], 0, ""),
      (["--patern", "x"], 0, ""),
    ] as [([String], Int, String)])
  func `takes the value of an option from it or from the next argument`(
    arguments: [String], count: Int, keys: String
  ) {
    var options = PagerOptions()
    let taken = options.take(arguments[...])
    #expect(taken == count && options == PagerOptions(keys: keys))
  }

  @Test(arguments: [
    ("RN+G", PagerOptions(numbersRows: true, keys: "G")),
    ("FRSX", PagerOptions(quitsIfOneScreen: true, cutsRows: true)),
    ("+/a $N", PagerOptions(numbersRows: true, keys: "/a\r")),
    ("-x4N F", PagerOptions(quitsIfOneScreen: true, numbersRows: true)), ("", PagerOptions()),
    ("--LINE-NUMBERS$+12", PagerOptions(numbersRows: true, keys: "12g")),
    ("N --no-init +G", PagerOptions(numbersRows: true, keys: "G")),
  ])
  func `follows all of LESS`(text: String, wanted: PagerOptions) {
    var options = PagerOptions()
    options.takeEnvironment { ["LESS": text, "MAN_PN": "ls(1)"][$0] }
    #expect(options == wanted)
  }

  /// On a screen of three rows and ten columns, of which one row is left for the prompt.
  @Test(
    arguments: [
      ("", ""), ("a\nb\n", "a\nb\n"), ("a\nb", "a\nb\n"), ("\n\n", "\n\n"), ("\n\n\n", nil),
      ("a\nb\nc\n", nil),
      ("0123456789\nb\n", "0123456789\nb\n"), ("0123456789a\n", "0123456789a\n"),
      ("0123456789a\nb\n", nil), ("漢漢漢漢漢\nb\n", "漢漢漢漢漢\nb\n"), ("漢漢漢漢漢漢\nb\n", nil),
      ("\u{1B}[31m\u{1B}[Kred\u{1B}[m\u{1B}[K\nb\n", "\u{1B}[31mred\u{1B}[m\nb\n"),
      ("a\u{1B}]8;;x\u{7}b\u{1B}]8;;\u{1B}\\c\n", "abc\n"),
      ("\ta\nb\n", "\ta\nb\n"), ("\tabc\nb\n", nil), ("a\tb\nb\n", "a\tb\nb\n"),
      ("\u{1B}[1;31m0123456789\u{1B}[m\nb\n", "\u{1B}[1;31m0123456789\u{1B}[m\nb\n"),
    ] as [(String, String?)])
  func `prints what takes no more rows than there are`(text: String, printed: String?) throws {
    let folder = try ScratchFolder()
    let file = try folder.write(text, to: "rows")
    let bytes = ShortContentReader(columns: 10, rows: 3).text(of: .source(.file(file)))
    #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == printed)
    for source in [Source.file(folder.path), .file(file + "x"), .command(["true"])] {
      #expect(ShortContentReader(columns: 10, rows: 3).text(of: .source(source)) == nil)
    }
  }

  @Test func `prints a file of at most 32 KiB`() throws {
    let folder = try ScratchFolder()
    for count in [32 << 10, 32 << 10 + 1] {
      let file = try folder.write(String(repeating: "\n", count: count), to: "rows")
      let text = ShortContentReader(columns: 10, rows: 1 << 20).text(of: .source(.file(file)))
      #expect(text?.count == (count == 32 << 10 ? count : nil))
    }
  }

  @Test(arguments: [
    "-Z", "--quit-if-one-screens", "+x", "-RZ", "-NZ", "-FZ", "+", "--no-such", "file", "-",
  ])
  func `leaves what is none of less`(argument: String) {
    var options = PagerOptions()
    let isTaken = options.take([argument]) == 1
    #expect(!isTaken)
    #expect(options == PagerOptions())
  }

  /// What git and man set, and what is the user's for less alone.
  @Test(
    arguments: [
      (["LESS": "FRX", "GIT_PAGER_IN_USE": "true"], true),
      (["LESS": "-FRX", "GIT_PAGER_IN_USE": "true"], true),
      (["LESS": "FRX", "LV": "-c"], true), (["LESS": "FRX", "LV": "-x"], false),
      (["LESS": "FRX"], false), (["LESS": "R", "GIT_PAGER_IN_USE": "true"], false),
      (
        [
          "LESS": "-ix8RmPm Manual page ls(1) For ?ltline %lt?L/%L.:$PM Manual page F$-s",
          "MAN_PN": "ls(1)",
        ], false
      ),
      (["LESS": "-ix8RmPm Manual page ls(1)$PM Manual page$F", "MAN_PN": "ls(1)"], true),
      (["LESS": "--quit-if-one-screen -i", "MAN_PN": "ls(1)"], true), (["MAN_PN": "ls(1)"], false),
    ] as [([String: String], Bool)])
  func `follows LESS where git or man has started it`(environment: [String: String], quits: Bool) {
    var options = PagerOptions()
    options.takeEnvironment { environment[$0] }
    #expect(options.quitsIfOneScreen == quits)
  }

  @Test(arguments: [
    ("printf '\\033[31mred\\033[0m\\nplain\\033]0;stolen\\007\\n' | statehost -FRX", "plain"),
    (
      "cd $(mktemp -d); git init -q; git -c user.name=a -c user.email=a@b commit -qm one --allow-empty; "
        + "env -u LESS -u LV GIT_PAGER=statehost git log --format=%s", "one"
    ),
    // The tenth row of the screen is left for the prompt.
    ("seq 9 | statehost -F", "9"),
  ])
  func `prints what fits on the screen`(line: String, last: String) throws {
    let terminal = try TmuxTerminal(columns: 60, rows: 10, command: line)
    let title = try terminal.fact("#{pane_title}")
    let rows = try terminal.wait(forText: "ended:0")
    #expect(rows.contains { $0.hasPrefix(last) }, "\(rows)")
    #expect(try terminal.fact("#{pane_title}") == title)
  }

  @Test(arguments: [
    ("seq 100 | statehost -i +/77", "77/100"), ("seq 100 | statehost -N", "   1 1"),
    ("seq 100 | LESS=N GIT_PAGER_IN_USE=1 statehost", "   1 1"), ("seq 8 | statehost -F", "1/8"),
    ("(seq 3; sleep 3; seq 100) | statehost -F", "1/103"),
  ])
  func `shows what does not`(line: String, text: String) throws {
    let terminal = try TmuxTerminal(columns: 60, rows: 8, command: line)
    try terminal.wait(forText: text)
    try terminal.press("q")
    try terminal.wait(forText: "ended:0")
  }
}

/// Rows that go on and on, and what is said of them.
@Suite struct `A source that is watched` {
  @Test func `is a file that comes later, and another one in its place`() throws {
    let folder = try ScratchFolder()
    let terminal = try TmuxTerminal(
      columns: 80, rows: 8, command: "cd '\(folder.path)'; statehost --follow log")
    try terminal.wait(forText: "there is no such file")
    try Data("one\ntwo\n".utf8).write(to: URL(fileURLWithPath: folder.path + "/log"))
    try terminal.wait(forText: "2/2")
    try replace("log", in: folder, by: "three\nfour\n")
    try terminal.wait(forText: "the file is another one")
    try terminal.wait(forText: "three")
    // Rows that the user reads stay, and what the old file still gets is added.
    let old = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path + "/log"))
    defer { try? old.close() }
    try terminal.press("k")
    try terminal.wait(forText: "1/2")
    try replace("log", in: folder, by: "five\n")
    try terminal.wait(forText: "a new file has replaced this one: F shows it")
    try old.seekToEnd()
    try old.write(contentsOf: Data("last\n".utf8))
    try terminal.wait(forText: "1/3")
    try terminal.press("F")
    try terminal.wait(for: "the new file alone") { rows in
      rows[0] == "five" && rows[1].isEmpty && !rows.contains { $0.contains("a new file") }
    }
  }

  private func replace(_ file: String, in folder: ScratchFolder, by text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/new"))
    guard unsafe rename(folder.path + "/new", folder.path + "/" + file) == 0 else {
      throw CocoaError(.fileWriteUnknown)
    }
  }

  @Test func `is followed until the user moves or says so, not when a filter ends`() throws {
    let folder = try ScratchFolder()
    let terminal = try TmuxTerminal(
      columns: 80, rows: 8, command: "cd '\(folder.path)'; seq 40 >log; statehost --follow log")
    try terminal.wait(forText: "40/40")
    try terminal.press("&", "3", "Enter", "Escape")
    try terminal.wait(forText: "40/40")
    let log = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path + "/log"))
    defer { try? log.close() }
    try log.seekToEnd()
    try log.write(contentsOf: Data("41\n".utf8))
    try terminal.wait(for: "the new row, followed") { rows in
      rows.contains { $0.contains("41/41") && $0.contains("following") }
    }
    try terminal.press("C-c")
    try terminal.wait(for: "the end of following") { rows in
      rows.contains { $0.contains("41/41") && $0.contains("not following: F") }
    }
  }

  /// The rows of the demonstration would be taken for the user's.
  @Test func `is empty where standard input is no file`() throws {
    let terminal = try TmuxTerminal(
      columns: 60, rows: 8, command: "statehost --pick --height 5 </dev/null")
    try terminal.wait(forText: "0/0")
    try terminal.press("Enter")
    try terminal.wait(forText: "ended:1")
  }

  @Test func `is not left by ctrl-c while something is typed`() throws {
    let terminal = try TmuxTerminal(columns: 60, rows: 8, command: "seq 30 | statehost")
    try terminal.wait(forText: "1/30")
    try terminal.press("/", "2")
    try terminal.wait(for: "the prompt") { $0.last { !$0.isEmpty }?.hasPrefix("/2") ?? false }
    try terminal.press("C-c")
    try terminal.wait(for: "the status line") {
      $0.last { !$0.isEmpty }?.hasPrefix(" 1/30") ?? false
    }
  }
}
