package import HostPlugins
internal import HostSimulation
internal import HostStates
package import HostSystem
package import HostWorkers

/// A worker in this process: the same `RunWorker` as in a real one follows the same bytes.
///
/// It works while the world waits, as late as the script says.
package final class SimulatedWorker: WorkerPort {
  package let token: PortToken
  package let outputToken: PortToken
  package let isJammed = false
  /// It has died, or was ended.
  private(set) var isGone = false

  private let number: Int
  private let world: SimulatedWorld
  private let plugins: SimulatedPlugins
  private let record: WorkerRecord
  /// Has the host take at once what this has said.
  private let haveTaken: (PortToken) -> Void
  private lazy var worker = RunWorker(for: self)
  private var files: Set<String> = []
  private var told: [Told] = []
  private var said: [[UInt8]] = []
  private var printed: [UInt8] = []
  private var answer: [UInt8]?
  /// How late it does what it is told.
  var lagNanoseconds: Int64 = 0
  private var hangs = false
  private var lies = false
  /// When it says more that nobody asked for; nil: it does not.
  private var floodNanoseconds: Int64?
  /// Since when it computes without end; nil: it does not.
  private var burningNanoseconds: Int64?
  private var burnedNanoseconds: Int64 = 0
  private var isAsking = false
  /// It has asked something since the loop last looked: what it had said before that was taken with
  /// the question, and the loop has to go round once to follow it.
  private var hasAsked = false
  private var ending = WorkerEnding.killed(signal: 9)
  private var isEnded = false

  /// What it has been told and has not followed.
  private struct Told {
    let message: ReceivedMessage
    let dueNanoseconds: Int64
  }

  init(
    _ number: Int, in world: SimulatedWorld, loading plugins: SimulatedPlugins,
    record: WorkerRecord, haveTaken: @escaping (PortToken) -> Void
  ) {
    self.number = number
    self.world = world
    self.plugins = plugins
    self.record = record
    self.haveTaken = haveTaken
    token = world.ledger.opened("worker \(number)")
    outputToken = world.ledger.makeToken()
  }

  /// Nobody knows it any more.
  var isForgotten: Bool { isEnded }

  package var processorNanoseconds: Int64 {
    burnedNanoseconds + (burningNanoseconds.map { world.nowNanoseconds - $0 } ?? 0)
  }

  func hasLoaded(_ file: String?) -> Bool { file.map(files.contains) ?? true }
}

// MARK: - The host's side

extension SimulatedWorker {
  package func send(_ bytes: [UInt8], with file: OpenFile?) -> WriteResult {
    guard !isGone else { return .gone }
    guard let message = try? HostMessage(bytes[...]) else {
      record.note("worker \(number) was told \(bytes), which is nothing")
      return .complete
    }
    record.told(message, worker: number, atNanoseconds: world.nowNanoseconds)
    if case .answer(let bytes) = message, isAsking {
      answer = bytes
    } else {
      told.append(
        Told(
          message: ReceivedMessage(message, with: file),
          dueNanoseconds: max(
            told.last?.dueNanoseconds ?? 0, world.nowNanoseconds + lagNanoseconds)))
    }
    return .complete
  }

  package func flush() -> WriteResult { isGone ? .gone : .complete }

  package func receive() -> ReceiveResult {
    guard !said.isEmpty else { return isGone ? .end : .nothing }
    let bytes = said.removeFirst()
    record.said(
      bytes, worker: number, atNanoseconds: world.nowNanoseconds,
      continuedNanoseconds: world.continuedNanoseconds)
    return .message(bytes)
  }

  package func readOutput(_ body: (Span<UInt8>) -> Void) -> Bool {
    guard !printed.isEmpty else { return false }
    body(printed.span)
    printed = []
    return true
  }

  package func end() -> WorkerEnding {
    guard !isEnded else { return ending }
    isEnded = true
    go()
    world.ledger.closed(token)
    record.ended(number)
    return ending
  }

  /// Its process is no more; what it has said is still to be read.
  private func go() {
    guard !isGone else { return }
    isGone = true
    told = []
    // Its memory is freed, and nobody hears of that.
    if !worker.hasEnded { worker.end() }
  }
}

// MARK: - The world's side

