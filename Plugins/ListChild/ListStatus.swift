import ChildPluginKit

extension ListChild {
  /// The outcome of the last key in the bundled list plugin, for its status line, if the rows do
  /// not show it: rows copied, too much to copy, wrapping that has no room or leaves columns cut,
  /// no row to go back to, no column to sort by, or a row to go to that has not arrived, does not
  /// exist, or does not match the filter.
  enum Outcome: Equatable {
    /// This many rows were sent to the terminal's clipboard.
    case copied(Int)
    /// The rows are longer than what a host takes for the clipboard.
    case tooMuchToCopy
    /// Wrapping was turned on; in a table it may have no room, or leave columns cut.
    case wraps
    /// The row before the last jump was of an earlier load.
    case cannotGoBack
    /// The content has no column of this number to sort by.
    case noColumn(Int)
    /// The row of this number, to which a jump was made, has not arrived.
    case awaitsRow(Int)
    /// The content has no row of this number to go to.
    case noRow(Int)
    /// The filter hides the row of this number, to which a jump was made.
    case hiddenRow(Int)
  }

  /// The edge of the list, top or end, from which a search went on after it had reached the other.
  enum WrappedAround { case fromTop, fromEnd }

  /// Whether there are matches to highlight.
  var marksMatches: Bool { !search.isEmpty || !filter.isEmpty }
}

/// The last lines: a notice, and the status or the prompt.
extension ListDrawing {
  /// Reads the notice or error of the content; returns whether there is one.
  mutating func readNotice(of content: Content?) -> Bool {
    notice.clear()
    noticeEnd.clear()
    guard let content else { return false }
    guard content.failure != nil else {
      content.read(.notice, into: &notice, limit: 1024)
      return !notice.isEmpty
    }
    content.read(.error, into: &notice, limit: 1024)
    if notice.isEmpty { notice.append("the source failed") }
    content.read(.notice, into: &line, limit: 512)
    if !line.isEmpty {
      noticeEnd.append(ListGlyphs(hasUTF8: host.terminal.hasUTF8).separator)
      noticeEnd.append(line)
      return true
    }
    content.read(.remedy, into: &line, limit: 512)
    if !line.isEmpty {
      notice.append(": ")
      notice.append(line)
    }
    return true
  }

  mutating func drawStatus(
    _ content: Content?, _ view: View?, on canvas: borrowing Canvas, list: ListChild
  ) {
    let hasNotice = readNotice(of: content)
    let style = Style(content?.failure == nil ? .warning : .error)
    if let row = layout.noticeRow {
      drawNotice(on: canvas, row: row, style: style)
    }
    guard let row = layout.statusRow else { return }
    if let prompt = list.prompt {
      drawPrompt(prompt, list, view, on: canvas, row: row)
    } else if let count = list.count {
      drawCount(count, on: canvas, row: row)
    } else if hasNotice && layout.noticeRow == nil {
      drawNotice(on: canvas, row: row, style: style)
    } else {
      var right = drawIndicator(content, view, on: canvas, row: row, list: list)
      right = drawHistory(content, on: canvas, row: row, end: right)
      let end = drawPosition(content, on: canvas, row: row, end: right, list: list)
      let start = canvas.columns - keysHint.utf8.count - 1
      if 40..<50 ~= canvas.columns, right == canvas.columns, end < start - 1 {
        canvas.put(keysHint, column: start, row: row, style: Style(.muted))
      }
    }
  }

  /// Where there are fewer than 50 columns, it is shown if they are free.
  private var keysHint: String { host.isPick ? "f1 keys" : "? keys" }

  private var followHint: String { host.isPick ? "not following: alt-F" : "not following: F" }

  private func drawNotice(on canvas: borrowing Canvas, row: Int, style: Style) {
    let margin = canvas.columns >= 30 ? 1 : 0
    let end = canvas.columns - margin
    // A long error is cut in favour of what follows it, which names a key.
    let errorEnd = max(end / 2, end - host.columns(of: noticeEnd))
    let column = drawText(
      notice, on: canvas, column: margin, row: row, end: errorEnd, style: style)
    drawText(noticeEnd, on: canvas, column: column, row: row, end: end, style: style)
  }

