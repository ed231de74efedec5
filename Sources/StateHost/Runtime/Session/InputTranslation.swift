package import HostPlugins
package import HostTerminal

extension ChildMouse {
  /// The rows or columns of one wheel step.
  private static let wheelCells = 3

  /// Converts a mouse event to the plugin ABI.
  package init(_ event: MouseEvent) {
    let kind: Kind
    var (wheel, wheelColumns) = (0, 0)
    switch event.action {
    case .press: kind = .press
    case .release: kind = .release
    case .drag: kind = .drag
    case .wheelUp: (kind, wheel) = (.wheel, -Self.wheelCells)
    case .wheelDown: (kind, wheel) = (.wheel, Self.wheelCells)
    case .wheelLeft: (kind, wheelColumns) = (.wheel, -Self.wheelCells)
    case .wheelRight: (kind, wheelColumns) = (.wheel, Self.wheelCells)
    case .move: kind = .move
    }
    let button: Button =
      switch event.button {
      case .left: .left
      case .middle: .middle
      case .right: .right
      case .none, .other: .none
      }
    self.init(
      kind, button: button, modifiers: ChildModifiers(event.modifiers), column: event.column,
      row: event.row, wheel: wheel, wheelColumns: wheelColumns)
  }
}
