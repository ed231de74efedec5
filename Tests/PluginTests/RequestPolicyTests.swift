import HostContent
import Testing

@testable import HostPlugins

/// What a plugin of others may have the host do, by what the user has done to its children.
@Suite struct `The policy about requests` {
  private static let child = RequestPolicy.Child(id: "com.example.child")
  private static let lifetime = ActivationState.lifetimeNanoseconds
  private var policy = RequestPolicy()

  /// The decision about a request, or why it is refused.
  private mutating func decide(
    _ request: ChildRequest, _ call: CallReason = .other, at now: Int64 = 0,
    of child: RequestPolicy.Child = child, content: ContentFacts? = nil, isPick: Bool = false
  ) -> Result<RequestPolicy.Decision, Refusal> {
    do throws(Refusal) {
      return .success(
        try policy.decide(
          request, of: child, during: call,
          in: RequestPolicy.Circumstances(now: now, content: content, isPick: isPick)))
    } catch {
      return .failure(error)
    }
  }

  private mutating func decision(
    _ request: ChildRequest, _ call: CallReason = .other, at now: Int64 = 0,
    of child: RequestPolicy.Child = child, content: ContentFacts? = nil
  ) -> RequestPolicy.Decision? {
    try? decide(request, call, at: now, of: child, content: content).get()
  }

  /// Why a request is refused; nil where it is not.
  private mutating func refusal(
    _ request: ChildRequest, _ call: CallReason = .other, at now: Int64 = 0,
    of child: RequestPolicy.Child = child, isPick: Bool = false
  ) -> Refusal? {
    let decided = decide(request, call, at: now, of: child, isPick: isPick)
    return if case .failure(let refusal) = decided { refusal } else { nil }
  }

  private static func mouse(_ kind: ChildMouse.Kind) -> ChildInput {
    .mouse(ChildMouse(kind, column: 0, row: 0))
  }

  private static let inputs: [(ChildInput, allowsFirst: Bool, allowsSecond: Bool)] = [
    (.key(ChildKey(code: 0x61)), true, true), (.paste([0x61]), true, true),
    (mouse(.press), true, true), (mouse(.release), true, false), (mouse(.drag), true, false),
    (mouse(.wheel), true, false), (mouse(.move), false, false),
  ]

  @Test(arguments: inputs)
  mutating func `allows acts by an input that was used, for a second`(
    input: ChildInput, allowsFirst: Bool, allowsSecond: Bool
  ) {
    for (now, isInTime) in [(0, true), (Self.lifetime - 1, true), (Self.lifetime, false)] {
      for isUsed in [true, false] {
        policy = RequestPolicy()
        policy.inputBegan(input.activation, at: 0)
        #expect(policy.inputEnded(isUsed: isUsed, at: 0).isEmpty)
        #expect((decision(.select(row: 0), at: now) != nil) == (allowsFirst && isUsed && isInTime))
        let second = decision(.action(.reload), at: now) != nil
        #expect(second == (allowsSecond && isUsed && isInTime))
      }
    }
  }

  /// A copy may come before an act that ends the run, and before no other.
  @Test(
    arguments: [
      (.quit, true), (.acceptRow(1), true), (.acceptRows([1, 2]), true),
      (.acceptText([0x61], exitStatus: 0), true), (.reload, false), (.clipboard([0x62]), false),
    ] as [(ChildAction, Bool)])
  mutating func `allows after a copy what ends the run, once`(
    action: ChildAction, isAllowed: Bool
  ) throws {
    var state = ActivationState()
    state.begin(.any, at: 0)
    try state.spend(.action(.clipboard([0x61])), at: 0)
    #expect(((try? state.spend(.action(action), at: 0)) != nil) == isAllowed)
    #expect(throws: Refusal.self) { try state.spend(.action(.quit), at: isAllowed ? 0 : .max) }
  }

