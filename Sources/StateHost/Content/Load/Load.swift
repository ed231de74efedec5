internal import Glibc
package import HostSystem

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
    return (max(0, rows.count - FailureLine.rowCount)..<rows.count).map { row in
      rows.withRow(row) { bytes, _ in
        var text: [UInt8] = []
        for index in max(0, bytes.count - FailureLine.lineBytes)..<bytes.count {
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

/// What a load is to do with what it reads.
struct LoadOptions {
  var limits: RowLimits
  var indexLimits: RowLimits
  /// Larger regular files are indexed instead of kept.
  var largestKeptFile: Int
  var graceNanoseconds: Int64
  /// Rows are values of JSON, and kept.
  var readsValues = false
  /// Rows go there instead of being kept.
  var passage: RowWriter?
  /// A command's standard error goes there as it comes.
  var errorPassage: RowWriter?

  func sink() -> RowSink {
    if let passage {
      .passage(passage, buffer: PassageBuffer())
    } else if readsValues {
      .values(RowStore(limits: limits), ValueInput())
    } else {
      .kept(RowStore(limits: limits))
    }
  }
}

extension Load {
  /// Starts to load `source`; throws at once what can be known at once.
  static func start(
    _ source: Source, in sources: any SourceWorld, plan: LoadOptions
  ) throws(ContentError) -> Load {
    let subject = source.title
    switch source {
    case .command(let words):
      return try command(words, in: sources, subject: subject, plan: plan)
    case .commandLine(let line, let shell):
      return try command([shell, "-c", line], in: sources, subject: subject, plan: plan)
    case .url(let address):
      return try fetch(address, in: sources, plan: plan)
    case .plugin(let starter):
      do throws(SourceFailure) {
        return load(try starter.start(), plan: plan)
      } catch {
        throw ContentError(subject: subject, kind: .source(error))
      }
    case .file(let path):
      let file = try opened(subject) { () throws(SystemError) in try sources.openFile(path) }
      return try load(file, from: 0, subject: subject, plan: plan)
    case .standardInput:
      let file = try opened(subject) { () throws(SystemError) in try sources.openStandardInput() }
      if file.facts?.kind == .terminal {
        throw ContentError(subject: subject, kind: .standardInputIsTerminal)
      }
      return try load(file, from: file.position, subject: subject, plan: plan)
    }
  }

  private static func opened(
    _ subject: String, _ open: () throws(SystemError) -> any FilePort
  ) throws(ContentError) -> any FilePort {
    do throws(SystemError) {
      return try open()
    } catch {
      throw ContentError(subject: subject, kind: .opening(error.code))
    }
  }

  private static func fetch(
    _ address: String, in sources: any SourceWorld, plan: LoadOptions
  ) throws(ContentError) -> Load {
    do throws(SystemError) {
      return load(try sources.start(URLFetch.words(for: address)), isFetch: true, plan: plan)
    } catch {
      let kind = ContentError.Kind.starting(error.code, isThere: false)
      throw ContentError(
        subject: URLFetch.shown(address), kind: kind == .commandNotFound ? .fetcherNotFound : kind)
    }
  }

  private static func command(
    _ words: [String], in sources: any SourceWorld, subject: String, plan: LoadOptions
  ) throws(ContentError) -> Load {
    let ports: CommandPorts
    do throws(SystemError) {
      ports = try sources.start(words)
    } catch {
      throw ContentError(starting: words, subject, failed: error, in: sources)
    }
    return load(ports, plan: plan)
  }

  private static func load(
    _ ports: CommandPorts, isFetch: Bool = false, plan: LoadOptions
  ) -> Load {
    Load(
      .stream(StreamInput(ports.output), plan.sink()),
      command: CommandInput(ports, isFetch: isFetch, passingErrorsTo: plan.errorPassage),
      graceNanoseconds: plan.graceNanoseconds)
  }

  private static func load(
    _ file: any FilePort, from start: Int, subject: String, plan: LoadOptions
  ) throws(ContentError) -> Load {
    guard let facts = file.facts else {
      throw ContentError(subject: subject, kind: .readFailed(EIO))
    }
    if facts.kind == .directory { throw ContentError(subject: subject, kind: .isDirectory) }
    let isRegular = facts.kind == .regular
    let isKept = plan.passage != nil || plan.readsValues
    if isRegular, facts.size - start > plan.largestKeptFile, !isKept {
      let rows = FileRows(file: file, facts: facts, from: start, limits: plan.indexLimits)
      return Load(.scan(rows), isRegularFile: true, graceNanoseconds: plan.graceNanoseconds)
    }
    let size = isRegular && facts.size > start ? facts.size - start : nil
    return Load(
      .stream(StreamInput(file, size: size), plan.sink()), isRegularFile: isRegular,
      graceNanoseconds: plan.graceNanoseconds)
  }
}

extension ContentError.Kind {
  /// What a file that cannot be opened is called.
  static func opening(_ number: Int32) -> ContentError.Kind {
    switch number {
    case ENOENT, ENOTDIR: .fileNotFound
    case EACCES, EPERM: .notReadable(number)
    default: .readFailed(number)
    }
  }

  /// What a command that cannot be started is called; `isThere` says that its file exists, so that
  /// what was not found is what should run it.
  fileprivate static func starting(_ number: Int32, isThere: Bool) -> ContentError.Kind {
    switch number {
    case ENOENT, ENOTDIR: isThere ? .notExecutable(number) : .commandNotFound
    case EACCES, EPERM, ENOEXEC, EISDIR, ELIBBAD, ELOOP, ENAMETOOLONG: .notExecutable(number)
    default: .cannotStart(number)
    }
  }
}

extension ContentError {
  /// Why a command was not started.
  ///
  /// - Parameters:
  ///   - words: the program's name or path, then its arguments.
  ///   - subject: what the command is called.
  ///   - error: what the system said.
  ///   - sources: where it was to be started.
  package init(
    starting words: [String], _ subject: String, failed error: SystemError,
    in sources: any SourceWorld
  ) {
    let isThere = words.first.map { $0.contains("/") && sources.exists($0) } ?? false
    self.init(subject: subject, kind: .starting(error.code, isThere: isThere))
  }
}

/// A port that is read from where it stands, until its end.
final class StreamInput {
  let port: any StreamPort
  /// How many bytes are expected; `nil` when nobody knows.
  let size: Int?
  private(set) var isOpen = true

  init(_ port: any StreamPort, size: Int? = nil) {
    self.port = port
    self.size = size
  }

  func close() {
    isOpen = false
    port.close()
  }

  /// Reads once, without waiting, what has arrived; closes at the end and on a failure.
  func read(into sink: RowSink) -> Arrival {
    guard isOpen else { return .end }
    var arrival = Arrival.nothing
    unsafe sink.receive { space in
      arrival = unsafe port.read(into: space)
      if case .bytes(let count) = arrival { return count }
      return 0
    }
    switch arrival {
    case .bytes, .nothing: break
    case .end, .failed: close()
    }
    return arrival
  }
}

/// Where the bytes of a load go.
enum RowSink {
  case kept(RowStore)
  /// Values of JSON, a row each.
  case values(RowStore, ValueInput)
  case passage(RowWriter, buffer: PassageBuffer)

  /// Takes in what `read` delivers; it writes into the memory it is given and says how much.
  func receive(_ read: (UnsafeMutableRawBufferPointer) -> Int) {
    switch self {
    case .kept(let rows):
      _ = unsafe rows.receive(read)
    case .values(let rows, let values):
      unsafe values.receive(read, into: rows)
    case .passage(let passage, let buffer):
      let length = unsafe buffer.bytes.withUnsafeMutableBytes { unsafe read($0) }
      guard length > 0 else { return }
      let bytes = buffer.bytes
      passage.pass(bytes.span.extracting(0..<length))
    }
  }

  /// Nothing follows.
  func finish() {
    switch self {
    case .kept(let rows): rows.finish()
    case .values(let rows, let values): values.finish(rows)
    case .passage(let passage, _): passage.finish()
    }
  }

  /// Nothing more is wanted: the limit is reached, or nobody takes the rows any more.
  var isClosed: Bool {
    switch self {
    case .kept(let rows), .values(let rows, _): rows.isFull
    case .passage(let passage, _): passage.failure != nil
    }
  }

  /// What was taken in has to go on before more is read.
  var isBlocked: Bool {
    switch self {
    case .kept, .values: false
    case .passage(let passage, _): passage.hasPending
    }
  }

  var rows: Rows {
    switch self {
    case .kept(let rows), .values(let rows, _): .kept(rows)
    case .passage(let passage, _): .passed(passage.rowCount)
    }
  }

  var byteCount: Int {
    switch self {
    case .kept(let rows): rows.byteCount
    case .values(_, let values): values.byteCount
    case .passage(let passage, _): passage.byteCount
    }
  }

  var cutRowCount: Int {
    switch self {
    case .kept(let rows), .values(let rows, _): rows.cutRowCount
    case .passage(let passage, _): passage.cutRowCount
    }
  }
}

/// Memory that a passage reads into.
final class PassageBuffer {
  var bytes = [UInt8](repeating: 0, count: RowStore.receiveBytes)
}

/// Bytes of JSON on their way to rows.
final class ValueInput {
  private let buffer = PassageBuffer()
  private var cutter = JSONSplitter()
  /// Bytes that arrived.
  private(set) var byteCount = 0

  /// Takes in what `read` delivers, and adds the rows of it to `store`.
  func receive(_ read: (UnsafeMutableRawBufferPointer) -> Int, into store: RowStore) {
    let length = unsafe buffer.bytes.withUnsafeMutableBytes { unsafe read($0) }
    guard length > 0 else { return }
    byteCount += length
    let bytes = buffer.bytes
    var rows: [UInt8] = []
    rows.reserveCapacity(length)
    cutter.cut(bytes.span.extracting(0..<length), into: &rows)
    store.append(rows.span)
  }

  /// Nothing follows.
  func finish(_ store: RowStore) {
    var rows: [UInt8] = []
    cutter.finish(into: &rows)
    store.append(rows.span)
    store.finish()
  }
}
