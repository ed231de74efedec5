internal import HostPlugins
internal import HostSurface
internal import HostTerminal
internal import HostText

/// The host's own layers over the children: draws the last screen row, the key help line and the
/// query line of `--pick`, and computes the room left for children; holds the full-screen pages,
/// which draw themselves for the stage, and passes input to the topmost.
struct Overlays {
  private let pool: CellPool
  private let rowLayer: Layer
  private let promptLayer: Layer
  /// The prompt above the children; nil without a pick.
  private(set) var prompt: PromptRow?
  var keyLine: KeyHelpLine?
  /// The full-screen pages; of those that are shown, the first is on top.
  var page: ChildrenPage?
  var keyPage: KeyPage?
  var standardError: StandardErrorView?
  /// The contents of the last row; nil if it is empty, and available to children unless reserved.
  private(set) var row: HostRow?
  /// Whether the last row is reserved even while it is empty.
  private var isRowReserved = false
  /// Whether the layers of the prompt and of the last row are outdated.
  private var isPromptChanged = true
  private var isRowChanged = true

  init(pool: CellPool) {
    self.pool = pool
    rowLayer = Layer(columns: 0, rows: 0, pool: pool)
    promptLayer = Layer(columns: 0, rows: 0, pool: pool)
  }

  func room(of surface: CellRectangle) -> CellRectangle {
    aboveRow(of: surface).inset(
      by: CellInsets(top: promptRows(on: surface), bottom: keyLine?.rows ?? 0))
  }

  /// The rows of the prompt: lines of its header that would leave the children no row are omitted.
  private func promptRows(on surface: CellRectangle) -> Int {
    let most = aboveRow(of: surface).rows - (keyLine?.rows ?? 0) - 1
    return min(prompt?.rows ?? 0, max(1, most))
  }

  /// The surface without the row that is reserved for the host.
  private func aboveRow(of surface: CellRectangle) -> CellRectangle {
    surface.inset(by: CellInsets(bottom: isRowReserved ? 1 : 0))
  }

  /// Reserves the last row for the host, or gives it to children; returns whether that changed.
  mutating func reserveRow(_ isReserved: Bool) -> Bool {
    defer { isRowReserved = isReserved }
    return isRowReserved != isReserved
  }

  /// Sets the contents of the last row; returns whether this is a change.
  mutating func show(_ row: HostRow?) -> Bool {
    guard self.row != row else { return false }
    self.row = row
    isRowChanged = true
    return true
  }

  /// Sets the prompt of a pick; returns whether this is a change.
  mutating func show(_ prompt: PromptRow?) -> Bool {
    guard self.prompt != prompt else { return false }
    self.prompt = prompt
    isPromptChanged = true
    return true
  }

  /// Gives an input to the topmost page.
  mutating func receive(_ event: InputEvent) -> PageAnswer {
    let answer =
      page?.receive(event) ?? keyPage?.receive(event) ?? standardError?.receive(event) ?? .unused
    guard answer == .closes || answer == .turns else { return answer }
    if page != nil {
      page = nil
      if answer == .turns { keyPage = keyPage ?? KeyPage(pool: pool) }
    } else if keyPage != nil {
      keyPage = nil
      if answer == .turns { page = ChildrenPage(pool: pool) }
    } else {
      standardError = nil
    }
    return answer
  }

  /// Updates the key line, if it is shown; returns whether the room for children changed.
  mutating func show(_ items: @autoclosure () -> [KeyHelpItem], on surface: CellRectangle) -> Bool {
    let above = aboveRow(of: surface)
    return keyLine?.show(items(), on: above) ?? false
  }

  mutating func placed(on surface: CellRectangle) -> [PlacedLayer] {
    [keyLine?.placed(on: aboveRow(of: surface)), placedRow(on: surface), placedPrompt(on: surface)]
      .compactMap(\.self)
  }

  private mutating func placedPrompt(on surface: CellRectangle) -> PlacedLayer? {
    guard let prompt, !surface.isEmpty else { return nil }
    let rows = promptRows(on: surface)
    if isPromptChanged || promptLayer.columns != surface.columns || promptLayer.rows != rows {
      promptLayer.resize(columns: surface.columns, rows: rows)
      prompt.draw(on: promptLayer)
      isPromptChanged = false
    }
    return PlacedLayer(
      promptLayer, in: CellRectangle(column: 0, row: 0, columns: surface.columns, rows: rows))
  }

  private mutating func placedRow(on surface: CellRectangle) -> PlacedLayer? {
    guard row != nil || isRowReserved, surface.rows > 0 else { return nil }
    if isRowChanged || rowLayer.columns != surface.columns {
      rowLayer.resize(columns: surface.columns, rows: 1)
      (row ?? HostRow()).draw(on: rowLayer)
      isRowChanged = false
    }
    return PlacedLayer(
      rowLayer,
      in: CellRectangle(column: 0, row: surface.rows - 1, columns: surface.columns, rows: 1))
  }
}

/// The result of an input for the host's pages; the stage performs `removes` and `restoresView`.
enum PageAnswer: Equatable {
  case used
  case closes
  /// Show the page of keys in place of the page about plugins, or the other way round.
  case turns
  /// Remove the child of this entry from the run.
  case removes(entry: Int)
  /// Remove the filter, order or search that a third-party child set.
  case restoresView
  /// No page is shown, or the event is no user input.
  case unused
}

