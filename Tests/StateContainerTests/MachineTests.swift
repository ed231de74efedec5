import Testing

@testable import StateContainer

/// What cannot happen to the machine stops the program, and is named with what it was doing.
@Suite struct `The machine, told what cannot be` {
  private static func said(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func `an answer that was not asked for`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var machine = TransitionMachine(nowNanoseconds: 0)
      machine.appearanceStateLoaded()
    }
    #expect(Self.said(result).contains("appearanceStateLoaded while idle, offScreen"))
  }

  @Test func `children before the transition asks for them`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var machine = TransitionMachine(nowNanoseconds: 0)
      _ = machine.enter(.willAppear(animated: true))
      _ = machine.plan([])
    }
    #expect(Self.said(result).contains("plan while loadingState(animated: true)"))
  }

  @Test func `time within an event`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var machine = TransitionMachine(nowNanoseconds: 0)
      _ = machine.enter(.willAppear(animated: true))
      machine.advance(to: 1)
    }
    #expect(Self.said(result).contains("advance while loadingState(animated: true)"))
  }

  @Test func `a phase within an event`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var machine = TransitionMachine(nowNanoseconds: 0)
      _ = machine.enter(.willAppear(animated: false))
      _ = machine.enter(.didAppear)
    }
    #expect(Self.said(result).contains("didAppear while loadingState(animated: false)"))
  }

  @Test func `a hand where none drives`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var machine = TransitionMachine(nowNanoseconds: 0)
      machine.setInteractiveProgress(0.5)
    }
    #expect(Self.said(result).contains("setInteractiveProgress while idle, offScreen"))
  }

  @Test func `a timing where nothing begins`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var machine = TransitionMachine(nowNanoseconds: 0)
      _ = machine.beginAnimation(0, timing: .standard)
    }
    #expect(Self.said(result).contains("beginAnimation while idle, offScreen"))
  }
}
