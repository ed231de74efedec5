internal import CHostSystem
internal import Glibc
internal import HostPlugins
internal import HostSurface
internal import HostSystem

/// A worker that has the children of plugins: it calls them as the host tells it to, and passes on what
/// they ask for.
///
/// What children are asked ahead is asked after each input and drawing, so that the host has the newest
/// answers when it needs them.
final class RunWorker {
  private(set) var facts = RunFacts()
  private(set) lazy var content = KnownContent { [unowned self] in answer(to: $0) }
  private(set) lazy var selection = KnownSelection { [unowned self] in
    answer(
      to: ContentQuestion(generation: facts.content?.generation ?? 0, subject: $0))
  }

  private var link: WorkerLink
  private let program: ProgramName
  private let inbox: PluginInbox
  private let rung: Descriptor
  private let pool = GraphemePool()
  private var plugins: [UInt32: Result<LoadedPlugin, PluginProblem>] = [:]
  private var children: [UInt32: WorkedChild] = [:]
  private var loadingOrder: [UInt32] = []
  /// What came while an answer was waited for.
  private var waiting: [ReceivedMessage] = []

  /// A child, and what the host knows of it.
  private final class WorkedChild {
    let child: PluginChild
    let services: WorkerServices
    let layer: Layer
    let changes: LayerChanges
    var answers: ChildAnswers

    init(_ child: PluginChild, _ services: WorkerServices, pool: GraphemePool) {
      self.child = child
      self.services = services
      layer = Layer(columns: 0, rows: 0, pool: pool)
      changes = LayerChanges(pool: pool)
      answers = ChildAnswers(of: child)
    }
  }

  /// - Parameters:
  ///   - link: to the host.
  ///   - program: what plugins are told of the program.
  ///   - rung: readable when a thread of a plugin's has left something.
  init(link: consuming WorkerLink, program: ProgramName, rung: consuming Descriptor) {
    self.link = link
    self.program = program
    inbox = PluginInbox()
    host_gates_open(rung.rawValue)
    self.rung = rung
  }

  /// Does what the host says until that is gone.
  func run() throws(WorkerEnd) -> Never {
    while true {
      if waiting.isEmpty {
        waitForSomething()
        drainInbox()
        if !link.hasMessage() { continue }
        try follow(try link.next())
      } else {
        try follow(waiting.removeFirst())
      }
    }
  }

  private func waitForSomething() {
    var watched = [link.number, rung.rawValue].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    _ = unsafe poll(&watched, nfds_t(watched.count), -1)
  }

  /// Tells the host something; without one there is nothing left to do.
  func tell(_ message: WorkerMessage) {
    do throws(SystemError) { try link.send(message.bytes) } catch { host_exit_now(0) }
  }

  /// Asks the host, and puts aside what it says before the answer.
  private func answer(to question: ContentQuestion) -> ContentAnswer {
    tell(.question(question))
    while true {
      guard let received = try? link.next() else { host_exit_now(0) }
      if case .answer(let bytes) = received.message {
        guard let answer = try? ContentAnswer(bytes) else { host_exit_now(1) }
        return answer
      }
      waiting.append(received)
    }
  }
}

// MARK: - What the host says

extension RunWorker {
  private func follow(_ received: ReceivedMessage) throws(WorkerEnd) {
    switch received.message {
    case .load(let plugin, let path):
      guard let file = received.file else { throw .malformed }
      load(plugin, from: file, at: path)
    case .create(let order): create(order)
    case .facts(let facts):
      self.facts = facts
      content.becomes(facts.content)
      selection.becomes(facts.selection)
    case .news(let number, let news):
      guard let child = children[number] else { return }
      if case .willAppear = news { child.services.isDrawAsked = true }
      child.child.tell(news)
      // A drawing follows most of them, with the answers.
      if news == .contentChanged { tellAnswers(of: child, number) }
    case .input(let number, let ticket, let input):
      guard let child = children[number] else { return }
      child.services.ticket = ticket
      let isUsed = child.child.offer(input) == .used
      child.services.ticket = 0
      tellAnswers(of: child, number)
      tell(.used(child: number, ticket: ticket, isUsed))
    case .draw(let number, let columns, let rows):
      guard let child = children[number] else { return }
      draw(child, number, columns: Int(columns), rows: Int(rows))
    case .save(let number):
      guard let child = children[number] else { return }
      tell(.saved(child: number, child.child.saveState()))
    case .destroy(let number): children.removeValue(forKey: number)?.child.destroy()
    case .end: end()
    case .grant, .order, .scan, .answer: throw .malformed
    }
    fflush(nil)
  }

