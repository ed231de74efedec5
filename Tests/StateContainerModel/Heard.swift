/// One call that somebody hears, with what the container says of itself meanwhile.
///
/// States and children are numbers: so logs are compared fast, and nothing can lean on names.
struct Heard: Equatable {
  let what: What
  let present: Present

  /// Who hears an event.
  enum Listener: Equatable {
    case owner
    case observer
    case child
  }

  /// An event of the container's contract.
  enum Event: Equatable {
    case willTransition(to: Int, animated: Bool)
    case didTransition(from: Int?, to: Int, animated: Bool)
    case childAdded(Int)
    case childRemoved(Int)
    case childWillAppear(Int, animated: Bool)
    case childDidAppear(Int, animated: Bool)
    case childWillDisappear(Int, animated: Bool)
    case childDidDisappear(Int, animated: Bool)
    case transitionWillBegin(Int, appearing: Bool, Timing)
    case transitionDidProgress(Int, appearing: Bool, millionths: Int)
    case transitionDidEnd(Int, appearing: Bool)
    /// How far the whole transition is; heard by the owner alone.
    case wholeProgress(from: Int?, to: Int, millionths: Int)
    case superseded(Int)
    case cancelled(Int)
    case order([Int])
    case loadAppearanceState(Int)
  }

  enum What: Equatable {
    case told(Listener, Event)
    /// The owner is asked for the state to appear with.
    case askedAppearanceState
    /// The owner is asked for a state's children.
    case askedChildren(Int)
    /// The owner is asked for a child's timing on the way between two states.
    case askedOwnerTiming(Int, appearing: Bool, from: Int?, to: Int, animated: Bool)
    /// A child is asked for its own timing.
    case askedChildTiming(Int, appearing: Bool)
    /// The maker of a request hears what became of it.
    case completed(request: Int, String)
    /// Nobody hears anything: a call from outside has returned.
    case rest(nextDeadline: Int64?, isAnimating: Bool, isDrivenByHand: Bool, layers: [Shown])
  }

  /// What the container says of itself.
  struct Present: Equatable {
    let now: Int64
    let current: Int?
    let previous: Int?
    let isTransitioning: Bool
    let hasWaiting: Bool
    let appearance: Appearance
  }

  /// Where the container itself stands.
  enum Appearance: Equatable {
    case off
    case appearing(Bool)
    case on
    case disappearing(Bool)
  }

  /// How a child is shown.
  struct Shown: Equatable {
    let child: Int
    /// 0 where nothing moves, 1 on the way in, -1 on the way out.
    let way: Int
    let millionths: Int
    let timing: Timing?
  }

  /// A timing, in the numbers of the tests.
  struct Timing: Equatable {
    var delay: Int64 = 0
    var duration: Int64 = 350_000_000
    var curve = "easeInOut"
    var effect = "fade"
  }
}

extension Heard: CustomStringConvertible {
  var description: String { "\(present.now) \(what) \(present)" }
}

extension Heard.What {
  /// What kind of call it is, so that a script can name it; nil for one that is no callback.
  var kind: CallbackKind? {
    switch self {
    case .told(let listener, let event): CallbackKind(listener, event)
    case .askedAppearanceState: .ownerLoads
    case .askedChildren: .ownerGivesChildren
    case .askedOwnerTiming: .ownerGivesTiming
    case .askedChildTiming: .childGivesTiming
    case .completed: .completion
    case .rest: nil
    }
  }
}

/// Every kind of callback that somebody's code runs in.
enum CallbackKind: String, CaseIterable, Sendable {
  case ownerLoads, ownerGivesChildren, ownerGivesTiming, childGivesTiming, completion
  case ownerWillTransition, ownerDidTransition, ownerAdded, ownerRemoved, ownerOrder
  case ownerWillAppear, ownerDidAppear, ownerWillDisappear, ownerDidDisappear
  case ownerWillBegin, ownerDidEnd, ownerSuperseded, ownerCancelled, ownerProgress
  case observer
  case childWillAppear, childDidAppear, childWillDisappear, childDidDisappear
  case childWillBegin, childProgress, childDidEnd, childAdded, childRemoved

  init?(_ listener: Heard.Listener, _ event: Heard.Event) {
    switch (listener, event) {
    case (.observer, _): self = .observer
    case (.owner, .willTransition): self = .ownerWillTransition
    case (.owner, .didTransition): self = .ownerDidTransition
    case (.owner, .childAdded): self = .ownerAdded
    case (.owner, .childRemoved): self = .ownerRemoved
    case (.owner, .order): self = .ownerOrder
    case (.owner, .childWillAppear): self = .ownerWillAppear
    case (.owner, .childDidAppear): self = .ownerDidAppear
    case (.owner, .childWillDisappear): self = .ownerWillDisappear
    case (.owner, .childDidDisappear): self = .ownerDidDisappear
    case (.owner, .transitionWillBegin): self = .ownerWillBegin
    case (.owner, .transitionDidEnd): self = .ownerDidEnd
    case (.owner, .wholeProgress): self = .ownerProgress
    case (.owner, .superseded): self = .ownerSuperseded
    case (.owner, .cancelled): self = .ownerCancelled
    case (.child, .childAdded): self = .childAdded
    case (.child, .childRemoved): self = .childRemoved
    case (.child, .childWillAppear): self = .childWillAppear
    case (.child, .childDidAppear): self = .childDidAppear
    case (.child, .childWillDisappear): self = .childWillDisappear
    case (.child, .childDidDisappear): self = .childDidDisappear
    case (.child, .transitionWillBegin): self = .childWillBegin
    case (.child, .transitionDidProgress): self = .childProgress
    case (.child, .transitionDidEnd): self = .childDidEnd
    default: return nil
    }
  }
}