  private mutating func drawCount(_ count: Int, on canvas: borrowing Canvas, row: Int) {
    line.clear()
    line.append(count)
    let column = canvas.put(line, column: 0, row: row, style: Style(.accent, .bold))
    canvas.showCursor(column: column, row: row)
    canvas.put(
      "g: go to this row   %: this far   s: sort by it   escape: no", column: column + 2, row: row,
      style: Style(.muted))
  }

  private mutating func drawPrompt(
    _ prompt: ListPrompt, _ list: ListChild, _ view: View?, on canvas: borrowing Canvas, row: Int
  ) {
    let query = prompt.purpose == .search ? list.search : list.filter
    var column = canvas.put(
      prompt.sign + query.kindLabel, column: 0, row: row, style: Style(.accent, .bold))
    let room = max(0, canvas.columns - 1 - column)
    let shown = min(room, host.columns(of: query.text))
    column += canvas.put(query.text, column: column, row: row, width: shown, style: Style(.text))
    canvas.showCursor(column: column, row: row)
    let rest = canvas.columns - column - 3
    line.clear()
    var style = Style(.warning)
    if let problem = view?.problem {
      line.append(problem)
    } else if prompt.purpose == .search && list.hasFoundNothing
      || view?.showsNothing(of: query) ?? false
    {
      line.append("no match")
      if let (kind, keys) = query.hint(in: host.content),
        rest >= line.count + kind.utf8.count + keys.utf8.count
      {
        line.append(kind + keys)
      }
    } else {
      style = Style(.muted)
      appendProgress(view, list)
    }
    // A long problem is cut to the room beside the text, if that is enough for some words.
    let columns = host.columns(of: line)
    guard rest >= min(columns, 20) else { return }
    drawText(
      line, on: canvas, column: canvas.columns - min(columns, rest), row: row, end: canvas.columns,
      style: style)
  }

  /// Appends the progress of a search, filter or sort, if one is running.
  private mutating func appendProgress(_ view: View?, _ list: ListChild) {
    if list.awaitedFind != nil { return line.append("searching") }
    guard let view, !view.isComplete else { return }
    let progress = view.progress
    // Rows just added to a followed source are searched in a moment.
    if host.situation?.isFollowing ?? false, !view.isSorted, progress.of - progress.looked < 1000 {
      return
    }
    line.append(view.isFiltered ? "filtering" : "sorting")
    guard progress.of > 0 else { return }
    line.append(" ")
    line.append(progress.looked * 100 / progress.of)
    line.append("%")
  }

