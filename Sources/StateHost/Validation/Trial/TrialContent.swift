internal import HostPlugins

/// The content that a plugin under trial sees: made up, of any size, without memory of its own.
struct TrialContent {
  /// One named column.
  struct Column {
    var name: [UInt8]
    var facts = ContentColumnFacts(isRightAligned: false, width: 8)
  }

  /// False: there is no content at all, as in a scenario without a source.
  var isThere = true
  var facts: ContentFacts
  var columns: [Column] = []
  var texts: [ContentText: [UInt8]] = [.title: Array("a trial".utf8)]
  /// The text of a cell; of the whole row where the column is nil.
  var cell: (_ row: UInt64, _ column: UInt32?) -> [UInt8] = { row, column in
    switch column {
    case nil: Array("row \(row) of the trial".utf8)
    case Self.numberColumn: Array(String(row % 997 * 37).utf8)
    case let column?: Array("cell \(row).\(column)".utf8)
    }
  }

  /// Its cells are numbers, at the right.
  private static let numberColumn: UInt32 = 1
  var isEveryRowCut = false

  init(rows: UInt64 = 0) {
    facts = ContentFacts()
    facts.isComplete = true
    facts.revision = 1
    facts.generation = 1
    facts.rows = rows
    facts.beganNanoseconds = 1_000_000
    facts.elapsedNanoseconds = 1_500_000_000
  }

  /// The facts, with those that follow from the rest.
  var allFacts: ContentFacts {
    var facts = facts
    facts.bytes = facts.rows &* 20
    facts.columns = UInt32(columns.count)
    return facts
  }

  static var none: TrialContent {
    var content = TrialContent()
    content.isThere = false
    return content
  }

  static var empty: TrialContent { TrialContent() }

  /// Rows would be shown at once.
  static var loading: TrialContent {
    var content = TrialContent()
    content.facts.isComplete = false
    content.facts.isLoading = true
    return content
  }

  static func list(rows: UInt64, columns: Int = 0) -> TrialContent {
    var content = TrialContent(rows: rows)
    content.columns = (0..<columns).map {
      Column(
        name: Array("COLUMN\($0)".utf8),
        facts: ContentColumnFacts(isRightAligned: $0 == numberColumn, width: 8))
    }
    return content
  }

  static var failure: TrialContent {
    var content = TrialContent()
    content.facts.isComplete = false
    content.facts.failure = .exitStatus(3)
    content.texts = [
      .title: Array("make test".utf8), .error: Array("make ended with status 3".utf8),
      .errorDetail: Array("first line\nlast line".utf8), .remedy: Array("see what it says".utf8),
    ]
    return content
  }

  /// The same content, each row one text.
  var withoutColumns: TrialContent {
    var content = self
    content.columns = []
    return content
  }

  /// The same content with a word in each cell that begins with another letter than its neighbours'.
  var withManyWords: TrialContent {
    var content = self
    content.cell = { row, column in
      let first = UInt8(ascii: "a") + UInt8((row &* 7 &+ UInt64(column ?? 0) &* 3) % 26)
      return [first] + Array("word \(row % 9)".utf8)
    }
    return content
  }

  /// The same content with this text in each cell.
  func withCells(_ text: String) -> TrialContent {
    var content = self
    let bytes = Array(text.utf8)
    content.cell = { _, _ in bytes }
    return content
  }

  /// The same content with another text in each place.
  func saying(_ text: String) -> TrialContent {
    var content = withCells(text)
    let bytes = Array(text.utf8)
    for which in content.texts.keys { content.texts[which] = bytes }
    return content
  }

  /// The states that there is content for, in the order in which checks go through them.
  static let states = ["content", "error", "empty", "loading"]

  /// Content for which a state would be shown.
  static func fitting(_ state: String?) -> TrialContent {
    switch state {
    case "loading": .loading
    case "empty": .empty
    case "error": .failure
    default: .list(rows: 40, columns: 3)
    }
  }
}

extension TrialContent {
  /// Answers what a child asks of the content; nil: it is another question.
  ///
  /// - Parameters:
  ///   - query: what it asks.
  ///   - copy: fills a buffer with as much of a text as fits, and returns the length of the whole.
  /// - Returns: the answer.
  func answer(
    _ query: HostQuery, copying copy: ([UInt8], UnsafeMutableRawBufferPointer) -> UInt64
  ) -> HostReply? {
    switch query {
    case .text(let text, let room): return .length(unsafe copy(texts[text] ?? [], room))
    case .column(let index):
      return index < columns.count ? .column(columns[Int(index)].facts) : HostReply.none
    case .columnName(let index, let room):
      return .length(unsafe copy(columns[Int(index)].name, room))
    case .row(let row):
      guard row < facts.rows else { return HostReply.none }
      let length = UInt64(cell(row, nil).count)
      return .row(ContentRowFacts(length: length, fullLength: isEveryRowCut ? length * 3 : length))
    case .cell(let row, let column, let room):
      guard row < facts.rows, column.map({ $0 < columns.count }) ?? true else {
        return HostReply.none
      }
      return .length(unsafe copy(cell(row, column), room))
    // One cell after the other.
    case .cells: return HostReply.none
    default: return nil
    }
  }
}
