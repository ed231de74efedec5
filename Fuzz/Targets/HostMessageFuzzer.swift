internal import HostPlugins
internal import HostSystem

@testable internal import HostWorkers

/// Messages to a worker, and answers in them: what is one is written as the same bytes.
enum HostMessageFuzzer {
  static func take(_ bytes: [UInt8]) {
    if let message = try? HostMessage(bytes[...]) {
      expect(message.bytes == bytes, "\(message) is written in another way")
    }
    if let answer = try? ContentAnswer(bytes) {
      expect(answer.bytes == bytes, "\(answer) is written in another way")
      check(answer)
    }
  }

  /// A worker that gets it finds in it what there is, and asks at most once for what there is not.
  private static func check(_ answer: ContentAnswer) {
    var asked = 0
    let content = ContentMirror { _ in
      asked += 1
      return answer
    }
    var facts = ContentFacts()
    facts.rows = .max
    facts.columns = 3
    expect(content.becomes(facts) == .all, "the content is not another")
    for row: UInt64 in [0, 1, 64, 0, .max - 1] {
      guard let known = content.row(row) else { continue }
      for column in [nil, 0, 2] as [UInt32?] {
        unsafe withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { room in
          _ = unsafe content.copyCell(row: row, column: column, into: room)
        }
      }
      _ = known
    }
    _ = content.column(2)
    _ = content.text(.remedy)
    expect(asked < 40, "\(asked) questions")
  }
}
