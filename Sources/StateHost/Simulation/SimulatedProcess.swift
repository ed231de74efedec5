internal import HostStates
internal import HostSystem

/// A scripted process of a simulated world, in place of the data source's real command or a child's
/// program: writes to its two outputs and ends at scripted times, or when terminated or killed.
final class SimulatedProcess: ProcessPort {
  let token: PortToken
  let canWait = true
  let output: SimulatedStream
  let errors: SimulatedStream

  private let ledger: PortLedger
  private let ignoresTermination: Bool
  private var status = ProcessStatus.running
  /// Whether the host has read its final status; the port is ready until then.
  private var isKnown = false
  /// The scripted steps that remain, at times of the run's clock.
  private var steps: ArraySlice<ProcessStep> = []

  /// - Parameters:
  ///   - kind: its name in messages.
  ///   - number: how many of this kind were started before.
  ///   - ignoresTermination: whether it ignores SIGTERM; nil makes every third process ignore it.
  ///   - ledger: records which ports are opened and closed.
  init(_ kind: String, number: Int, ignoresTermination: Bool? = nil, ledger: PortLedger) {
    self.ignoresTermination = ignoresTermination ?? (number % 3 == 2)
    self.ledger = ledger
    token = ledger.opened("\(kind) \(number)")
    output = SimulatedStream("output of \(kind) \(number)", ledger: ledger)
    errors = SimulatedStream("errors of \(kind) \(number)", ledger: ledger)
  }

  func checkStatus() -> ProcessStatus {
    isKnown = status != .running
    return status
  }

  var hasGroup: Bool { status == .running }

  func terminate() { if !ignoresTermination { end(.killed(signal: 15)) } }

  func kill() { end(.killed(signal: 9)) }

  func release() { ledger.closed(token) }

  /// Sets the scripted steps; their times count from `now`.
  func follow(_ script: [ProcessStep], from now: Int64) {
    steps = script[...]
    postpone(by: now)
  }

  /// Delays the remaining steps, after a suspension of this length.
  func postpone(by nanoseconds: Int64) {
    for index in steps.indices { steps[index].afterNanoseconds += nanoseconds }
  }

  /// When the next step is due; nil for never.
  var nextInstant: Int64? { status == .running ? steps.first?.afterNanoseconds : nil }

  /// Performs one step if one is due.
  ///
  /// - Returns: whether it did.
  func step(atNanoseconds now: Int64) -> Bool {
    guard let due = nextInstant, due <= now, let step = steps.popFirst() else { return false }
    switch step.kind {
    case .output(let bytes): output.append(bytes)
    case .errorOutput(let bytes): errors.append(bytes)
    case .end(let how): end(ProcessStatus(how))
    }
    return true
  }

  /// Ends the process and its outputs.
  func end(_ how: ProcessStatus) {
    guard status == .running else { return }
    status = how
    output.end()
    errors.end()
  }

  func collect(_ ready: inout [Ready]) {
    output.collect(&ready)
    errors.collect(&ready)
    if status != .running, !isKnown { ready.append(Ready(token, isReadable: true)) }
  }
}

extension ProcessStatus {
  init(_ end: ProcessEnd) {
    switch end {
    case .exited(let status): self = .exited(Int32(status))
    case .killed(let signal): self = .killed(signal: Int32(signal))
    }
  }
}

/// The read end of a scripted process's standard output or error: returns the bytes written.
final class SimulatedStream: StreamPort {
  let token: PortToken
  let canWait = true
  /// All bytes written, read or not.
  private(set) var written: [UInt8] = []
  private var readCount = 0
  private var hasEnded = false
  private let ledger: PortLedger

  init(_ name: String, ledger: PortLedger) {
    self.ledger = ledger
    token = ledger.opened(name)
  }

  /// The bytes that were read.
  var read: [UInt8] { Array(written.prefix(readCount)) }

  func append(_ bytes: [UInt8]) { if !hasEnded { written += bytes } }

  func end() { hasEnded = true }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    guard ledger.isOpen(token) else { return .end }
    let count = min(buffer.count, written.count - readCount)
    guard count > 0 else { return hasEnded ? .end : .nothing }
    unsafe buffer.copyBytes(from: written[readCount..<readCount + count])
    readCount += count
    return .bytes(count)
  }

  func close() { if ledger.isOpen(token) { ledger.closed(token) } }

  func collect(_ ready: inout [Ready]) {
    guard ledger.isOpen(token), hasEnded || readCount < written.count else { return }
    ready.append(Ready(token, isReadable: true, hasHungUp: hasEnded))
  }
}
