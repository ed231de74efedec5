import Foundation
import TestSupport
import Testing

/// What plugins can do wrong, one thing after the other, above the program's own list.
///
/// What is done is in `Gallery/gallery.c`, by its name and the function in which it is done.
@Suite(CompiledGallery()) struct `Whatever a plugin in a worker does` {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test(arguments: Misdeed.some(of: Misdeed.ends))
  func `that ends it is told with the function, beside the list`(misdeed: Misdeed) throws {
    let run = try snapshot(of: misdeed)
    expectTheList(run)
    #expect(run.errors.contains("statehost: child gallery: \(misdeed.told)"), "\(run.errors)")
  }

  /// With motion it is told something at each frame, also when it has just ended.
  @Test func `that ends it while it is told more is told as that`() throws {
    let misdeed = Misdeed("null", in: "draw")
    let run = try snapshot(of: misdeed, options: [])
    expectTheList(run)
    #expect(run.errors.contains("statehost: child gallery: crashed (SIGSEGV) in draw"))
    #expect(!run.errors.contains("stopped reading messages"), "\(run.errors)")
  }

  @Test(arguments: Misdeed.some(of: Misdeed.lies))
  func `that no worker says ends it`(misdeed: Misdeed) throws {
    let run = try snapshot(of: misdeed)
    expectTheList(run)
    #expect(
      run.errors.contains("statehost: child gallery: sent an invalid message"),
      "\(run.errors)")
  }

  @Test(arguments: Misdeed.some(of: Misdeed.bearable))
  func `that is no reason to end it leaves it there`(misdeed: Misdeed) throws {
    let run = try snapshot(of: misdeed)
    expectTheList(run)
    #expect(!run.errors.contains("statehost: child gallery: "), "\(run.errors)")
    #expect(misdeed.told.isEmpty || run.errors.contains(misdeed.told), "\(run.errors)")
  }

  /// The worker's end of the link says that it has ended while nobody has asked it to.
  @Test func `an end that nobody asked for is told`() throws {
    let run = try snapshot(of: Misdeed("ended", in: "draw"))
    expectTheList(run)
    #expect(run.errors.contains("statehost: child gallery: "), "\(run.errors)")
  }

  @Test func `a worker does not speak for the sandbox`() throws {
    let run = try snapshot(of: Misdeed("opened", in: "draw"))
    expectTheList(run)
    #expect(!run.errors.contains("a worker is without"), "\(run.errors)")
  }

  /// Constructor, entry, `init` and the descriptors: a scan looks into them first.
  @Test(
    arguments: [
      "constructor", "entry", "init", "descriptor",
    ].flatMap { place in ["null", "exit7", "print_hostile"].map { ($0, place) } })
  func `before it has options keeps nothing from the rest`(deed: String, place: String) throws {
    try CompiledGallery.compile(
      into: folder, flags: ["-DEARLY_DEED=\"\(deed)\"", "-DEARLY_PLACE=\"\(place)\""])
    let run = try ProgramRun.run([
      "--plugins", folder.path, "--reduced-motion", "--snapshot", "-", "--size", "100x10", "--",
      "seq", "9",
    ])
    expectTheList(run)
    #expect(run.errors.contains("gallery"), "\(run.errors)")
  }

  @Test func `that has functions of memory of its own is nobody's but its own`() throws {
    try CompiledGallery.compile(into: folder, flags: ["-DOWN_MALLOC"])
    let run = try ProgramRun.run([
      "--plugins", folder.path, "--reduced-motion", "--snapshot", "-", "--size", "100x10", "--",
      "seq", "9",
    ])
    expectTheList(run)
    #expect(!run.errors.contains("SIGABRT"), "\(run.errors)")
  }

  @Test func `a question for all rows of a file without a letter is answered with some`() throws {
    let file = try folder.write(String(repeating: "\n", count: 200_000), to: "rows")
    let run = try snapshot(of: Misdeed("question_rows", in: "draw"), source: [file], seconds: 20)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("1/200,000"), "\(run.output)")
  }

  @Test(arguments: Misdeed.some(of: Misdeed.lasting))
  func `that lasts keeps neither the list nor the terminal`(misdeed: Misdeed) throws {
    let harmless = try start(Misdeed("nothing", in: "nowhere"))
    try harmless.wait(forText: "1/9")
    let terminal = try start(misdeed)
    let bytes = folder.path + "/bytes"
    try terminal.record(to: bytes)
    try terminal.wait(forText: "1/9")
    if misdeed.place == "key" {
      try terminal.wait(forText: "the gallery")
      try terminal.press("x")
    }
    // 100 ms, where answers take what they take on this machine, now, beside a harmless child.
    let (answer, usual) = try medianAnswers(of: terminal, harmless)
    #expect(answer < usual * 2 + .milliseconds(100), "\(answer), and \(usual) without")
    let processes = below(try #require(Int32(try terminal.fact("#{pane_pid}"))))
    #expect(!processes.isEmpty)
    try terminal.press("q")
    try terminal.wait(forText: "ended:0")
    #expect(try terminal.fact("#{alternate_on} #{cursor_flag} #{mouse_any_flag}") == "0 1 0")
    try wait(for: "the end of all its processes") { processes.allSatisfy { kill($0, 0) != 0 } }
    expectHarmless(try Data(contentsOf: URL(fileURLWithPath: bytes)))
  }
}

