internal import HostSurface
internal import HostTerminal
internal import HostText

/// The host's full-screen, modal page about plugins, opened with F12: lists the children on screen
/// with their files, permissions and actions; its keys remove a child, or the state, order, filter
/// or search set by a third-party child.
struct ChildrenPage {
  /// A child on screen as the page lists it, with its plugin's file, permissions and actions.
  struct Child: Equatable {
    let entry: Int
    let name: String
    let file: String?
    let isBundled: Bool
    let grants: [String]
    /// The actions of its plugin so far, such as `moved the cursor 3 times`.
    let acts: [String]
  }

  /// A line of the page about plugins: text, style, and the index of the child whose entry has it.
  private struct Line {
    let text: String
    let role: ThemeRole
    var isBold = false
    let child: Int
  }

  private let layer: Layer
  private var children: [Child] = []
  private var viewSetter: String?
  private var selected = 0
  private var firstLine = 0

  init(pool: CellPool) { layer = Layer(columns: 0, rows: 0, pool: pool) }

  /// Draws the page: what third-party children set, and the children on screen, topmost first.
  mutating func placed(
    _ children: [Child], viewSetBy viewSetter: String?, on surface: CellRectangle
  ) -> PlacedLayer {
    // The cursor stays on its child when others appear or disappear.
    let entry = self.children.indices.contains(selected) ? self.children[selected].entry : nil
    self.children = children
    self.viewSetter = viewSetter
    selected =
      children.firstIndex { $0.entry == entry } ?? max(0, min(selected, children.count - 1))
    layer.beginPage("children on screen", on: surface)
    draw()
    return PlacedLayer(layer, in: surface)
  }

  mutating func receive(_ event: InputEvent) -> PageAnswer {
    switch event {
    case .key(let key): return receive(key)
    case .mouse, .paste: return .used
    case .focus, .reply: return .unused
    }
  }

  private mutating func receive(_ key: Key) -> PageAnswer {
    let last = max(0, children.count - 1)
    switch key.name {
    case "escape", "q", Key.hostPage.name: return .closes
    case "tab", "f6", "?", "f1": return .turns
    case "up", "k": selected = max(0, selected - 1)
    case "down", "j": selected = min(last, selected + 1)
    case "home", "g": selected = 0
    case "end", "G": selected = last
    case "x" where children.indices.contains(selected):
      return .removes(entry: children[selected].entry)
    case "u" where viewSetter != nil: return .restoresView
    default: break
    }
    return .used
  }
}

// MARK: - Drawing

extension ChildrenPage {
  private mutating func draw() {
    let visible = max(1, layer.rows - 2)
    let own = lines.indices.filter { lines[$0].child == selected }
    if let first = own.first, let last = own.last {
      firstLine = min(max(firstLine, last - visible + 1), first)
    }
    firstLine = max(0, min(firstLine, lines.count - visible))
    for (row, line) in lines.dropFirst(firstLine).prefix(visible).enumerated() {
      let isSelected = line.child == selected && line.isBold
      let style = Style(foreground: .role(line.role), attributes: line.isBold ? .bold : [])
      layer.put(isSelected ? ">" : " ", column: 1, row: row + 1, style: style)
      layer.put(
        line.text, column: line.isBold ? 3 : 5, row: row + 1, style: style,
        maximumColumns: max(0, layer.columns - (line.isBold ? 4 : 6)))
    }
    guard layer.rows > 1 else { return }
    let restores = viewSetter == nil ? "" : "u show all rows   "
    layer.putPageKeys("x remove child   \(restores)tab keys   escape back")
  }

  private var lines: [Line] {
    var lines: [Line] = []
    if let viewSetter { lines.append(Line(text: viewSetter, role: .warning, child: -1)) }
    for (index, child) in children.enumerated() {
      let role: ThemeRole = index == selected ? .accent : .text
      lines.append(Line(text: child.name, role: role, isBold: true, child: index))
      let file = child.file.map { "from \(HarmlessText.cleanLine($0))" } ?? "the host's own"
      var details = [child.isBundled ? "bundled, \(file)" : file]
      if !child.isBundled {
        let (grants, acts) = (child.grants, child.acts.joined(separator: ", "))
        details += [
          grants.isEmpty ? "nothing granted" : "granted \(grants.joined(separator: ", "))",
          acts.isEmpty ? "has done nothing for you" : acts,
        ]
      }
      lines += details.flatMap(parts).map { Line(text: $0, role: .muted, child: index) }
    }
    if children.isEmpty { lines.append(Line(text: "none", role: .muted, child: 0)) }
    return lines
  }

  /// The parts of a text that each fit in a line.
  private func parts(of text: String) -> [String] {
    var parts: [String] = []
    var rest = text[...]
    repeat {
      let fitting = TextWidth.prefix(of: rest.utf8.span, columns: max(2, layer.columns - 6)).bytes
      let end = rest.utf8.index(rest.startIndex, offsetBy: max(1, fitting))
      parts.append(String(rest[..<end]))
      rest = rest[end...]
    } while !rest.isEmpty
    return parts
  }
}