  /// A child handling an input may act for now, except a mouse movement, which asks for nothing.
  @Test(arguments: inputs)
  mutating func `allows acts for now while an input is handled`(
    input: ChildInput, allowsFirst: Bool, allowsSecond: Bool
  ) {
    policy.inputBegan(input.activation, at: 0)
    #expect((decision(.select(row: 0), .input) != nil) == allowsFirst)
    #expect((decision(.action(.reload), .input) != nil) == allowsSecond)
  }

  @Test(arguments: [false, true])
  mutating func `allows a granted reload 250 ms after the load before has ended, well or not`(
    hasFailed: Bool
  ) throws {
    policy = RequestPolicy(grants: GrantedNeeds(.reload))
    var content = ContentFacts()
    content.beganNanoseconds = 1
    content.loadedNanoseconds = hasFailed ? 5 : 1_000_000_000
    content.failedNanoseconds = hasFailed ? 1_000_000_000 : 5
    for (now, isLoading, wanted): (Int64, Bool, RequestPolicy.Decision?) in [
      (1_249_999_999, false, nil), (1_250_000_000, false, .performByGrant),
      (9_000_000_000, true, nil),
    ] {
      content.isLoading = isLoading
      let decision = decision(.action(.reload), at: now, content: content)
      #expect(decision == wanted)
    }
  }

  /// Neither a name in the states file nor an activation allows an act before the child exists.
  @Test mutating func `allows no act in create and restore, but a state that 1.0 requests`() {
    let named = RequestPolicy.Child(id: "com.example.child", isNamed: true)
    let requests: [ChildRequest] = [
      .select(row: 0), .front, .state("empty", animated: false), .action(.reload), .action(.quit),
    ]
    for (minor, isBundled): (UInt16, Bool) in [(0, false), (1, false), (2, false), (2, true)] {
      for request in requests {
        policy = RequestPolicy(isBundled: isBundled, minor: minor, grants: GrantedNeeds(.reload))
        policy.inputBegan(ChildInput.paste([]).activation, at: 0)
        _ = policy.inputEnded(isUsed: true, at: 0)
        let decision = decision(request, .creation, at: 1, of: named)
        let isState = if case .state = request { true } else { false }
        #expect((decision != nil) == (isBundled || minor == 0 && isState), "\(request) \(minor)")
      }
    }
    #expect(decision(.draw, .creation) == .perform)
  }

  @Test(
    arguments: [
      ("empty", 0, true), ("empty", 1, false), ("loading", 1, false), ("error", 1, false),
      ("content", 1, true), ("own", 1, true),
    ] as [(String, UInt64, Bool)])
  mutating func `allows 1.0 to request any state unasked, but for those that hide the rows`(
    state: String, rows: UInt64, isFree: Bool
  ) {
    var content = ContentFacts()
    content.rows = rows
    for (call, isUsed) in [(CallReason.other, false), (.creation, false), (.other, true)] {
      policy = RequestPolicy(minor: 0)
      policy.inputBegan(.any, at: 0)
      _ = policy.inputEnded(isUsed: isUsed, at: 0)
      let decision = decision(.state(state, animated: true), call, content: content)
      #expect((decision != nil) == (isFree || isUsed), "\(call)")
    }
  }

  private static let begun: [ChildRequest] = [
    .show(ViewRequest()), .find(RowFilter([0x61]), fromPlace: nil, isBackward: false),
  ]

  @Test(arguments: begun)
  mutating func `lets what was begun in an input be followed where the input is used alone`(
    request: ChildRequest
  ) {
    for isUsed in [false, true] {
      policy = RequestPolicy()
      policy.inputBegan(.any, at: 0)
      #expect(decision(request, .input) == .performProvisionally)
      #expect(!policy.operations.isEmpty)
      #expect(policy.inputEnded(isUsed: isUsed, at: 0).isEmpty)
      #expect(policy.operations.isEmpty == !isUsed)
      let change = decision(.select(row: 0), .change, at: 2 * Self.lifetime)
      #expect(change == (isUsed ? .perform : nil))
    }
  }