// MARK: - Running it

extension `Whatever a plugin in a worker does` {
  /// The arguments that put the child that does it above the list, which leaves the last row free.
  private func arguments(for misdeed: Misdeed) throws -> [String] {
    let states = try folder.write(
      """
      { "initial": "loading",
        "states": { "loading": ["list"], "content": ["list", "gallery"], "error": ["list"],
                    "empty": [], "aside": ["list"] },
        "children": {
          "list": { "use": "org.statehost.list", "insets": [0, 0, 1, 0] },
          "gallery": { "use": "com.example.gallery",
                       "options": { "deed": "\(misdeed.deed)", "place": "\(misdeed.place)" } } } }
      """, to: "states.json")
    return ["--plugins", try CompiledGallery.path(), "--states", states]
  }

  /// What is there once everything has settled.
  private func snapshot(
    of misdeed: Misdeed, options: [String] = ["--reduced-motion"],
    source: [String] = ["--", "seq", "9"], seconds: Double = 60
  ) throws -> ProgramRun {
    try ProgramRun.run(
      try arguments(for: misdeed) + options + ["--snapshot", "-", "--size", "100x10"] + source,
      seconds: seconds)
  }

  private func start(_ misdeed: Misdeed) throws -> TmuxTerminal {
    let words = try arguments(for: misdeed).map { "'\($0)'" }.joined(separator: " ")
    return try TmuxTerminal(columns: 100, rows: 10, command: "statehost \(words) -- seq 9")
  }

  /// How long the list takes to answer a key in each of two, asked in turn: the medians of some.
  private func medianAnswers(
    of first: TmuxTerminal, _ second: TmuxTerminal
  ) throws -> (Duration, Duration) {
    let clock = ContinuousClock()
    let answers = try (0..<9).map { number in
      let (key, row) = number.isMultiple(of: 2) ? ("Down", 2) : ("Up", 1)
      return try [first, second].map { terminal in
        try clock.measure {
          try terminal.press(key)
          try terminal.wait(forText: "\(row)/9")
        }
      }
    }
    let medians = (0...1).map { each in answers.map { $0[each] }.sorted()[answers.count / 2] }
    return (medians[0], medians[1])
  }

  private func expectTheList(_ run: ProgramRun) {
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("1/9"), "\(run.output)")
    let isControl = { (byte: UInt8) in byte < 0x20 && byte != UInt8(ascii: "\n") || byte == 0x7F }
    #expect(!run.outputBytes.contains(where: isControl), "\(run.output.debugDescription)")
    #expect(!run.errors.utf8.contains(where: isControl), "\(run.errors.debugDescription)")
  }

  /// Nothing that a plugin says to the terminal has come there.
  private func expectHarmless(_ bytes: Data) {
    for hostile in ["\u{1B}]0;evil", "\u{1B}]52;", "\u{1B}[31;5m", "\u{1B}[99;99H", "\u{9B}"] {
      #expect(bytes.firstRange(of: Data(hostile.utf8)) == nil, "\(hostile.debugDescription)")
    }
  }

  private func below(_ process: Int32) -> [Int32] {
    let file = "/proc/\(process)/task/\(process)/children"
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.split(separator: " ").compactMap { Int32($0) }.flatMap { [$0] + below($0) }
  }
}

