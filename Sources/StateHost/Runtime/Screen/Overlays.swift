internal import HostPlugins
internal import HostSurface
internal import HostTerminal

/// The layers that the host draws over the children: its message row, the key help, the query line of `--pick`, and
/// full-screen pages.
struct Overlays {
  private let pool: GraphemePool
  private let rowLayer: Layer
  private let promptLayer: Layer
  /// The prompt above the children; nil without a pick.
  private(set) var prompt: PromptRow?
  private var keyLine: KeyHelpLine?
  private var keyPage: KeyPage?
  private var standardError: StandardErrorView?
  private var page: HostPage?
  /// The contents of the last row; nil if it is empty, and available to children unless reserved.
  private(set) var row: HostRow?
  /// Whether the last row is reserved even while it is empty.
  private var isRowReserved = false
  /// Whether the layer of the prompt is outdated.
  private var isPromptChanged = true
  /// Whether the layer of the last row is outdated.
  private var isRowChanged = true

  init(pool: GraphemePool) {
    self.pool = pool
    rowLayer = Layer(columns: 0, rows: 0, pool: pool)
    promptLayer = Layer(columns: 0, rows: 0, pool: pool)
  }

  /// The part of a surface for children.
  func room(of surface: CellRectangle) -> CellRectangle {
    aboveRow(of: surface).inset(
      by: CellInsets(top: prompt?.rows ?? 0, bottom: keyLine?.rows ?? 0))
  }

  /// The surface without the row that is reserved for the host.
  private func aboveRow(of surface: CellRectangle) -> CellRectangle {
    surface.inset(by: CellInsets(bottom: isRowReserved ? 1 : 0))
  }

  /// Reserves the last row for the host, or gives it to the children.
  ///
  /// - Returns: whether this is a change.
  mutating func reserveRow(_ isReserved: Bool) -> Bool {
    defer { isRowReserved = isReserved }
    return isRowReserved != isReserved
  }

  /// Sets the contents of the last row.
  ///
  /// - Returns: whether this is a change.
  mutating func show(_ row: HostRow?) -> Bool {
    guard self.row != row else { return false }
    self.row = row
    isRowChanged = true
    return true
  }

  /// Sets the prompt of a pick.
  ///
  /// - Returns: whether this is a change.
  mutating func show(_ prompt: PromptRow?) -> Bool {
    guard self.prompt != prompt else { return false }
    self.prompt = prompt
    isPromptChanged = true
    return true
  }

  /// Whether the host's page is shown over everything else.
  var showsPage: Bool {
    get { page != nil }
    set { if newValue != showsPage { page = newValue ? HostPage(pool: pool) : nil } }
  }

  /// Gives the page an input while it is shown.
  mutating func receiveOnPage(_ event: InputEvent) -> HostPage.Answer {
    let answer = page?.receive(event) ?? .unused
    if answer == .closes || answer == .turns { page = nil }
    if answer == .turns { showsKeys = true }
    return answer
  }

  /// Whether the page of keys is shown over everything else.
  var showsKeys: Bool {
    get { keyPage != nil }
    set { if newValue != showsKeys { keyPage = newValue ? KeyPage(pool: pool) : nil } }
  }

  /// Gives the page of keys an input while it is shown.
  mutating func receiveOnKeys(_ event: InputEvent) -> KeyPage.Answer {
    let answer = keyPage?.receive(event) ?? .unused
    if answer == .closes || answer == .turns { keyPage = nil }
    if answer == .turns { showsPage = true }
    return answer
  }

  /// Whether the key line is shown below the children.
  var showsKeyLine: Bool {
    get { keyLine != nil }
    set { if newValue != showsKeyLine { keyLine = newValue ? KeyHelpLine(pool: pool) : nil } }
  }

  /// Whether standard error is shown over everything else.
  var showsStandardError: Bool {
    get { standardError != nil }
    set {
      if newValue != showsStandardError {
        standardError = newValue ? StandardErrorView(pool: pool) : nil
      }
    }
  }

  /// Passes an event to the standard error view while it is shown.
  mutating func receive(_ event: InputEvent) -> StandardErrorView.Answer {
    let answer = standardError?.receive(event) ?? .unused
    if answer == .closes { standardError = nil }
    return answer
  }

  /// Updates the keys of the key line, if it is shown.
  ///
  /// - Returns: whether the room for children changed.
  mutating func show(
    _ items: @autoclosure () -> [KeyHelpItem], on surface: CellRectangle
  ) -> Bool {
    let above = aboveRow(of: surface)
    return keyLine?.show(items(), on: above) ?? false
  }

  /// The page of keys over the whole surface; nil if it is not shown.
  mutating func placedKeys(
    _ sections: @autoclosure () -> [KeyPage.Section], _ facts: @autoclosure () -> String,
    on surface: CellRectangle
  ) -> PlacedLayer? {
    keyPage?.show(sections(), facts(), on: surface)
    return keyPage?.placed(on: surface)
  }

  /// The host's page over the whole surface; nil if it is not shown.
  mutating func placedPage(
    _ children: [HostPage.Child], viewSetBy setter: String?, on surface: CellRectangle
  ) -> PlacedLayer? {
    page?.show(children, viewSetBy: setter, on: surface)
    return page?.placed(on: surface)
  }

  /// Standard error over the whole surface; nil if it is not shown.
  mutating func placedAlone(_ content: ContentReader?, on surface: CellRectangle) -> PlacedLayer? {
    if let content {
      standardError?.show(
        content.standardErrorLines, of: content.standardErrorLineCount, on: surface)
    }
    return standardError?.placed(on: surface)
  }

  /// The layers over the children, lowest first.
  mutating func placed(on surface: CellRectangle) -> [PlacedLayer] {
    [keyLine?.placed(on: aboveRow(of: surface)), placedRow(on: surface), placedPrompt(on: surface)]
      .compactMap(\.self)
  }

  private mutating func placedPrompt(on surface: CellRectangle) -> PlacedLayer? {
    guard let prompt, !surface.isEmpty else { return nil }
    let rows = min(prompt.rows, surface.rows)
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
      in: CellRectangle(
        column: 0, row: surface.rows - 1, columns: surface.columns, rows: 1))
  }
}
