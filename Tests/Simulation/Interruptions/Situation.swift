internal import HostContent
internal import HostPlugins
internal import HostRuntime
internal import HostStates
internal import HostSurface
internal import HostText
internal import StateContainer

/// A state that a run can be in: a script that leads to it, and a probe that proves it is active.
struct Situation {
  let name: String
  let scenario: Scenario
  /// What the last frame of an uninterrupted run has, so that the reference itself is right.
  let shows: String
  /// It needs workers: children of this process cannot be in it.
  let isOfWorkers: Bool
  let isActive: (Session) -> Bool

  init(
    _ name: String, showing shows: String, load: [ProcessStep] = Situation.load,
    isOfWorkers: Bool = false, _ actions: [(milliseconds: Int64, kind: ScenarioAction.Kind)] = [],
    isActive: @escaping (Session) -> Bool
  ) {
    self.name = name
    self.shows = shows
    self.isOfWorkers = isOfWorkers
    self.isActive = isActive
    scenario = Self.scenario(load, actions)
  }

  /// When all that a script does has come to rest.
  static let endNanoseconds: Int64 = 5_000_000_000

  /// Its children are in workers, and it goes on with these actions after its end.
  func scenario(inWorkers: Bool, then tail: [ScenarioAction.Kind]) -> Scenario {
    var scenario = scenario
    if inWorkers {
      scenario.actions.insert(ScenarioAction(atNanoseconds: 0, kind: .worker(0, .recovers)), at: 0)
      scenario.programs = [
        ScriptedChildProgram("a-program", does: Self.program),
        ScriptedChildProgram("an-editor", does: Self.editor),
      ]
    }
    scenario.actions += (tail + [.pace(bytesPerSecond: nil)]).enumerated().map {
      ScenarioAction(
        atNanoseconds: Self.endNanoseconds + Int64($0.offset) * 1_000_000_000, kind: $0.element)
    }
    return scenario
  }
}

// MARK: - The table

extension Situation {
  /// All of them; `at rest` is none in particular.
  static var all: [Situation] {
    [
      Situation("at rest", showing: "40 rows from 0 on") { session in
        !(session.feed?.loader.content.isLoading ?? true)
          && !session.stage.container.isTransitioning
      },
      Situation("loading", showing: "40 rows from 0 on", load: slowLoad) { session in
        session.feed?.loader.content.isLoading ?? false
      },
      Situation(
        "scanning", showing: "40 rows from 0 on", isOfWorkers: true,
        [(0, .worker(0, .scans(nanoseconds: 900_000_000)))]
      ) { $0.stage.isScanning },
      Situation("search running", showing: "row 10", [(1_000, key("j")), (1_100, key("n"))]) {
        $0.stage.context.view?.facts.find == .running
      },
      Situation(
        "sort running", showing: "40 rows from 1 on, flags 86",
        [(1_000, key("j")), (1_100, key("s"))]
      ) { session in
        guard let view = session.stage.context.view?.facts else { return false }
        return view.request.sort != nil && !view.isComplete
      },
      Situation(
        "rows chosen", showing: "on 2, 2 marked",
        [(1_000, key("j")), (1_050, key("j")), (1_100, key("m")), (1_300, key("j"))]
      ) { $0.stage.context.selection.facts.markedCount > 0 },
      // Resized and back meanwhile, it has drawn for a size that is its own again.
      Situation(
        "child off screen", showing: "40 rows from 0 on",
        [
          (1_000, .request(state: "empty", animated: true)),
          (2_000, .request(state: "content", animated: true)),
        ]
      ) {
        let container = $0.stage.container
        return container.currentState == "empty" && !container.layers.contains { $0.name == "list" }
      },
      Situation(
        "timer running", showing: "woken 2",
        [(1_000, key("w")), (1_150, key("j")), (1_500, key("w"))]
      ) { $0.stage.container.layers.contains { $0.context.wakeNanoseconds != nil } },
      Situation(
        "reply from a worker pending", showing: "40 rows from 2 on", isOfWorkers: true,
        [(900, .worker(0, .lags(nanoseconds: 90_000_000))), (1_000, key("j")), (1_010, key("j"))]
      ) { $0.stage.awaitsAnswer },
      Situation(
        "output not fully written", showing: "40 rows from 3 on",
        [
          (900, .pace(bytesPerSecond: 3_000)), (1_000, key("j")), (1_200, key("j")),
          (1_210, key("j")), (3_000, .pace(bytesPerSecond: nil)),
        ]
      ) { $0.screen?.isBehind ?? false },
      Situation(
        "terminal lent to a program", showing: "it has ended 1 0", isOfWorkers: true,
        [(1_000, key("t"))]
      ) { $0.screen?.isHandedOver ?? false },
      Situation(
        "program of a child running", showing: "it has ended 1 3: out", isOfWorkers: true,
        [(1_000, key("p"))]
      ) { !($0.stage.context.programs?.isAtRest ?? true) },
      Situation(
        "half of a key sequence read", showing: "40 rows from 1 on",
        [(1_000, .input(Array("\u{1B}[".utf8))), (1_020, .input(Array("B".utf8)))]
      ) { $0.screen?.nextDeadline != nil },
      Situation(
        "standard error open", showing: "a growing line that ends", load: longErrors,
        [(1_000, key("e")), (1_050, .key(Key(.up)))]
      ) { $0.stage.showsStandardError },
      Situation(
        "border being dragged", showing: "40 rows from 1 on",
        [
          (1_000, mouse(.press, column: 60)), (1_050, mouse(.drag, column: 55)),
          (1_055, mouse(.drag, column: 50)), (1_100, mouse(.drag, column: 45)),
          (1_300, mouse(.release, column: 45)), (1_400, key("j")),
        ]
      ) { $0.stage.isBorderHeld },
      Situation(
        "transition running", showing: "40 rows from 1 on",
        [
          (1_000, .request(state: "empty", animated: true)),
          (1_060, .request(state: "content", animated: true)), (2_000, key("j")),
        ]
      ) { $0.stage.container.isTransitioning },
    ]
  }

