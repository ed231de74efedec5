import ChildPluginKit

extension ListChild: InputChild {
  func key(_ key: Key) -> Bool {
    let key = host.isPick ? key.inPick : prompt == nil ? key.inPager : key
    if outcome != nil || wrappedAround != nil {
      (outcome, wrappedAround) = (nil, nil)
      host.invalidate()
    }
    // In a pick, Escape leaves, whatever has been typed.
    if host.isPick, key.code == .escape { return false }
    if prompt == nil, let direction = key.halfPages { return move(byHalfPages: direction) }
    if let prompt, edit(prompt, by: key) { return true }
    guard key.modifiers.isDisjoint(with: [.control, .alt]) else { return false }
    if let prompt {
      followRow()
      return typed(key, into: prompt)
    }
    guard let content = host.content else { return false }
    followRow()
    if handleJumpBack(key, in: content) || handleCountKey(key) { return true }
    if key.needsRows || count != nil, awaitsRows(content) { return false }
    if let count = takeCount(), let isUsed = move(key.code, count: count, in: content) {
      return isUsed
    }
    if refusesBeforeJump(key, in: content) { return true }
    switch key.code {
    case .enter where host.isPick: return accept(content)
    case .character("/") where host.view != nil: beginTyping(.search)
    // In a pick, typed text already filters the rows.
    case .character("&") where host.view != nil && !host.isPick: beginTyping(.filter)
    case .character("n"): return searchNext(backward: false)
    case .character("N"): return searchNext(backward: true)
    case .character("s"): return sortByNextColumn(in: content)
    case .character("S"): return reverseSort()
    case .escape: return endSearchOrFilter()
    case .tab where host.isPick || host.isAlone:
      return toggleMark(in: content, thenBy: key.modifiers == .shift ? -1 : 1)
    case .character("m"): return toggleMark(in: content)
    case .character("M"): return toggleAllMarks(in: content)
    case .character("y"): return copyRows(of: content)
    case .character("d"): return move(byHalfPages: 1)
    case .character("u"): return move(byHalfPages: -1)
    case .character("w"): return toggleWrapping()
    case .character("#"): return toggleNumbers()
    default: return move(key.code, in: content)
    }
    return true
  }

  /// Whether there are no rows yet: the host keeps keys that nothing uses until then.
  private func awaitsRows(_ content: Content) -> Bool {
    content.rows == 0 && content.isLoading
  }

  /// Marks or unmarks the selected row, and moves by `step`.
  private func toggleMark(in content: Content, thenBy step: Int = 1) -> Bool {
    guard let selection = host.selection, let row = selectedRow(of: content) else { return false }
    let isMarked = !selection.isMarked(row)
    selection.mark(row..<row + 1, isMarked)
    host.invalidate()
    // The host refuses to mark the selected row if it is gone or has just come there.
    guard selection.isMarked(row) == isMarked else { return true }
    place.move(by: step, rows: rows(of: content), visible: layout(content).visible)
    moved(in: content)
    return true
  }

  /// Marks all rows of the view, or unmarks all if a marked row exists or is gone.
  private func toggleAllMarks(in content: Content) -> Bool {
    guard let selection = host.selection, content.rows > 0 else { return false }
    if selection.markedCount > 0 || selection.goneCount > 0 {
      selection.mark(0..<content.rows, false)
    } else if let view = host.view, view.isFiltered {
      guard view.rows <= Self.maxMarked else { return false }
      markShown(in: view, selection)
    } else {
      selection.mark(0..<content.rows)
    }
    host.invalidate()
    return true
  }

  /// The most rows of a filtered view that are marked at once.
  private static let maxMarked = 65_536

  private func markShown(in view: View, _ selection: Selection) {
    var rows: [Int] = []
    var place = 0
    repeat {
      view.read(from: place, limit: 4096, into: &rows)
      place += rows.count
      for row in rows { selection.mark(row..<row + 1) }
    } while !rows.isEmpty
    // The host refuses it once if it has just come under the cursor.
    if let row = selection.row, !selection.isMarked(row) { selection.mark(row..<row + 1) }
  }

