/// A text that a plugin's child converts, before it draws it, to what a terminal would show: tabs,
/// carriage returns and backspaces are applied, overstruck characters become bold or underlined,
/// and escape sequences become styles, erase, or are removed.
///
/// `N\bN`, as in manual pages, is a bold N, `_\bN` an underlined one; `1%\r2%` becomes `2%`. `CSI
/// K` erases to the end of the line; other escape sequences are removed, and those for colours and
/// links become ``styles``. The text is not sanitized: the canvas does that.
public struct PrintedText {
  /// A range of bytes of a `PrintedText` that is bold, underlined or both because its characters
  /// were overstruck, for a plugin's child to draw with the text.
  public struct Emphasis: Equatable, Sendable {
    /// The range of bytes.
    public let bytes: Range<Int>
    /// Bold, underlined or both.
    public let attributes: Style.Attributes
  }

  /// The distance of tab stops.
  public static let tabColumns = PrintedLine.tabColumns

  /// The source text, and after ``print(host:)`` the printed text.
  public var text = TextBuffer()
  /// The overstruck parts of the printed text, in order.
  public private(set) var emphasis: [Emphasis] = []
  /// The parts of the text styled by escape sequences, in order; ``link(of:)`` has their addresses.
  public private(set) var styles: [StyleRun] = []

  /// The source index of each printed byte, -1 for none; empty if the text needed no printing.
  private var sources: [Int] = []
  private var line = PrintedLine()
  private var spare = TextBuffer()
  private var sourceStyles: [StyleRun] = []
  /// The text before printing, if it has styles: their links point into it.
  private var styledSource = TextBuffer()

  /// Creates an empty text.
  public init() {}

  /// Whether the text has backspaces or carriage returns.
  public var goesBack: Bool { contains { $0 == 0x08 || $0 == 0x0D } }

  /// Whether the text has escape sequences, so that its columns are fewer than its bytes.
  public var hasSequences: Bool {
    text.withSpan { bytes in bytes.indices.contains { bytes[$0] == 0x1B } }
  }

  private func contains(_ movement: (UInt8) -> Bool) -> Bool {
    text.withSpan { bytes in
      for index in bytes.indices where bytes[index] <= 0x0D && movement(bytes[index]) {
        return true
      }
      return false
    }
  }

  /// Prints the text, line by line.
  ///
  /// Text without tabs, backspaces, carriage returns and escape sequences is unchanged. A line has
  /// at most 16,384 columns; with very many carriage returns, only its last 64 KiB are printed.
  ///
  /// - Parameter host: measures the text and reads its styles.
  public mutating func print(host: Host) {
    emphasis.removeAll(keepingCapacity: true)
    sources.removeAll(keepingCapacity: true)
    let hadSequences = hasSequences
    styles.removeAll(keepingCapacity: true)
    sourceStyles.removeAll(keepingCapacity: true)
    if hadSequences { host.readStyles(of: text, into: &sourceStyles) }
    if !sourceStyles.isEmpty { styledSource = text }
    defer { findStyles() }
    guard contains({ $0 == 0x08 || $0 == 0x09 || $0 == 0x0D }) || hadSequences else { return }
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

  /// Converts the styles of the source text to those of the printed text.
  private mutating func findStyles() {
    guard !sourceStyles.isEmpty else { return }
    if sources.isEmpty {
      for run in sourceStyles where run.bytes.lowerBound < text.count {
        append(run, at: run.bytes.clamped(to: 0..<text.count))
      }
      return
    }
    var next = 0
    for index in sources.indices where sources[index] >= 0 {
      let source = sources[index]
      while next > 0, sourceStyles[next - 1].bytes.upperBound > source { next -= 1 }
      while next < sourceStyles.count, sourceStyles[next].bytes.upperBound <= source { next += 1 }
      guard next < sourceStyles.count, sourceStyles[next].bytes.contains(source) else { continue }
      append(sourceStyles[next], at: index..<index + 1)
    }
  }

  private mutating func append(_ run: StyleRun, at bytes: Range<Int>) {
    if let last = styles.last, last.bytes.upperBound == bytes.lowerBound, last.style == run.style,
      last.link == run.link
    {
      let whole = last.bytes.lowerBound..<bytes.upperBound
      styles[styles.count - 1] = StyleRun(bytes: whole, style: run.style, link: run.link)
    } else {
      styles.append(StyleRun(bytes: bytes, style: run.style, link: run.link))
    }
  }

  /// The address of a run's link; empty without one.
  public func link(of run: StyleRun) -> String {
    guard let link = run.link, link.upperBound <= styledSource.count else { return "" }
    return styledSource.withSpan { bytes in
      var address: [UInt8] = []
      for index in link { address.append(bytes[index]) }
      return String(decoding: address, as: UTF8.self)
    }
  }

  /// Appends the character of a column.
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

  /// Converts ranges of the source text to ranges of the printed text.
  ///
  /// - Parameters:
  ///   - read: ranges of the source text in order, as from ``View/matches(row:column:into:)``.
  ///   - ranges: receives the ranges of the printed text.
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
  ///   - column: the column of the first cell; may be negative.
  ///   - row: the row.
  ///   - width: the maximum width in columns.
  ///   - style: the style of cells without emphasis.
  ///   - host: measures the text.
  /// - Returns: the width in columns.
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

  /// Draws the parts of a printed text that have a style of their own once more, in that style.
  ///
  /// A background of `style`, such as that of the selection, stays. The host makes the text
  /// readable where its colour is too close to its background.
  ///
  /// - Parameters:
  ///   - printed: the text that was drawn.
  ///   - bytes: the range of its bytes that was drawn; nil for all of it.
  ///   - column: its first column; may be negative.
  ///   - row: its row.
  ///   - width: the width in columns that it took.
  ///   - style: the style of the drawn text.
  ///   - host: measures the text.
  public func applyStyles(
    of printed: PrintedText, bytes: Range<Int>? = nil, column: Int, row: Int, width: Int,
    style: Style = Style(), host: Host
  ) {
    let bytes = bytes ?? 0..<printed.text.count
    var before = 0
    var index = bytes.lowerBound
    for run in printed.styles where run.bytes.overlaps(bytes) {
      let shown = run.bytes.clamped(to: bytes)
      before += host.columns(of: printed.text, bytes: index..<shown.lowerBound)
      index = shown.lowerBound
      guard before < width else { return }
      put(
        printed.text, bytes: shown, column: column + before, row: row, width: width - before,
        style: styled(by: run, of: printed, over: style))
    }
  }

  private func styled(by run: StyleRun, of printed: PrintedText, over style: Style) -> Style {
    var result = style
    result.attributes.formUnion(run.style.attributes)
    result.underline = run.style.underline
    if run.link != nil { result.link = link(to: printed.link(of: run)) }
    if run.style.foreground != .none { result.foreground = run.style.foreground }
    result.underlineColour = run.style.underlineColour
    if style.background == .none { result.background = run.style.background }
    if run.style.foreground != .none || run.style.background != .none {
      result.attributes.insert(.readable)
    }
    if run.style.attributes.contains(.reverse), style.attributes.contains(.reverse) {
      result.attributes.remove(.reverse)
      result.background = .terminalDefault
    }
    return result
  }
}
