internal import ChildPluginAPI
package import HostText

extension ChildKey {
  /// Converts a key of the terminal to the ABI; nil if it has no equivalent there.
  package init?(_ key: Key) {
    guard let code = Self.code(of: key.code) else { return nil }
    var text = ""
    if case .character(let scalar) = key.code, key.modifiers.subtracting(.shift).isEmpty {
      text.unicodeScalars.append(scalar)
    }
    self.init(code: code, modifiers: ChildModifiers(key.modifiers), text: text)
  }

  private static func code(of code: Key.Code) -> UInt32? {
    switch code {
    case .character(let scalar): scalar.value
    case .enter: CHILDPLUGIN_KEY_ENTER
    case .tab: CHILDPLUGIN_KEY_TAB
    case .backspace: CHILDPLUGIN_KEY_BACKSPACE
    case .escape: CHILDPLUGIN_KEY_ESCAPE
    case .up: CHILDPLUGIN_KEY_UP
    case .down: CHILDPLUGIN_KEY_DOWN
    case .left: CHILDPLUGIN_KEY_LEFT
    case .right: CHILDPLUGIN_KEY_RIGHT
    case .home: CHILDPLUGIN_KEY_HOME
    case .end: CHILDPLUGIN_KEY_END
    case .pageUp: CHILDPLUGIN_KEY_PAGE_UP
    case .pageDown: CHILDPLUGIN_KEY_PAGE_DOWN
    case .insert: CHILDPLUGIN_KEY_INSERT
    case .delete: CHILDPLUGIN_KEY_DELETE
    case .function(let number): number <= 12 ? CHILDPLUGIN_KEY_F1 + UInt32(number) - 1 : nil
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
