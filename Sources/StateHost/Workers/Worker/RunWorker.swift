package import HostPlugins
internal import HostSurface
package import HostSystem

/// Protocol of the process around a `RunWorker`, a real worker process or a simulated one: sends
/// messages and waiting log lines to the host, waits for its answers, and loads the plugin.
package protocol RunWorkerEnvironment: AnyObject {
  func tell(_ message: WorkerMessage)

  func answer(to question: ContentQuestion) -> ContentAnswer

  /// Sends the log lines of children during the plugin call: the process may not survive it.
  func passLog()

  func load(_ file: OpenFile, at path: String) throws(PluginProblem) -> LoadedPlugin
}

/// The logic of a worker process that runs children of a plugin, without the host link: creates
/// them, performs the host's messages on them, and sends replies, drawings and requests.
///
/// A child's values for the host are read after each input and drawing, and sent when changed.
package final class RunWorker {
  private(set) var facts = HostState()
  /// What the children may do: the host's last policy, updated by what they have done since.
  var policy = RequestPolicy()
  private(set) lazy var content = ContentMirror { [unowned self] in ask($0) }
  private(set) lazy var selection = SelectionMirror { [unowned self] in ask($0) }
  private(set) lazy var view = ViewMirror(of: content) { [unowned self] in ask($0) }
  private var called: UInt32 = 0
  private var hasMissedRows = false

  package private(set) var hasEnded = false
  private unowned let host: any RunWorkerEnvironment
  private let pool = CellPool()
  /// Nil before it is loaded.
  private var plugin: Result<LoadedPlugin, PluginProblem>?
  private var children: [UInt32: RunWorkerChild] = [:]

  /// A child in this worker process, with its host services and its layer, and what of the layer
  /// and of the child's values was sent to the host.
  private final class RunWorkerChild {
    let child: PluginChild
    let services: WorkerChildHost
    let layer: Layer
    /// Which cells of the layer the host has, and which not yet.
    var changes: LayerDiff
    var answers: ChildAnswers

    init(_ child: PluginChild, _ services: WorkerChildHost, pool: CellPool) {
      self.child = child
      self.services = services
      layer = Layer(columns: 0, rows: 0, pool: pool)
      changes = LayerDiff(pool: pool)
      answers = ChildAnswers(of: child)
    }
  }

  package init(for host: any RunWorkerEnvironment) { self.host = host }

  func tell(_ message: WorkerMessage) { host.tell(message) }

  private func ask(_ subject: ContentQuestion.Subject) -> ContentAnswer? {
    let generation = facts.host.content?.generation ?? 0
    let answer = host.answer(
      to: ContentQuestion(child: called, generation: generation, subject: subject))
    guard answer == .gone else { return answer }
    hasMissedRows = true
    return nil
  }

  func hasLogged() { host.passLog() }
}

// MARK: - Messages from the host

extension RunWorker {
  package func follow(_ received: ReceivedMessage) throws(WorkerExitReason) {
    switch received.message {
    case .load(let path):
      guard let file = received.file, plugin == nil else { throw .malformed }
      do throws(PluginProblem) {
        plugin = .success(try host.load(file, at: path))
      } catch {
        plugin = .failure(error)
      }
    case .create(let order): create(order)
    case .facts(let facts):
      self.facts = facts
      policy = facts.host.policy
      let change = content.becomes(facts.host.content)
      selection.becomes(facts.selection)
      view.becomes(facts.view ?? ViewFacts(), over: change)
    case .overview(let overview): content.overview = overview
    case .news(let number, let news):
      guard let child = children[number] else { return }
      called = number
      if case .willAppear = news { child.services.isDrawAsked = true }
      if news.clearsLayer { child.changes = LayerDiff(pool: pool) }
      if case .focus(let takesKeys) = news { child.services.takesKeys = takesKeys }
      if case .programEnded(let end) = news { child.services.programEnded(end.number) }
      child.child.send(news)
      // Most other news are followed by a drawing, which sends the answers.
      if news == .contentChanged { sendAnswers(of: child, number) }
      settlePlace(of: child, number)
    case .input(let number, let ticket, let input, let size):
      guard let child = children[number] else { return tell(.gone(child: number)) }
      offer(input, to: child, number, ticket: ticket, drawing: size)
    case .draw(let number, let columns, let rows):
      guard let child = children[number] else { return tell(.gone(child: number)) }
      draw(child, number, LayerSize(columns: columns, rows: rows))
    case .save(let number):
      guard let child = children[number] else { return tell(.gone(child: number)) }
      called = number
      tell(.saved(child: number, child.child.saveState()))
    case .destroy(let number): children.removeValue(forKey: number)?.child.destroy()
    case .idle: tell(.idle)
    case .end: end()
    case .grant, .grantProgram, .order, .scan, .check, .read, .answer: throw .malformed
    }
  }