  @Test mutating func `keeps what was begun before an input that is not used`() {
    policy.inputBegan(.any, at: 0)
    #expect(policy.inputEnded(isUsed: true, at: 0).isEmpty)
    #expect(decision(.show(ViewRequest())) == .perform)
    let before = policy.operations
    policy.inputBegan(.any, at: 1)
    #expect(decision(.find(RowFilter([0x61]), fromPlace: nil, isBackward: false), .input) != nil)
    #expect(policy.inputEnded(isUsed: false, at: 1).isEmpty && policy.operations == before)
  }

  @Test mutating func `performs what is held in an input once that is used, in its order`() {
    for isUsed in [true, false] {
      policy = RequestPolicy()
      policy.inputBegan(.any, at: 0)
      let requests = [ChildRequest.state("a", animated: true), .action(.reload)]
      for request in requests { #expect(decision(request, .input) == .hold) }
      // One act of the second kind for an input.
      #expect(decision(.action(.quit), .input) == nil)
      let held = policy.inputEnded(isUsed: isUsed, at: 0)
      #expect(held.map(\.request) == requests)
      #expect(held.allSatisfy { $0.refusal == (isUsed ? nil : .unused) })
      #expect(policy.inputEnded(isUsed: true, at: 0).isEmpty)
    }
  }

  /// The user does something that the child uses.
  private mutating func use(_ activation: ActivationLevel, at now: Int64 = 0) {
    policy.inputBegan(activation, at: now)
    _ = policy.inputEnded(isUsed: true, at: now)
  }

  @Test mutating func `takes a key's right for an act in the wheel after it, but not for two`() {
    for (now, refused) in [(Self.lifetime - 1, nil), (Self.lifetime, Refusal.unasked)] {
      policy = RequestPolicy()
      use(.any)
      policy.inputBegan(.first, at: 1)
      let decision = decision(.action(.reload), .input, at: 1)
      let second = refusal(.action(.quit), .input, at: 1)
      #expect(decision == .hold && second == .spent)
      // A held act is judged again when the input has been used.
      let held = policy.inputEnded(isUsed: true, at: now)
      #expect(held.map(\.request) == [.action(.reload)] && held.map(\.refusal) == [refused])
    }
  }

  @Test(arguments: [false, true], [PluginNeeds(), .acceptText, [.run, .network, .reload]])
  mutating func `allows a text as the choice of a pick by a grant, and to the program's own`(
    isBundled: Bool, granted: PluginNeeds
  ) {
    let text = ChildRequest.action(.acceptText([0x61], exitStatus: 0))
    for isPick in [false, true] {
      policy = RequestPolicy(isBundled: isBundled, grants: GrantedNeeds(granted))
      use(.any)
      let refused = refusal(text, isPick: isPick)
      let isAllowed = !isPick || isBundled || granted == .acceptText
      #expect(refused == (isAllowed ? nil : .notGranted("accept-text", id: Self.child.id)))
      use(.any)
      let row = refusal(.action(.acceptRow(0)), isPick: isPick)
      #expect(row == nil)
    }
  }

  @Test mutating func `lets all programs that a key has started be followed to the last end`()
    throws
  {
    policy = RequestPolicy(grants: GrantedNeeds(.run))
    let program = try ChildProgram([[0x61]])
    let late = 2 * Self.lifetime
    _ = refusal(.run(program, number: 9))
    #expect(policy.operations.isEmpty)
    use(.any)
    for number in [1, 2] as [UInt64] { _ = refusal(.run(program, number: number)) }
    #expect(policy.operations == RequestPolicy.Operations(programs: [1, 2]))
    for (ended, isActive) in [(3, true), (1, true), (1, true), (2, false)] as [(UInt64, Bool)] {
      policy.programEnded(ended)
      let atChange = refusal(.select(row: 0), .change, at: late)
      let elsewhere = refusal(.select(row: 0), .other, at: late)
      let atItsEnd = refusal(.select(row: 0), .carriedChange, at: late)
      #expect(atChange == (isActive ? nil : .unasked) && policy.isActive(at: late) == isActive)
      #expect(elsewhere == .unasked && atItsEnd == nil)
    }
  }

  @Test mutating func `lets what was begun be followed once more by the same, and the other stay`()
  {
    for (again, left) in [
      (Self.begun[0], RequestPolicy.Operations(find: true)),
      (Self.begun[1], RequestPolicy.Operations(view: true)),
    ] {
      policy = RequestPolicy()
      use(.any)
      for request in Self.begun { _ = refusal(request) }
      #expect(policy.operations == RequestPolicy.Operations(view: true, find: true))
      let followed = refusal(again, .change, at: 2 * Self.lifetime)
      #expect(followed == nil && policy.operations == left)
    }
  }

  @Test(arguments: [.clipboard([0x61]), .quit] as [ChildAction])
  mutating func `ends a key's right by an act, and not what the wheel allows`(action: ChildAction) {
    use(.any)
    let refusals = [ChildRequest.action(action), .front, .action(.reload)].map { refusal($0) }
    #expect(refusals == [nil, .unasked, .spent])
    use(.first, at: 1)
    let byWheel = [0, 1].map { refusal(.front, at: Self.lifetime + $0) }
    let late = refusal(.action(.reload), at: Self.lifetime)
    #expect(byWheel == [nil, .unasked] && late == .unasked)
    use(.any, at: 2)
    let anew = refusal(.action(.reload), at: 2)
    #expect(anew == nil && policy.withoutInput == policy)
    policy.inputBegan(.any, at: 3)
    let inWorker = policy.withoutInput
    policy.inputBegan(.none, at: 3)
    #expect(policy == inWorker)
  }

  @Test(arguments: [0, 1, 2] as [UInt16], [false, true])
  mutating func `lets the program's own act unasked, and whom the user names change what is shown`(
    minor: UInt16, isNamed: Bool
  ) {
    let child = RequestPolicy.Child(id: "com.example.child", isNamed: isNamed)
    for isBundled in [false, true] {
      policy = RequestPolicy(isBundled: isBundled, minor: minor)
      let requests: [ChildRequest] = [.front, .state("a", animated: true), .action(.quit)]
      let isAllowed = requests.map { refusal($0, of: child) == nil }
      let isFree = isBundled || isNamed
      #expect(isAllowed == [isFree, isFree || minor == 0, isBundled])
    }
  }

  @Test mutating func `has nothing left of an input, or of what one began, when that is ended`()
    throws
  {
    let anew = RequestPolicy(grants: GrantedNeeds(.run))
    policy = anew
    for activation in [ActivationLevel.first, .any] { use(activation) }
    let program = ChildRequest.run(try ChildProgram([[0x61]]), number: 1)
    for request in Self.begun + [program] { _ = refusal(request) }
    policy.inputBegan(.any, at: 0)
    #expect(policy.operations == RequestPolicy.Operations(view: true, find: true, programs: [1]))
    policy.endActivation()
    #expect(policy == anew)
  }

  @Test(arguments: [false, true], [false, true])
  mutating func `follows a program that was begun in an input where the input is used`(
    usesTerminal: Bool, isUsed: Bool
  ) throws {
    policy = RequestPolicy(grants: GrantedNeeds(.run))
    let program = try ChildProgram([[0x61]], usesTerminal: usesTerminal)
    policy.inputBegan(.any, at: 0)
    let decision = decision(.run(program, number: 1), .input)
    #expect(decision == (usesTerminal ? .hold : .perform))
    #expect(policy.operations == RequestPolicy.Operations(programs: [1]))
    let held = policy.inputEnded(isUsed: isUsed, at: 0)
    #expect(held.map(\.refusal) == (usesTerminal ? [isUsed ? nil : .unused] : []))
    #expect(policy.operations.isEmpty == !isUsed)
  }
}
