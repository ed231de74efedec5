/// A reusable buffer that converts a row or cell to the text that is displayed, for filters,
/// searches, row keys, messages and `--strip`, and maps it back to the original bytes.
///
/// Overstrikes (`N\bN` is an `N`) and carriage returns are applied, escape sequences and invisible
/// characters removed, and controls replaced by pictures. Invalid UTF-8 stays.
package struct DisplayedText {
  package private(set) var bytes: [UInt8] = []
  /// The source of each byte in the text, -1 for none.
  private var sources: [Int] = []
  private var line = PrintedLine()
  private var printed: [UInt8] = []
  private var printedSources: [Int] = []

  package init() {}

  /// Replaces the text by another, which has no newline.
  package mutating func read(_ text: Span<UInt8>) {
    print(text)
    bytes.removeAll(keepingCapacity: true)
    sources.removeAll(keepingCapacity: true)
    let printed = printed
    var scanner = HarmlessScanner()
    while let scalar = scanner.next(in: printed.span) {
      let isPlain = 0x20..<0x7F ~= scalar
      let start = isPlain ? scanner.index - 1 : scanner.unusualStart
      let length = bytes.count
      if scalar == UTF8Scalar.replacement {
        for index in start..<scanner.index { bytes.append(printed[index]) }
      } else {
        UTF8Scalar.append(scalar, to: &bytes)
      }
      for offset in 0..<bytes.count - length {
        sources.append(printedSources[min(start + offset, scanner.index - 1)])
      }
    }
  }

  /// Appends the ranges of the text that displayed bytes come from, in display order.
  package func appendSources(of range: Range<Int>, to ranges: inout [Range<Int>]) {
    for source in sources[range] where source >= 0 {
      if let last = ranges.last, last.upperBound == source {
        ranges[ranges.count - 1] = last.lowerBound..<source + 1
      } else {
        ranges.append(source..<source + 1)
      }
    }
  }

  /// Applies backspaces, carriage returns and tabs, as `PrintedText` of the kit does.
  private mutating func print(_ text: Span<UInt8>) {
    printed.removeAll(keepingCapacity: true)
    printedSources.removeAll(keepingCapacity: true)
    var moves = false
    for index in text.indices where text[index] <= 0x0D {
      let byte = text[index]
      if byte == 0x08 || byte == 0x09 || byte == 0x0D { moves = true }
    }
    guard moves else { return append(0..<text.count, of: text) }
    line.print(text, bytes: 0..<text.count) { TextWidth.columns(of: text.extracting($0)) }
    for place in line.places where place.width > 0 {
      if place.bytes.isEmpty {
        printed.append(0x20)
        printedSources.append(-1)
      }
      append(place.bytes, of: text)
    }
  }

  private mutating func append(_ range: Range<Int>, of text: Span<UInt8>) {
    for index in range {
      printed.append(text[index])
      printedSources.append(index)
    }
  }
}
