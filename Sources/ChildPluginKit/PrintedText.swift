/// Text as it would stand on paper, had it been printed: tabs reach to their stops, a carriage return
/// and a backspace go back over what has been written, and what is struck twice is bold.
///
/// `N\bN`, as manual pages have it, is a bold N; `_\bN` an underlined one; after `1%\r2%` it says
/// `2%`. Erasing to the end of the line (`CSI K`) is understood, any other escape sequence left out
/// where there is something to print. It makes nothing harmless: the canvas does.
public struct PrintedText {
  /// A part of the text that was struck more than once.
  public struct Emphasis: Equatable, Sendable {
    /// The bytes of the text.
    public let bytes: Range<Int>
    /// Bold, underlined or both.
    public let attributes: Style.Attributes
  }

  /// The columns from one tab stop to the next, counted from where a line begins.
  public static let tabColumns = PrintedLine.tabColumns

  /// What is read into it, and after ``print(host:)`` what stands on the paper.
  public var text = TextBuffer()
  /// What of the text is emphasized, from its beginning to its end; lasts until the next printing.
  public private(set) var emphasis: [Emphasis] = []

  /// Of each byte of the text, the one that it was printed from, -1 for none; empty when nothing was printed.
  private var sources: [Int] = []
  private var line = PrintedLine()
  private var spare = TextBuffer()

  /// No text.
  public init() {}

  /// Whether what comes later in the text stands over what came before.
  public var goesBack: Bool { holds { $0 == 0x08 || $0 == 0x0D } }

  private func holds(_ movement: (UInt8) -> Bool) -> Bool {
    text.withSpan { bytes in
      for index in bytes.indices where bytes[index] <= 0x0D && movement(bytes[index]) {
        return true
      }
      return false
    }
  }

  /// Prints the text, line by line.
  ///
  /// Most text needs no printing and stays as it is. A line is at most 16,384 columns wide, and of
  /// one with very many carriage returns only the last 64 KiB count.
  public mutating func print(host: Host) {
    emphasis.removeAll(keepingCapacity: true)
    sources.removeAll(keepingCapacity: true)
    guard holds({ $0 == 0x08 || $0 == 0x09 || $0 == 0x0D }) else { return }
    spare.clear()
    var line = PrintedLine()
    swap(&line, &self.line)
    defer { swap(&line, &self.line) }
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count && text[end] != UInt8(ascii: "\n") { end += 1 }
      text.withSpan { bytes in
        line.print(bytes, bytes: start..<end) { host.columns(of: text, bytes: $0) }
      }
      for place in line.places where place.width > 0 { append(place) }
      if end < text.count {
        spare.append(byte: UInt8(ascii: "\n"))
        sources.append(-1)
      }
      start = end + 1
    }
    swap(&text, &spare)
  }

  /// Appends what stands at a column.
  private mutating func append(_ place: PrintedLine.Place) {
    let start = spare.count
    if place.bytes.isEmpty {
      spare.append(byte: UInt8(ascii: " "))
      sources.append(-1)
    }
    for index in place.bytes {
      spare.append(byte: text[index])
      sources.append(index)
    }
    var attributes: Style.Attributes = place.isBold ? .bold : []
    if place.isUnderlined { attributes.insert(.underline) }
    guard !attributes.isEmpty else { return }
    var first = start
    if let last = emphasis.last, last.bytes.upperBound == start, last.attributes == attributes {
      first = last.bytes.lowerBound
      emphasis.removeLast()
    }
    emphasis.append(Emphasis(bytes: first..<spare.count, attributes: attributes))
  }

  /// Finds where bytes of what was read stand in the printed text.
  ///
  /// - Parameters:
  ///   - read: ranges of the bytes that were read, in order, as ``View/matches(row:column:into:)`` has them.
  ///   - ranges: gets those of the text added.
  public func findPrinted(_ read: [Range<Int>], into ranges: inout [Range<Int>]) {
    guard !read.isEmpty else { return }
    if sources.isEmpty {
      for range in read where range.lowerBound < text.count {
        ranges.append(range.clamped(to: 0..<text.count))
      }
      return
    }
    for index in sources.indices where read.contains(where: { $0.contains(sources[index]) }) {
      if let last = ranges.last, last.upperBound == index {
        ranges[ranges.count - 1] = last.lowerBound..<index + 1
      } else {
        ranges.append(index..<index + 1)
      }
    }
  }
}

extension Canvas {
  /// Writes printed text, or a range of its bytes, with its emphasis.
  ///
  /// - Parameters:
  ///   - text: ``PrintedText/text``.
  ///   - emphasis: ``PrintedText/emphasis``.
  ///   - bytes: a range of the text; nil for all of it.
  ///   - column: where its first cell is; may be negative.
  ///   - row: the row.
  ///   - width: the most columns it may take.
  ///   - style: how the cells look that are not emphasized.
  ///   - host: who knows how wide a text is.
  /// - Returns: how many columns it took.
  @discardableResult
  public func put(
    _ text: TextBuffer, emphasis: [PrintedText.Emphasis], bytes: Range<Int>? = nil, column: Int,
    row: Int, width: Int, style: Style = Style(), host: Host
  ) -> Int {
    let bytes = bytes ?? 0..<text.count
    let used = put(text, bytes: bytes, column: column, row: row, width: width, style: style)
    for part in emphasis where part.bytes.overlaps(bytes) {
      let shown = part.bytes.clamped(to: bytes)
      let before = host.columns(of: text, bytes: bytes.lowerBound..<shown.lowerBound)
      guard before < used else { break }
      var emphasized = style
      emphasized.attributes.formUnion(part.attributes)
      put(
        text, bytes: shown, column: column + before, row: row, width: used - before,
        style: emphasized)
    }
    return used
  }
}
