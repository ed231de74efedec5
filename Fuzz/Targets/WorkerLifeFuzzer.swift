internal import HostSystem
internal import StateContainer

@testable internal import HostPlugins
@testable internal import HostSurface
@testable internal import HostWorkers

/// A worker that says anything at any time to the host that uses it.
///
/// The host knows at every moment whether it lives, shows nothing harmful of it, answers what it
/// asks, and hears nothing of it once it has ended it.
enum WorkerLifeFuzzer {
  /// - Parameter bytes: a byte, odd where its children are there already, then steps, each with
  ///   its own bytes.
  static func take(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes[...])
    guard let first = try? reader.uint8() else { return }
    let worker = FuzzedWorker()
    if first & 1 == 1 { worker.makesItsChildren() }
    while let step = (try? reader.uint8()).flatMap({ FuzzedWorker.Step(rawValue: $0 % 16) }) {
      guard (try? worker.make(step, &reader)) != nil else { return }
      worker.check()
    }
  }
}

/// The host's side of a worker, with two children, on a port that says what it is told to.
private final class FuzzedWorker {
  private let port = FuzzedPort()
  private let services = ThreeRows()
  private let worker: RunWorkerHandle
  private let children: [RemoteChild]
  private let pool = CellPool()
  private let layer: Layer
  private var now: Int64 = 0
  /// Of each child, how often its end was told.
  private var ends = [0, 0]

  enum Step: UInt8 {
    /// Two bytes say how long what it says is.
    case says
    case saysWhatIsNoMessage
    case closesTheLink
    /// A byte says how many times 16 ms.
    case timePasses
    case isOfferedAKey
    case isWithdrawnAKey
    case isToDraw
    case isTold
    case isToSave
    case isDestroyed
    case isAskedToEnd
    /// What comes with the next that it says.
    case hasMoreToSay
    /// Four bytes are the insets of the first child.
    case saysItsInsets
  }

  nonisolated(unsafe) private static let file = FuzzFolder.only.openPlugin()

  init() {
    layer = Layer(columns: 12, rows: 4, pool: pool)
    guard
      let worker = try? RunWorkerHandle(
        in: port, granted: WorkerGrants(reading: ["/a/b"], GrantedNeeds()),
        within: WorkerDeadlines(), at: 0)
    else {
      fatalError("it does not begin")
    }
    self.worker = worker
    let services = services
    children = ([1, 2] as [UInt32]).map { number in
      let type = ChildType(id: "a.b\(number)", name: "a")
      return RemoteChild(
        type, of: "/a/b.so", number: number,
        missing: MissingGrant(of: type, having: GrantedNeeds()), saved: nil,
        services: services, in: worker)
    }
    for child in children {
      let order = ChildOrder(
        child: child.number, id: child.type.id, options: ChildOptionValues([]),
        states: ["a"], saved: nil)
      guard (try? worker.make(child, order, from: unsafe Self.file)) != nil else {
        fatalError("it is not told to make a child")
      }
    }
  }

  /// Says what a worker says first when nothing goes wrong.
  func makesItsChildren() {
    take(.message(WorkerMessage.opened(lacking: []).bytes))
    for child in children {
      let created = WorkerMessage.created(child: child.number, child.type, ChildAnswers())
      take(.message(created.bytes))
    }
    expect(!worker.hasEnded, "its children are not made: \(String(describing: worker.failure))")
  }

