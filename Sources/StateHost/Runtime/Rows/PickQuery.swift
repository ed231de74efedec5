package import HostContent
internal import HostText

/// The query line of `--pick`: its text and cursor, edited by keys as in a shell and by pasting,
/// its prompt and header lines, and the row filter and ranking from text, search kind and options.
package struct PickQuery: Equatable {
  /// The effect of a key or a paste on the query line of `--pick`.
  enum Edit {
    /// The key is not the query line's, or moves the cursor of an empty line: it is passed on.
    case unused
    /// The cursor moved, or nothing changed: it was at the edge, or there was nothing to delete or
    /// no room for more text.
    case keptQuery
    /// The text changed, or whether it is a regular expression, also for a paste that had no room:
    /// the rows are filtered again.
    case changedQuery
  }

  package var prompt = "> "
  package var header: [String] = []
  /// Whether the best matches come first; otherwise rows keep their order.
  package var ranksRows = true
  /// Whether the last row comes first, also among equally good matches.
  package var reversesRows = false
  /// Whether words match as they are, and those after ' with gaps, as by `fzf -e`.
  package var matchesExactly = false
  package var letterCase = RowFilter.LetterCase.smart
  /// Whether the text is a regular expression instead of a query.
  private(set) var isExpression = false
  private var characters: [Character] = []
  /// The number of characters before the cursor.
  private(set) var cursor = 0

  package init(_ text: String = "") { insert(text) }

  package var text: String {
    get { String(characters) }
    set {
      (characters, cursor) = ([], 0)
      insert(newValue)
    }
  }
  var textBeforeCursor: String { String(characters[..<cursor]) }

  var filter: RowFilter? {
    if text.isEmpty { return nil }
    var filter = RowFilter(
      Array(text.utf8), kind: isExpression ? .expression : .query, letterCase: letterCase)
    filter.matchesExactly = matchesExactly && !isExpression
    return filter
  }

  /// The sort order of the rows; nil to keep their order.
  var sort: RowSort? {
    let ranking = RowSort.Ranking(
      comparesScores: ranksRows && !isExpression && !text.isEmpty, isLastFirst: reversesRows)
    return ranking == RowSort.Ranking(comparesScores: false)
      ? nil : RowSort(by: .score, ranking: ranking)
  }
}

// MARK: - Editing

extension PickQuery {
  /// Inserts text at the cursor up to the length limit; control characters become spaces.
  @discardableResult
  mutating func insert(_ text: String) -> Edit {
    for character in text {
      let isControl = character.unicodeScalars.contains {
        $0.properties.generalCategory == .control
      }
      let inserted: Character = isControl ? " " : character
      guard self.text.utf8.count + inserted.utf8.count <= RowFilter.longestText else { break }
      characters.insert(inserted, at: cursor)
      cursor += 1
    }
    return .changedQuery
  }

  func isEdited(by key: Key) -> Bool {
    var copy = self
    return copy.edit(key) != .unused
  }

  /// Whether a key edits the query, or would if there were text.
  func reserves(_ key: Key) -> Bool {
    var copy = self
    copy.insert("a")
    return copy.isEdited(by: key)
  }

  /// Edits the line as a shell does.
  ///
  /// Characters are inserted; Backspace, Ctrl-W, Ctrl-U and Alt-D delete; the arrows, Ctrl-A,
  /// Ctrl-E, Alt-B and Alt-F move the cursor. Ctrl-R toggles between query and regular expression.
  mutating func edit(_ key: Key) -> Edit {
    let before = cursor
    switch (key.code, key.modifiers) {
    case (.character(let scalar), []): insert(String(Character(scalar)))
    case (.backspace, []), (.character("h"), .control): return delete(from: cursor - 1)
    case (.backspace, .alt): return delete(from: wordStart)
    case (.character("w"), .control): return delete(from: blankWordStart)
    case (.character("u"), .control): return delete(from: 0)
    case (.delete, []): return delete(to: cursor + 1)
    case (.character("d"), .alt): return delete(to: wordEnd)
    case (.character("r"), .control): isExpression.toggle()
    case (.left, []), (.character("b"), .control): return move(to: cursor - 1)
    case (.right, []), (.character("f"), .control): return move(to: cursor + 1)
    case (.character("a"), .control): return move(to: 0)
    case (.character("e"), .control): return move(to: characters.count)
    case (.character("b"), .alt): return move(to: wordStart)
    case (.character("f"), .alt): return move(to: wordEnd)
    default: return .unused
    }
    return cursor == before && key.modifiers.isEmpty ? .keptQuery : .changedQuery
  }

  /// Moves the cursor; without text, these keys move through the rows instead.
  private mutating func move(to place: Int) -> Edit {
    guard !characters.isEmpty else { return .unused }
    cursor = max(0, min(place, characters.count))
    return .keptQuery
  }

  private mutating func delete(from place: Int) -> Edit {
    guard place < cursor, cursor > 0 else { return .keptQuery }
    characters.removeSubrange(max(0, place)..<cursor)
    cursor = max(0, place)
    return .changedQuery
  }

  private mutating func delete(to end: Int) -> Edit {
    guard cursor < characters.count, end > cursor else { return .keptQuery }
    characters.removeSubrange(cursor..<min(end, characters.count))
    return .changedQuery
  }

  private static func isInWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  private var wordStart: Int { start(ofWord: Self.isInWord) }
  private var blankWordStart: Int { start { !$0.isWhitespace } }

  private func start(ofWord isInWord: (Character) -> Bool) -> Int {
    var place = cursor
    while place > 0, !isInWord(characters[place - 1]) { place -= 1 }
    while place > 0, isInWord(characters[place - 1]) { place -= 1 }
    return place
  }

  private var wordEnd: Int {
    let rest = characters[cursor...].drop { !Self.isInWord($0) }
    return rest.firstIndex { !Self.isInWord($0) } ?? characters.count
  }
}
