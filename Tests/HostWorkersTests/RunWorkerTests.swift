import Glibc
import HostPlugins
import HostSurface
import HostSystem
import StateContainer
import TestSupport
import Testing

@testable import HostWorkers

/// What a worker does with the children that it has, as the host tells it to.
@Suite(.serialized) final class `A worker with a child` {
  private let host: PluginHost
  private lazy var worker = RunWorker(for: host)
  private static let child: UInt32 = 4

  /// Compiled once: tests share its globals; it shows how it was last drawn and what it heard.
  private static let plugin = Result { () throws -> (folder: ScratchFolder, path: String) in
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.declarations = """
      static uint32_t columns, rows; static bool isKnown, reads; static char last = '-';
      static const void *offered(const childplugin_child_t *child, childplugin_text_t id);
      static void timed(const childplugin_child_t *child, bool appearing,
                        childplugin_timing_t *timing) {
        (void)child;
        timing->delay_nanoseconds = appearing ? 1 : 2;
        timing->duration_nanoseconds = appearing ? 3 : 4;
      }
      """
    plugin.create = "columns = rows = 0; isKnown = reads = false; last = '-';"
    plugin.draw = """
      columns = (uint32_t)canvas->columns; rows = (uint32_t)canvas->rows;
      char cell[4];
      if (reads) host->content_cell(host, 0, 0, cell, sizeof cell);
      canvas->text(canvas, 0, 0, canvas->columns, childplugin_text("drawn"), NULL);
      """
    plugin.made = "child->get_extension = offered; child->timing = timed;"
    plugin.key = """
      if (key->code == 'q') return false;
      last = (char)key->code;
      if (key->code == 'u') return true;
      if (key->code == 'd') { host->invalidate(host); return true; }
      if (key->code == 'i') host->invalidate(host);
      if (key->code == 'r') reads = true;
      if (key->code == 's') {
        const childplugin_host_selection_t *selection =
          host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_SELECTION));
        return selection->set_row(host, 1);
      }
      """
    plugin.more = """
      static void moved(const childplugin_child_t *child) { (void)child; last = '!'; }
      static const childplugin_selection_observer_t selections = {
        .size = sizeof selections, .changed = moved };
      static void content_changed(const childplugin_child_t *child) { (void)child; isKnown = true; }
      static uint64_t words(const childplugin_child_t *child, char *buffer, uint64_t capacity) {
        (void)child;
        char text[64];
        int length = snprintf(text, sizeof text, "%ux%u %s %c", columns, rows,
                              isKnown ? "known" : "new", last);
        memcpy(buffer, text, (uint64_t)length < capacity ? (uint64_t)length : capacity);
        return (uint64_t)length;
      }
      static uint64_t save(const childplugin_child_t *child, char *buffer, uint64_t capacity) {
        (void)child;
        if (capacity > 0) *buffer = last;
        return last == '-' ? 0 : 1;
      }
      static bool restore(const childplugin_child_t *child, const char *bytes, uint64_t length) {
        (void)child;
        if (length == 1) last = *bytes;
        return length == 1;
      }
      static const childplugin_saved_state_t state = {
        .size = sizeof state, .save = save, .restore = restore };
      static const childplugin_content_observer_t content = {
        .size = sizeof content, .changed = content_changed };
      static const childplugin_accessibility_t speech = { .size = sizeof speech, .text = words };
      static const void *offered(const childplugin_child_t *child, childplugin_text_t id) {
        if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_CONTENT)))
          return &content;
        if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_STATE)))
          return &state;
        if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_SELECTION)))
          return &selections;
        if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_ACCESSIBILITY)))
          return &speech;
        return get_extension(child, id);
      }
      """
    return (folder, try plugin.compile(into: folder))
  }

  init() throws { host = PluginHost(path: try Self.plugin.get().path) }

  private func said(_ message: HostMessage) throws -> [WorkerMessage] {
    host.told = []
    try worker.follow(ReceivedMessage(message, with: nil))
    return host.told
  }

  /// The child is made and on screen.
  private func begin() throws {
    let file = OpenFile(try FileDescriptor(opening: host.path, flags: O_RDONLY))
    try worker.follow(ReceivedMessage(.load(path: host.path), with: file))
    let made = try said(.create(order("com.example.small")))
    guard case .created(Self.child, let type, let answers)? = made.first, made.count == 1 else {
      Issue.record("\(made)")
      return
    }
    #expect(type.id == "com.example.small")
    let timings = [answers.appearing, answers.disappearing]
    #expect(timings.map(\.delayNanoseconds) == [1, 2])
    #expect(timings.map(\.durationNanoseconds) == [3, 4])
    #expect(try said(.news(child: Self.child, .willAppear(animated: false))) == [])
  }

  private func draw(columns: Int32 = 9, rows: Int32 = 5) throws -> [WorkerMessage] {
    try said(.draw(child: Self.child, columns: columns, rows: rows))
  }

  private func order(_ id: String) -> ChildOrder {
    ChildOrder(child: Self.child, id: id, options: ChildOptionValues([]), states: ["content"])
  }

