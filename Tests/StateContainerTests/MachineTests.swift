import Testing

@testable import StateContainer

/// What cannot happen to the machine stops the program, and is named with what it was doing.
@Suite struct `The machine, told what cannot be` {
  /// What is told, by what the program says.
  enum Misuse: String, CaseIterable, Codable {
    case answerNotAskedFor = "appearanceStateLoaded while idle, offScreen"
    case childrenBeforeTransition = "plan while loadingState(animated: true)"
    case timeWithinEvent = "advance while loadingState(animated: true)"
    case phaseWithinEvent = "didAppear while loadingState(animated: false)"
    case handWhereNoneDrives = "setInteractiveProgress while idle, offScreen"
    case timingWhereNothingBegins = "beginAnimation while idle, offScreen"
  }

  @Test(arguments: Misuse.allCases)
  func `stops the program and names it`(misuse: Misuse) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [misuse = misuse as Misuse] in
      var machine = TransitionMachine(nowNanoseconds: 0)
      switch misuse {
      case .answerNotAskedFor: machine.appearanceStateLoaded()
      case .childrenBeforeTransition:
        _ = machine.enter(.willAppear(animated: true))
        _ = machine.plan([])
      case .timeWithinEvent:
        _ = machine.enter(.willAppear(animated: true))
        machine.advance(to: 1)
      case .phaseWithinEvent:
        _ = machine.enter(.willAppear(animated: false))
        _ = machine.enter(.didAppear)
      case .handWhereNoneDrives: machine.setInteractiveProgress(0.5)
      case .timingWhereNothingBegins: _ = machine.beginAnimation(0, timing: .standard)
      }
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains(misuse.rawValue))
  }
}
