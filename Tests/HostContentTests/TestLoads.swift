import Foundation
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostContent

extension ScratchFolder {
  /// Writes a file in place, as a shell's `>` does; returns its path.
  func write(_ name: String, _ bytes: [UInt8]) -> String {
    let descriptor = unsafe open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    file.write(Data(bytes))
    return "\(path)/\(name)"
  }
}

extension ContentLoader.Options {
  static func with(_ change: (inout Self) -> Void) -> Self {
    var options = Self()
    change(&options)
    return options
  }
}

// MARK: - The real world

/// Runs a loader as the program's loop does, on the real clock, until it is at rest.
final class Loop {
  let loader: ContentLoader
  /// The generation of the content after each change that made another one, in order.
  private(set) var generations: [Int] = []

  private let poller: Poller
  private var ready: [Ready] = []
  private static let clock = Clock()

  /// Starts to load a source; `standardInput` replaces standard input.
  init(
    _ source: Source, _ options: ContentLoader.Options = .init(), followsFile: Bool = false,
    standardInput: consuming FileDescriptor? = nil
  ) throws {
    poller = try Poller()
    let sources = SystemSources(in: poller, standardInput: standardInput)
    loader = ContentLoader(source, in: sources, options: options)
    loader.followsFile = followsFile
    start()
  }

  /// A source that is loaded to its end, or, if it is followed, to where its file ends now.
  static func loaded(
    _ source: Source, _ options: ContentLoader.Options = .init(), followsFile: Bool = false,
    standardInput: consuming FileDescriptor? = nil
  ) throws -> Loop {
    let loop = try Loop(
      source, options, followsFile: followsFile, standardInput: standardInput)
    #expect(loop.run { followsFile && !$0.isLoading })
    return loop
  }

  static func now() -> Int64 { clock.nowNanoseconds }

  func start() { note(loader.start(at: Self.now())) }

  /// Ends the load as the user does, and waits for the end of its command.
  func stop() {
    _ = loader.stop(at: Self.now())
    #expect(run())
  }

  /// Runs until `isDone` or, unless following a file, nothing is pending; false after `seconds`.
  @discardableResult
  func run(seconds: Int64 = 60, until isDone: (Content) -> Bool = { _ in false }) -> Bool {
    let end = Self.now() + seconds * 1_000_000_000
    while !isDone(loader.content) {
      if loader.isAtRest, !loader.followsFile { return true }
      let now = Self.now()
      if now > end { return false }
      turn(waitingUntil: min(end, loader.deadline ?? end), at: now)
    }
    return true
  }

  private func turn(waitingUntil time: Int64, at now: Int64) {
    let wait = loader.hasWorkNow ? 0 : max(0, time - now)
    try? poller.wait(timeoutNanoseconds: wait, into: &ready)
    for port in ready { note(loader.take(port.token, at: Self.now())) }
    if loader.hasWorkNow { note(loader.work(at: Self.now())) }
    if let deadline = loader.deadline, deadline <= Self.now() {
      note(loader.deadlinePassed(at: Self.now()))
    }
  }

  private func note(_ change: ContentChange) {
    let generation = loader.content.generation
    if change.contains(.content), generation != generations.last ?? 0 {
      generations.append(generation)
    }
  }

  var content: Content { loader.content }

  /// The first rows of the content.
  func rows(_ most: Int = 1000) -> [String] { text(of: content, most) }
}

// MARK: - A world that a test feeds

/// Content that a test provides, load by load.
final class FedContent {
  let source = FedSource()
  let loader: ContentLoader

  init(_ options: ContentLoader.Options = .init()) {
    loader = ContentLoader(.command(["rows"]), in: source, options: options)
  }

  var content: Content { loader.content }
  var rows: [String] { text(of: content, 100_000) }

  /// Begins another load, with its first rows.
  func start(_ text: String = "") {
    _ = loader.start(at: 0)
    feed(text)
  }