  private func accept(_ content: Content) -> Bool {
    let marked = host.selection?.markedRows(limit: 1).first
    if marked == nil, lookAgain(in: content) { return true }
    guard !hasFoundNothing || marked != nil, let row = selectedRow(of: content) ?? marked else {
      return false
    }
    return host.perform(.acceptRow(row))
  }

  /// Copies the marked rows, or the selected one, to the terminal's clipboard.
  private func copyRows(of content: Content) -> Bool {
    // Each row but one takes a byte or more.
    var rows = host.selection?.markedRows(limit: Self.maxCopiedBytes + 2) ?? []
    if rows.isEmpty, let row = selectedRow(of: content) { rows = [row] }
    guard !rows.isEmpty else { return false }
    host.invalidate()
    var row = TextBuffer()
    var text = TextBuffer()
    for (index, number) in rows.enumerated() {
      if index > 0 { text.append(byte: UInt8(ascii: "\n")) }
      content.read(row: number, into: &row, limit: Self.maxCopiedBytes + 1)
      text.append(row)
      guard text.count <= Self.maxCopiedBytes else {
        outcome = .tooMuchToCopy
        return true
      }
    }
    guard host.copy(text.string) else { return false }
    outcome = .copied(rows.count)
    return true
  }

  /// The most that a host takes for the clipboard.
  private static let maxCopiedBytes = 100 << 10

  /// Switches between wrapping and cutting long rows.
  private func toggleWrapping() -> Bool {
    wantsWrapping = !wraps
    host.remember("\(wantsWrapping)", forOption: "wrap")
    if wantsWrapping { outcome = .wraps }
    place.offset = 0
    place.topLine = 0
    host.invalidate()
    return true
  }

  /// Shows or hides row numbers.
  private func toggleNumbers() -> Bool {
    numbersRows.toggle()
    host.remember("\(numbersRows)", forOption: "line-numbers")
    host.invalidate()
    return true
  }

  /// The lines that a key scrolls by within a row that fills the view.
  private static func lines(for code: Key.Code) -> Int {
    switch code {
    case .up, .character("k"): -1
    case .down, .character("j"), .enter: 1
    default: 0
    }
  }

  func move(_ code: Key.Code, in content: Content) -> Bool {
    if scrollWithinRow(by: Self.lines(for: code), in: content) { return true }
    let rows = rows(of: content)
    let layout = layout(content)
    let visible = layout.visible
    switch code {
    case .up, .character("k"): place.move(by: -1, rows: rows, visible: visible)
    case .down, .character("j"): place.move(by: 1, rows: rows, visible: visible)
    case .enter: place.advance(by: 1, rows: rows, visible: visible)
    // Pages overlap by a line.
    case .pageUp, .character("b"): advance(byLines: -max(1, layout.lines - 1), in: content)
    case .pageDown, .character(" "), .character("f"):
      advance(byLines: max(1, layout.lines - 1), in: content)
    case .home, .character("g"):
      rememberPlace(in: content)
      place.select(0, rows: rows, visible: visible)
      place.topLine = 0
      return moveAndAnchor(in: content, atEnd: false)
    case .end, .character("G"):
      rememberPlace(in: content)
      place.select(rows - 1, rows: rows, visible: visible)
      settled.top = .max
      return moveAndAnchor(in: content, atEnd: true)
    // A wrapped row is visible as a whole; the columns of a table may not be.
    case .left, .character("h"):
      return wraps && content.columns == 0
        || scrollKeepingSelection { place.offset -= Self.sideStep }
    case .right, .character("l"):
      return wraps && content.columns == 0 || scrollKeepingSelection { scrollRight(in: content) }
    default: return false
    }
    moved(in: content)
    return true
  }

  private func move(byHalfPages pages: Int) -> Bool {
    guard let content = host.content, !awaitsRows(content) else { return false }
    followRow()
    advance(byLines: pages * max(1, layout(content).lines / 2), in: content)
    moved(in: content)
    return true
  }

