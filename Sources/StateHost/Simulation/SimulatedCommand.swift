internal import HostStates
internal import HostSystem

/// A command that a simulated run has started: its process and both its outputs.
final class SimulatedCommand: ProcessPort {
  let token: PortToken
  let canWait = true
  let output: SimulatedStream
  let errors: SimulatedStream

  private let ledger: PortLedger
  /// It does not end when it is asked to.
  private let isStubborn: Bool
  private var status = ProcessStatus.running
  /// Once it has been told that it has ended, it is waited for no longer.
  private var isKnown = false
  /// What it does by itself, and when.
  private var steps: ArraySlice<ProcessStep> = []

  /// - Parameters:
  ///   - kind: what it is called in messages.
  ///   - number: how many of its kind were started before it.
  ///   - isStubborn: whether it does not end when it is asked to; nil: every third does not.
  ///   - ledger: notes what is opened and closed.
  init(_ kind: String, number: Int, isStubborn: Bool? = nil, ledger: PortLedger) {
    self.isStubborn = isStubborn ?? (number % 3 == 2)
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

  func terminate() { if !isStubborn { end(.killed(signal: 15)) } }

  func kill() { end(.killed(signal: 9)) }

  func release() { ledger.closed(token) }

  /// It does these things by itself, the times of which count from `now`.
  func follow(_ script: [ProcessStep], from now: Int64) {
    steps = script[...]
    postpone(by: now)
  }

  /// It was stopped for so long: what it does comes later.
  func postpone(by nanoseconds: Int64) {
    for index in steps.indices { steps[index].afterNanoseconds += nanoseconds }
  }

  /// When it does something next; nil: never.
  var nextInstant: Int64? { status == .running ? steps.first?.afterNanoseconds : nil }

  /// It does one thing that is due by now, if there is any.
  ///
  /// - Returns: whether there was.
  func step(atNanoseconds now: Int64) -> Bool {
    guard let due = nextInstant, due <= now, let step = steps.popFirst() else { return false }
    switch step.kind {
    case .output(let bytes): output.append(bytes)
    case .errorOutput(let bytes): errors.append(bytes)
    case .end(let how): end(ProcessStatus(how))
    }
    return true
  }

  /// It ends, and with it what it writes.
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

/// One end of a pipe that the script writes to.
final class SimulatedStream: StreamPort {
  let token: PortToken
  let canWait = true
  /// All that came, and how much of it was read.
  private(set) var written: [UInt8] = []
  private var readCount = 0
  private var hasEnded = false
  private let ledger: PortLedger

  init(_ name: String, ledger: PortLedger) {
    self.ledger = ledger
    token = ledger.opened(name)
  }

  /// What was read of it.
  var read: [UInt8] { Array(written.prefix(readCount)) }

  func append(_ bytes: [UInt8]) { if !hasEnded { written += bytes } }

  func end() { hasEnded = true }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Arrival {
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
