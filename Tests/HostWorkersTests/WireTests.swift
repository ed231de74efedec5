import HostContent
import HostSurface
import HostSystem
import HostText
import PluginSupport
import StateContainer
import TestSupport
import Testing

@testable import HostPlugins
@testable import HostWorkers

@Suite struct `Messages between host and worker` {
  static let hostMessages: [HostMessage] =
    [
      .grant(path: "/usr/lib/libé.so"), .order(.scan, [], mayLack: [.files]),
      .order(.run, [.network, .run]), .scan(path: "/a/b.so"), .scan(path: ""),
      .load(path: "/a/b.so"), .create(order), .facts(facts), .facts(HostState()),
      .draw(child: 1, columns: 80, rows: 24), .answer([1, 2]), .answer([]), .save(child: 3),
      .destroy(child: 4), .idle, .end, .order(.read, []), .order(.check, []),
      .order(.trappedCheck, []), .check(CheckOrder(check: "ä", path: "/a.so", seed: .max)),
      .check(
        CheckOrder(
          check: "a", path: "/a.so", seed: 0, argument: "ä b",
          options: [OptionAssignment(id: "a.b", name: "c", text: "é")], programs: [1, 2])),
      .read(SourceReadOrder(id: "a.b", argument: "ä b", options: order.options)),
    ] + news.map { .news(child: 2, $0) } + inputs.map { .input(child: 2, ticket: 9, $0) }
    + [
      .overview(ContentOverview()), .overview(overview),
      .input(child: 2, ticket: 9, inputs[0], drawing: LayerSize(columns: 80, rows: 24)),
    ]
  static let workerMessages: [WorkerMessage] =
    [
      .opened(lacking: []), .opened(lacking: [.files, .calls]), .step("init"),
      .scanned([1, 2, 255]), .created(child: 1, type, answers),
      .created(child: 1, type, ChildAnswers()), .refused(child: 1, what: "why", remedy: "é"),
      .answers(child: 2, answers), .used(child: 2, ticket: 9, true), .drawn(child: 2, [1, 2]),
      .used(child: 2, ticket: 9, true, drawing: SelectionFacts()), .saved(child: 2, nil),
      .saved(child: 2, [0, 1]), .note(child: 0, level: 3, text: "a"),
      .pluginNote(level: 1, text: "é"), .pluginFault(what: "a", remedy: "b"), .wake(child: 2),
      .fault(child: 2, what: "a", remedy: "é"), .lost(12), .idle, .gone(child: 3), .ended,
      .reading(.namesColumns), .reading(.progress(nil)), .reading(.progress(0)),
      .reading(.progress(1)), .reading(.failure(what: "é", remedy: "")), .reading(.done),
    ] + requests.map { .request(child: 2, during: .input(9), $0) }
    + [CallOrigin.change, .other].map { .request(child: 2, during: $0, .draw) }
    + [.request(child: 2, during: .input(9), generation: 1 << 40, .select(row: 7))]
    + subjects.map { .question(ContentQuestion(child: 2, generation: 3, subject: $0)) }

  private static var overview: ContentOverview {
    var overview = ContentOverview()
    overview.columns = [
      ContentOverview.Column(
        facts: ContentColumnFacts(isRightAligned: true, width: 3), name: [0x62]),
      ContentOverview.Column(facts: ContentColumnFacts(isRightAligned: false, width: 0), name: []),
    ]
    overview.texts = ContentText.allCases.indices.map {
      ContentAnswer.Piece(length: UInt64($0), bytes: [UInt8($0)])
    }
    return overview
  }