  private func key(
    _ letter: String, ticket: UInt32, drawing size: LayerSize? = nil
  ) throws -> [WorkerMessage] {
    let code = letter.unicodeScalars.first?.value ?? 0
    return try said(
      .input(
        child: Self.child, ticket: ticket, .key(ChildKey(code: code, text: letter)), drawing: size))
  }

  /// The child's words as the host is told them, where it is.
  private func words(_ said: [WorkerMessage]) -> [String?] {
    said.compactMap { message in
      if case .answers(Self.child, let answers) = message { answers.words } else { nil }
    }
  }

  @Test func `draws it in the size that the host says, each time`() throws {
    try begin()
    for (columns, rows) in [(20, 3), (20, 5), (9, 5)] as [(Int32, Int32)] {
      let said = try draw(columns: columns, rows: rows)
      #expect(words(said) == ["\(columns)x\(rows) new -"])
      guard case .drawn(Self.child, let bytes)? = said.last else {
        Issue.record("\(said)")
        continue
      }
      let layer = Layer(columns: Int(columns), rows: Int(rows), pool: CellPool())
      #expect(try DrawnLayer(bytes).hasSize(of: layer))
    }
    // What is as it was is not said anew.
    let again = try draw()
    #expect(again.count == 1 && words(again) == [])
  }

  @Test func `sends all rows again after news with which the host's layer may have been emptied`()
    throws
  {
    // On this thread its calls are let in.
    _ = PluginInbox()
    try begin()
    /// What a drawing puts on an empty layer.
    func drawn() throws -> String {
      let layer = Layer(columns: 9, rows: 5, pool: CellPool())
      guard case .drawn(Self.child, let bytes)? = try draw().last else { return "nothing" }
      try DrawnLayer(bytes).draw(on: layer)
      return layer.cell(column: 0, row: 0) == .transparent ? "" : "drawn"
    }
    #expect(try drawn() == "drawn" && drawn() == "")
    let coming: [ChildEvent] = [
      .willDisappear(animated: false), .didDisappear(animated: false), .willAppear(animated: true),
    ]
    for news in [[.resized(columns: 9, rows: 5)], coming] as [[ChildEvent]] {
      for news in news { _ = try said(.news(child: Self.child, news)) }
      #expect(try drawn() == "drawn" && drawn() == "")
    }
  }

  @Test func `says what has become of an input under its ticket, and what is other since`() throws {
    try begin()
    _ = try draw()
    #expect(try key("q", ticket: 3) == [.used(child: Self.child, ticket: 3, false)])
    let used = try key("u", ticket: 5)
    #expect(words(used) == ["9x5 new u"])
    #expect(used.last == .used(child: Self.child, ticket: 5, true) && used.count == 2)
    #expect(try key("u", ticket: 6) == [.used(child: Self.child, ticket: 6, true)])
  }