  func make(_ step: Step, _ reader: inout ByteReader) throws(ByteReader.Malformed) {
    let wasEnded = worker.hasEnded
    let told = port.sent.count
    switch step {
    case .says: take(try message(&reader))
    case .saysItsInsets:
      var answers = ChildAnswers()
      answers.insets = CellInsets(
        top: Int(try reader.uint8()), right: Int(try reader.uint8()),
        bottom: Int(try reader.uint8()), left: Int(try reader.uint8()))
      take(.message(WorkerMessage.answers(child: 1, answers).bytes))
    case .hasMoreToSay: if !worker.hasEnded { port.arrivals.append(try message(&reader)) }
    case .saysWhatIsNoMessage: take(.malformed)
    case .closesTheLink: take(.end)
    case .timePasses:
      now += Int64(try reader.uint8()) * 16_000_000
      services.facts.nowNanoseconds = now
      worker.timeIs(now)
      worker.judgeLateness()
      expect(worker.nextDeadline.map { $0 > now } ?? true, "what is due is not judged")
    case .isOfferedAKey: _ = children[0].offer(.key(ChildKey(code: 0x61, text: "a")))
    case .isWithdrawnAKey: children[0].withdrawInput()
    case .isToDraw:
      // As the stage does it: one drawing at a time.
      if !children[0].isDrawing { children[0].draw(into: layer, timeNanoseconds: now) }
    case .isTold: children[1].send(.willAppear(animated: true))
    case .isToSave: children[1].requestSavedState()
    case .isDestroyed: children[1].destroy()
    case .isAskedToEnd: worker.requestEnd()
    }
    expect(!wasEnded || port.sent.count == told, "it is told something after its end")
  }

  private func message(_ reader: inout ByteReader) throws(ByteReader.Malformed) -> ReceiveResult {
    let count = Int(try reader.uint16())
    var message: [UInt8] = []
    for _ in 0..<count where !reader.isAtEnd { message.append(try reader.uint8()) }
    return .message(message)
  }

  private func take(_ arrival: ReceiveResult) {
    if worker.hasEnded { return }
    port.arrivals.append(arrival)
    worker.take(at: now)
    expect(port.arrivals.isEmpty || worker.hasEnded, "what it has said is not taken")
  }

  func check() {
    var events: [WorkerEvent] = []
    worker.takeEvents(into: &events)
    for event in events { check(event) }
    expect(worker.hasEnded == (port.endings > 0), "it has ended, and its process has not")
    expect(ends.allSatisfy { $0 <= 1 }, "a child ends \(ends) times")
    if worker.hasEnded {
      expect(worker.children.isEmpty && worker.hasNoPendingReply, "it has children after its end")
      expect(children.allSatisfy { $0.life == .ended }, "a child lives on")
      expect(worker.nextDeadline == nil, "something of it is due after its end")
    }
    if let failure = worker.failure {
      let line = failure.line(child: "a", file: "/a/b.so")
      expect(line.isHarmlessLine, "a line that does harm: \(Array(line.utf8))")
    }
    for child in children { check(child) }
  }

  private func check(_ event: WorkerEvent) {
    switch event {
    case .ended(let child, let failure):
      ends[Int(child.number) - 1] += 1
      let line = failure.line(child: "a", file: "/a/b.so")
      expect(line.isHarmlessLine, "a line that does harm: \(Array(line.utf8))")
    case .note(_, _, let text): expect(text.isHarmless, "a note that does harm: \(text)")
    case .made(let child): expect(child.life != .making, "it is made and is not")
    case .drawn: checkLayer()
    case .slow(_, let slowness): expect(slowness.nanoseconds > 0, "it is slow in no time")
    case .pluginFault(let fault): expect(fault.line.isHarmlessLine, "a fault that does harm")
    case .changed, .draws, .wake, .printed, .linesLost, .cut, .failedAtExit, .lacking: break
    }
  }

  private func check(_ child: RemoteChild) {
    for item in child.keyHelp() {
      expect(item.key.isHarmlessLine && item.action.isHarmlessLine, "help that does harm")
    }
    expect(child.accessibilityText()?.isHarmlessLine ?? true, "words that do harm")
    let insets = child.insets(columns: 10, rows: 3)
    let isInside = insets.left + insets.right <= 10 && insets.top + insets.bottom <= 3
    expect(isInside && insets.left >= 0 && insets.top >= 0, "\(insets) on 10 × 3")
    for appearing in [true, false] {
      let timing = child.timing(appearing: appearing)
      expect(timing.durationNanoseconds >= 0 && timing.delayNanoseconds >= 0, "\(timing)")
    }
  }

  private func checkLayer() {
    expect(layer.columns == 12 && layer.rows == 4, "the layer has another size")
    LayerDiff(pool: pool).takeChanges(of: layer) { row, texts in
      for text in texts {
        let shown = String(decoding: text.bytes, as: UTF8.self)
        expect(shown.isHarmlessLine, "a row that does harm: \(text.bytes)")
      }
    }
  }
}