  /// Appends rows to the current load.
  func feed(_ text: String) {
    guard let command = source.commands.last else { return }
    command.output.waiting += Array(text.utf8)
    while !command.output.waiting.isEmpty { _ = loader.take(command.output.token, at: 0) }
  }

  /// Ends the current load.
  func end(_ status: ProcessStatus = .exited(0), at now: Int64 = 0) {
    guard let command = source.commands.last else { return }
    command.end(status)
    for token in [command.output.token, command.errors.token, command.token] {
      _ = loader.take(token, at: now)
    }
  }

  /// Loads a whole text.
  @discardableResult
  func load(_ text: String, _ status: ProcessStatus = .exited(0)) -> Content {
    start(text)
    end(status)
    return content
  }
}

/// Commands whose output and end a test controls.
final class FedSource: SourceWorld {
  /// Whether a command can be started.
  var isThere = true
  private(set) var commands: [FedCommand] = []

  func start(_ words: [String]) throws(SystemError) -> CommandPorts {
    guard isThere else { throw SystemError(call: "exec", code: ENOENT) }
    let command = FedCommand(number: UInt64(commands.count))
    commands.append(command)
    return CommandPorts(process: command, output: command.output, errors: command.errors)
  }

  func open(_ origin: FileOrigin) throws(SystemError) -> any FilePort {
    throw SystemError(call: "open", code: ENOENT)
  }

  func startProgram(_ words: [[UInt8]], reading input: [UInt8]) throws(SystemError) -> CommandPorts
  {
    throw SystemError(call: "exec", code: ENOENT)
  }

  func exists(_ path: String) -> Bool { isThere }
}

/// The process of such a command.
final class FedCommand: ProcessPort {
  let token: PortToken
  let canWait = true
  let output: FedStream
  let errors: FedStream
  var status = ProcessStatus.running
  private(set) var isTerminated = false

  init(number: UInt64) {
    token = PortToken(rawValue: 3 * number + 1)
    output = FedStream(PortToken(rawValue: 3 * number + 2))
    errors = FedStream(PortToken(rawValue: 3 * number + 3))
  }

  func end(_ status: ProcessStatus) {
    self.status = status
    output.hasEnded = true
    errors.hasEnded = true
  }

  func checkStatus() -> ProcessStatus { status }
  var hasGroup: Bool { status == .running }
  func terminate() {
    isTerminated = true
    if status == .running { end(.killed(signal: SIGTERM)) }
  }
  func kill() { end(.killed(signal: SIGKILL)) }
  func release() {}
}

/// An output of such a command.
final class FedStream: StreamPort {
  let token: PortToken
  let canWait = true
  var waiting: [UInt8] = []
  var hasEnded = false
  var failure: SystemError?

  init(_ token: PortToken) { self.token = token }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    if let failure { return .failed(failure) }
    let count = min(buffer.count, waiting.count)
    guard count > 0 else { return hasEnded ? .end : .nothing }
    unsafe buffer.copyBytes(from: waiting[..<count])
    waiting.removeFirst(count)
    return .bytes(count)
  }

  func close() { hasEnded = true }
}

/// An output in memory that takes some bytes at a time, or none while it is held.
final class KeptOutput: OutputPort {
  let isTerminal = false
  private(set) var taken: [UInt8] = []
  /// The most bytes that are taken at once, each time after a signal; nil for all.
  private let pieceCount: Int?
  private var isInterrupted = false
  var isHeld: Bool

  init(pieceCount: Int? = nil, isHeld: Bool = false) {
    (self.pieceCount, self.isHeld) = (pieceCount, isHeld)
  }

  func write(_ bytes: Span<UInt8>) -> OutputResult {
    if pieceCount != nil { isInterrupted.toggle() }
    if isHeld || isInterrupted { return .interrupted }
    let count = min(pieceCount ?? .max, bytes.count)
    taken += bytes.extracting(first: count).copied
    return .bytes(count)
  }
}
