internal import CHostSystem
internal import Glibc

/// A POSIX extended regular expression, compiled.
///
/// It may be used on any thread. What would take glibc memory or time without bound is refused:
/// back-references, and repetitions that stand for more than `mostCharacters`.
@safe final class Expression: @unchecked Sendable {
  private static let mostCharacters = 2000

  private let compiled: OpaquePointer

  /// - Parameters:
  ///   - pattern: as text.
  ///   - ignoresCase: whether capital and small letters are the same.
  ///   - findsPlaces: whether `range` will be asked for; `matches` is faster without.
  /// - Throws: what is wrong with the pattern.
  init(_ pattern: [UInt8], ignoresCase: Bool, findsPlaces: Bool) throws(ViewProblem) {
    let size = try ExpressionSize(pattern)
    guard size.characters <= Self.mostCharacters else {
      throw .expression("it repeats too much")
    }
    var problem = [CChar](repeating: 0, count: 128)
    let text = pattern.map { CChar(bitPattern: $0) } + [0]
    let compiled = unsafe host_expression_make(
      text, ignoresCase ? 1 : 0, findsPlaces ? 1 : 0, size.isBytewise ? 1 : 0, &problem,
      problem.count)
    guard let compiled = unsafe compiled else {
      let words = problem.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw .expression(String(decoding: words, as: UTF8.self))
    }
    unsafe self.compiled = compiled
  }

  deinit { unsafe host_expression_free(compiled) }

  func matches(_ text: Span<UInt8>) -> Bool { range(in: text, from: 0) != nil }

  /// The first match from `start` on, the longest there; it may be empty.
  func range(in text: Span<UInt8>, from start: Int) -> Range<Int>? {
    var from = 0
    var end = 0
    let found = unsafe text.withUnsafeBytes { text in
      // glibc wants a place even for no bytes.
      let none: StaticString = ""
      let bytes = unsafe text.baseAddress ?? UnsafeRawPointer(none.utf8Start)
      return unsafe host_expression_find(
        compiled, bytes.assumingMemoryBound(to: CChar.self), text.count, start, &from, &end)
    }
    return found == 1 ? from..<end : nil
  }
}
