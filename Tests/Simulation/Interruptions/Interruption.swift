internal import HostRuntime
internal import HostStates
internal import HostText

/// Something that comes between, and how a run that it came to compares with one without it.
struct Interruption {
  /// What holds between the two runs.
  enum Relation {
    /// They end in the same way, and the same has happened at the same instants.
    case same
    /// They end in the same way, and the same has happened in the same order.
    case shifted
    /// They end in the same way.
    case restarted
    /// It ends as a run ends that it comes to when all is at rest.
    case asAtRest
    /// It ends at once, and nothing else has happened before.
    case ends(RunOutcome)
    /// It comes to rest, and breaks no invariant.
    case comesToRest
    /// There is no such thing.
    case cannotOccur
  }

  let name: String
  /// One comes after each turn.
  let kinds: [ScenarioAction.Kind]
  let relation: Relation
  /// Another program has written on the terminal.
  var disturbs = false
  /// What happens when all is at rest again.
  var then: [ScenarioAction.Kind] = []
  /// A key that a child uses: only where one takes keys.
  var isForChild = false
  var isOfWorkers = false
}

// MARK: - The table

extension Interruption {
  static var all: [Interruption] {
    [
      Interruption(
        name: "Ctrl-Z and back at once", kinds: [.suspend(nanoseconds: 0)], relation: .same),
      Interruption(
        name: "Ctrl-Z and back", kinds: [.suspend(nanoseconds: 20_000_000_000)], relation: .shifted),
      Interruption(name: "a stop by force", kinds: [.signal(.continue)], relation: .same),
      Interruption(name: "hang-up", kinds: [.signal(.hangUp)], relation: .ends(.terminalGone)),
      Interruption(name: "quit", kinds: [key("q")], relation: .ends(.left)),
      Interruption(name: "a signal", kinds: [.signal(.terminate)], relation: .ends(.signalled(15))),
      Interruption(name: "resize", kinds: [.resize(columns: 70, rows: 20)], relation: .asAtRest),
      Interruption(
        name: "resize and back",
        kinds: [.resize(columns: 70, rows: 20), .resize(columns: 80, rows: 24)],
        relation: .asAtRest),
      Interruption(
        name: "Ctrl-L", kinds: [.key(Key(.character("l"), .control))], relation: .same,
        disturbs: true),
      Interruption(name: "reload", kinds: [.reload], relation: .restarted),
      Interruption(name: "new filter", kinds: [key("f")], relation: .asAtRest, isForChild: true),
      Interruption(
        name: "worker crash", kinds: [.worker(1, .dies)], relation: .restarted, then: [key("R")],
        isOfWorkers: true),
      Interruption(
        name: "crash of the worker in front", kinds: [.worker(0, .dies)], relation: .comesToRest,
        then: [key("R")], isOfWorkers: true),
    ]
  }

  private static func key(_ letter: Unicode.Scalar) -> ScenarioAction.Kind {
    .key(Key(.character(letter)))
  }

  /// What holds in a situation, where that is something else; each with the reason.
  static var exceptions: [(situation: String, interruptions: [String], relation: Relation)] {
    [
      // A terminal sends a sequence in one go: no key and no time comes between its halves.
      (
        "half of a key sequence read", ["quit", "Ctrl-L", "new filter", "Ctrl-Z and back"],
        .cannotOccur
      ),
      // It has taken so long that the loading state is shown first.
      ("scanning", ["Ctrl-Z and back"], .restarted),
      // The worker looks into a plugin that the states need: the run ends, and says why.
      ("scanning", ["worker crash", "crash of the worker in front"], .comesToRest),
      // A search ends with the rows that it goes over, and with a new view.
      ("search running", ["reload", "new filter"], .comesToRest),
      // Keys are the program's.
      ("terminal lent to a program", ["quit", "new filter"], .same),
      // The key closes it, at any time.
      ("standard error open", ["quit"], .asAtRest),
      // The border stays where it is, with whatever makes the screen anew or takes the child away.
      (
        "border being dragged",
        [
          "Ctrl-Z and back at once", "Ctrl-Z and back", "a stop by force", "resize",
          "resize and back", "Ctrl-L", "worker crash",
        ],
        .comesToRest
      ),
    ]
  }

  func relation(in situation: Situation) -> Relation {
    Self.exceptions.first { $0.situation == situation.name && $0.interruptions.contains(name) }?
      .relation ?? relation
  }
}
