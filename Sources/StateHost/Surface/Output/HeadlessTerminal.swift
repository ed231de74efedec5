internal import HostText

/// A terminal emulator without a display, for tests and simulated runs: interprets the program's
/// output and holds the resulting screen, modes and replies.
///
/// It answers queries of attributes and synchronized updates only; unknown sequences are recorded.
package final class HeadlessTerminal {
  package let screen: Frame
  package private(set) var unknownSequences: [String] = []
  /// The numbers of the private modes that are set; at first autowrap (7) and the cursor (25).
  package private(set) var modes: Set<Int> = [7, 25]
  package private(set) var title = ""
  private var titleStack: [String] = []
  package private(set) var bellCount = 0
  /// The clipboard in base 64.
  package private(set) var clipboard = ""
  /// Whether it has the plain style, no scroll region and no synchronized update.
  package var isAtRest: Bool {
    style == Style.plain && decoration.link == nil && region == 0..<screen.rows
      && !isSet(.synchronizedUpdate)
  }

  private var row = 0
  private var column = 0
  /// Whether the last column was written, so that the next grapheme wraps.
  private var isWrapPending = false
  private var style = Style.plain
  private var decoration = Decoration.nothing
  private var region: Range<Int>
  /// The contents of the main screen while the alternate one is shown.
  private var mainScreen: (grid: CellGrid, column: Int, row: Int)?
  /// The place and style saved last (DECSC).
  private var savedCursor = (column: 0, row: 0, style: Style.plain)
  private var replies: [UInt8] = []

  /// A blank terminal with the cursor at the top left, at least 1 × 1.
  package init(columns: Int, rows: Int, pool: CellPool = CellPool()) {
    screen = Frame(columns: max(1, columns), rows: max(1, rows), pool: pool)
    region = 0..<screen.rows
    showCursor()
  }

  /// The text of every row without trailing spaces.
  package var rows: [String] { screen.text }

  /// Writes complete sequences and complete graphemes.
  package func apply(_ bytes: [UInt8]) {
    var index = 0
    let span = bytes.span
    while index < span.count {
      if span[index] >= 0x20, span[index] != 0x7F {
        index = write(span, from: index)
      } else if span[index] == 0x1B {
        apply(ReceivedSequence(span, at: &index))
      } else {
        control(span[index])
        index += 1
      }
    }
    showCursor()
  }

  package func apply(_ text: String) { apply(Array(text.utf8)) }

  /// The replies to queries since the last call; synchronized updates are supported, colours
  /// unknown.
  package func takeReplies() -> [UInt8] {
    defer { replies.removeAll() }
    return replies
  }

  /// Changes the size and becomes blank; the cursor stays.
  package func resize(columns: Int, rows: Int) {
    screen.resize(columns: max(1, columns), rows: max(1, rows))
    mainScreen?.grid.resize(columns: screen.columns, rows: screen.rows, filledWith: .blank)
    region = 0..<screen.rows
    move(column: column, row: row)
    showCursor()
  }

  /// Writes graphemes up to the next control character, and returns its index.
  private func write(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] >= 0x20, bytes[end] != 0x7F { end += 1 }
    let text = bytes.extracting(start..<end)
    var scanner = GraphemeScanner()
    while scanner.next(in: text) { write(scanner.cluster) }
    return end
  }

  private func write(_ cluster: GraphemeCluster) {
    if isSet(.autowrap), isWrapPending || column + cluster.width > screen.columns {
      column = 0
      lineFeed()
    }
    isWrapPending = false
    let width = min(cluster.width, screen.columns - column)
    var cell = Cell(
      width < cluster.width ? .replacement : screen.pool.intern(cluster), width: width,
      foreground: style.foreground, background: style.background, attributes: style.attributes,
      decoration: screen.pool.intern(visibleDecoration))
    if cell.isBlank { cell = cell.erased }
    screen.grid.place(cell, column: column, row: row)
    column += width
    if column == screen.columns {
      column -= 1
      isWrapPending = true
    }
  }

  /// The decoration without an underline that the attributes do not show.
  private var visibleDecoration: Decoration {
    style.attributes.contains(.underline) ? decoration : Decoration(link: decoration.link)
  }

  private func control(_ byte: UInt8) {
    switch byte {
    case 0x07: bellCount += 1
    case 0x08: move(column: column - 1, row: row)
    case 0x0A: lineFeed()
    case 0x0D: move(column: 0, row: row)
    default: unknownSequences.append("\\x" + String(byte, radix: 16))
    }
  }

  private func lineFeed() {
    isWrapPending = false
    if row == region.upperBound - 1 {
      scroll(by: 1)
    } else {
      row = min(row + 1, screen.rows - 1)
    }
  }

  private func move(column: Int, row: Int) {
    self.column = min(max(0, column), screen.columns - 1)
    self.row = min(max(0, row), screen.rows - 1)
    isWrapPending = false
  }

  private func scroll(by lines: Int) {
    screen.grid.scroll(region, by: lines, filledWith: erasedCell)
  }

  private var erasedCell: Cell { Cell(.space, background: style.background) }

  private func erase(columns: Range<Int>, rows: Range<Int>) {
    let area = CellRectangle(
      column: columns.lowerBound, row: rows.lowerBound, columns: columns.count,
      rows: rows.count)
    screen.grid.fill(area, with: erasedCell, keepsBackground: false)
  }

  private func isSet(_ mode: PrivateMode) -> Bool { modes.contains(mode.rawValue) }

  private func showCursor() {
    screen.cursor = isSet(.cursor) ? CellPlace(column: column, row: row) : nil
  }
}

