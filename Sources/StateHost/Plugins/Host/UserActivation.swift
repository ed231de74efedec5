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

/// How long a plugin may still act for the user, and what is left of that: the browsers' transient user activation.
package struct ActivationState: Equatable, Sendable {
  package static let lifetimeNanoseconds: Int64 = 1_000_000_000

  /// What has been done with the activation of a key, a paste or a button press.
  package enum Spending: UInt8, Equatable, Sendable {
    case none
    /// A text was copied: what ends the run may still follow.
    case copied
    case spent
  }

  /// Until when acts of the first kind are allowed by the wheel or a drag.
  package private(set) var firstUntil: Int64
  /// Until when all acts are allowed by a key, a paste or a button press, as far as that has not been spent.
  package private(set) var anyUntil: Int64
  package private(set) var spending: Spending

  package init(firstUntil: Int64 = .min, anyUntil: Int64 = .min, spending: Spending = .none) {
    self.firstUntil = firstUntil
    self.anyUntil = anyUntil
    self.spending = spending
  }

  /// The plugin's child has used an input.
  mutating func begin(_ activation: UserActivation, at now: Int64) {
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

  /// Consumes it for an act of the second kind; throws where there is nothing, or nothing left, to consume.
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
