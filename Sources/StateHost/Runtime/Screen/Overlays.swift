internal import HostPlugins
internal import HostSurface
internal import HostTerminal

/// The layers of the host over the children: its row, the key help, the query line of `--pick`, full-screen pages.
struct Overlays {
  private let pool: GraphemePool
  private let rowLayer: Layer
  private let promptLayer: Layer
  /// The prompt above the children; nil without a pick.
  private(set) var prompt: PromptRow?
  var keyLine: KeyHelpLine?
  /// The full-screen pages; of those that are shown, the first is on top.
  var page: HostPage?
  var keyPage: KeyPage?
  var standardError: StandardErrorView?
  /// The contents of the last row; nil if it is empty, and available to children unless reserved.
  private(set) var row: HostRow?
  /// Whether the last row is reserved even while it is empty.
  private var isRowReserved = false
  /// Whether the layers of the prompt and of the last row are outdated.
  private var isPromptChanged = true
  private var isRowChanged = true

  init(pool: GraphemePool) {
    self.pool = pool
    rowLayer = Layer(columns: 0, rows: 0, pool: pool)
    promptLayer = Layer(columns: 0, rows: 0, pool: pool)
  }

  func room(of surface: CellRectangle) -> CellRectangle {
    aboveRow(of: surface).inset(
      by: CellInsets(top: prompt?.rows ?? 0, bottom: keyLine?.rows ?? 0))
  }

  /// The surface without the row that is reserved for the host.
  private func aboveRow(of surface: CellRectangle) -> CellRectangle {
    surface.inset(by: CellInsets(bottom: isRowReserved ? 1 : 0))
  }

  /// Reserves the last row for the host, or gives it to the children; returns whether this is a change.
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
      if answer == .turns { page = HostPage(pool: pool) }
    } else {
      standardError = nil
    }
    return answer
  }

  /// Updates the keys of the key line, if it is shown; returns whether the room for children changed.
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
      in: CellRectangle(column: 0, row: surface.rows - 1, columns: surface.columns, rows: 1))
  }
}

/// What a full-screen page of the host requests after an input event: for example to close it, or to remove a child.
enum PageAnswer: Equatable {
  case used
  case closes
  /// Show the page of keys in place of the page about plugins, or the other way round.
  case turns
  /// Remove the child of this entry from the run.
  case removes(entry: Int)
  /// Remove the filter, order or search that a third-party child set.
  case restoresView
  /// The event was not user input.
  case unused
}