  private func create(_ order: ChildOrder) {
    let problem: (what: String, remedy: String)
    switch plugin {
    case .success(let plugin):
      let services = WorkerChildHost(order, in: self)
      do throws(PluginChild.CreationError) {
        let type = plugin.readDescription().children.first { $0.type.id == order.id }?.type
        guard let type else { throw .refused }
        called = order.child
        let made = try plugin.makeChild(type, services: services)
        if let saved = order.saved { made.restore(saved) }
        let child = RunWorkerChild(made, services, pool: pool)
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

  /// Offers an input and, if the child uses it and needs a drawing, draws along with the reply.
  private func offer(
    _ input: ChildInput, to child: RunWorkerChild, _ number: UInt32, ticket: UInt32,
    drawing size: LayerSize?
  ) {
    called = number
    child.services.ticket = ticket
    let selectionBefore = selection.settled
    let wasDrawAsked = child.services.isDrawAsked
    child.services.keepsDrawRequests = true
    let isUsed = child.child.offer(input) == .used
    child.services.keepsDrawRequests = false
    sendAnswers(of: child, number)
    settlePlace(of: child, number)
    // If the child changed the view or the selection, only the host knows the new row.
    let isMoved = selection.settled.map { $0 != selectionBefore } ?? true
    guard isUsed, let size, !view.isStale, child.services.isDrawAsked || isMoved else {
      if child.services.isDrawAsked, !wasDrawAsked { child.services.sendDrawRequest() }
      return tell(.used(child: number, ticket: ticket, isUsed))
    }
    tell(.used(child: number, ticket: ticket, true, drawing: selection.facts))
    if isMoved, child.child.follows.contains(.selection) { child.child.send(.selectionChanged) }
    draw(child, number, size)
  }

  private func draw(_ child: RunWorkerChild, _ number: UInt32, _ size: LayerSize) {
    called = number
    child.layer.resize(columns: Int(size.columns), rows: Int(size.rows))
    child.services.isDrawAsked = false
    hasMissedRows = false
    content.drawingBegins()
    view.drawingBegins()
    child.child.draw(into: child.layer, timeNanoseconds: facts.host.nowNanoseconds)
    sendAnswers(of: child, number)
    if hasMissedRows { child.services.sendDrawRequest() }
    tell(.drawn(child: number, DrawnLayer.bytes(of: child.layer, child.changes)[...]))
    // The host already has the drawing, so these reads delay nothing.
    view.readAround()
    content.readAround()
  }

  /// Sends the answers if the child asked to have its insets read again.
  private func settlePlace(of child: RunWorkerChild, _ number: UInt32) {
    guard child.services.isPlaceAsked else { return }
    child.services.isPlaceAsked = false
    sendAnswers(of: child, number)
  }

  private func sendAnswers(of child: RunWorkerChild, _ number: UInt32) {
    let answers = ChildAnswers(of: child.child)
    guard answers != child.answers else { return }
    child.answers = answers
    tell(.answers(child: number, answers))
  }

  /// Destroys all children and ends the plugin.
  package func end() {
    for number in children.keys.sorted() { children[number]?.child.destroy() }
    children = [:]
    if case .success(let plugin)? = plugin { plugin.end() }
    hasEnded = true
  }
}

extension ChildEvent {
  /// The host's layer may have had another size, so it has nothing of what was drawn before.
  fileprivate var clearsLayer: Bool {
    switch self {
    case .willAppear, .resized: true
    default: false
    }
  }
}

// MARK: - Messages from plugin threads

extension RunWorker {
  package func pass(_ message: PluginInbox.Message) {
    switch message {
    case .log(_, "", let level, let text): tell(.pluginNote(level: level.rawValue, text: text))
    case .log(_, let id, let level, let text):
      tell(.note(child: number(ofID: id), level: level.rawValue, text: text))
    case .wake(let child): if let number = number(of: child) { tell(.wake(child: number)) }
    case .fault(let fault):
      let (what, remedy) = fault.kind.text
      if fault.child.isEmpty { return tell(.pluginFault(what: what, remedy: remedy)) }
      tell(.fault(child: number(ofID: fault.child), what: what, remedy: remedy))
    case .linesLost(let count): tell(.lost(count))
    }
  }

  private func number(of child: PluginChild) -> UInt32? {
    children.first { $0.value.child === child }?.key
  }

  /// The number of the first child created with an id; 0 if there is none.
  private func number(ofID id: String) -> UInt32 {
    children.filter { $0.value.child.type.id == id }.keys.min() ?? 0
  }
}
