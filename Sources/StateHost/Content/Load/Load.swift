internal import Glibc
package import HostSystem

/// One load of a data source, from its start to its end, failure or cancellation: it owns the rows,
/// the input and the command, and reads a bounded amount whenever a port is ready; a reload is
/// another one.
///
/// The load of a command ends when the command has exited and both its outputs are closed. If a
/// process that it started keeps them open, the load ends after `lingerNanoseconds` without output.
/// A load that is cut off (a limit is reached, or its output has failed) ends at once and stops its
/// command. After the end, it still reads what a followed file gains.
final class Load {
  static let lingerNanoseconds: Int64 = 300_000_000
  /// About how many bytes one call reads.
  private static let bytesPerCall = 1 << 20

  /// The phase of a load: running, or ended, with the kind of error if it failed or was stopped.
  enum Phase: Equatable {
    case loading
    /// The reason is nil after a success.
    case ended(ContentError.Kind?)
  }

  let rows: Rows
  /// Where the bytes of the rows come from; nil for a file that is only indexed.
  let input: StreamInput?
  let command: CommandMonitor?
  /// Whether it reads a regular file, which can be read again.
  let isRegularFile: Bool
  private let graceNanoseconds: Int64
  private var lingerUntil: Int64?

  private(set) var phase = Phase.loading
  /// Whether a file that was read to its end has grown since.
  private var isGrowing = false
  /// Whether the command exited while its output was still open.
  private var leftOutputOpen = false

  private init(
    _ rows: Rows, input: StreamInput? = nil, command: CommandMonitor? = nil,
    isRegularFile: Bool = false, options: ContentLoader.Options
  ) {
    self.rows = rows
    self.input = input
    self.isRegularFile = isRegularFile
    self.command = command
    graceNanoseconds = options.graceNanoseconds
  }

  /// The last rows of a command, oldest first.
  var lastRows: [String] {
    guard command != nil else { return [] }
    return (max(0, rows.count - FailureLine.rowCount)..<rows.count).map { row in
      rows.withRow(row) { bytes, _ in
        let start = max(0, bytes.count - FailureLine.lineBytes)
        return String(decoding: bytes.extracting(start..<bytes.count).copied, as: UTF8.self)
      }
    }
  }

  var byteCount: Int {
    if case .file(let file) = rows { file.byteCount } else { input?.byteCount ?? 0 }
  }

  /// The part that has arrived, 0…1; nil when the size is not known.
  var fraction: Double? {
    if case .file(let file) = rows { return file.fraction }
    return command?.report?.fraction
      ?? input?.size.map { min(1, Double(byteCount) / Double(max(1, $0))) }
  }

  /// Whether a plugin's source has declared its first row a header, with tabs between the names.
  var isTable: Bool { command?.report?.isTable ?? false }

  var notices: [ContentNotice] {
    var notices: [ContentNotice] = []
    if rows.isFull { notices.append(.cutAfter(rows: rows.count, rows.problem)) }
    if case .file(let file) = rows, file.hasChanged { notices.append(.fileChanged) }
    if rows.cutRowCount > 0 { notices.append(.longRows(rows.cutRowCount)) }
    if leftOutputOpen { notices.append(.outputStillOpen) }
    return notices
  }

  /// Whether there is something to read without waiting.
  var hasWorkNow: Bool {
    if isGrowing { return true }
    guard phase == .loading else { return false }
    guard let input else { return true }
    return rows.isBlocked || command?.hasPendingErrors ?? false
      || (input.isOpen && !input.port.canWait)
  }

  /// When `poll` is due at the latest; nil when a port becomes ready first.
  var deadline: Int64? {
    guard phase == .loading else { return nil }
    return Int64.earlier(lingerUntil, command?.process.deadline)
  }

  func reads(_ token: PortToken) -> Bool {
    input?.port.token == token || command?.errors?.token == token
      || command?.process.token == token || command?.report?.token == token
  }

  /// Reads about `bytesPerCall` from a port, or, if `token` is nil, what needs no waiting.
  func read(_ token: PortToken?, at now: Int64) {
    if isGrowing, token == nil, case .file(let file) = rows {
      if scan(file) != nil { isGrowing = false }
      return
    }
    guard phase == .loading else { return }
    var failure: SystemError?
    if case .file(let file) = rows {
      if token == nil { failure = scan(file) }
    } else if let input, token == nil || token == input.port.token {
      failure = readRows(input, at: now)
    }
    command?.report?.take()
    command?.flushErrors()
    if let command, let errors = command.errors, token == errors.token,
      command.readErrors(budget: Self.bytesPerCall)
    {
      extendLinger(at: now)
    }
    if let failure { end(.readFailed(failure.code), at: now) } else { poll(at: now) }
  }

  private func scan(_ file: FileRows) -> SystemError? {
    do throws(SystemError) {
      for _ in stride(from: 0, to: Self.bytesPerCall, by: FileRows.scanBytes) {
        if try file.scan() { continue }
        if phase == .loading { phase = .ended(nil) }
        isGrowing = false
        return nil
      }
      return nil
    } catch { return error }
  }