extension Layer {
  /// Clears the layer for a full-screen page with a title, which has the size of the surface.
  func beginPage(_ title: String, on surface: CellRectangle) {
    resize(columns: surface.columns, rows: surface.rows)
    fill(bounds, style: Style(background: .default))
    put(title, column: 1, row: 0, style: Style(foreground: .role(.title), attributes: .bold))
  }

  /// Draws the keys of a full-screen page in its last row.
  func putPageKeys(_ text: String) {
    put(
      text, column: 1, row: rows - 1, style: Style(foreground: .role(.muted)),
      maximumColumns: max(0, columns - 2))
  }
}

/// The contents of the last screen row: messages at the left, truncated where the hint begins, and
/// at the right the longest hint that leaves room for them, else the shortest; without contents the
/// row belongs to the children, unless it is reserved for the host.
struct HostRow: Equatable {
  /// A message in the last screen row, such as an announcement or a warning: text and theme colour.
  struct Message: Equatable {
    let text: String
    let role: ThemeRole
  }

  /// The messages from left to right, most important first; what does not fit is truncated.
  var messages: [Message] = []
  /// The columns a message leaves to margins and the shortest hint, the key of the host's page.
  static let columnsBesideMessage = 6
  /// Hints at the right end, longest first; the first that leaves room for the messages is shown.
  var hints: [String] = []

  func draw(on layer: Layer) {
    layer.fill(layer.bounds, style: Style(background: .default))
    let hint = hint(columns: layer.columns)
    let hintColumn = max(0, layer.columns - TextWidth.columns(of: hint) - 1)
    let muted = Style(foreground: .role(.muted), background: .default)
    layer.put(hint, column: hintColumn, row: 0, style: muted)
    var column = 1
    let end = hint.isEmpty ? layer.columns - 1 : hintColumn - 1
    for (index, message) in messages.enumerated() where column < end {
      if index > 0 {
        column += layer.put(
          " · ", column: column, row: 0, style: muted, maximumColumns: end - column)
      }
      column += put(message, on: layer, column: column, columns: end - column)
    }
  }

  private func put(_ message: Message, on layer: Layer, column: Int, columns: Int) -> Int {
    let style = Style(foreground: .role(message.role), background: .default)
    let isCut = TextWidth.columns(of: message.text) > columns
    let used = layer.put(
      message.text, column: column, row: 0, style: style,
      maximumColumns: isCut ? columns - 1 : columns)
    return isCut ? used + layer.put("…", column: column + used, row: 0, style: style) : used
  }

  private func hint(columns: Int) -> String {
    let wanted = messages.map { TextWidth.columns(of: $0.text) + 3 }.reduce(0, +)
    let room = columns - 2 - wanted
    return hints.first { TextWidth.columns(of: $0) <= room } ?? hints.last ?? ""
  }
}

/// The contents of the first rows during `--pick`: the query line with its cursor, the numbers of
/// found, all and marked rows, and the lines of `--header` below; draws itself on a layer.
struct PromptRow: Equatable {
  var query = PickQuery()
  /// Whether Enter was pressed and waits for a match.
  var enterWaits = false
  /// The number of matching rows, of all rows, and of marked rows.
  var found: UInt64 = 0
  var all: UInt64 = 0
  var marked: UInt64 = 0
  /// The search progress in percent; nil if complete.
  var percent: Int?
  /// Whether the cursor is here instead of in a child.
  var showsCursor = true

  var rows: Int { 1 + query.header.count }

  func draw(on layer: Layer) {
    layer.fill(layer.bounds, style: Style(background: .default))
    for (index, line) in query.header.enumerated() {
      layer.put(
        line, column: 1, row: 1 + index, style: Style(foreground: .role(.title)),
        maximumColumns: max(0, layer.columns - 1))
    }
    let accent = Style(foreground: .role(.accent), attributes: .bold)
    let start = layer.put(
      query.prompt + (query.isExpression ? "regex " : ""), column: 0, row: 0, style: accent,
      maximumColumns: layer.columns / 2)
    let room = max(1, layer.columns - start - 1)
    let before = TextWidth.columns(of: query.textBeforeCursor)
    // The text scrolls so that the cursor stays in view.
    let (shown, skipped) = query.text.dropping(columns: max(0, before - room))
    let used = layer.put(
      shown, column: start, row: 0, style: Style(foreground: .role(.text)), maximumColumns: room)
    layer.putCursor(
      at: showsCursor ? CellPlace(column: start + before - skipped, row: 0) : nil)
    let waiting = ["enter waits for a match · escape drops it", "enter waits"]
    for text in (enterWaits ? waiting.map { "\($0) · \(counts)" } : []) + [counts] {
      let column = layer.columns - TextWidth.columns(of: text) - 1
      guard column > start + used + 1 else { continue }
      layer.put(text, column: column, row: 0, style: Style(foreground: .role(.muted)))
      break
    }
  }

  private var counts: String {
    let percent = percent.map { "\($0)% · " } ?? ""
    let marked = marked > 0 ? " · \(marked.grouped) marked" : ""
    return "\(percent)\(found.grouped)/\(all.grouped)\(marked)"
  }
}

extension UInt64 {
  /// The number with commas between thousands.
  fileprivate var grouped: String {
    let digits = Array(String(self))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}

extension String {
  /// The text without at least `columns` at its start; one more if a wide character is cut.
  fileprivate func dropping(columns: Int) -> (rest: String, dropped: Int) {
    var rest = self[...]
    var dropped = 0
    while dropped < columns, let first = rest.first {
      dropped += max(1, TextWidth.columns(of: String(first)))
      rest.removeFirst()
    }
    return (String(rest), dropped)
  }
}
