package import HostPlugins
package import HostTerminal

extension ChildMouse {
  /// Rows that one step of a wheel moves.
  private static let wheelRows = 3

  /// A mouse event in the words of the plugin ABI; nil for a movement that children do not hear of.
  package init?(_ event: MouseEvent) {
    let kind: Kind
    var wheel = 0
    switch event.action {
    case .press: kind = .press
    case .release: kind = .release
    case .drag: kind = .drag
    case .wheelUp: (kind, wheel) = (.wheel, -Self.wheelRows)
    case .wheelDown: (kind, wheel) = (.wheel, Self.wheelRows)
    case .move, .wheelLeft, .wheelRight: return nil
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
      row: event.row, wheel: wheel)
  }
}