  /// Checks whether a file that was read to its end has grown since.
  ///
  /// `named` is what the path names now.
  func grow(named: FileFacts?) -> FileRows.Growth {
    guard phase == .ended(nil), case .file(let file) = rows, file.grows else { return .none }
    let growth = file.findGrowth(named: named)
    if growth == .grown { isGrowing = true }
    return growth
  }

  private func readRows(_ input: StreamInput, at now: Int64) -> SystemError? {
    if case .written(let writer) = rows, writer.hasPending { writer.flush() }
    var left = Self.bytesPerCall
    while left > 0, !rows.isBlocked, !rows.isFull {
      switch input.read() {
      case .bytes(let count):
        left -= count
        extendLinger(at: now)
      case .nothing, .end: return nil
      case .failed(let error): return error
      }
    }
    return nil
  }

  private func extendLinger(at now: Int64) {
    if lingerUntil != nil { lingerUntil = now + Self.lingerNanoseconds }
  }

  /// Ends the load if everything has arrived.
  func poll(at now: Int64) {
    guard phase == .loading, let input else { return }
    if rows.isFull { return end(nil, at: now) }
    guard let command else {
      if !input.isOpen, !rows.isBlocked { end(nil, at: now) }
      return
    }
    command.process.poll(at: now)
    guard let outcome = command.process.outcome, !rows.isBlocked, !command.hasPendingErrors else {
      return
    }
    if input.isOpen || command.errors != nil {
      let until = lingerUntil ?? now + Self.lingerNanoseconds
      lingerUntil = until
      if now < until { return }
      // Output may have arrived although no port was reported ready.
      if case .bytes = input.read() { return extendLinger(at: now) }
    }
    leftOutputOpen = input.isOpen
    end(command.failure(of: outcome), at: now)
  }

  /// Cancels the load and stops its command with the command's process group.
  func stop(at now: Int64) { if phase == .loading { end(.stopped, at: now) } }

  private func end(_ kind: ContentError.Kind?, at now: Int64) {
    phase = .ended(kind)
    lingerUntil = nil
    input?.close()
    input?.finish()
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
  /// The earlier of two times; nil stands for never.
  static func earlier(_ first: Int64?, _ second: Int64?) -> Int64? {
    guard let first, let second else { return first ?? second }
    return first < second ? first : second
  }
}

/// A reader of a byte stream, such as a command's output or a small file, that stores it as rows or
/// writes it; can split JSON into values, or swap NUL and newline for rows that end with NUL.
final class StreamInput {
  let port: any StreamPort
  /// How many bytes are expected; nil when that is not known.
  let size: Int?
  private(set) var isOpen = true
  private(set) var byteCount = 0

  private let rows: Rows
  private var splitter: JSONSplitter?
  private let swapsRowEnds: Bool
  /// A buffer for bytes that are not stored unchanged.
  private var buffer: [UInt8] = []

  init(_ port: any StreamPort, into rows: Rows, options: ContentLoader.Options, size: Int? = nil) {
    self.port = port
    self.rows = rows
    self.size = size
    swapsRowEnds = options.endsRowsWithNUL
    if options.splitsJSON { splitter = JSONSplitter() }
  }

  /// Whether the rows are JSON values rather than lines.
  var splitsJSON: Bool { splitter != nil }

  func close() {
    isOpen = false
    port.close()
  }

  /// Reads once without waiting; closes the port at its end and after an error.
  func read() -> ReadResult {
    guard isOpen else { return .end }
    var arrival = ReadResult.nothing
    if case .kept(let store) = rows, splitter == nil {
      _ = unsafe store.receive { space in
        arrival = unsafe port.read(into: space)
        guard case .bytes(let count) = arrival else { return 0 }
        if swapsRowEnds {
          unsafe RowEndSwap.swap(in: UnsafeMutableRawBufferPointer(rebasing: space[..<count]))
        }
        return count
      }
    } else {
      if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: RowStore.receiveBytes) }
      arrival = unsafe buffer.withUnsafeMutableBytes { unsafe port.read(into: $0) }
      if case .bytes(let count) = arrival { passOn(count) }
    }
    switch arrival {
    case .bytes(let count): byteCount += count
    case .nothing: break
    case .end, .failed: close()
    }
    return arrival
  }

  private func passOn(_ count: Int) {
    let bytes = buffer
    if case .written(let writer) = rows { writer.write(bytes.span.extracting(0..<count)) }
    guard case .kept(let store) = rows else { return }
    var lines: [UInt8] = []
    lines.reserveCapacity(count)
    splitter?.split(bytes.span.extracting(0..<count), into: &lines)
    store.append(lines.span)
  }

  func finish() {
    if case .written(let writer) = rows { writer.finish() }
    guard case .kept(let store) = rows else { return }
    var lines: [UInt8] = []
    splitter?.finish(into: &lines)
    store.append(lines.span)
    store.finish()
  }
}