extension HeadlessTerminal {
  /// The first place that differs from a frame of any pool; nil if cells and cursor are the same.
  package func firstDifference(from frame: Frame) -> CellPlace? {
    for row in 0..<frame.rows {
      for column in 0..<frame.columns
      where !shows(frame.grid[column, row], of: frame.pool, column, row) {
        return CellPlace(column: column, row: row)
      }
    }
    return screen.cursor == frame.cursor ? nil : frame.cursor ?? screen.cursor
  }

  private func shows(_ wanted: Cell, of pool: CellPool, _ column: Int, _ row: Int) -> Bool {
    guard let cell = screen.cell(column: column, row: row) else { return false }
    if cell == wanted, wanted.grapheme.slot == nil, wanted.decoration == .none { return true }
    guard cell.foreground == wanted.foreground, cell.background == wanted.background,
      cell.attributes == wanted.attributes, cell.width == wanted.width,
      screen.pool[cell.decoration] == pool[wanted.decoration]
    else { return false }
    var bytes: [UInt8] = []
    screen.pool.append(cell.grapheme, to: &bytes)
    var wantedBytes: [UInt8] = []
    pool.append(wanted.grapheme, to: &wantedBytes)
    return bytes == wantedBytes
  }
}

extension HeadlessTerminal {
  private func apply(_ sequence: ReceivedSequence) {
    let count = max(1, sequence.parameter(0) ?? 1)
    switch sequence.kind {
    case .control("", .cursorUp): move(column: column, row: row - count)
    case .control("", .cursorDown): move(column: column, row: row + count)
    case .control("", .cursorRight): move(column: column + count, row: row)
    case .control("", .cursorLeft): move(column: column - count, row: row)
    case .control("", .cursorColumn): move(column: count - 1, row: row)
    case .control("", .cursorPosition):
      move(column: max(1, sequence.parameter(1) ?? 1) - 1, row: count - 1)
    case .control("", .eraseLine): erase(columns: column..<screen.columns, rows: row..<row + 1)
    case .control("", .eraseScreen) where sequence.parameter(0) == 2:
      erase(columns: 0..<screen.columns, rows: 0..<screen.rows)
    case .control("", .eraseScreen) where sequence.parameters.isEmpty:
      erase(columns: column..<screen.columns, rows: row..<row + 1)
      erase(columns: 0..<screen.columns, rows: row + 1..<screen.rows)
    case .saveCursor: savedCursor = (column, row, style)
    case .restoreCursor:
      style = savedCursor.style
      move(column: savedCursor.column, row: savedCursor.row)
    case .control("", .scrollUp): scroll(by: count)
    case .control("", .scrollDown): scroll(by: -count)
    case .control("", .style):
      style.apply(sequence.parameters)
      decoration.reset(by: sequence.parameters)
    case .control(":", .style) where decoration.apply(sequence.parameters): break
    case .control("", .scrollRegion): setRegion(sequence)
    case .control("?", .setMode): setMode(sequence, isOn: true)
    case .control("?", .resetMode): setMode(sequence, isOn: false)
    case .control("", .reportAttributes): replies += Array("\u{1B}[?62;22c".utf8)
    case .control("?$", .reportMode) where sequence.parameter(0) == 2026:
      replies += Array("\u{1B}[?2026;2$y".utf8)
    case .string:
      if let address = sequence.linkAddress { decoration.link = LinkAddress(address) }
      if let title = sequence.systemCommand("2;") { self.title = title }
      if let text = sequence.systemCommand("52;c;") { clipboard = text }
    case .control("", .windowOperation) where sequence.parameters == [22, 2]:
      titleStack.append(title)
    case .control("", .windowOperation) where sequence.parameters == [23, 2]:
      title = titleStack.popLast() ?? title
    case .stringTerminator, .interrupted: break
    case .control, .other: unknownSequences.append(sequence.text)
    }
  }

