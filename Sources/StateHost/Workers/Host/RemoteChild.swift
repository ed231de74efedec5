package import HostPlugins
package import HostSurface
internal import HostSystem
internal import HostText
package import StateContainer

/// The host's proxy of a child (a component that a plugin draws) that runs in a worker process:
/// sends it events and inputs, returns the values it last reported, and performs its requests.
///
/// Calls are sent one way: values are reported in advance, drawings and replies arrive later. All
/// that the worker reports is checked as if the plugin had called the host in this process.
package final class RemoteChild: HostedChild {
  /// The type as its plugin declares it; until the child is created, as the catalogue has it.
  package private(set) var type: ChildType
  package let file: String
  let number: UInt32
  let services: any ChildHost
  /// The permissions that it needs and was not granted.
  package let missing: MissingGrant
  private weak var worker: RunWorkerHandle?

  package private(set) var life = Life.making {
    willSet {
      precondition(newValue > life, "child \(number) is \(life) and cannot be \(newValue)")
    }
  }

  /// The stages of a child in a worker, in irreversible order: being created, created, ended.
  package enum Life: Int, Comparable {
    case making
    case made
    case ended

    package static func < (one: Life, other: Life) -> Bool { one.rawValue < other.rawValue }
  }

  private var answers = ChildAnswers()
  private var isOnScreen = false
  private var ordered: Layer?
  /// The number of pending drawings for `ordered`.
  private var orderCount = 0
  /// The layer for the drawing that follows an input, if the child uses that input.
  private var offered: Layer?
  /// The selection shown by the drawing that follows an input.
  package private(set) var seenSelection: SelectionFacts?
  private var unansweredCount = 0
  private var inputPace = SlowReplyDetector(limitNanoseconds: namedNanoseconds)
  private var drawingPace = SlowReplyDetector(limitNanoseconds: namedNanoseconds)
  /// The delays of inputs that the child did not use.
  private var refusalPace = SlowReplyDetector(limitNanoseconds: refusalNanoseconds)
  /// For how many more inputs the timeout is short, after the child was slow to decline one.
  private var briefTurns = 0
  private var ticket: UInt32 = 0
  private var withdrawnTicket: UInt32 = 0
  package private(set) var inputAnswer = InputAnswer.unused
  private var saved: [UInt8]?
  /// Until when a change can be a `CallReason.carriedChange`.
  private var carriedUntil = Int64.min
  /// Whether its state was requested and has not arrived yet.
  package private(set) var isSaving = false
  /// When to request its state, after the user has worked with it; nil if that is not due.
  private(set) var saveNanoseconds: Int64?
  /// The faults reported so far; each is reported once.
  private var faults: Set<ChildFault.Kind> = []

  init(
    _ type: ChildType, of file: String, number: UInt32, missing: MissingGrant, saved: [UInt8]?,
    services: any ChildHost, in worker: RunWorkerHandle
  ) {
    self.type = type
    self.file = file
    self.number = number
    self.missing = missing
    self.saved = saved
    self.services = services
    self.worker = worker
  }

  package var answersAtOnce: Bool { false }
  package var isReady: Bool { life != .making }
  package var isAlive: Bool { life != .ended }
  package var isDrawing: Bool { ordered != nil }

  /// Whether its worker is so late that the host does not wait for the child.
  private var isLate: Bool { worker?.isLate ?? true }
}

// MARK: - Slowness

extension RemoteChild {
  /// A report that a child was repeatedly slow: the task, and its latest delay in nanoseconds.
  package struct Slowness: Equatable {
    /// The task at which a child was slow, handling an input or drawing, worded for a message.
    package enum Task: String {
      case input = "for a key"
      case draw = "to draw"
    }

    package let task: Task
    package let nanoseconds: Int64
  }

  /// The longest delay of an input or a drawing that is not reported as slow.
  private static let namedNanoseconds: Int64 = 100_000_000
  /// The longest delay of an unused input that does not hold up other children.
  private static let refusalNanoseconds: Int64 = 30_000_000

  /// Whether the child often declines keys slowly: it gets no more input while a reply is pending.
  package var hasLostTurn: Bool { refusalPace.isSlow }

  /// Whether it was slow to decline one of its last inputs, so other children wait less for it.
  package var hasBriefTurn: Bool { briefTurns > 0 }

  private static let briefTurnsCount = 8
}

// MARK: - Calls to the child

