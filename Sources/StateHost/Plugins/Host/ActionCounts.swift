/// The counts of each kind of action that one plugin did for the user through its children, such as
/// marking rows, not counting undone ones; shown on the host's page of children.
package struct ActionCounts: Equatable, Sendable {
  /// A countable action of a plugin, such as "marked rows" or "ran a program", worded for the user.
  package enum Act: String, CaseIterable, Sendable {
    case moved = "moved the cursor"
    case marked = "marked rows"
    case arranged = "filtered or sorted"
    case searched = "searched"
    case askedForState = "asked for a state"
    case cameToFront = "came to the front"
    case tookText = "took what is typed"
    case claimedPlace = "claimed a place"
    case remembered = "remembered an option"
    case accepted = "accepted"
    case quit = "quit"
    case reloaded = "reloaded"
    case copied = "copied"
    case ranOnTerminal = "ran a program on the terminal"
    case ran = "ran a program"
  }

  private var done: [Act: Int] = [:]

  package init() {}

  package mutating func note(_ request: ChildRequest) {
    if let act = request.recordedAct { done[act, default: 0] += 1 }
  }

  package mutating func takeBack(_ request: ChildRequest) {
    if let act = request.recordedAct { done[act, default: 0] -= 1 }
  }

  /// The acts done at least once, in the order of declaration.
  package var counts: [(act: Act, count: Int)] {
    Act.allCases.map { ($0, done[$0] ?? 0) }.filter { $0.1 > 0 }
  }

  /// The acts as text for the user, with a count when it is more than one.
  package var words: [String] {
    counts.map { $0.count > 1 ? "\($0.act.rawValue) \($0.count) times" : $0.act.rawValue }
  }
}

extension ChildRequest {
  fileprivate var recordedAct: ActionCounts.Act? {
    switch self {
    case .select, .anchor: .moved
    case .mark: .marked
    case .show: .arranged
    case .find, .endFind: .searched
    case .state: .askedForState
    case .front: .cameToFront
    case .takeText(let takesText): takesText ? .tookText : nil
    case .dock: .claimedPlace
    case .remember: .remembered
    case .run(let program, _): program.usesTerminal ? .ranOnTerminal : .ran
    case .action(let action):
      switch action {
      case .acceptRow, .acceptRows, .acceptText: .accepted
      case .quit: .quit
      case .reload: .reloaded
      case .clipboard: .copied
      case .title, .bell: nil
      }
    case .draw, .timer, .collapse, .refreshPlace, .message, .cancel: nil
    }
  }
}