  /// Draws the message at the right; returns the end of the room left of it.
  private mutating func drawIndicator(
    _ content: Content?, _ view: View?, on canvas: borrowing Canvas, row: Int, list: ListChild
  ) -> Int {
    var style = Style(.accent)
    var longest = Int.max
    line.clear()
    host.selection?.readNotice(into: &line)
    if !line.isEmpty {
      style = Style(.warning)
    } else {
      appendProgress(view, list)
    }
    if !line.isEmpty {
      // The notice of the selection, or the progress.
    } else if let problem = view?.problem {
      line.append(problem)
      style = Style(.warning)
      // A long problem is truncated and takes the whole line.
      longest = canvas.columns - 7
    } else if list.hasFoundNothing {
      let isLoading = content?.isLoading ?? false
      line.append(isLoading ? "no match yet" : "no match")
      if !isLoading { appendHint(of: list.search, "/", columns: canvas.columns) }
      style = Style(.warning)
    } else if case .copied(let count) = list.outcome {
      line.append(count)
      line.append(count == 1 ? " row sent" : " rows sent")
      line.append(" to the terminal's clipboard")
    } else if list.outcome == .tooMuchToCopy {
      line.append("too much to copy: more than 100 KiB")
      style = Style(.warning)
    } else if list.outcome == .cannotGoBack {
      line.append("no way back: the rows have changed")
      style = Style(.warning)
      longest = canvas.columns - 7
    } else if case .noColumn(let number) = list.outcome {
      line.append("there is no column ")
      line.append(number)
      style = Style(.warning)
    } else if case .awaitsRow(let number) = list.outcome {
      line.append("row ")
      line.append(number)
      line.append(" has not arrived")
      style = Style(.warning)
    } else if case .noRow(let number) = list.outcome {
      line.append("there is no row ")
      line.append(number)
      style = Style(.warning)
    } else if case .hiddenRow(let number) = list.outcome {
      line.append("row ")
      line.append(number)
      line.append(" does not match")
      style = Style(.warning)
    } else if list.outcome == .wraps, wrappedPart(layout) == nil {
      line.append("no room to wrap: right shows more")
      style = Style(.warning)
      longest = canvas.columns - 7
    } else if list.outcome == .wraps, columns.cutsColumns {
      line.append("only the last column wraps")
    } else if host.situation?.isFollowing ?? false {
      line.append("following")
    } else if let end = list.wrappedAround {
      line.append(end == .fromTop ? "continued at the top" : "continued at the end")
    } else if let content, content.isLoading, !isQuickReload(content) {
      line.append(list.wasComplete ? "reloading" : "loading")
      // A stream that was followed never ends.
      if list.hasFollowed, canvas.columns >= 50 { line.append(", " + followHint) }
    } else if canvas.columns >= Self.hintColumns, view?.showsNothing(of: list.filter) ?? false,
      list.filter.hint(in: content) != nil
    {
      appendHint(of: list.filter, "&", columns: canvas.columns)
      style = Style(.warning)
    } else if content?.isCut == true {
      line.append("not all rows")
      style = Style(.warning)
    } else if list.hasFollowed {
      line.append(followHint)
    } else if canvas.columns >= 50 {
      line.append(keysHint)
      style = Style(.muted)
    }
    let columns = min(host.columns(of: line), longest)
    let start = canvas.columns - columns - (canvas.columns >= 30 ? 1 : 0)
    guard columns > 0, start >= 6 else { return canvas.columns }
    drawText(line, on: canvas, column: start, row: row, end: start + columns, style: style)
    return start - 1
  }

  /// The width from which the status line has room for hints.
  private static let hintColumns = 76

  /// Appends the hint of an entered query without a match, with the key that begins the next one.
  private mutating func appendHint(of query: ListQuery, _ key: String, columns: Int) {
    guard columns >= Self.hintColumns, !host.isPick,
      let (kind, keys) = query.hint(in: host.content)
    else { return }
    line.append(kind + key + " " + keys)
  }

  /// Whether a periodic reload has just begun; it is not shown for a second, to avoid flicker.
  private mutating func isQuickReload(_ content: Content) -> Bool {
    guard content.everyNanoseconds != nil, content.loadedNanoseconds != nil else { return false }
    let left = content.beganNanoseconds + 1_000_000_000 - host.nowNanoseconds
    if left > 0 { wakeAfter(left) }
    return left > 0
  }

  /// Requests a draw after this time at the latest.
  private mutating func wakeAfter(_ nanoseconds: Int64?) {
    guard let nanoseconds else { return }
    changesAfterNanoseconds = min(changesAfterNanoseconds ?? .max, nanoseconds)
  }

  /// Draws the age of the rows, in as much detail as fits left of `end`.
  ///
  /// - Returns: the column where it begins.
  private mutating func drawHistory(
    _ content: Content?, on canvas: borrowing Canvas, row: Int, end: Int
  ) -> Int {
    guard let content else { return end }
    let gap = end < canvas.columns || canvas.columns >= 30 ? 1 : 0
    wakeAfter(
      LoadHistory(content, nowNanoseconds: host.nowNanoseconds).write(
        into: &line, columns: end - gap - Self.positionColumns, separator: glyphs.separator,
        host: host))
    guard !line.isEmpty else { return end }
    let start = end - gap - host.columns(of: line)
    canvas.put(line, column: start, row: row, width: end - start, style: Style(.muted))
    return start - 1
  }

