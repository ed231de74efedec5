internal import HostPlugins
internal import HostSurface
internal import HostTerminal
internal import HostText

/// The host's full-screen page about plugins: it lists the children on screen with their files, permissions and
/// actions, and lets the user remove one.
///
/// The page is modal: while it is shown, it receives all key and mouse events.
struct HostPage {
  /// An item in the list of the host's page about plugins: a child on screen, its plugin's file, permissions and
  /// actions so far.
  struct Child: Equatable {
    /// The index of its entry in the arrangement.
    let entry: Int
    let name: String
    /// The plugin's file; nil for a child of the host itself.
    let file: String?
    let isBundled: Bool
    /// The permissions that the user granted to its plugin.
    let grants: [String]
    /// The actions of its plugin so far, such as `moved the cursor 3 times`.
    let acts: [String]
  }

  /// What the host's page about plugins requests after an input event: for example to close it, to remove a child, or
  /// to show the page of keys.
  enum Answer: Equatable {
    case used
    case closes
    /// Remove the child of this entry from the run.
    case removes(entry: Int)
    /// Remove the filter, order or search that a third-party child set.
    case restoresView
    /// Show the page of keys.
    case turns
    /// The event was not user input.
    case unused
  }

  /// A line of text on the host's page about plugins, with its style and the listed child that it belongs to.
  private struct Line {
    let text: String
    let role: ThemeRole
    var isBold = false
    /// The index of the child that the line belongs to.
    let child: Int
  }

  private let layer: Layer
  private var children: [Child] = []
  private var viewSetter: String?
  private var selected = 0
  private var firstLine = 0

  init(pool: GraphemePool) { layer = Layer(columns: 0, rows: 0, pool: pool) }

  /// The layer, over the whole surface.
  func placed(on surface: CellRectangle) -> PlacedLayer { PlacedLayer(layer, in: surface) }

  /// Updates the page.
  ///
  /// - Parameters:
  ///   - children: the children on screen, topmost first.
  ///   - viewSetter: a description of the view that a third-party child set; nil if the view is the user's.
  ///   - surface: the surface to fill.
  mutating func show(_ children: [Child], viewSetBy viewSetter: String?, on surface: CellRectangle)
  {
    // The cursor stays on its child when others appear or disappear.
    let entry = self.children.indices.contains(selected) ? self.children[selected].entry : nil
    self.children = children
    self.viewSetter = viewSetter
    selected =
      children.firstIndex { $0.entry == entry } ?? max(0, min(selected, children.count - 1))
    layer.resize(columns: surface.columns, rows: surface.rows)
    draw()
  }

  /// Moves the cursor, requests the removal of a child, or closes the page.
  mutating func receive(_ event: InputEvent) -> Answer {
    switch event {
    case .key(let key): return receive(key)
    case .mouse, .paste: return .used
    case .focus, .reply: return .unused
    }
  }

  private mutating func receive(_ key: Key) -> Answer {
    switch key.name {
    case "escape", "q", Key.hostPage.name: return .closes
    case "tab", "f6", "?", "f1": return .turns
    case "up", "k": selected = max(0, selected - 1)
    case "down", "j": selected = min(max(0, children.count - 1), selected + 1)
    case "home", "g": selected = 0
    case "end", "G": selected = max(0, children.count - 1)
    case "x":
      if children.indices.contains(selected) {
        return .removes(entry: children[selected].entry)
      }
    case "u": if viewSetter != nil { return .restoresView }
    default: break
    }
    return .used
  }
}

// MARK: - Drawing

extension HostPage {
  private mutating func draw() {
    layer.clear()
    layer.fill(layer.bounds, style: Style(background: .default))
    layer.put(
      "children on screen", column: 1, row: 0,
      style: Style(foreground: .role(.title), attributes: .bold))
    let lines = lines
    let visible = max(1, layer.rows - 2)
    let own = lines.indices.filter { lines[$0].child == selected }
    if let first = own.first, let last = own.last {
      firstLine = min(max(firstLine, last - visible + 1), first)
    }
    firstLine = max(0, min(firstLine, lines.count - visible))
    for (row, line) in lines.dropFirst(firstLine).prefix(visible).enumerated() {
      let isSelected = line.child == selected && line.isBold
      layer.put(isSelected ? ">" : " ", column: 1, row: row + 1, style: style(of: line))
      layer.put(
        line.text, column: line.isBold ? 3 : 5, row: row + 1, style: style(of: line),
        maximumColumns: max(0, layer.columns - (line.isBold ? 4 : 6)))
    }
    guard layer.rows > 1 else { return }
    let restores = viewSetter == nil ? "" : "u show all rows   "
    layer.put(
      "x remove child   \(restores)tab keys   escape back", column: 1,
      row: layer.rows - 1, style: Style(foreground: .role(.muted)),
      maximumColumns: max(0, layer.columns - 2))
  }

  private func style(of line: Line) -> Style {
    Style(foreground: .role(line.role), attributes: line.isBold ? .bold : [])
  }

  private var lines: [Line] {
    var lines: [Line] = []
    if let viewSetter { lines.append(Line(text: viewSetter, role: .warning, child: -1)) }
    for (index, child) in children.enumerated() {
      lines.append(
        Line(
          text: child.name, role: index == selected ? .accent : .text, isBold: true, child: index))
      let file = child.file.map { "from \(HarmlessText.cleanLine($0))" } ?? "the host's own"
      lines.append(
        Line(text: child.isBundled ? "bundled, \(file)" : file, role: .muted, child: index))
      guard !child.isBundled else { continue }
      let grants =
        child.grants.isEmpty ? "nothing granted" : "granted \(child.grants.joined(separator: ", "))"
      lines.append(Line(text: grants, role: .muted, child: index))
      let acts =
        child.acts.isEmpty ? "has done nothing for you" : child.acts.joined(separator: ", ")
      lines.append(Line(text: acts, role: .muted, child: index))
    }
    if children.isEmpty { lines.append(Line(text: "none", role: .muted, child: 0)) }
    return lines
  }
}