// MARK: - What is done

/// One thing that a plugin does wrong.
struct Misdeed: Sendable, CustomTestStringConvertible {
  let deed: String
  let place: String
  /// What is told of it.
  let told: String

  init(_ deed: String, in place: String, told: String = "") {
    self.deed = deed
    self.place = place
    self.told = told
  }

  var testDescription: String { "\(deed) in \(place)" }
}

extension Misdeed {
  /// All of them in the long tests, else every third.
  static func some(of all: [Misdeed]) -> [Misdeed] {
    let areAll = ProcessInfo.processInfo.environment["STATEHOST_LONG_TESTS"] != nil
    return all.enumerated().filter { areAll || $0.offset % 3 == 0 }.map(\.element)
  }
}

extension Misdeed {
  private static let faults: [(deed: String, told: String)] = [
    ("null", "crashed (SIGSEGV)"), ("fpe", "crashed (SIGFPE)"), ("ill", "crashed (SIGILL)"),
    ("bus", "crashed (SIGBUS)"), ("abort", "crashed (SIGABRT)"),
    ("exit7", "ended its process with status 7"),
  ]

  private static let otherFaults: [(deed: String, told: String)] = [
    ("wild", "crashed (SIGSEGV)"), ("noncanonical", "crashed (SIGSEGV)"),
    ("code", "crashed (SIGSEGV)"), ("readonly", "crashed (SIGSEGV)"),
    ("misaligned", "crashed (SIGSEGV)"), ("sys", "crashed (SIGSYS)"),
    ("kill", "crashed (SIGKILL)"), ("term", "crashed (SIGTERM)"), ("stack", "crashed (SIGSEGV)"),
    ("thread_stack", "crashed (SIGSEGV)"), ("double_free", "crashed (SIGABRT)"),
    ("exit", "ended its process with status 0"), ("exit_now", "ended its process with status 3"),
    ("quick_exit", "ended its process with status 4"),
    ("thread_exit", "ended its process with status 5"), ("cpp_throw", "crashed (SIGABRT)"),
  ]

  private static let functions: [(place: String, name: String)] = [
    ("create", "create"), ("will_appear", "will_appear"), ("did_appear", "did_appear"),
    ("timing", "timing"), ("insets", "layout.insets"), ("resized", "layout.resized"),
    ("focus", "input.focus"), ("get_extension", "get_extension"),
    ("key_help", "key_help.count"), ("accessibility", "accessibility.text"),
    ("save", "state.save"), ("will_disappear", "will_disappear"),
    ("did_disappear", "did_disappear"), ("destroy", "destroy"),
  ]

  /// Each way to end in `draw`, each function run in a snapshot, and what ends without either.
  static let ends: [Misdeed] = {
    var all = (faults + otherFaults).map {
      Misdeed($0.deed, in: "draw", told: "\($0.told) in draw")
    }
    for (index, function) in functions.enumerated() {
      let fault = faults[index % faults.count]
      all.append(
        Misdeed(fault.deed, in: function.place, told: "\(fault.told) in \(function.name)"))
    }
    all += [
      Misdeed("sleep", in: "draw", told: "did not come back within 3 s in draw"),
      Misdeed("sleep", in: "create", told: "did not come back within 2 s in create"),
      Misdeed("stop", in: "will_appear", told: "did not come back within 3 s in will_appear"),
      Misdeed("refused_early", in: "create"),
    ]
    return all
      + [
        "longjmp", "pthread_exit", "canvas_table", "close_all", "close_link", "replace_link",
        "no_bytes",
      ].map { Misdeed($0, in: "draw") }
  }()