  private static let type = ChildType(
    id: "a.b", name: "Ä", version: "1.2",
    places: [
      ChildType.StatePlace(
        state: "späte", place: -3, isInsteadOfBundled: true,
        dock: Dock(.bottom, .cells(3), minimum: 2)),
      ChildType.StatePlace(
        state: "a", place: 4, isInsteadOfBundled: false, dock: Dock(.left, .percent(40))),
      ChildType.StatePlace(state: "b", place: 0, isInsteadOfBundled: false),
    ],
    takesFocus: true, needs: ["run"],
    keys: [ChildType.DefaultKey(key: Key(.function(2)), state: "späte", label: "ö")])
  private static let order = ChildOrder(
    child: 1, id: "a.b", options: ChildOptionValues([("depth", Array("3".utf8))]),
    states: ["content", "späte"], saved: [1, 2, 3])
  private static var facts: HostState {
    var content = ContentFacts()
    content.failure = .exitStatus(-3)
    content.fraction = 0.5
    content.rows = 1 << 40
    (content.loadedNanoseconds, content.failedNanoseconds) = (3, 4)
    (content.everyNanoseconds, content.failures) = (5, 6)
    var facts = HostState()
    facts.host.nowNanoseconds = -1
    facts.host.terminal.columns = 80
    facts.host.theme = Theme([.error: .rgb(1, 2, 3), .border: .indexed(4)])
    facts.host.content = content
    facts.host.situation.current = "späte"
    facts.host.situation.isTransitioning = true
    facts.host.situation.isPick = true
    facts.selection.row = 3
    facts.selection.markedCount = 2
    facts.selection.goneCount = 5
    facts.selection.notice = "the row is gone"
    facts.view = view
    facts.host.focus.count = 3
    facts.front = 2
    facts.host.policy = RequestPolicy(
      isBundled: true, minor: 3, grants: GrantedNeeds(.network, programs: ["ls", "cat"]),
      activation: ActivationState(firstUntil: 1, anyUntil: 2, spending: .copied),
      operations: RequestPolicy.Operations(view: true, find: false, programs: [9, 3, 1 << 40]))
    return facts
  }
  private static let filter = RowFilter(
    Array("ä".utf8), kind: .expression, letterCase: .sensitive, column: 3)
  private static var view: ViewFacts {
    var view = ViewFacts()
    view.request = ViewRequest(filter: filter, sort: RowSort(by: .natural, isDescending: true))
    view.revision = 3
    view.rows = 1 << 40
    view.isContent = false
    view.isInOrder = true
    view.sortedType = .version
    view.find = .found(row: 9)
    view.problem = "späte"
    return view
  }
  private static var answers: ChildAnswers {
    var answers = ChildAnswers()
    answers.disappearing = TransitionTiming(
      delayNanoseconds: 1, durationNanoseconds: 2, curve: .linear, effect: .slideUp)
    answers.insets = CellInsets(top: 1, right: 2, bottom: 3, left: 4)
    answers.follows = [.transition, .selection]
    answers.appearing = TransitionTiming(
      delayNanoseconds: 3, durationNanoseconds: 4, curve: .easeOut, effect: .slideLeft)
    answers.keyHelp = KeyHelpItem.Group.allCases.map {
      KeyHelpItem(key: "/", action: "süche", group: $0)
    }
    answers.extensions = Array(ChildExtensions.allIDs.prefix(2))
    answers.words = "List, 3 rows"
    return answers
  }
  private static let news: [ChildEvent] = [
    .willAppear(animated: true), .didAppear(animated: false), .willDisappear(animated: true),
    .didDisappear(animated: true), .transitionWillBegin(appearing: true),
    .transitionProgress(appearing: false, progress: 0.25), .transitionDidEnd(appearing: true),
    .resized(columns: 3, rows: 4), .focus(true), .contentChanged, .themeChanged, .situationChanged,
    .selectionChanged, .viewChanged, .frontChanged, .woke,
    .message(ChildMessage(to: "", subject: "ä/1", body: [0, 0xFF]), from: "com.example.other"),
    .programEnded(ProgramEnd(1, notStarted: "späte")),
    .programEnded(
      ProgramEnd(
        .max, .exited(-1), output: ProgramEnd.Output([0, 0xFF], isCut: true),
        errors: ProgramEnd.Output())),
    .programEnded(ProgramEnd(2, .killed(signal: 9))),
  ]
  private static let inputs: [ChildInput] = [
    .key(ChildKey(code: 0x41, modifiers: [.alt], text: "A")),
    .mouse(ChildMouse(.wheel, column: -1, row: 3, wheel: -3)), .paste(Array("ü\n".utf8)),
    .mouse(ChildMouse(.move, column: 5, row: 6)),
    .mouse(ChildMouse(.wheel, column: 5, row: 6, wheelColumns: -3)),
  ]
  private static let requests: [ChildRequest] =
    [
      .draw, .timer(afterNanoseconds: 0), .timer(afterNanoseconds: nil),
      .state("empty", animated: true), .action(.reload), .action(.quit),
      .action(.acceptRow(.max)), .action(.acceptRows([3, .max, 0])),
      .action(.acceptText([0, 0xFF, 0x0A], exitStatus: 255)), .action(.clipboard(Array("ü".utf8))),
      .message(ChildMessage(to: "com.example.other", subject: "a.b/1", body: [1, 2])),
      .action(.title("späte")), .action(.bell), .select(row: 3), .anchor(.top), .anchor(.end),
      .mark(row: 4, count: 5, isMarked: true), .show(ViewRequest()), .show(view.request), .endFind,
      .find(filter, fromPlace: nil, isBackward: false),
      .find(RowFilter([]), fromPlace: 1 << 40, isBackward: true), .front, .takeText(true),
      .takeText(false), .dock(nil), .dock(Dock(.right, .percent(40), minimum: 20)), .refreshPlace,
      .collapse(true), .collapse(false), .remember(option: "a", value: "ü\n"), .cancel(number: 4),
    ] + programs.map { .run($0, number: 3) }
  private static let programs = [
    try? ChildProgram([[0x72, 0x6D], [], [0xFF]], input: [0, 0xFF], generation: 7),
    try? ChildProgram([[0x72, 0x6D]], rowUse: .all),
    try? ChildProgram([[0x65]], rowUse: .arguments, usesTerminal: true, generation: 3),
  ].compactMap(\.self)
  private static let subjects: [ContentQuestion.Subject] = [
    .rows(RowRequest(rows: .from(5, count: 64), columns: [], textBytes: 0)),
    .cell(row: 1, column: 2), .cell(row: 1, column: nil), .text(.remedy), .selection,
    .marks(from: 3, count: 4096), .markedRows(from: 1, count: 2), .view, .place(ofRow: 3),
    .matches(row: 1, column: nil), .matches(row: 2, column: 3),
    .rows(RowRequest(rows: .these([]), columns: [3, RowRequest.wholeRow], textBytes: 1 << 20)),
    .rows(RowRequest(rows: .these([3, .max, 0]), columns: [0], textBytes: 9)),
    .rows(
      RowRequest(
        rows: .places(from: 7, count: 4096), columns: [1], textBytes: 1, wantsMatches: true)),
  ]

