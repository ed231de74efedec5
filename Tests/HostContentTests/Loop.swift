import HostContent
import HostSystem

/// Runs a loader as the program's loop does, on the real clock, until it is at rest.
final class Loop {
  let loader: ContentLoader
  /// The generation of the content after each change that made another one, in order.
  private(set) var generations: [Int] = []

  private let poller: Poller
  private var ready: [Ready] = []
  private static let clock = Clock()

  /// - Parameters:
  ///   - source: what is loaded.
  ///   - options: options of the loader.
  ///   - standardInput: replaces standard input.
  /// - Throws: an error of the system.
  init(
    _ source: Source, _ options: ContentLoader.Options = .init(),
    standardInput: consuming FileDescriptor? = nil
  ) throws {
    poller = try Poller()
    let sources = SystemSources(in: poller, standardInput: standardInput)
    loader = ContentLoader(source, in: sources, options: options)
  }

  static func now() -> Int64 { clock.nowNanoseconds }

  func start() {
    note(loader.start(at: Self.now()))
  }

  /// Runs until `isDone` or, unless a file is followed, nothing is left to wait for; returns false after `seconds`.
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

/// All rows of the content, as text.
func text(of content: Content, _ most: Int = 1000) -> [String] {
  (0..<min(most, content.rowCount)).map { row in
    content.withRow(row) { bytes, _ in string(bytes) }
  }
}

func string(_ bytes: Span<UInt8>) -> String {
  String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
}
