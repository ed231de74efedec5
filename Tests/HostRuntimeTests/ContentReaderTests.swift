import HostContent
import HostPlugins
import Testing

@testable import HostRuntime
@testable import HostWorkers

@Suite struct `The content as children read it` {
  private let small: SmallSession
  private let window: ContentReader

  init() throws {
    small = try SmallSession("printf 'NAME  AGE\\nann    10\\nbob     7\\n'").loaded()
    window = try #require(small.run.content)
  }

  /// A text that is written into so many bytes, and how long the whole one is.
  private func text(
    _ room: Int, _ write: (UnsafeMutableRawBufferPointer) -> UInt64
  ) -> String {
    var bytes = [UInt8](repeating: 0, count: room)
    let length = unsafe bytes.withUnsafeMutableBytes { unsafe write($0) }
    return "\(String(decoding: bytes.prefix(Int(length)), as: UTF8.self)) \(length)"
  }

  @Test func `has its columns, and none beyond them`() {
    #expect(window.facts(at: 0).columns == 2 && window.facts(at: 0).rows == 2)
    #expect(window.column(0) == ContentColumnFacts(isRightAligned: false, width: 4))
    #expect(window.column(1)?.isRightAligned == true && window.column(2) == nil)
    func name(_ column: UInt32) -> String {
      unsafe text(64) { unsafe window.copyColumnName(column, into: $0) }
    }
    #expect([name(0), name(1), name(2)] == ["NAME 4", "AGE 3", " 0"])
  }

  @Test func `has its cells, and none beyond its rows and columns`() {
    func cell(_ row: UInt64, _ column: UInt32?, _ room: Int = 64) -> String {
      unsafe text(room) { unsafe window.copyCell(row: row, column: column, into: $0) }
    }
    #expect(cell(0, 0) == "ann 3" && cell(1, 1) == "7 1")
    #expect(cell(0, nil) == "ann    10 9" && cell(0, nil, 3) == "ann 9")
    #expect(cell(0, 2) == " 0" && cell(0, .max) == " 0")
    #expect(cell(2, 0) == " 0" && cell(.max, nil) == " 0")
  }

  @Test func `is loaded for as long as that takes, also when it is loaded again by itself`() throws
  {
    let ended = window.facts(at: 0).elapsedNanoseconds
    window.contentChanged(at: .max)
    #expect(window.facts(at: .max).elapsedNanoseconds == ended)
    let feed = try #require(small.session.feed)
    let began = window.facts(at: 0).beganNanoseconds + 1_000
    _ = feed.reload(at: began)
    window.contentChanged(at: began)
    #expect(window.facts(at: began + 7).elapsedNanoseconds == 7)
    #expect(window.facts(at: began + 9).elapsedNanoseconds == 9)
  }

  @Test func `says when its rows were loaded, how often they are, and how often that failed`()
    throws
  {
    let small = try SmallSession("echo row; exit 3", every: 1_000_000).begun()
    let context = small.run
    #expect(try small.turn { context.content?.facts(at: 0).failures == 2 })
    let facts = try #require(context.content?.facts(at: 0))
    #expect(facts.everyNanoseconds == 1_000_000 && facts.beganNanoseconds > 0)
    #expect(facts.loadedNanoseconds >= facts.beganNanoseconds)
    #expect(facts.failedNanoseconds == facts.loadedNanoseconds)
  }

  @Test(arguments: [(2, false), (1, true)])
  func `is cut where there were more rows than are kept`(limit: Int, isCut: Bool) throws {
    let limits = RowLimits(rows: limit, bytes: 1 << 20)
    let small = try SmallSession("printf 'a\\nb\\n'", limits: limits).loaded()
    let facts = try #require(small.run.content).facts(at: 0)
    #expect(facts.isCut == isCut && facts.rows == limit)
  }

  @Test(
    arguments: [
      ("echo row", []), ("echo row; echo why >&2", [.standardError(lines: 1)]),
      (
        "head -c 1048577 /dev/zero | tr '\\0' x; printf 'a\\nb\\n' >&2",
        [.longRows(1), .standardError(lines: 2)]
      ),
    ] as [(String, [ContentNotice])])
  func `has all notices as one text`(script: String, notices: [ContentNotice]) throws {
    let small = try SmallSession(script).loaded()
    let window = try #require(small.run.content)
    let text = notices.map(\.text).joined(separator: "; ")
    let copied = unsafe self.text(256) { unsafe window.copyText(.notice, into: $0) }
    #expect(copied == "\(text) \(text.utf8.count)")
  }

  @Test func `is given to a child in a worker as it is here, the view's rows too`() throws {
    let run = small.run
    let services = ChildContext(run)
    let generation = window.facts(at: 0).generation
    let query = RowRequest(
      rows: .places(from: 0, count: 5), columns: [1, RowRequest.wholeRow], textBytes: 64,
      wantsMatches: true)
    let question = ContentQuestion(child: 1, generation: generation, subject: .rows(query))
    guard case .rows(let rows) = ContentAnswer(to: question, from: services) else {
      Issue.record("it is another answer")
      return
    }
    #expect(rows.map(\.number) == [0, 1])
    #expect(rows.map(\.texts[1].bytes) == [Array("ann    10".utf8), Array("bob     7".utf8)])
    #expect(rows.map(\.texts[0].bytes) == [Array("10".utf8), Array("7".utf8)])
    #expect(rows.map(\.matches.count) == [2, 2])
    let old = ContentQuestion(child: 1, generation: generation + 1, subject: question.subject)
    #expect(ContentAnswer(to: old, from: services) == .gone)
  }

  @Test func `has a line that has not ended as a text, whole and in part`() throws {
    let small = try SmallSession("printf 'row\\nPassword: '; sleep 60").begun()
    let context = small.run
    func line(_ room: Int) -> String {
      unsafe text(room) { unsafe ChildContext(context).copyContentText(.openLine, into: $0) }
    }
    #expect(try small.turn { context.rowCount == 1 })
    #expect(line(64) == "Password:  10" && line(4) == "Pass 10")
  }

  @Test func `has its rows as they came`() {
    #expect(window.row(1) == ContentRowFacts(length: 9, fullLength: 9) && window.row(2) == nil)
    #expect(window.bytes(ofRow: 1) == Array("bob     7".utf8) && window.bytes(ofRow: 2) == [])
    for text in ["ann    10", "bob     7", "bob     ", "bob     70", "Bob     7", ""] {
      #expect(window.hasRow(Array(text.utf8)) == ["ann    10", "bob     7"].contains(text))
    }
    for (row, columns, printed) in [
      (0, ["AGE"], "10"), (1, ["AGE", "NAME"], "7\tbob"), (1, [], "bob     7"), (2, ["AGE"], ""),
    ] as [(UInt64, [String], String)] {
      #expect(window.printedBytes(ofRow: row, columns: columns) == Array(printed.utf8))
    }
  }
}