extension SimulatedWorker {
  /// When it does something next.
  var nextInstant: Int64? {
    [hangs ? nil : told.first?.dueNanoseconds, floodNanoseconds].lazy.compactMap(\.self).min()
  }

  func work(atNanoseconds now: Int64) {
    flood(atNanoseconds: now)
    while !isGone, !hangs, let next = told.first?.dueNanoseconds, next <= now, !isAsking {
      follow(told.removeFirst().message)
    }
  }

  private func flood(atNanoseconds now: Int64) {
    guard !isGone, let due = floodNanoseconds, due <= now else { return }
    for _ in 0..<Self.floodMessages { tell(Self.chatter) }
    floodNanoseconds = now + Self.floodInterval
  }

  /// 6,000 messages a second.
  private static let floodMessages = 60
  private static let floodInterval: Int64 = 10_000_000
  private static let chatter = WorkerMessage.note(child: 0, level: 1, text: "and on and on")

  private func follow(_ received: ReceivedMessage) {
    switch received.message {
    case .grant: break
    case .order: tell(.opened(lacking: []))
    case .scan(let path): scan(received.file, at: path)
    default:
      do throws(WorkerExitReason) {
        try worker.follow(received)
      } catch {
        record.note("worker \(number) was told what the host does not say")
      }
      guard worker.hasEnded, !isGone else { return }
      tell(.ended)
      ending = .left
      go()
    }
  }

  /// As a worker that looks into plugins does.
  private func scan(_ file: OpenFile?, at path: String) {
    guard let file else { return record.note("worker \(number) is to look into nothing") }
    tell(.step("dlopen, while it was loaded"))
    var writer = ByteWriter()
    do throws(PluginProblem) {
      let plugin = try plugins.load(file, at: path)
      ScanResult.described(plugin.readDescription()).write(to: &writer)
    } catch {
      ScanResult(error).write(to: &writer)
    }
    tell(.scanned(writer.bytes[...]))
  }

  func pass(_ message: PluginInbox.Message) { worker.pass(message) }

  func collect(_ ready: inout [Ready]) {
    guard !isEnded else { return }
    if !said.isEmpty || isGone || hasAsked {
      ready.append(Ready(token, isReadable: true, hasHungUp: isGone))
    }
    hasAsked = false
    if !printed.isEmpty { ready.append(Ready(outputToken, isReadable: true)) }
  }

  func apply(_ outcome: SimulatedWorkerBehaviour) {
    let isQuick = lagNanoseconds == 0 && !hangs
    record.met(outcome, worker: number, isQuick: isQuick, atNanoseconds: world.nowNanoseconds)
    switch outcome {
    case .dies:
      printed = Array("its last words\n".utf8)
      ending = .killed(signal: 11)
      go()
    case .hangs: hangs = true
    case .lags(let nanoseconds): lagNanoseconds = nanoseconds
    case .lies: lies = true
    case .floods: floodNanoseconds = world.nowNanoseconds
    case .burns:
      burningNanoseconds = burningNanoseconds ?? world.nowNanoseconds
      // It has to do with the program: nobody looks at one that rests.
      tell(Self.chatter)
    case .recovers:
      hangs = false
      lagNanoseconds = 0
      floodNanoseconds = nil
      burnedNanoseconds = processorNanoseconds
      burningNanoseconds = nil
    case .scans: break
    }
  }
}

// MARK: - What its children's worker sees of the host

extension SimulatedWorker: RunWorkerEnvironment {
  package func tell(_ message: WorkerMessage) {
    guard !isGone else { return }
    var bytes = message.bytes
    if lies {
      lies = false
      bytes[bytes.count / 2] ^= 0x41
    }
    said.append(bytes)
  }

  /// The host answers while this waits, and nothing else happens.
  package func answer(to question: ContentQuestion) -> ContentAnswer {
    tell(.question(question))
    (isAsking, hasAsked) = (true, true)
    defer { isAsking = false }
    answer = nil
    while answer == nil, !isGone, !said.isEmpty { haveTaken(token) }
    return answer.flatMap { try? ContentAnswer($0) } ?? .rows([])
  }

  /// Here the worker lives in the host's own process: its inbox has it.
  package func passLog() {}

  package func load(_ file: OpenFile, at path: String) throws(PluginProblem) -> LoadedPlugin {
    files.insert(path)
    return try plugins.load(file, at: path)
  }
}
