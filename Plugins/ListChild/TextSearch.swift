import ChildPluginKit

extension TextBuffer {
  /// The bytes where `query` stands at or after `start`.
  ///
  /// Small letters in the query find ASCII capitals too; a query with a capital finds what is
  /// written the same.
  func range(of query: TextBuffer, from start: Int = 0) -> Range<Int>? {
    withSpan { text in
      query.withSpan { query in Self.range(of: query, in: text, from: start) }
    }
  }

  private static func range(
    of query: Span<UInt8>, in text: Span<UInt8>, from start: Int
  ) -> Range<Int>? {
    guard query.count > 0, text.count >= query.count else { return nil }
    let isExact = hasCapital(query)
    var start = start
    while start <= text.count - query.count {
      var length = 0
      while length < query.count {
        let byte = text[start + length]
        guard (isExact ? byte : small(byte)) == query[length] else { break }
        length += 1
      }
      if length == query.count { return start..<start + length }
      start += 1
    }
    return nil
  }

  private static func hasCapital(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where small(text[index]) != text[index] { return true }
    return false
  }

  private static func small(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}
