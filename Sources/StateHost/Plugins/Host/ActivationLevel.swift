internal import ChildPluginAPI

/// The right of a plugin to act for the user after an input that its child used: none (mouse move),
/// only to change what is shown (wheel, drag, release), or any action (key, paste, press).
package enum ActivationLevel: UInt8, Sendable {
  /// Nothing: a mouse move.
  case none
  /// Acts of the first kind: the wheel, a drag and its end.
  case first
  /// All acts: a key, a paste, the press of a button.
  case any

  /// The activation by a mouse event, `CHILDPLUGIN_MOUSE_…`.
  init(mouseKind kind: UInt32) {
    switch kind {
    case CHILDPLUGIN_MOUSE_PRESS: self = .any
    case CHILDPLUGIN_MOUSE_RELEASE, CHILDPLUGIN_MOUSE_DRAG, CHILDPLUGIN_MOUSE_WHEEL: self = .first
    default: self = .none
    }
  }
}

extension ChildInput {
  package var activation: ActivationLevel {
    switch self {
    case .key, .paste: .any
    case .mouse(let mouse): ActivationLevel(mouseKind: mouse.kind.rawValue)
    }
  }
}

/// A plugin's right to act for the user, like the transient activation of browsers: for a second
/// after its child used an input except a mouse move, it may change what is shown and, after a key,
/// paste or press, do one action such as quitting (or copy, then end the run), which uses it up.
package struct ActivationState: Equatable, Sendable {
  package static let lifetimeNanoseconds: Int64 = 1_000_000_000

  /// The use that a plugin has made of the right to act that a user input gave it: none, a text
  /// copied, or spent completely.
  package enum Spending: UInt8, Equatable, Sendable {
    case none
    /// A text was copied; an act that ends the run is still allowed.
    case copied
    case spent
  }

  /// When acts of the first kind stop being allowed by the wheel or a drag.
  package private(set) var firstUntil: Int64
  /// When a key, a paste or a button press stops allowing all acts, unless it is consumed before.
  package private(set) var anyUntil: Int64
  package private(set) var spending: Spending

  package init(firstUntil: Int64 = .min, anyUntil: Int64 = .min, spending: Spending = .none) {
    self.firstUntil = firstUntil
    self.anyUntil = anyUntil
    self.spending = spending
  }

  /// Starts an activation: the plugin's child has used an input.
  mutating func begin(_ activation: ActivationLevel, at now: Int64) {
    let end = now + Self.lifetimeNanoseconds
    switch activation {
    case .none: break
    case .first: firstUntil = end
    case .any: (anyUntil, spending) = (end, .none)
    }
  }

  func allowsFirst(at now: Int64) -> Bool {
    now < firstUntil || now < anyUntil && spending == .none
  }

  /// Consumes the activation for an act of the second kind; throws if there is none or it is spent.
  mutating func spend(_ request: ChildRequest, at now: Int64) throws(Refusal) {
    guard now < anyUntil else { throw .unasked }
    switch (spending, request) {
    case (.none, .action(.clipboard)): spending = .copied
    case (.none, _), (.copied, .action(.quit)), (.copied, .action(.acceptRow)),
      (.copied, .action(.acceptRows)), (.copied, .action(.acceptText)):
      spending = .spent
    case (.copied, _), (.spent, _): throw .spent
    }
  }
}
