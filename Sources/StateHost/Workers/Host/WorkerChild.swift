package import HostPlugins
package import HostSurface
internal import HostSystem
internal import HostText
package import StateContainer

/// A child that a plugin in a worker has made, or is making.
///
/// What it is told goes one way, and what it would answer it has said ahead; a drawing comes later, whole.
/// What its worker says of it is checked as if the plugin had said it in this process.
package final class WorkerChild: HostedChild {
  /// What its plugin says of it now that it is open; before that, what was known of it.
  package private(set) var type: ChildType
  /// Its plugin's file.
  package let file: String
  /// What messages call it.
  let number: UInt32
  let services: any ChildHost
  /// What it needs and is refused.
  package let missing: MissingGrant
  private weak var worker: RunningWorker?

  package private(set) var life = Life.making {
    willSet {
      precondition(newValue > life, "child \(number) is \(life) and cannot be \(newValue)")
    }
  }

  /// A life moves forward only.
  package enum Life: Int, Comparable {
    /// Its worker has been sent the order.
    case making
    case made
    case ended

    package static func < (one: Life, other: Life) -> Bool { one.rawValue < other.rawValue }
  }

  private var answers = ChildAnswers()
  private var isOnScreen = false
  private var ordered: Layer?
  /// So many drawings on it are to come.
  private var orderCount = 0
  /// It draws on this one after the input that it was offered, if it uses that.
  private var offered: Layer?
  /// The selection that it draws after that.
  package private(set) var seenSelection: SelectionFacts?
  /// Of so many inputs it has not said anything.
  private var unansweredCount = 0
  private var inputPace = AnswerPace(limitNanoseconds: namedNanoseconds)
  private var drawingPace = AnswerPace(limitNanoseconds: namedNanoseconds)
  /// Of inputs that it did not use.
  private var refusalPace = AnswerPace(limitNanoseconds: refusalNanoseconds)
  /// How many inputs ago, at most, it took long for one only not to use it.
  private var briefTurns = 0
  private var ticket: UInt32 = 0
  private var withdrawnTicket: UInt32 = 0
  package private(set) var inputAnswer = InputAnswer.unused
  private var saved: [UInt8]?
  /// Until when the worker may be at what was told last in the name of an operation: see `ChildCall.carriedChange`.
  private var carriedUntil = Int64.min
  /// It has been asked for its state and has not given it yet.
  package private(set) var isSaving = false
  /// When its state is to be asked for, for the user has worked with it.
  private(set) var saveNanoseconds: Int64?
  /// What has been reported of it, each once.
  private var faults: Set<ChildFault.Kind> = []

  init(
    _ type: ChildType, of file: String, number: UInt32, missing: MissingGrant, saved: [UInt8]?,
    services: any ChildHost, in worker: RunningWorker
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

  /// Nobody waits for a child whose worker has not answered for so long.
  private var isLate: Bool { worker?.isLate ?? true }
}

// MARK: - Slowness

extension WorkerChild {
  /// How long a child takes again and again.
  package struct Slowness: Equatable {
    package enum Task: String {
      case input = "for a key"
      case draw = "to draw"
    }

    package let task: Task
    package let nanoseconds: Int64
  }

  /// An answer that takes longer is noticed.
  private static let namedNanoseconds: Int64 = 100_000_000
  /// An input that is not used after so long is one that others wait for.
  private static let refusalNanoseconds: Int64 = 30_000_000

  /// It takes long, again and again, only to say that it does not use a key: others need not wait for that.
  ///
  /// While it still thinks about one it is not offered the next.
  package var hasLostTurn: Bool { refusalPace.isSlow }

  /// It took long for one of its last inputs only not to use it: others wait for it less than they would.
  package var hasBriefTurn: Bool { briefTurns > 0 }

  private static let briefTurnsCount = 8
}

// MARK: - What it is told

extension WorkerChild {
  package func tell(_ news: ChildEvent) {
    if case .willAppear = news { isOnScreen = true }
    if case .didDisappear = news { (isOnScreen, carriedUntil) = (false, .min) }
    if news.isChange, !services.policy.operations.isEmpty {
      carriedUntil = services.nowNanoseconds + ActivationState.lifetimeNanoseconds
    }
    // What others say without end would jam a worker that does not read it, and it would be blamed.
    if case .message = news, isLate { return }
    worker?.tell(.news(child: number, news))
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

  package var follows: EventSubscriptions { answers.follows }
  package func keyHelp() -> [KeyHelpItem] { life == .ended ? [] : answers.keyHelp }
  package func accessibilityText() -> String? { answers.words }
  /// The ids of the extensions that it offers, in the order of the header.
  package var offeredExtensions: [String] { answers.extensions }
  package func saveState() -> [UInt8]? { saved }
  /// It was given its state when it was ordered.
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

  /// Asks for its state, to be there when it is needed.
  package func askForState() {
    guard life == .made, !isLate else { return }
    saveNanoseconds = nil
    isSaving = true
    worker?.request(.save(child: number), .save, for: number)
  }

  /// Ends it; without effect when it has ended.
  func end() {
    if life == .ended { return }
    life = .ended
    ordered = nil
    orderCount = 0
    offered = nil
    unansweredCount = 0
    isSaving = false
    endInput(isUsed: false)
  }
}

// MARK: - What its worker says

extension WorkerChild {
  /// - Throws: that it is another.
  func made(_ type: ChildType, _ answers: ChildAnswers) throws(ByteReader.Malformed) {
    guard type.id == self.type.id else { throw .init() }
    self.type = type.of(plugin: self.type.plugin)
    life = .made
    changed(answers)
  }

  func changed(_ answers: ChildAnswers) { self.answers = answers.harmless }

  /// What has become of an input, for which it has taken so long.
  ///
  /// - Returns: how it is slow; nil: it is not.
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
      saveNanoseconds = services.nowNanoseconds + Self.saveNanoseconds
    }
  }

  /// How long its state is not asked for while the user works with it.
  private static let saveNanoseconds: Int64 = 500_000_000

  /// It has drawn, for which it has taken so long.
  ///
  /// - Returns: how it is slow; nil: it is not.
  /// - Throws: that it has not.
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
      // It has another size by now, so it is asked for again.
      try? services.perform(.draw, during: .other)
    }
    drawingPace.took(nanoseconds)
    return drawingPace.isSlow ? Slowness(task: .draw, nanoseconds: nanoseconds) : nil
  }

  /// It draws what it shows after an input, without being asked.
  ///
  /// - Parameters:
  ///   - selection: what it has read of the selection.
  ///   - isUsed: whether it has used the input.
  /// - Throws: that it has not, or has no layer for that.
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

  /// Does what it asks for, where it may ask for that now.
  ///
  /// - Parameters:
  ///   - request: what it asks for.
  ///   - ticket: the call that it asks in.
  ///   - generation: of the content whose rows it means; nil for any.
  func take(
    _ request: ChildRequest, during ticket: CallTicket, of generation: UInt64? = nil
  ) {
    let function = request.function
    var isLate = function.facts.moment == .onScreenNotInDraw && !isOnScreen
    // Others have the input by now.
    if case .input(let number) = ticket, number <= withdrawnTicket, function.facts.act != .none {
      isLate = true
    }
    if let generation, generation != services.contentFacts?.generation {
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

  /// The call that the ticket names, as far as the worker can be believed.
  private func call(of ticket: CallTicket) -> ChildCall {
    switch ticket {
    case .input(let number): number == self.ticket && inputAnswer == .later ? .input : .other
    case .change: services.nowNanoseconds < carriedUntil ? .carriedChange : .change
    case .other: .other
    }
  }

  /// Of a program that is not run after all the child is told so: it counts on an end.
  private func refuse(_ request: ChildRequest, _ refusal: Refusal) {
    if case .run(_, let number) = request {
      tell(.programEnded(ProgramEnd(number, refused: refusal)))
    }
    if refusal.text(of: request.function) != nil { report(.refused(request.function, refusal)) }
  }
}

extension ChildAnswers {
  /// With texts that are fit to be shown.
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
  /// No more than a surface has.
  fileprivate func cut(columns: Int, rows: Int) -> CellInsets {
    let top = min(top, max(0, rows))
    let right = min(right, max(0, columns))
    return CellInsets(
      top: top, right: right, bottom: min(bottom, max(0, rows - top)),
      left: min(left, max(0, columns - right)))
  }
}