  private static func key(_ letter: Unicode.Scalar) -> ScenarioAction.Kind {
    .key(Key(.character(letter)))
  }

  private static func mouse(_ kind: ScenarioMouse.Kind, column: Int) -> ScenarioAction.Kind {
    .mouse(ScenarioMouse(kind, column: column, row: 5))
  }
}

// MARK: - What scripts are made of

extension Situation {
  private static func steps(
    _ milliseconds: [Int64], errors: [(Int64, String)] = []
  ) -> [ProcessStep] {
    // So long that a search of them takes the host more than a moment.
    let rows = (1...40).map { "row \($0)" + String(repeating: " ", count: 2000) + "\n" }
    let kinds: [ProcessStep.Kind] = [
      .output(Array(rows[..<25].joined().utf8)),
      // The last row arrives in two halves.
      .output(Array(rows[25...].joined().dropLast(3).utf8)), .output(Array("  \n".utf8)),
      .end(.exited(status: 0)),
    ]
    let all =
      zip(milliseconds, kinds).map { ($0, $1) }
      + errors.map { ($0, ProcessStep.Kind.errorOutput(Array($1.utf8))) }
    return all.sorted { $0.0 < $1.0 }.map {
      ProcessStep(afterNanoseconds: $0.0 * 1_000_000, kind: $0.1)
    }
  }

  private static let load = steps([20, 40, 50, 60])
  private static let slowLoad = steps([150, 300, 450, 900], errors: [(50, "a word\n")])
  private static let longErrors = steps(
    [20, 40, 50, 1_500],
    errors: [(30, "one line\na growing li"), (1_100, "ne"), (1_200, " that ends"), (1_300, "\n")])
  private static let editor = [
    ProcessStep(afterNanoseconds: 1_000_000_000, kind: .end(.exited(status: 0)))
  ]
  private static let program = [
    ProcessStep(afterNanoseconds: 100_000_000, kind: .output(Array("out".utf8))),
    ProcessStep(afterNanoseconds: 200_000_000, kind: .errorOutput(Array("err".utf8))),
    ProcessStep(afterNanoseconds: 250_000_000, kind: .end(.exited(status: 3))),
  ]

  private static func scenario(
    _ load: [ProcessStep], _ actions: [(milliseconds: Int64, kind: ScenarioAction.Kind)]
  ) -> Scenario {
    var scenario = Scenario(
      statesFile: StatesFile(
        initial: "content",
        states: [
          StateDescription(name: "loading", children: ["list"]),
          StateDescription(name: "content", children: ["list", "side"]),
          StateDescription(name: "empty", children: ["side"]),
          StateDescription(name: "error", children: ["side"]),
        ],
        children: [
          ChildDescription(name: "list", use: "steady.list"),
          ChildDescription(name: "side", use: "steady.side", area: Dock(.right, .cells(20))),
        ]),
      appearanceStates: ["content"],
      actions: actions.map {
        ScenarioAction(atNanoseconds: $0.milliseconds * 1_000_000, kind: $0.kind)
      }, rules: [])
    scenario.everyLoad = load
    return scenario
  }
}