  private func load(_ number: UInt32, from file: OpenFile, at path: String) {
    loadingOrder.append(number)
    do throws(PluginProblem) {
      let plugin = try LoadedPlugin(from: file, at: path, for: program)
      plugins[number] = .success(plugin)
    } catch {
      plugins[number] = .failure(error)
    }
  }

  private func create(_ order: ChildOrder) {
    let problem: (what: String, remedy: String)
    switch plugins[order.plugin] {
    case .success(let plugin):
      let services = WorkerServices(order, in: self)
      do throws(PluginChild.CreationError) {
        let type = plugin.readDescription().children.first { $0.type.id == order.id }?.type
        guard let type else { throw .refused }
        let made = try plugin.makeChild(type, services: services)
        if let saved = order.saved { made.restore(saved) }
        let child = WorkedChild(made, services, pool: pool)
        children[order.child] = child
        return tell(.created(child: order.child, type, child.answers))
      } catch {
        problem = error.text
      }
    case .failure(let error): problem = error.text
    case nil: problem = PluginChild.CreationError.refused.text
    }
    tell(.refused(child: order.child, what: problem.what, remedy: problem.remedy))
  }

  private func draw(_ child: WorkedChild, _ number: UInt32, columns: Int, rows: Int) {
    child.layer.resize(columns: columns, rows: rows)
    child.services.isDrawAsked = false
    child.child.draw(into: child.layer, timeNanoseconds: facts.nowNanoseconds)
    tellAnswers(of: child, number)
    tell(.drawn(child: number, DrawnLayer.bytes(of: child.layer, child.changes)[...]))
  }

  private func tellAnswers(of child: WorkedChild, _ number: UInt32) {
    let answers = ChildAnswers(of: child.child)
    guard answers != child.answers else { return }
    child.answers = answers
    tell(.answers(child: number, answers))
  }

  /// Frees all children, ends the plugins, the last first, and then this process.
  private func end() -> Never {
    for number in children.keys.sorted() { children[number]?.child.destroy() }
    children = [:]
    for number in loadingOrder.reversed() {
      if case .success(let plugin)? = plugins[number] { plugin.end() }
    }
    drainInbox()
    fflush(nil)
    tell(.ended)
    host_exit_now(0)
  }
}

// MARK: - What threads of plugins leave

extension RunWorker {
  private func drainInbox() {
    host_wake_clear(rung.rawValue)
    guard !inbox.isEmpty else { return }
    inbox.drain { message in
      switch message {
      case .log(_, let id, let level, let text):
        tell(.note(child: number(ofID: id), level: level.rawValue, text: text))
      case .wake(let child):
        if let number = number(of: child) { tell(.wish(child: number, ticket: 0, .wake)) }
      case .fault(let fault):
        let (what, remedy) = fault.kind.text
        tell(
          .wish(
            child: number(ofID: fault.child), ticket: 0, .fault(what: what, remedy: remedy)))
      case .linesLost(let count): tell(.lost(count))
      }
    }
  }

  private func number(of child: PluginChild) -> UInt32? {
    children.first { $0.value.child === child }?.key
  }

  /// Of one of the children of a type, the first that was made; 0: it is not made yet, or gone.
  private func number(ofID id: String) -> UInt32 {
    children.filter { $0.value.child.type.id == id }.keys.min() ?? 0
  }
}
