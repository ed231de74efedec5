/// The text of a row or a cell as the list shows it: printed, and made harmless.
///
/// `N\bN` is an `N`, a carriage return begins again, an escape sequence is nothing. What is not UTF-8
/// stays as it is.
package struct ShownText {
  /// What is shown, as UTF-8.
  package private(set) var bytes: [UInt8] = []
  /// Of each of these bytes, the one that it was made from, -1 for none.
  private var sources: [Int] = []
  private var line = PrintedLine()
  private var printed: [UInt8] = []
  private var printedSources: [Int] = []

  package init() {}

  /// Takes another text, which has no newline.
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

  /// Appends where shown bytes come from: ranges of the bytes of the text that was read, in the order in which
  /// they are shown.
  package func appendSources(of range: Range<Int>, to ranges: inout [Range<Int>]) {
    for source in sources[range] where source >= 0 {
      if let last = ranges.last, last.upperBound == source {
        ranges[ranges.count - 1] = last.lowerBound..<source + 1
      } else {
        ranges.append(source..<source + 1)
      }
    }
  }

  /// Prints what goes back over what was written, or to a tab stop, as `PrintedText` of the kit does.
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
