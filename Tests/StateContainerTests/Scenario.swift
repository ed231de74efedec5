import Foundation
import StateContainer

/// A scripted run of a container, as the scenario files describe it.
struct Scenario: Decodable {
  struct Timing: Decodable {
    let delay: String?
    let duration: String?

    var timing: TransitionTiming {
      TransitionTiming(
        delayNanoseconds: delay.map(nanoseconds) ?? 0,
        durationNanoseconds: duration.map(nanoseconds) ?? 350_000_000)
    }
  }

  struct Child: Decodable {
    let appear: Timing?
    let disappear: Timing?
  }

  struct Action: Decodable {
    let at: String
    let `do`: String
    let state: String?
    let animated: Bool?
  }

  struct Reaction: Decodable {
    let event: String
    let nth: Int
    let child: String?
    let state: String?
    let request: String
    let animated: Bool
  }

  let initial: String
  let states: [String: [String]]
  let children: [String: Child]?
  let appearanceStates: [String]?
  let actions: [Action]
  let on: [Reaction]?

  /// Runs the scenario on a virtual clock and returns the event log.
  func play() -> [String] {
    let owner = RecordedOwner(
      states: states,
      children: (children ?? [:]).map { name, child in
        RecordedChild(
          name, appear: child.appear?.timing, disappear: child.disappear?.timing)
      }, appearanceStates: appearanceStates ?? [initial])
    let container = owner.container
    var seen = Array(repeating: 0, count: on?.count ?? 0)
    owner.onEvent = { event in
      for (index, reaction) in (on ?? []).enumerated() where reaction.concerns(event) {
        seen[index] += 1
        if seen[index] == reaction.nth {
          container.request(reaction.request, animated: reaction.animated)
        }
      }
    }
    for action in actions {
      container.advance(to: nanoseconds(action.at))
      switch action.do {
      case "willAppear": container.willAppear(animated: action.animated ?? true)
      case "didAppear": container.didAppear()
      case "willDisappear": container.willDisappear(animated: action.animated ?? true)
      case "didDisappear": container.didDisappear()
      case "request": container.request(action.state ?? "", animated: action.animated ?? true)
      default: fatalError("no such action: \(action.do)")
      }
    }
    while let deadline = container.nextDeadline { container.advance(to: deadline) }
    return owner.log
  }
}

extension Scenario.Reaction {
  /// Whether the reaction counts this event.
  func concerns(_ event: ContainerEvent<String, RecordedChild>) -> Bool {
    let facts: (name: String, child: String?, state: String?) =
      switch event {
      case .loadAppearanceState(let state): ("loadAppearanceState", nil, state)
      case .willTransition(let to, _): ("willTransition", nil, to)
      case .didTransition(_, let to, _): ("didTransition", nil, to)
      case .childWillAppear(let child, _): ("childWillAppear", child.id, nil)
      case .childDidAppear(let child, _): ("childDidAppear", child.id, nil)
      case .childWillDisappear(let child, _): ("childWillDisappear", child.id, nil)
      case .childDidDisappear(let child, _): ("childDidDisappear", child.id, nil)
      case .transitionWillBegin(let child, _): ("transitionWillBegin", child.id, nil)
      case .transitionDidEnd(let child, _): ("transitionDidEnd", child.id, nil)
      case .superseded(let state): ("superseded", nil, state)
      case .cancelled(let state): ("cancelled", nil, state)
      case .order: ("order", nil, nil)
      }
    return self.event == facts.name && (child == nil || child == facts.child)
      && (state == nil || state == facts.state)
  }
}

/// Nanoseconds of a duration such as `300ms` or `1.5s`.
func nanoseconds(_ text: String) -> Int64 {
  let scale: Double = text.hasSuffix("ms") ? 1_000_000 : 1_000_000_000
  guard let number = Double(text.prefix { $0 == "." || $0.isNumber }) else {
    fatalError("not a duration: \(text)")
  }
  return Int64((number * scale).rounded())
}