  private func setRegion(_ sequence: ReceivedSequence) {
    let first = (sequence.parameter(0) ?? 1) - 1
    let end = sequence.parameter(1) ?? screen.rows
    region = first >= 0 && end <= screen.rows && end - first > 1 ? first..<end : 0..<screen.rows
    move(column: 0, row: 0)
  }

  private func setMode(_ sequence: ReceivedSequence, isOn: Bool) {
    guard let mode = sequence.parameter(0).flatMap(PrivateMode.init(rawValue:)) else {
      unknownSequences.append(sequence.text)
      return
    }
    if mode == .alternateScreen { isOn ? enterAlternateScreen() : leaveAlternateScreen() }
    if isOn { modes.insert(mode.rawValue) } else { modes.remove(mode.rawValue) }
  }

  private func enterAlternateScreen() {
    guard mainScreen == nil else { return }
    mainScreen = (screen.grid, column, row)
    erase(columns: 0..<screen.columns, rows: 0..<screen.rows)
  }

  private func leaveAlternateScreen() {
    guard let (grid, column, row) = mainScreen else { return }
    mainScreen = nil
    screen.grid = grid
    move(column: column, row: row)
  }
}

/// One escape sequence as the headless terminal parses it: its kind, numbers and text.
private struct ReceivedSequence {
  /// The kind of an escape sequence that the headless terminal interprets: a control function, a
  /// string, saving the cursor and so on.
  enum Kind: Equatable {
    /// CSI with the private marker and intermediates, or ":" if numbers have subparameters.
    case control(String, ControlFunction)
    /// A string sequence (OSC, DCS, APC, PM, SOS), ended by ST or BEL.
    case string
    /// ST without a string.
    case stringTerminator
    /// DECSC and DECRC.
    case saveCursor
    case restoreCursor
    /// The beginning of a sequence, followed by another one.
    case interrupted
    case other
  }

  private(set) var kind = Kind.other
  /// The numbers; nil for one that is left out.
  private(set) var parameters: [Int?] = []
  /// The sequence in readable form.
  private(set) var text = ""

  /// Parses the sequence that begins with ESC at `index`, and moves past it.
  init(_ bytes: Span<UInt8>, at index: inout Int) {
    let start = index
    index += 1
    if index < bytes.count, bytes[index] == UInt8(ascii: "[") {
      index += 1
      readParameters(bytes, at: &index)
    } else if index < bytes.count, Self.stringIntroducers.contains(bytes[index]) {
      skipString(bytes, at: &index)
    } else if index < bytes.count, bytes[index] == 0x1B {
      kind = .interrupted
    } else {
      if index < bytes.count { kind = Self.kind(ofFinal: bytes[index]) }
      index = min(index + 1, bytes.count)
    }
    for position in start..<index {
      text += bytes[position] == 0x1B ? "ESC " : String(UnicodeScalar(bytes[position]))
    }
  }

  /// The kind of a sequence of ESC and one byte.
  private static func kind(ofFinal byte: UInt8) -> Kind {
    switch byte {
    case UInt8(ascii: "\\"): .stringTerminator
    case UInt8(ascii: "7"): .saveCursor
    case UInt8(ascii: "8"): .restoreCursor
    default: .other
    }
  }