  /// Moves to the first or last row, and stays there as rows arrive.
  func moveAndAnchor(in content: Content, atEnd isAtEnd: Bool) -> Bool {
    moved(in: content)
    host.selection?.anchor(atEnd: isAtEnd)
    anchor = isAtEnd ? .end : .top
    return true
  }

  /// Scrolls without moving the selection.
  private func scrollKeepingSelection(_ scroll: () -> Void) -> Bool {
    scroll()
    place.offset = max(0, place.offset)
    host.invalidate()
    return true
  }

  static let sideStep = 8

  /// Scrolls right while a visible row continues there.
  private func scrollRight(in content: Content) {
    let end = place.offset + layout(content).textColumns
    guard self.end(of: content, upTo: end + 1) > end else { return }
    place.offset = min(ListPosition.maxOffset, place.offset + Self.sideStep)
  }

  /// Scrolls back left while nothing becomes hidden at the right.
  func scrollBack(in content: Content) {
    place.offset = max(0, min(place.offset, ListPosition.maxOffset))
    guard place.offset > 0 else { return }
    let room = layout(content).textColumns
    let end = end(of: content, upTo: place.offset + room)
    while place.offset > 0, end <= place.offset - Self.sideStep + room {
      place.offset = max(0, place.offset - Self.sideStep)
    }
  }

  /// The right end of the visible rows; not exact beyond `limit`.
  private func end(of content: Content, upTo limit: Int) -> Int {
    let layout = layout(content)
    var place = place
    place.settle(rows: rows(of: content), visible: layout.visible)
    // The text of the last column may be longer than its width.
    let last = drawing.columns.columns.indices.last
    let range = last.map { drawing.columns.fullRange(of: $0) } ?? 0..<0
    let start = range.lowerBound
    var end = range.upperBound
    var text = PrintedText()
    for place in place.top..<place.top + layout.visible where end < limit {
      guard let row = row(at: place) else { break }
      content.read(
        row: row, column: last, into: &text, columns: max(0, limit - start), host: host)
      end = max(end, start + host.columns(of: text.text))
    }
    return end
  }

  func paste(_ text: String) -> Bool {
    guard let prompt else { return false }
    _ = type(String(text.prefix { !$0.isNewline }), into: prompt)
    return true
  }

  func mouse(_ mouse: Mouse) -> Bool {
    guard let content = host.content else { return false }
    followRow()
    let rows = rows(of: content)
    let layout = layout(content)
    let before = place.selected
    var isChosen = false
    switch mouse.kind {
    case .wheel(let distance):
      if scrollWithinRow(by: distance, in: content) { return true }
      place.scroll(by: distance, rows: rows, visible: layout.visible)
    case .press(.left):
      var settled = place
      settled.settle(rows: rows, visible: layout.visible)
      if mouse.column == layout.barColumn {
        isHoldingBar = true
        holdBar(at: mouse.row, layout: layout, rows: rows)
      } else {
        place = settled
        guard let row = placeOfRow(at: mouse.row, in: content, layout) else { return false }
        place.select(row, rows: rows, visible: layout.visible)
        isChosen = true
      }
    case .drag where isHoldingBar: holdBar(at: mouse.row, layout: layout, rows: rows)
    case .release where isHoldingBar:
      isHoldingBar = false
      return true
    default: return false
    }
    // Scrolling alone does not move the selection.
    if isChosen || place.selected != before { moved(in: content) } else { host.invalidate() }
    return true
  }

  private func holdBar(at row: Int, layout: ListLayout, rows: Int) {
    let top = ScrollThumb.top(at: row - layout.firstRow, visible: layout.visible, rows: rows)
    place.scroll(to: top, rows: rows, visible: layout.visible)
  }
}

extension ListChild: KeyHelpChild {
  var keyHelp: [KeyHelp] {
    if prompt != nil {
      return [
        KeyHelp("enter", "keep"), KeyHelp("escape", host.isPick ? "leave" : "cancel"),
        KeyHelp("tab", "text, regex, query"),
      ]
    }
    guard let content = host.content, content.rows > 0 else { return [] }
    return (host.isPick ? [KeyHelp("enter", "accept", in: .rows)] : []) + findKeys + columnKeys
      + rowKeys + moveKeys
  }