extension RemoteChild {
  package func send(_ event: ChildEvent) {
    if case .willAppear = event { isOnScreen = true }
    if case .didDisappear = event { (isOnScreen, carriedUntil) = (false, .min) }
    if event.isChange, !services.facts.policy.operations.isEmpty {
      carriedUntil = services.facts.nowNanoseconds + ActivationState.lifetimeNanoseconds
    }
    // Unlimited messages from other children would jam a worker that does not read them.
    if case .message = event, isLate { return }
    worker?.tell(.news(child: number, event))
  }

  package func offer(_ input: ChildInput, drawingInto layer: Layer?) -> InputAnswer {
    guard life == .made, let worker, !isLate, !hasLostTurn || unansweredCount == 0 else {
      return .unused
    }
    unansweredCount += 1
    ticket &+= 1
    inputAnswer = .later
    services.note(.inputBegan(input.activation))
    if let layer { offered = layer }
    worker.request(
      .input(child: number, ticket: ticket, input, drawing: layer.map(LayerSize.init(of:))),
      .input, for: number, ticket: ticket)
    return .later
  }

  package func withdrawInput() {
    withdrawnTicket = ticket
    endInput(isUsed: false)
  }

  private func endInput(isUsed: Bool) {
    guard inputAnswer == .later else { return }
    inputAnswer = isUsed ? .used : .unused
    services.note(.inputEnded(isUsed: isUsed))
  }

  package func draw(into layer: Layer, timeNanoseconds: Int64) {
    guard life != .ended, let worker else { return }
    ordered = layer
    orderCount += 1
    worker.request(
      .draw(
        child: number, columns: Int32(clamping: layer.columns), rows: Int32(clamping: layer.rows)),
      .draw, for: number)
  }

  package func timing(appearing: Bool) -> TransitionTiming {
    appearing ? answers.appearing : answers.disappearing
  }

  package func insets(columns: Int, rows: Int) -> CellInsets {
    answers.insets.cut(columns: columns, rows: rows)
  }

  package var follows: HandledEvents { answers.follows }
  package func keyHelp() -> [KeyHelpItem] { life == .ended ? [] : answers.keyHelp }
  package func accessibilityText() -> String? { answers.words }
  /// The ids of the extensions that the child implements, in the order of the header.
  package var offeredExtensions: [String] { answers.extensions }
  package func saveState() -> [UInt8]? { saved }
  /// Does nothing: the state is part of the request to create the child.
  package func restore(_ state: [UInt8]) {}

  package func report(_ fault: ChildFault.Kind) {
    guard faults.count < Self.faultLimit, faults.insert(fault).inserted else { return }
    services.note(.fault(ChildFault(file: file, child: type.id, kind: fault)))
  }

  private static let faultLimit = 256

  package func destroy() {
    if life == .ended { return }
    if let worker { worker.destroy(self) } else { end() }
  }

  /// Requests the child's state, so that it is available when it is needed.
  package func requestSavedState() {
    guard life == .made, !isLate else { return }
    saveNanoseconds = nil
    isSaving = true
    worker?.request(.save(child: number), .save, for: number)
  }

  func end() {
    if life == .ended { return }
    life = .ended
    (ordered, offered) = (nil, nil)
    (orderCount, unansweredCount) = (0, 0)
    isSaving = false
    endInput(isUsed: false)
  }
}

// MARK: - Replies from the worker

extension RemoteChild {
  /// Records that the child was created, which must have the requested id.
  func made(_ type: ChildType, _ answers: ChildAnswers) throws(ByteReader.Malformed) {
    guard type.id == self.type.id else { throw .init() }
    self.type = type.of(plugin: self.type.plugin)
    life = .made
    changed(answers)
  }

  func changed(_ answers: ChildAnswers) { self.answers = answers.harmless }

  /// Records the reply to an input; returns the delay if the child is slow repeatedly.
  func used(_ ticket: UInt32, _ isUsed: Bool, after nanoseconds: Int64) -> Slowness? {
    unansweredCount -= 1
    inputPace.took(nanoseconds)
    if isUsed {
      refusalPace.forget()
      briefTurns = 0
    } else {
      refusalPace.took(nanoseconds)
      briefTurns =
        nanoseconds > Self.refusalNanoseconds ? Self.briefTurnsCount : max(0, briefTurns - 1)
    }
    settle(ticket, isUsed)
    return inputPace.isSlow ? Slowness(task: .input, nanoseconds: nanoseconds) : nil
  }