// MARK: - Starting a load

extension Load {
  /// Starts to load a source, or throws an error that is known before anything is read.
  static func start(
    _ opening: LoadMethod, titled subject: String, in sources: any SourceWorld,
    options: ContentLoader.Options, grows: Bool
  ) throws(ContentError) -> Load {
    switch opening {
    case .start(let words), .fetch(let words):
      do throws(SystemError) {
        return load(try sources.start(words), isFetch: !opening.isCommand, options: options)
      } catch {
        let failure = ContentError(starting: words, subject, failed: error, in: sources)
        throw !opening.isCommand && failure.kind == .commandNotFound
          ? ContentError(subject: subject, kind: .fetcherNotFound) : failure
      }
    case .launch(let launch):
      do throws(SourceFailure) {
        return load(try launch(), options: options)
      } catch {
        throw ContentError(subject: subject, kind: .source(error))
      }
    case .open(let origin):
      let file: any FilePort
      do throws(SystemError) {
        file = try sources.open(origin)
      } catch {
        throw ContentError(opening: subject, failed: error)
      }
      if origin == .standardInput, file.facts?.kind == .terminal {
        throw ContentError(subject: subject, kind: .standardInputIsTerminal)
      }
      return try load(file, subject: subject, options: options, grows: grows)
    }
  }

  private static func load(
    _ ports: CommandPorts, isFetch: Bool = false, options: ContentLoader.Options
  ) -> Load {
    let rows = destination(options)
    return Load(
      rows, input: StreamInput(ports.output, into: rows, options: options),
      command: CommandMonitor(ports, isFetch: isFetch, errorWriter: options.errorWriter),
      options: options)
  }

  private static func load(
    _ file: any FilePort, subject: String, options: ContentLoader.Options, grows: Bool
  ) throws(ContentError) -> Load {
    guard let facts = file.facts else {
      throw ContentError(subject: subject, kind: .readFailed(EIO))
    }
    if facts.kind == .directory { throw ContentError(subject: subject, kind: .isDirectory) }
    let isRegular = facts.kind == .regular
    let start = file.position
    if isRegular, grows || facts.size - start > options.maxKeptFileBytes,
      options.rowWriter == nil, !options.splitsJSON, !options.endsRowsWithNUL
    {
      let rows = FileRows(
        file: file, facts: facts, from: start, limits: options.indexLimits, grows: grows)
      return Load(.file(rows), isRegularFile: true, options: options)
    }
    let rows = destination(options)
    let size = isRegular && facts.size > start ? facts.size - start : nil
    return Load(
      rows, input: StreamInput(file, into: rows, options: options, size: size),
      isRegularFile: isRegular, options: options)
  }

  private static func destination(_ options: ContentLoader.Options) -> Rows {
    options.rowWriter.map { .written($0) } ?? .kept(RowStore(limits: options.limits))
  }
}

extension ContentLoader.Options {
  /// Whether the rows are JSON values rather than lines.
  fileprivate var splitsJSON: Bool { rowWriter == nil && columns == .members }
}

/// Functions that swap every NUL and newline: rows that end with NUL (`--read0`) are stored as
/// lines, with NUL for their newlines, and those printed at the end are swapped back.
package enum RowEndSwap {
  package static func swap(in bytes: UnsafeMutableRawBufferPointer) {
    for position in 0..<bytes.count { unsafe bytes[position] = other(bytes[position]) }
  }

  package static func swap(in bytes: inout [UInt8]) {
    for index in bytes.indices { bytes[index] = other(bytes[index]) }
  }

  @inline(__always)
  private static func other(_ byte: UInt8) -> UInt8 { byte == 0 ? 0x0A : byte == 0x0A ? 0 : byte }
}

extension ContentError {
  /// The error for a file that could not be opened.
  fileprivate init(opening subject: String, failed error: SystemError) {
    let kind: Kind =
      switch error.code {
      case ENOENT, ENOTDIR: .fileNotFound
      case EACCES, EPERM: .notReadable(error.code)
      default: .readFailed(error.code)
      }
    self.init(subject: subject, kind: kind)
  }

  /// The error for a command, of these words, that failed to start; `subject` is how it is shown.
  package init(
    starting words: [String], _ subject: String, failed error: SystemError,
    in sources: any SourceWorld
  ) {
    // `ENOENT` for a file that exists means that its interpreter was not found.
    let exists = words.first.map { $0.contains("/") && sources.exists($0) } ?? false
    let kind: Kind =
      switch error.code {
      case ENOENT, ENOTDIR: exists ? .notExecutable(error.code) : .commandNotFound
      case EACCES, EPERM, ENOEXEC, EISDIR, ELIBBAD, ELOOP, ENAMETOOLONG: .notExecutable(error.code)
      default: .cannotStart(error.code)
      }
    self.init(subject: subject, kind: kind)
  }
}