  /// The columns reserved for the position and the title.
  private static let positionColumns = 16

  /// Draws the position, the title and the queries left of `end`; returns the column they end at.
  private mutating func drawPosition(
    _ content: Content?, on canvas: borrowing Canvas, row: Int, end: Int, list: ListChild
  ) -> Int {
    let isWide = canvas.columns >= 40
    var column = canvas.columns >= 30 ? 1 : 0
    for isWide in isWide ? [true, false] : [false] {
      writePosition(content, columns: end - column, isWide: isWide, list: list)
      if host.columns(of: line) <= end - column { break }
    }
    column = drawText(
      line, on: canvas, column: column, row: row, end: end, markedFrom: 1, style: Style(.muted))
    guard end - column > 4 else { return column }
    let gap = isWide ? 3 : 1
    column += gap
    let queries = queries(of: list, content)
    line.clear()
    content?.read(.title, into: &line, limit: 1024)
    // The title leaves up to half of the room to the queries.
    let titleEnd =
      queries.isEmpty
      ? end : max((column + end) / 2, end - host.columns(of: queries) - gap)
    column = drawText(
      line, on: canvas, column: column, row: row, end: titleEnd, markedFrom: 1,
      style: host.isAlone ? Style(.title) : host.isBehind ? Style(.muted) : Style(.accent, .bold))
    if !line.isEmpty { column += gap }
    guard !queries.isEmpty, end > column else { return column }
    return drawText(
      queries, on: canvas, column: column, row: row, end: end, markedFrom: 1, style: Style(.accent))
  }

  /// Writes the position in the rows, with words where it is wide.
  private mutating func writePosition(
    _ content: Content?, columns: Int, isWide: Bool, list: ListChild
  ) {
    line.clear()
    if rows == 0 {
      let isLoading = content?.isLoading == true
      // While rows are searched, the message at the right shows that.
      if host.view?.isComplete ?? true {
        line.append(
          !list.filter.isEmpty ? "no rows match" : isLoading ? "no rows yet" : "no rows")
        let hasRoom = isWide && columns > 31
        // A child in front may use Escape.
        if hasRoom, !list.filter.isEmpty, !host.isPick, !host.isBehind {
          line.append(": escape shows all")
        }
      }
    } else {
      if host.isOnRow {
        line.append(place.selected + 1)
        line.append("/")
      }
      line.append(rows)
      if !host.isOnRow, isWide { line.append(" rows") }
      if isWide, !list.filter.isEmpty, let all = content?.rows {
        line.append(" of ")
        line.append(all)
      }
      let marked = host.selection?.markedCount ?? 0
      if marked > 0 {
        line.append(isWide ? ", " : " *")
        line.append(marked)
        if isWide { line.append(" marked") }
      }
      let gone = host.selection?.goneCount ?? 0
      if gone > 0 {
        line.append(isWide ? ", " : " -")
        line.append(gone)
        if isWide { line.append(" gone") }
      }
    }
  }

  /// The sort, the filter and the search; in a pick the host shows the query itself.
  private func queries(of list: ListChild, _ content: Content?) -> TextBuffer {
    var text = TextBuffer()
    if let view = host.view, view.isInOrder, let sort = view.sort, sort.key != .score {
      text.append(sort.isDescending ? glyphs.descending : glyphs.ascending)
      var name = TextBuffer()
      if let column = sort.column, content?.column(column, name: &name) != nil {
        text.append(name)
      } else {
        text.append("sorted")
      }
    }
    if !(host.isPick && list.filter.kind == .query) { text.append(list.filter, after: "&") }
    text.append(list.search, after: "/")
    return text
  }
}

extension TextBuffer {
  fileprivate mutating func append(_ query: ListQuery, after sign: String) {
    if query.isEmpty { return }
    if !isEmpty { append(" ") }
    append(sign)
    append(query.kindLabel)
    append(query.text)
  }
}

extension View {
  /// Whether no row matches the query.
  fileprivate func showsNothing(of query: ListQuery) -> Bool {
    !query.isEmpty && rows == 0 && isComplete
  }
}
