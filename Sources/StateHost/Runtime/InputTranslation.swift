package import HostPlugins
package import HostTerminal
package import HostText

extension ChildKey {
  /// A key of the terminal in the words of the plugin ABI; nil for one that has none there.
  package init?(_ key: Key) {
    guard let code = Self.code(of: key.code) else { return nil }
    var text = ""
    if case .character(let scalar) = key.code, key.modifiers.subtracting(.shift).isEmpty {
      text.unicodeScalars.append(scalar)
    }
    self.init(code: code, modifiers: ChildModifiers(key.modifiers), text: text)
  }

  /// `CHILDPLUGIN_KEY_…` of the header, which names them from 0x110001 on.
  private static func code(of code: Key.Code) -> UInt32? {
    switch code {
    case .character(let scalar): scalar.value
    case .enter: 0x110001
    case .tab: 0x110002
    case .backspace: 0x110003
    case .escape: 0x110004
    case .up: 0x110005
    case .down: 0x110006
    case .left: 0x110007
    case .right: 0x110008
    case .home: 0x110009
    case .end: 0x11000A
    case .pageUp: 0x11000B
    case .pageDown: 0x11000C
    case .insert: 0x11000D
    case .delete: 0x11000E
    case .function(let number): number <= 12 ? 0x110010 + UInt32(number) : nil
    }
  }
}

extension ChildModifiers {
  package init(_ modifiers: Key.Modifiers) {
    self = []
    if modifiers.contains(.shift) { insert(.shift) }
    if modifiers.contains(.alt) { insert(.alt) }
    if modifiers.contains(.control) { insert(.control) }
  }
}

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
