/// A rule of the container's contract that an event log can be held against.
package enum InvariantRule: String, CaseIterable, Sendable {
  case timeGoesOn = "time-goes-on"
  case oneTransition = "one-transition"
  case endNamesBegin = "end-names-begin"
  case fromNamesPrevious = "from-names-previous"
  case appearanceState = "appearance-state"
  case didNeedsWill = "did-needs-will"
  case willsAlternate = "wills-alternate"
  case nothingAfterRemoval = "nothing-after-removal"
  case sameAnimated = "same-animated"
  case animationsWhenAnimated = "animations-when-animated"
  case animationsBalance = "animations-balance"
  case enteringBeginFirst = "entering-begin-first"
  case didAfterEnd = "did-after-end"
  case orderHoldsChildren = "order-holds-children"
  case orderAsPlaced = "order-as-placed"
  case orderOnlyChanged = "order-only-changed"
  case stateIsShown = "state-is-shown"
  case cutShortGoesOn = "cut-short-goes-on"
  case turningComesFirst = "turning-comes-first"

  /// What the rule says, in one sentence.
  package var sentence: String {
    switch self {
    case .timeGoesOn: "Time never goes back."
    case .oneTransition: "A transition begins only when the one before has ended."
    case .endNamesBegin: "didTransition names the state and the animation of its willTransition."
    case .fromNamesPrevious:
      "didTransition comes from the state of the didTransition before, the first from null."
    case .appearanceState: "After loadAppearanceState the transition goes to the state it answered."
    case .didNeedsWill: "A child's did comes only after its will, once."
    case .willsAlternate:
      "A child will appear only when it is gone, and will disappear only when it is there."
    case .nothingAfterRemoval:
      "A child that is no longer in the order hears nothing but will appear."
    case .sameAnimated:
      "A child's events are animated as the transition is in which it went on its way."
    case .animationsWhenAnimated: "Only an animated transition has animations."
    case .animationsBalance:
      "Every animation begins once and ends once, within its transition unless that is cut short."
    case .enteringBeginFirst:
      "The animations of entering children begin before those of leaving ones."
    case .didAfterEnd: "A child's did comes after its animation has ended."
    case .orderHoldsChildren: "The order holds every child of the container's once, and no other."
    case .orderAsPlaced:
      "The order is that of the state, with each leaving child above what it stood on."
    case .orderOnlyChanged: "An order event tells another order than the one before."
    case .stateIsShown:
      "When a transition has ended, the state's children are there, and no others."
    case .cutShortGoesOn:
      "A transition that is cut short is followed by the next one, at the same instant."
    case .turningComesFirst:
      "Children that turn have stopped before any other of the next transition's is told."
    }
  }
}

/// An event that broke a rule.
package struct InvariantViolation: Equatable, Sendable {
  package let rule: InvariantRule
  /// Which event of the log it is, from 1.
  package let number: Int
  package let event: LogEvent
  package let atNanoseconds: Int64
}