  private func settle(_ ticket: UInt32, _ isUsed: Bool) {
    guard ticket == self.ticket, inputAnswer == .later else { return }
    endInput(isUsed: isUsed)
    if isUsed, saveNanoseconds == nil {
      saveNanoseconds = services.facts.nowNanoseconds + Self.saveNanoseconds
    }
  }

  /// How long after an input the state is requested, at the earliest.
  private static let saveNanoseconds: Int64 = 500_000_000

  /// Copies a requested drawing onto its layer; returns the delay if the child is slow repeatedly.
  func drew(
    _ bytes: ArraySlice<UInt8>, after nanoseconds: Int64
  ) throws(ByteReader.Malformed) -> Slowness? {
    let drawing = try DrawnLayer(bytes)
    guard let layer = ordered else { throw .init() }
    orderCount -= 1
    if orderCount == 0 { ordered = nil }
    if drawing.hasSize(of: layer) {
      drawing.draw(on: layer)
    } else {
      // The layer was resized since, so another drawing is requested.
      try? services.perform(.draw, during: .other)
    }
    drawingPace.took(nanoseconds)
    return drawingPace.isSlow ? Slowness(task: .draw, nanoseconds: nanoseconds) : nil
  }

  /// Expects a drawing that shows this selection, after a used input that offered a layer.
  func draws(seeing selection: SelectionFacts, _ isUsed: Bool) throws(ByteReader.Malformed) {
    guard isUsed, let offered else { throw .init() }
    ordered = offered
    orderCount += 1
    seenSelection = selection
  }

  func saved(_ state: [UInt8]?) {
    saved = state
    isSaving = false
  }

  /// Performs a request if it is allowed now; row numbers are of this content `generation`.
  func take(_ request: ChildRequest, during ticket: CallOrigin, of generation: UInt64? = nil) {
    let function = request.function
    var isLate = function.moment == .onScreenNotInDraw && !isOnScreen
    // The input has been offered to others by now.
    if case .input(let number) = ticket, number <= withdrawnTicket, function.act != .none {
      isLate = true
    }
    if let generation, generation != services.facts.content?.generation {
      if case .action = request, !isLate { services.note(.rowsWereReplaced) }
      return
    }
    if isLate {
      if case .run = request { refuse(request, .tooLate) }
      return
    }
    do throws(Refusal) {
      try services.perform(request, during: call(of: ticket))
    } catch {
      refuse(request, error)
    }
  }

  /// The call that a ticket names, if the host can confirm it.
  private func call(of ticket: CallOrigin) -> CallReason {
    if life == .making { return .creation }
    return switch ticket {
    case .input(let number): number == self.ticket && inputAnswer == .later ? .input : .other
    case .change: services.facts.nowNanoseconds < carriedUntil ? .carriedChange : .change
    case .other: .other
    }
  }

  private func refuse(_ request: ChildRequest, _ refusal: Refusal) {
    if case .run(_, let number) = request {
      send(.programEnded(ProgramEnd(number, refused: refusal)))
    }
    if refusal.isLogged(of: request.function) { report(.refused(request.function, refusal)) }
  }
}

extension ChildAnswers {
  /// The answers with texts that are safe to display.
  fileprivate var harmless: ChildAnswers {
    var answers = self
    answers.keyHelp = keyHelp.map {
      KeyHelpItem(
        key: HarmlessText.cleanLine($0.key), action: HarmlessText.cleanLine($0.action),
        group: $0.group)
    }
    answers.words = words.map { HarmlessText.cleanLine($0) }
    return answers
  }
}

extension CellInsets {
  /// The insets, limited to the size of the surface.
  fileprivate func cut(columns: Int, rows: Int) -> CellInsets {
    let top = min(top, max(0, rows))
    let right = min(right, max(0, columns))
    return CellInsets(
      top: top, right: right, bottom: min(bottom, max(0, rows - top)),
      left: min(left, max(0, columns - right)))
  }
}

/// A counter of late replies of one kind (inputs, unused inputs or drawings) of a child in a worker
/// process: three in a row above a limit in nanoseconds mean slow; a reply in time resets it.
private struct SlowReplyDetector {
  private static let count = 3

  /// The longest delay that is not late.
  let limitNanoseconds: Int64
  private(set) var lateCount = 0

  mutating func took(_ nanoseconds: Int64) {
    lateCount = nanoseconds > limitNanoseconds ? min(lateCount + 1, Self.count) : 0
  }

  mutating func forget() { lateCount = 0 }

  var isSlow: Bool { lateCount == Self.count }
}
