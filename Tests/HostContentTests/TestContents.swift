import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostContent

// MARK: - Rows

/// Rows that arrive in slices of these lengths, and the rest at once.
func stored(_ bytes: [UInt8], slices: [Int] = [], limits: RowLimits = .kept) -> RowStore {
  let store = RowStore(limits: limits)
  var start = 0
  for slice in slices {
    store.append(bytes.span.extracting(start..<start + slice))
    start += slice
  }
  store.append(bytes.span.extracting(start..<bytes.count))
  store.finish()
  return store
}

func stored(_ text: String) -> RowStore { stored(Array(text.utf8)) }

func stored(_ count: Int, _ row: (Int) -> String) -> RowStore {
  stored((0..<count).flatMap { Array("\(row($0))\n".utf8) })
}

func string(_ bytes: Span<UInt8>) -> String { String(decoding: bytes.copied, as: UTF8.self) }

extension SeededGenerator {
  /// Some of the parts, joined.
  mutating func text(of parts: [String], _ count: Int) -> String {
    (0..<count).map { _ in parts.randomElement(using: &self) ?? "" }.joined()
  }

  mutating func text(of parts: [String], _ count: ClosedRange<Int>) -> String {
    text(of: parts, Int.random(in: count, using: &self))
  }
}

extension String {
  /// The text with ranges of its bytes in brackets.
  func marked(_ ranges: [Range<Int>]) -> String {
    let bytes = Array(utf8)
    var marked: [UInt8] = []
    var start = 0
    for range in ranges {
      marked += bytes[start..<range.lowerBound] + Array("[".utf8) + bytes[range] + Array("]".utf8)
      start = range.upperBound
    }
    return String(decoding: marked + bytes[start...], as: UTF8.self)
  }
}

/// The first rows of the content, as text.
func text(of content: Content, _ most: Int = 1000) -> [String] {
  (0..<min(most, content.rowCount)).map { row in
    content.withRow(row) { bytes, _ in string(bytes) }
  }
}

extension Columns {
  /// Columns of texts with these names.
  init(_ names: [String], headerRowCount: Int = 0, format: RowFormat = .separated(by: 0x09)) {
    self.init(
      columns: names.map { Column(name: $0, isNumeric: false, alignment: .left, width: 1) },
      headerRowCount: headerRowCount, format: format)
  }
}

extension Content {
  /// Rows with the columns of a format; nil for none.
  init(_ rows: RowStore, as format: Columns.Request? = nil, generation: Int = 1) {
    self.init(title: "", rows: .kept(rows))
    self.generation = generation
    if let format { columns = Columns.find(in: self.rows, as: format) }
  }
}

// MARK: - Views

extension RowFilter {
  init(
    _ text: String, kind: Kind = .text, letterCase: LetterCase = .smart, column: Int? = nil
  ) { self.init(Array(text.utf8), kind: kind, letterCase: letterCase, column: column) }
}

extension ViewRequest {
  init(_ text: String, kind: RowFilter.Kind = .text, column: Int? = nil, sort: RowSort? = nil) {
    self.init(filter: RowFilter(text, kind: kind, column: column), sort: sort)
  }
}

extension View {
  /// The rows that are shown, in order.
  var rows: [Int] { (0..<count).compactMap { row(at: $0) } }

  func matches(in row: Span<UInt8>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    findMatches(in: row, into: &ranges)
    return ranges
  }
}

/// A world whose background work a test steps.
final class SteppedWorld: BackgroundWorld {
  private(set) var ports: [SteppedPort] = []

  func openBackground(for work: any BackgroundWork) -> any BackgroundHandle {
    let port = SteppedPort(work, PortToken(rawValue: UInt64(ports.count + 1)))
    ports.append(port)
    return port
  }

  /// Whether work is left.
  var hasWork: Bool { ports.contains { $0.hasWork } }

  /// Makes one step of each work; returns the tokens of those with news.
  func step() -> [PortToken] {
    for port in ports { port.step() }
    return ports.filter { $0.hasNews }.map { $0.token }
  }

  /// Makes one step of each work for a view; returns what it changed.
  @discardableResult
  func step(_ view: View) -> ViewChange {
    step().reduce([]) { $0.union(view.take($1)) }
  }

  /// Makes steps until a view is complete.
  func finish(_ view: View) {
    var steps = 0
    while !view.isComplete, steps < 100_000 {
      step(view)
      steps += 1
    }
    #expect(view.isComplete)
  }

  /// Shows a request to its end; returns the rows.
  func rows(_ request: ViewRequest, of content: Content, in view: View) throws -> [Int] {
    _ = try view.show(request, of: content)
    finish(view)
    return view.rows
  }
}

final class SteppedPort: BackgroundHandle {
  let token: PortToken
  private let work: any BackgroundWork
  private(set) var hasWork = false
  private(set) var hasNews = false
  private(set) var isClosed = false

  init(_ work: any BackgroundWork, _ token: PortToken) { (self.work, self.token) = (work, token) }

  func step() {
    guard hasWork, !isClosed else { return }
    let step = work.step()
    hasWork = step.hasMore
    if step.hasNews { hasNews = true }
  }

  func resume() { hasWork = true }
  func clear() { hasNews = false }
  func close() { isClosed = true }
}

/// A world whose background work threads do, reported by a poller.
final class ThreadWorld: BackgroundWorld {
  private let poller: Poller

  init() throws { poller = try Poller() }

  func openBackground(for work: any BackgroundWork) throws(SystemError) -> any BackgroundHandle {
    try BackgroundThreads(work, in: poller)
  }

  /// Waits until a view is complete.
  func finish(_ view: View) throws {
    var ready: [Ready] = []
    while !view.isComplete {
      try poller.wait(timeoutNanoseconds: 20_000_000_000, into: &ready)
      guard !ready.isEmpty else { break }
      for port in ready { _ = view.take(port.token) }
    }
    #expect(view.isComplete)
  }
}