  func parameter(_ index: Int) -> Int? {
    index < parameters.count ? parameters[index] : nil
  }

  /// The address of a link (OSC 8), empty for the end of one; nil for any other sequence.
  var linkAddress: [UInt8]? {
    guard let link = systemCommand("8;")?.utf8, let end = link.firstIndex(of: 0x3B) else {
      return nil
    }
    return Array(link[link.index(after: end)...])
  }

  /// The rest of an operating system command after its number; nil for any other sequence.
  func systemCommand(_ number: String) -> String? {
    let prefix = "ESC ]" + number
    return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
  }

  private static let stringIntroducers = Array("]PX^_".utf8)

  /// Moves to the end of the string (BEL, or the ESC of ST or another sequence).
  private mutating func skipString(_ bytes: Span<UInt8>, at index: inout Int) {
    while index < bytes.count, bytes[index] != 0x07, bytes[index] != 0x1B { index += 1 }
    guard index < bytes.count else { return }
    kind = .string
    if bytes[index] == 0x07 { index += 1 }
  }

  private mutating func readParameters(_ bytes: Span<UInt8>, at index: inout Int) {
    var marker = ""
    var number: Int?
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case 0x30...0x39: number = min(99_999, (number ?? 0) * 10 + Int(byte - 0x30))
      case UInt8(ascii: ";"), UInt8(ascii: ":"):
        parameters.append(number)
        number = nil
        if byte == UInt8(ascii: ":") { marker = ":" }
      case 0x40...0x7E:
        if number != nil || !parameters.isEmpty { parameters.append(number) }
        if let function = ControlFunction(rawValue: byte) { kind = .control(marker, function) }
        return
      case 0x1B:
        index -= 1
        kind = .interrupted
        return
      default: marker += String(UnicodeScalar(byte))
      }
    }
  }
}

extension Decoration {
  /// Applies an SGR sequence without colons.
  fileprivate mutating func reset(by parameters: [Int?]) {
    if parameters.isEmpty || parameters.contains(0) { self = Decoration(link: link) }
  }

  /// Applies an SGR sequence with colons; false if it is unknown.
  fileprivate mutating func apply(_ parameters: [Int?]) -> Bool {
    func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: parameters[index] ?? 0) }
    switch (parameters.first, parameters.count) {
    case (4, 2):
      guard let kind = Underline(rawValue: byte(1) &- 1) else { return false }
      underline = kind
    case (58, 6): underlineColour = .rgb(byte(3), byte(4), byte(5))
    case (58, 3): underlineColour = .indexed(byte(2))
    default: return false
    }
    return true
  }
}

extension Style {
  /// Applies an SGR sequence without colons.
  fileprivate mutating func apply(_ parameters: [Int?]) {
    if parameters.isEmpty { self = .plain }
    var index = 0
    while index < parameters.count {
      let number = parameters[index] ?? 0
      index += 1
      switch number {
      case 0: self = .plain
      case 30...37: foreground = .indexed(UInt8(number - 30))
      case 38: foreground = Self.colour(parameters, at: &index)
      case 39: foreground = .default
      case 40...47: background = .indexed(UInt8(number - 40))
      case 48: background = Self.colour(parameters, at: &index)
      case 49: background = .default
      case 90...97: foreground = .indexed(UInt8(number - 82))
      case 100...107: background = .indexed(UInt8(number - 92))
      default:
        for index in TextAttributes.codes.indices {
          let code = TextAttributes.codes[index]
          if code.begin == number { attributes.insert(code.attribute) }
          if code.end == number { attributes.remove(code.attribute) }
        }
      }
    }
  }

  /// The colour after 38 or 48.
  private static func colour(_ parameters: [Int?], at index: inout Int) -> Colour {
    func byte(_ offset: Int) -> UInt8 {
      index + offset < parameters.count
        ? UInt8(truncatingIfNeeded: parameters[index + offset] ?? 0) : 0
    }
    if byte(0) == 5 {
      defer { index += 2 }
      return .indexed(byte(1))
    }
    defer { index += 4 }
    return .rgb(byte(1), byte(2), byte(3))
  }
}
