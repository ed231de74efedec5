internal import ChildPluginAPI

/// What an input of the user's allows the plugin whose child uses it.
package enum UserActivation: UInt8, Comparable, Sendable {
  /// Nothing: the mouse moves.
  case none
  /// Acts of the first kind: the wheel, a drag and its end.
  case first
  /// All acts: a key, a paste, the press of a button.
  case any

  package static func < (one: UserActivation, other: UserActivation) -> Bool {
    one.rawValue < other.rawValue
  }

  /// Of an event of the mouse, `CHILDPLUGIN_MOUSE_…`.
  init(mouseKind kind: UInt32) {
    switch kind {
    case CHILDPLUGIN_MOUSE_PRESS: self = .any
    case CHILDPLUGIN_MOUSE_RELEASE, CHILDPLUGIN_MOUSE_DRAG, CHILDPLUGIN_MOUSE_WHEEL: self = .first
    default: self = .none
    }
  }
}

extension ChildInput {
  package var activation: UserActivation {
    switch self {
    case .key, .paste: .any
    case .mouse(let mouse): UserActivation(mouseKind: mouse.kind.rawValue)
    }
  }
}
