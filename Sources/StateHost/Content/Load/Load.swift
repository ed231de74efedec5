internal import HostSystem

/// One load of a source, from its start to its end: it reads when it is told that there is
/// something, a bounded amount each time.
///
/// A command's load ends when the command has ended and both its outputs are closed. If something
/// that it started still holds them open, the load ends when nothing has come from them for
/// `lingerNanoseconds` after the command's end. A load that is cut, because its limit is reached or
/// nobody takes its rows, ends at once, and its command is asked to end.
final class Load {
  static let lingerNanoseconds: Int64 = 300_000_000

  /// Where bytes come from.
  enum Input {
    /// Read as they come.
    case stream(StreamInput, RowSink)
    /// Only indexed.
    case scan(FileRows)
  }

  /// How far it is.
  enum Phase: Equatable {
    case loading
    case ended(ContentError.Kind?)
  }

  let input: Input
  let command: CommandInput?
  /// It reads a regular file, which can be read again.
  let isRegularFile: Bool
  private let graceNanoseconds: Int64
  private var lingerUntil: Int64?

  private(set) var phase = Phase.loading
  /// The command ended, but its output was still open.
  private(set) var wasOutputLeftOpen = false

  init(
    _ input: Input, command: CommandInput? = nil, isRegularFile: Bool = false,
    graceNanoseconds: Int64
  ) {
    self.input = input
    self.isRegularFile = isRegularFile
    self.command = command
    self.graceNanoseconds = graceNanoseconds
  }

  /// The rows so far.
  var rows: Rows {
    switch input {
    case .scan(let rows): .file(rows)
    case .stream(_, let sink): sink.rows
    }
  }

  /// The last rows of a command, oldest first.
  var lastRows: [String] {
    guard command != nil else { return [] }
    let rows = rows
    return (max(0, rows.count - FailureWords.rowCount)..<rows.count).map { row in
      rows.withRow(row) { bytes, _ in
        var text: [UInt8] = []
        for index in max(0, bytes.count - FailureWords.lineBytes)..<bytes.count {
          text.append(bytes[index])
        }
        return String(decoding: text, as: UTF8.self)
      }
    }
  }

  /// Bytes so far.
  var byteCount: Int {
    switch input {
    case .scan(let rows): rows.byteCount
    case .stream(_, let sink): sink.byteCount
    }
  }

  /// The part that has arrived, 0…1; `nil` when the whole is not known.
  var fraction: Double? {
    switch input {
    case .scan(let rows): rows.fraction
    case .stream(let stream, let sink):
      command?.report?.fraction
        ?? stream.size.map { min(1, Double(sink.byteCount) / Double(max(1, $0))) }
    }
  }

  /// It is known, without a look at the rows, that the first of them names columns, with tabs between.
  var isTable: Bool { command?.report?.isTable ?? false }

  /// There was more than is taken.
  var isCut: Bool {
    switch input {
    case .scan(let rows): rows.isFull
    case .stream(_, let sink): sink.isClosed
    }
  }

  /// What people should know about the rows.
  var notices: [ContentNotice] {
    var notices: [ContentNotice] = []
    if isCut { notices.append(.cutAfter(rows: rows.count)) }
    switch input {
    case .scan(let rows): if rows.hasChanged { notices.append(.fileChanged) }
    case .stream(_, let sink):
      if sink.cutRowCount > 0 { notices.append(.longRows(sink.cutRowCount)) }
    }
    if wasOutputLeftOpen { notices.append(.outputStillOpen) }
    return notices
  }

  /// Something can be read now without being waited for.
  var hasWorkNow: Bool {
    guard phase == .loading else { return false }
    switch input {
    case .scan: return true
    case .stream(let stream, let sink):
      return sink.isBlocked || command?.hasPendingErrors ?? false
        || (stream.isOpen && !stream.port.canWait)
    }
  }

  /// When `poll` is due at the latest; `nil` when something will be readable first.
  var deadline: Int64? {
    guard phase == .loading else { return nil }
    return Int64.earlier(lingerUntil, command?.process.deadline)
  }