  /// The help for a letter, which is text in a pick and needs Alt there.
  private func key(_ letter: String, _ action: String, in group: KeyHelp.Group) -> KeyHelp {
    KeyHelp(host.isPick ? "alt-" + letter : letter, action, in: group)
  }

  private var findKeys: [KeyHelp] {
    guard host.view != nil else { return [] }
    var help: [KeyHelp] = []
    if !host.isPick {
      help += [KeyHelp("/", "search", in: .find), KeyHelp("&", "filter", in: .find)]
    }
    if !search.isEmpty {
      help += [key("n", "next", in: .find), key("N", "previous", in: .find)]
    }
    if !host.isPick, !search.isEmpty || !filter.isEmpty {
      help.append(KeyHelp("escape", search.isEmpty ? "end filter" : "end search", in: .find))
    }
    return help
  }

  private var columnKeys: [KeyHelp] {
    var help: [KeyHelp] = []
    if let view = host.view {
      help.append(key("s", "sort", in: .columns))
      if view.isSorted { help.append(key("S", "reverse", in: .columns)) }
    }
    help.append(key("w", wraps ? "cut long rows" : "wrap", in: .columns))
    help.append(key("#", numbersRows ? "no numbers" : "numbers", in: .columns))
    // In the text of a pick they move the cursor, and lines that are wrapped have no rest.
    let hasText = host.isPick && !filter.isEmpty
    if !hasText, !wraps || host.content?.columns ?? 0 > 0 {
      help.append(KeyHelp("left/right", "rest of long rows", in: .columns))
    }
    return help
  }

  private var rowKeys: [KeyHelp] {
    guard host.selection != nil else { return [] }
    let mark = host.isPick ? "tab" : host.isAlone ? "tab/m" : "m"
    return [
      KeyHelp(mark, "mark", in: .rows), key("M", "mark all, or none", in: .rows),
      key("y", "copy", in: .rows),
    ]
  }

  private var moveKeys: [KeyHelp] {
    let ends = [key("g", "first", in: .move), key("G", "last", in: .move)]
    let others =
      host.isPick
      ? [("page-up/down", "page"), ("ctrl-d", "half a page down"), ("up/down", "row")]
      : [
        ("space/b", "page down, up"), ("d/u", "half a page"), ("j/k", "row"), ("enter", "line"),
        ("50g", "row 50"), ("50%", "half way"), ("''", "back from a jump"),
      ]
    return ends + others.map { KeyHelp($0, $1, in: .move) }
  }
}

extension Key {
  /// Whether it does nothing without rows.
  fileprivate var needsRows: Bool {
    switch code {
    case .character(let character): !"/&wg#G".unicodeScalars.contains(character)
    case .escape, .home, .end: false
    default: true
    }
  }

  /// The key as used in a pick: Ctrl-J and Ctrl-N are Down, Ctrl-K and Ctrl-P are Up.
  fileprivate var inPick: Key {
    guard modifiers == .control else { return self }
    return switch code {
    case .character("j"), .character("n"): Key(.down)
    case .character("k"), .character("p"): Key(.up)
    default: self
    }
  }

  /// The key as used elsewhere, where Ctrl-E, Ctrl-F and others move as in less.
  fileprivate var inPager: Key {
    switch (code, modifiers) {
    case (.character("<"), []): return Key(.character("g"))
    case (.character(">"), []): return Key(.character("G"))
    case (.character("e"), .control): return Key(.down)
    case (.character("y"), .control): return Key(.up)
    case (.character("f"), .control), (.character("v"), .control): return Key(.pageDown)
    case (.character("b"), .control): return Key(.pageUp)
    default: return inPick
    }
  }

  /// How many half pages it moves down: 1 for Ctrl-D, -1 for Ctrl-U, as in less.
  fileprivate var halfPages: Int? {
    guard modifiers == .control else { return nil }
    return switch code {
    case .character("d"): 1
    case .character("u"): -1
    default: nil
    }
  }
}