  @Test func `draws with its answer to an input that it uses, where it asks for a drawing`() throws
  {
    // On this thread its calls are let in.
    _ = PluginInbox()
    try begin()
    let size = LayerSize(columns: 9, rows: 5)
    _ = try draw()
    // It does not ask for one, then it does not use it.
    #expect(
      try key("u", ticket: 1, drawing: size).last == .used(child: Self.child, ticket: 1, true))
    #expect(try key("q", ticket: 2, drawing: size) == [.used(child: Self.child, ticket: 2, false)])
    let drawn = try key("d", ticket: 3, drawing: size)
    guard case .drawn(Self.child, let bytes)? = drawn.last else {
      Issue.record("\(drawn)")
      return
    }
    #expect(try DrawnLayer(bytes).hasSize(of: Layer(columns: 9, rows: 5, pool: CellPool())))
    #expect(drawn.contains(.used(child: Self.child, ticket: 3, true, drawing: SelectionFacts())))
    #expect(!drawn.contains { if case .request = $0 { true } else { false } })
    // Without a size it asks the host for a drawing.
    let asked = try key("d", ticket: 4)
    #expect(asked.contains(.request(child: Self.child, during: .other, .draw)))
    #expect(asked.last == .used(child: Self.child, ticket: 4, true))
    // So it does where it does not use the key, or has asked the host for one before.
    _ = try draw()
    for (ticket, count) in [(5, 1), (6, 0)] as [(UInt32, Int)] {
      let unused = try key("i", ticket: ticket, drawing: size)
      #expect(unused.last == .used(child: Self.child, ticket: ticket, false))
      #expect(unused.count { if case .request = $0 { true } else { false } } == count)
    }
  }

  @Test func `asks for another drawing where its rows were replaced meanwhile, and once`() throws {
    // On this thread its calls are let in.
    _ = PluginInbox()
    try begin()
    var facts = HostState()
    facts.host.content = ContentFacts()
    facts.host.content?.rows = 3
    facts.host.content?.columns = 1
    facts.host.content?.generation = 6
    _ = try said(.facts(facts))
    _ = try key("r", ticket: 1)
    for (reply, isAnother) in [(.gone, true), (.rows([]), false)] as [(ContentAnswer, Bool)] {
      host.reply = reply
      let drawn = try draw()
      #expect(drawn.contains(.request(child: Self.child, during: .other, .draw)) == isAnother)
      #expect(drawn.contains { if case .drawn = $0 { true } else { false } })
    }
    #expect(!host.questions.isEmpty)
    #expect(host.questions.allSatisfy { $0.child == Self.child && $0.generation == 6 })
  }

  @Test(
    arguments: [
      .grant(path: "/a"), .grantProgram(path: "/a"), .order(.run, []), .scan(path: "/a"),
      .check(CheckOrder(check: "a", path: "/a", seed: 0)), .answer([]), .load(path: "/a"),
      .read(SourceReadOrder(id: "a", argument: "", options: ChildOptionValues([]))),
    ] as [HostMessage])
  func `takes no message that is for other workers, and no plugin without its file`(
    message: HostMessage
  ) throws {
    #expect(throws: WorkerExitReason.malformed) { _ = try said(message) }
  }

  /// The drawing that comes with the reply shows the row that the child has gone to itself.
  @Test func `tells a child that follows the selection of its own move before it draws`() throws {
    // On this thread its calls are let in.
    _ = PluginInbox()
    try begin()
    let size = LayerSize(columns: 9, rows: 5)
    _ = try draw()
    var facts = HostState()
    facts.host.content = ContentFacts()
    facts.host.content?.rows = 3
    facts.selection.row = 0
    _ = try said(.facts(facts))
    let drawn = try key("s", ticket: 1, drawing: size)
    guard case .drawn? = drawn.last else {
      Issue.record("\(drawn)")
      return
    }
    #expect(words(drawn).last == "9x5 new !")
  }

  @Test func `says what is other when the content is, and no more than once`() throws {
    try begin()
    _ = try draw()
    #expect(words(try said(.news(child: Self.child, .contentChanged))) == ["9x5 known -"])
    #expect(try said(.news(child: Self.child, .contentChanged)) == [])
  }

  @Test func `gives it the state of its order before it says anything of it`() throws {
    try begin()
    let order = ChildOrder(
      child: 5, id: "com.example.small", options: ChildOptionValues([]), states: ["content"],
      saved: [0x73])
    guard case .created(5, _, let answers)? = try said(.create(order)).first else {
      Issue.record("it is not made")
      return
    }
    #expect(answers.words == "0x0 new s")
    #expect(try said(.save(child: 5)) == [.saved(child: 5, [0x73])])
  }

  @Test func `frees it, and replies that a child is gone where there is none`() throws {
    try begin()
    #expect(try said(.save(child: Self.child)) == [.saved(child: Self.child, nil)])
    #expect(try said(.save(child: 9)) == [.gone(child: 9)])
    #expect(try said(.destroy(child: Self.child)) == [])
    let gone = [WorkerMessage.gone(child: Self.child)]
    #expect(try said(.save(child: Self.child)) == gone)
    #expect(try draw() == gone)
    #expect(try key("u", ticket: 7) == gone)
    #expect(try said(.idle) == [.idle])
    #expect(!worker.hasEnded)
    _ = try said(.end)
    #expect(worker.hasEnded)
  }

  @Test func `passes on what threads of its plugin say, by the child that it is of`() throws {
    try begin()
    func fault(_ child: String) -> PluginInbox.Message {
      .fault(ChildFault(file: "a.so", child: child, kind: .told(what: "a", remedy: "b")))
    }
    let said: [(PluginInbox.Message, WorkerMessage)] = [
      (.log(file: "a.so", child: "", level: .info, text: "a"), .pluginNote(level: 1, text: "a")),
      (
        .log(file: "a.so", child: "com.example.small", level: .error, text: "a"),
        .note(child: Self.child, level: 3, text: "a")
      ),
      (
        .log(file: "a.so", child: "com.example.other", level: .debug, text: "a"),
        .note(child: 0, level: 0, text: "a")
      ),
      (fault(""), .pluginFault(what: "a", remedy: "b")),
      (fault("com.example.small"), .fault(child: Self.child, what: "a", remedy: "b")),
      (.linesLost(3), .lost(3)),
    ]
    host.told = []
    for (message, _) in said { worker.pass(message) }
    #expect(host.told == said.map(\.1))
  }

  @Test func `says why it cannot make one`() throws {
    try begin()
    let said = try said(.create(order("com.example.other")))
    guard case .refused(Self.child, let what, let remedy)? = said.first, said.count == 1 else {
      Issue.record("\(said)")
      return
    }
    #expect(!what.isEmpty && !remedy.isEmpty)
  }
}

/// A host that hands over a plugin, and keeps what it is told.
final class PluginHost: RunWorkerEnvironment {
  let path: String
  var told: [WorkerMessage] = []
  var reply = ContentAnswer.rowNumbers([])
  private(set) var questions: [ContentQuestion] = []

  init(path: String) { self.path = path }

  func tell(_ message: WorkerMessage) { told.append(message) }

  func answer(to question: ContentQuestion) -> ContentAnswer {
    questions.append(question)
    return reply
  }

  func passLog() {}
  func load(_ file: OpenFile, at path: String) throws(PluginProblem) -> LoadedPlugin {
    try LoadedPlugin(from: file, at: path, for: HostIdentity(version: "1"))
  }
}
