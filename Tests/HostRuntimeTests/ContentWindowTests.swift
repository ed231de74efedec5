import HostContent
import HostPlugins
import Testing

@testable import HostRuntime

@Suite struct `The content as children read it` {
  private let small: SmallSession
  private let window: ContentWindow

  init() throws {
    small = try SmallSession("printf 'NAME  AGE\\nann    10\\nbob     7\\n'")
    small.session.begin()
    let session = small.session
    _ = try small.turn { session.feed?.loader.content.isComplete == true }
    window = try #require(small.session.stage.context.content)
    small.session.end()
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
    let feed = try #require(small.session.feed)
    let began = window.facts(at: 0).beganNanoseconds + 1_000
    _ = feed.reload(at: began)
    window.contentChanged(at: began)
    #expect(window.facts(at: began + 7).elapsedNanoseconds == 7)
    #expect(window.facts(at: began + 9).elapsedNanoseconds == 9)
    small.session.end()
  }

  @Test func `has its rows as they came`() {
    #expect(window.row(1) == ContentRowFacts(length: 9, fullLength: 9) && window.row(2) == nil)
    #expect(window.bytes(ofRow: 1) == Array("bob     7".utf8) && window.bytes(ofRow: 2) == [])
  }
}