  /// What is written to the link in the name of the worker.
  static let lies: [Misdeed] =
    [
      "all_tags", "half", "longer", "empty", "wrong_more", "bigger_part", "more_large",
      "files_sent", "answers_delay", "answers_insets", "answers_text", "answers_items",
      "used_unasked", "saved_unasked", "created_twice", "refused", "scan_words", "wish_timer",
      "usurp_negative", "usurp_colour",
    ].map { Misdeed($0, in: "draw") } + [Misdeed("drawn_unasked", in: "create")]

  /// What is left out, cleaned or counted.
  static let bearable: [Misdeed] = {
    let inDraw = [
      "lost", "notes_hostile", "answers_hostile", "wish_states", "wish_rows", "wish_faults",
      "usurp_hostile", "hostile_drawing", "late_drawing", "free_host", "signals",
      "state_of_process", "forks", "run", "files", "tty", "threads", "alarms", "close_output",
      "nonblocking", "log", "print_hostile", "print_unended", "hostile_log", "null_texts",
      "host_null", "slow", "burn",
    ]
    // Their names are asked for where they are answered.
    let everywhere = [
      "timing_unknown", "insets_negative", "insets_huge", "save_huge", "save_beyond",
      "key_help_many", "key_help_hostile", "accessibility_huge", "accessibility_hostile",
      "extension_small",
    ]
    return inDraw.map { Misdeed($0, in: "draw") }
      + everywhere.map { Misdeed($0, in: "nowhere") } + [
        Misdeed("print", in: "draw", told: "lines were dropped: they came too fast"),
        Misdeed("timing_negative", in: "nowhere", told: "timing.delay_nanoseconds out of range"),
        Misdeed("timing_huge", in: "nowhere", told: "timing.duration_nanoseconds out of range"),
        Misdeed("everything", in: "create"), Misdeed("everything", in: "save"),
        Misdeed("everything", in: "destroy"), Misdeed("everything_after", in: "destroy"),
      ]
  }()

  /// What goes on and on, in a real terminal.
  static let lasting = [
    Misdeed("loop", in: "draw"), Misdeed("sleep", in: "key"), Misdeed("masked_loop", in: "key"),
    Misdeed("log_thread", in: "key"), Misdeed("print_thread", in: "key"),
    Misdeed("wake_thread", in: "key"), Misdeed("everything_after", in: "key"),
    Misdeed("notes", in: "thread"), Misdeed("more_empty", in: "thread"),
    Misdeed("answers_flood", in: "thread"), Misdeed("steal", in: "thread"),
    Misdeed("usurp_much", in: "draw"), Misdeed("usurp_hostile", in: "draw"),
    Misdeed("usurp_tickets", in: "draw"), Misdeed("usurp_size", in: "draw"),
    Misdeed("wishes", in: "thread"), Misdeed("reload_for_ever", in: "woke"),
    Misdeed("burn", in: "key"),
  ]
}

/// Compiles the gallery once for all tests of a suite.
struct CompiledGallery: SuiteTrait, TestScoping {
  @TaskLocal private static var folder: ScratchFolder?

  /// The folder with the library.
  static func path() throws -> String { try #require(folder).path }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let folder = try ScratchFolder()
    try Self.compile(into: folder)
    try await Self.$folder.withValue(folder) { try await function() }
  }

  /// Compiles it into a folder.
  ///
  /// - Parameters:
  ///   - folder: where the library goes.
  ///   - flags: more for the compiler.
  /// - Throws: when it does not compile.
  static func compile(into folder: ScratchFolder, flags: [String] = []) throws {
    let run = try ProgramRun.run(
      [
        "cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-I",
        BuiltProducts.repository + "/Sources/ChildPluginAPI/include", "-o",
        folder.path + "/gallery.so",
        BuiltProducts.repository + "/Tests/StateHostTests/Gallery/gallery.c", "-lpthread", "-lm",
        "-lstdc++",
      ] + flags, program: "/usr/bin/env")
    try #require(run.status == 0, "\(run.errors)")
  }
}