  @Test func `come out as they went in`() throws {
    for message in Self.hostMessages { #expect(try HostMessage(message.bytes[...]) == message) }
    for message in Self.workerMessages { #expect(try WorkerMessage(message.bytes[...]) == message) }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `are refused when they are others, whatever their bytes`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let fromHost = Self.hostMessages.map(\.bytes)
    let fromWorker = Self.workerMessages.map(\.bytes)
    var refused = 0
    for _ in 0..<20_000 {
      let host = mutated(fromHost, &random)
      if let message = try? HostMessage(host[...]) {
        #expect(message.bytes == host, "seed \(seed)")
      } else {
        refused += 1
      }
      let worker = mutated(fromWorker, &random)
      if let message = try? WorkerMessage(worker[...]) {
        #expect(message.bytes == worker, "seed \(seed)")
      } else {
        refused += 1
      }
    }
    #expect(refused > 1000)
  }

  @Test(arguments: [4, 5] as [UInt64])
  func `hold findings that are refused when they are others`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.places = [("content", 7, "CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED"), ("empty", -3, "0")]
    try plugin.compile(into: folder)
    let described = try #require(try PluginCatalogue(scanning: folder).plugins.first?.description)
    let newer = PluginDescription(
      abiMajor: 1, abiMinor: 7, children: described.children, problems: [])
    let findings: [ScanResult] = [
      .described(described), .described(newer),
      .failed(.told(what: "a", remedy: "é"), isOfContent: true),
    ]
    for finding in findings {
      var reader = ByteReader(written(finding)[...])
      #expect(try ScanResult(from: &reader) == finding)
    }
    var random = SeededGenerator(seed: seed)
    let originals = findings.map { written($0) }
    var refused = 0
    for _ in 0..<20_000 {
      let bytes = mutated(originals, &random)
      var reader = ByteReader(bytes[...])
      if let finding = try? ScanResult(from: &reader), (try? reader.finish()) != nil {
        #expect(written(finding) == bytes, "seed \(seed)")
      } else {
        refused += 1
      }
    }
    #expect(refused > 1000)
  }

  private func written(_ finding: ScanResult) -> [UInt8] {
    var writer = ByteWriter()
    finding.write(to: &writer)
    return writer.bytes
  }

  private static func text(_ count: Int) -> String { String(repeating: "a", count: count) }
  private static func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x61, count: count) }
  private static func request(_ request: ChildRequest) -> WorkerMessage {
    .request(child: 1, during: .other, request)
  }
  private static func rows(_ rows: RowRequest.Rows) -> WorkerMessage {
    let query = RowRequest(rows: rows, columns: [], textBytes: 0)
    return .question(ContentQuestion(child: 1, generation: 1, subject: .rows(query)))
  }
  private static func answering(_ change: (inout ChildAnswers) -> Void) -> WorkerMessage {
    var answers = ChildAnswers()
    change(&answers)
    return .answers(child: 1, answers)
  }

  /// How much there may be of something, and a message with so much of it.
  private static var limits: [(limit: Int, message: (Int) -> WorkerMessage)] {
    [
      (200, { .step(text($0)) }), (1 << 20, { .scanned(bytes($0)[...]) }),
      (4096, { .fault(child: 1, what: text($0), remedy: "") }),
      (4096, { .fault(child: 1, what: "", remedy: text($0)) }),
      (64 << 10, { .refused(child: 1, what: text($0), remedy: "") }),
      (64 << 10, { .pluginFault(what: "", remedy: text($0)) }),
      (64 << 10, { .note(child: 1, level: 1, text: text($0)) }),
      (64 << 10, { .saved(child: 1, bytes($0)) }),
      (4096, { request(.state(text($0), animated: true)) }),
      (4096, { request(.action(.acceptRows(Array(repeating: 1, count: $0)))) }),
      (64 << 10, { request(.action(.acceptText(bytes($0), exitStatus: 0))) }),
      (100 << 10, { request(.action(.clipboard(bytes($0)))) }),
      (1024, { request(.show(ViewRequest(filter: RowFilter(bytes($0))))) }),
      (64 << 10, { request(.message(ChildMessage(to: "", subject: "a", body: bytes($0)))) }),
      (4096, { rows(.from(1, count: UInt32($0))) }),
      (4096, { rows(.places(from: 1, count: UInt32($0))) }),
      (4096, { rows(.these(Array(repeating: 1, count: $0))) }),
      (4096, { count in answering { $0.words = text(count) } }),
      (4096, { count in answering { $0.keyHelp = [.init(key: text(count), action: "")] } }),
      (4096, { count in answering { $0.keyHelp = [.init(key: "", action: text(count))] } }),
    ]
  }

  @Test(arguments: limits.indices)
  func `are refused with more of something than there may be, and not with as much`(
    index: Int
  ) throws {
    let (limit, make) = Self.limits[index]
    let message = make(limit)
    #expect(try WorkerMessage(message.bytes[...]) == message)
    #expect(throws: ByteReader.Malformed.self) { try WorkerMessage(make(limit + 1).bytes[...]) }
  }

  /// More cells around a child than possible, and a source reported to be further than possible.
  private static let refused: [WorkerMessage] =
    [\CellInsets.top, \.right, \.bottom, \.left].flatMap { side in
      [-1, 65_537].map { cells in answering { $0.insets[keyPath: side] = cells } }
    } + [-0.1, 1.1, .nan, .infinity].map { .reading(.progress($0)) }

  @Test(arguments: refused.indices)
  func `are refused with what cannot be`(index: Int) {
    let bytes = Self.refused[index].bytes
    #expect(throws: ByteReader.Malformed.self) { try WorkerMessage(bytes[...]) }
  }

  @Test func `have what a child says of itself cut, where it is longer than a worker may say`()
    throws
  {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.more = """
      static uint32_t key_count(const childplugin_child_t *child) { (void)child; return 2; }
      static bool item(const childplugin_child_t *child, uint32_t index,
                       childplugin_key_help_item_t *item) {
        static char text[5001];
        (void)child;
        memset(text, 'x', sizeof text - 1);
        for (int i = 1; i < 4999; i += 2) memcpy(text + i, "\u{e9}", 2);
        item->key = childplugin_text(index == 0 ? "k" : text);
        item->action = childplugin_text(text);
        item->group = CHILDPLUGIN_KEYS_ROWS;
        return true;
      }
      static const void *extension(const childplugin_child_t *child, childplugin_text_t id) {
        static const childplugin_key_help_t help = {
          .size = sizeof help, .count = key_count, .item = item };
        (void)child;
        return childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_KEY_HELP))
            ? &help : NULL;
      }
      """
    plugin.made = "child->get_extension = extension;"
    try plugin.compile(into: folder)
    let path = PluginSearchPath(flags: [folder.path], environment: nil, home: nil, bundled: nil)
    let catalogue = PluginCatalogue(loading: path, for: HostIdentity(version: "1"))
    let child = try catalogue.makeChild(try #require(catalogue.types.first), services: NoServices())
    let answers = ChildAnswers(of: child)
    child.destroy()
    #expect(answers.keyHelp[0].key == "k" && answers.keyHelp[0].action.hasPrefix("xéé"))
    for text in [answers.keyHelp[0].action, answers.keyHelp[1].key] {
      #expect(4000...4096 ~= text.utf8.count)
    }
    #expect(answers.keyHelp.map(\.group) == [.rows, .rows])
    let message = WorkerMessage.answers(child: 1, answers)
    #expect(try WorkerMessage(message.bytes[...]) == message)
  }

  /// One of these with some bytes changed, added or removed.
  private func mutated(_ originals: [[UInt8]], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = originals.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      case 1 where place < bytes.count: bytes.remove(at: place)
      default: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
      }
    }
    return bytes
  }
}
