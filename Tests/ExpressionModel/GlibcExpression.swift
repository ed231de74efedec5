internal import Glibc

/// A regular expression of the C library (regcomp), with which those of the program are compared.
@safe package final class GlibcExpression {
  private var compiled = unsafe regex_t()
  private let locale: locale_t?
  private var isCompiled = false

  /// Nil if the pattern (without NUL) is invalid; bytewise, each byte of a text is a character.
  package init?(_ pattern: [UInt8], ignoresCase: Bool, isBytewise: Bool) {
    unsafe locale = newlocale(LC_CTYPE_MASK, isBytewise ? "C" : "C.UTF-8", nil)
    let before = unsafe uselocale(locale)
    let text = pattern.map { CChar(bitPattern: $0) } + [0]
    isCompiled =
      unsafe regcomp(&compiled, text, REG_EXTENDED | (ignoresCase ? REG_ICASE : 0)) == 0
    _ = unsafe uselocale(before)
    if !isCompiled { return nil }
  }

  deinit {
    if isCompiled { unsafe regfree(&compiled) }
    unsafe freelocale(locale)
  }

  /// The first match from `start` on, the longest there.
  package func range(in text: [UInt8], from start: Int) -> Range<Int>? {
    var place = regmatch_t(rm_so: regoff_t(start), rm_eo: regoff_t(text.count))
    let before = unsafe uselocale(locale)
    defer { _ = unsafe uselocale(before) }
    let characters = text.map { CChar(bitPattern: $0) } + [0]
    let flags = REG_STARTEND | (start > 0 ? REG_NOTBOL : 0)
    guard unsafe regexec(&compiled, characters, 1, &place, flags) == 0 else { return nil }
    return Int(place.rm_so)..<Int(place.rm_eo)
  }

  /// All matches that are not empty, each looked for behind the one before.
  package func ranges(in text: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    while start <= text.count, let found = range(in: text, from: start) {
      if !found.isEmpty { ranges.append(found) }
      start = max(found.upperBound, start + (found.isEmpty ? 1 : 0))
    }
    return ranges
  }
}