  /// Whether a port is one of those that it reads.
  func reads(_ token: PortToken) -> Bool {
    if case .stream(let stream, _) = input, stream.port.token == token { return true }
    return command?.errors?.token == token || command?.process.token == token
      || command?.report?.token == token
  }

  /// Reads what there is at a port, or whatever has work now if it is `nil`: at most about `budget`
  /// bytes.
  func read(_ token: PortToken?, budget: Int, at now: Int64) {
    guard phase == .loading else { return }
    var failure: SystemError?
    switch input {
    case .scan(let rows):
      if token == nil { failure = scan(rows, budget: budget) }
    case .stream(let stream, let sink):
      if token == nil || token == stream.port.token {
        failure = readRows(stream, sink, budget: budget, at: now)
      }
    }
    command?.report?.take()
    command?.flushErrors()
    if let command, let errors = command.errors, token == errors.token,
      command.readErrors(budget: budget)
    {
      prolong(at: now)
    }
    if let failure { end(.readFailed(failure.code), at: now) } else { poll(at: now) }
  }

  private func scan(_ rows: FileRows, budget: Int) -> SystemError? {
    var left = budget
    while left > 0 {
      switch rows.scan() {
      case .more: left -= FileRows.scanBytes
      case .end:
        phase = .ended(nil)
        return nil
      case .failed(let error): return error
      }
    }
    return nil
  }

  private func readRows(
    _ stream: StreamInput, _ sink: RowSink, budget: Int, at now: Int64
  ) -> SystemError? {
    if case .passage(let passage, _) = sink, passage.hasPending { passage.flush() }
    var left = budget
    while left > 0, !sink.isBlocked, !sink.isClosed {
      switch stream.read(into: sink) {
      case .bytes(let count):
        left -= count
        prolong(at: now)
      case .nothing, .end: return nil
      case .failed(let error): return error
      }
    }
    return nil
  }

  private func prolong(at now: Int64) {
    if lingerUntil != nil { lingerUntil = now + Self.lingerNanoseconds }
  }

  /// Ends the load if it has come to its end.
  func poll(at now: Int64) {
    guard phase == .loading, case .stream(let stream, let sink) = input else { return }
    if sink.isClosed { return end(nil, at: now) }
    guard let command else {
      if !stream.isOpen, !sink.isBlocked { end(nil, at: now) }
      return
    }
    command.process.poll(at: now)
    guard let outcome = command.process.outcome, !sink.isBlocked, !command.hasPendingErrors else {
      return
    }
    if stream.isOpen || command.errors != nil {
      let until = lingerUntil ?? now + Self.lingerNanoseconds
      lingerUntil = until
      if now < until || hasMore(stream, sink, at: now) { return }
    }
    wasOutputLeftOpen = stream.isOpen
    end(command.failure(of: outcome), at: now)
  }

  /// Whether something has arrived that nobody told of, before the output is given up.
  private func hasMore(_ stream: StreamInput, _ sink: RowSink, at now: Int64) -> Bool {
    guard case .bytes = stream.read(into: sink) else { return false }
    prolong(at: now)
    return true
  }

  /// Ends the load before its time; a command is asked to end, with its group.
  func stop(at now: Int64) {
    if phase == .loading { end(.stopped, at: now) }
  }

  private func end(_ kind: ContentError.Kind?, at now: Int64) {
    phase = .ended(kind)
    lingerUntil = nil
    if case .stream(let stream, let sink) = input {
      stream.close()
      sink.finish()
    }
    guard let command else { return }
    command.closeErrors()
    command.report?.close()
    if command.process.outcome == nil || kind == .stopped {
      command.process.stop(at: now, graceNanoseconds: graceNanoseconds)
    } else {
      command.process.release()
    }
  }
}

extension Int64 {
  /// The earlier of two times, of which either may be never.
  static func earlier(_ first: Int64?, _ second: Int64?) -> Int64? {
    guard let first, let second else { return first ?? second }
    return first < second ? first : second
  }
}
