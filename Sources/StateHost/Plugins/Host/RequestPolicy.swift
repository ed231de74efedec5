internal import ChildPluginAPI

/// Decides what the children of one plugin may have the host do: by what the user has granted, and by user
/// activation.
///
/// It is a value where the state lives, in the host, and has no clock: time is a parameter. A worker has a copy,
/// from which a function answers at once; what the host decides counts.
package struct RequestPolicy: Equatable, Sendable {
  /// Whether the plugin is one of the program's own, which may do everything but what needs a grant.
  package let isBundled: Bool
  /// The minor of the ABI that the plugin was built for.
  package let minor: UInt16
  package let grants: GrantedNeeds
  package private(set) var activation: ActivationState
  /// What the host does for the plugin and has begun under an activation.
  package var operations: Operations
  /// The input that one of its children handles now; nil: none.
  private var pending: PendingInput?

  /// What takes its time and tells its end.
  package struct Operations: Equatable, Sendable {
    package var view = false
    package var find = false
    package var programs: Set<UInt64> = []

    package init(view: Bool = false, find: Bool = false, programs: Set<UInt64> = []) {
      self.view = view
      self.find = find
      self.programs = programs
    }

    package var isEmpty: Bool { !view && !find && programs.isEmpty }
  }

  /// What a child is, as far as that decides what it may do.
  package struct Child: Equatable, Sendable {
    /// The id that grants are given to.
    package let id: String
    /// The user's states file or command line names it: it needs no activation for acts of the first kind.
    package let isNamed: Bool

    package init(id: String, isNamed: Bool = false) {
      self.id = id
      self.isNamed = isNamed
    }
  }

  /// What decides besides.
  package struct Circumstances: Equatable, Sendable {
    package var now: Int64
    /// The run is there to choose rows.
    package var isPick = false
    /// When the last load ended; nil while one runs.
    package var loadEnd: Int64?

    package init(now: Int64, content: ContentFacts?, isPick: Bool) {
      self.now = now
      self.isPick = isPick
      let ends = [content?.loadedNanoseconds ?? 0, content?.failedNanoseconds ?? 0]
      loadEnd = content?.isLoading ?? false ? nil : ends.max()
    }
  }

  package enum Decision: Equatable, Sendable {
    case perform
    /// It is performed though the user has not asked for it, for the need of it is granted.
    case performByGrant
    /// It is performed, and undone if the child does not use the input that it handles.
    case performForNow
    /// It is performed when the child has said that it uses the input.
    case hold
  }

  /// The input that a child handles: whether it is used is known at the end.
  private struct PendingInput: Equatable {
    let activation: UserActivation
    /// What would be left if it is used.
    var state: ActivationState
    let operationsBefore: Operations
    var held: [ChildRequest] = []
  }

  package init(
    isBundled: Bool = false, minor: UInt16 = .max, grants: GrantedNeeds = GrantedNeeds()
  ) {
    self.init(
      isBundled: isBundled, minor: minor, grants: grants, activation: ActivationState(),
      operations: Operations())
  }

  package init(
    isBundled: Bool, minor: UInt16, grants: GrantedNeeds, activation: ActivationState,
    operations: Operations
  ) {
    self.isBundled = isBundled
    self.minor = minor
    self.grants = grants
    self.activation = activation
    self.operations = operations
  }

  /// What a worker is told of it.
  package var withoutInput: RequestPolicy {
    var policy = self
    policy.pending = nil
    return policy
  }

  /// A load that no user has asked for waits so long after the one before.
  package static let reloadPauseNanoseconds: Int64 = 250_000_000
}

// MARK: - Deciding

extension RequestPolicy {
  /// Decides about a request, and consumes what it consumes.
  ///
  /// - Parameters:
  ///   - request: what a child asks for.
  ///   - child: the child.
  ///   - call: the call of the child's that it asks in.
  ///   - circumstances: what decides besides, asked for where it does.
  /// - Returns: what is to be done.
  /// - Throws: why nothing is.
  package mutating func decide(
    _ request: ChildRequest, of child: Child, during call: ChildCall,
    in circumstances: @autoclosure () -> Circumstances
  ) throws(Refusal) -> Decision {
    let act = request.act
    if act == .none, request.function.facts.need.isEmpty { return .perform }
    let circumstances = circumstances()
    try checkGrants(of: request, child, circumstances)
    switch act {
    case .none:
      begin(request, carries: isActive(during: call, at: circumstances.now))
      return .perform
    case .first: return try decideFirst(request, child, call, at: circumstances.now)
    case .second: return try decideSecond(request, call, circumstances)
    case .byRequest: preconditionFailure("\(request) has no kind of act")
    }
  }

  private func checkGrants(
    of request: ChildRequest, _ child: Child, _ circumstances: Circumstances
  ) throws(Refusal) {
    if case .run(let program, _) = request, !grants.allowsProgram(program.words[0]) {
      throw .notGranted(program: program.words[0], id: child.id)
    }
    if case .action(.acceptText) = request, circumstances.isPick, !isBundled,
      !grants.whole.contains(.acceptText)
    {
      throw .notGranted(CHILDPLUGIN_NEED_ACCEPT_TEXT, id: child.id)
    }
  }

  private mutating func decideFirst(
    _ request: ChildRequest, _ child: Child, _ call: ChildCall, at now: Int64
  ) throws(Refusal) -> Decision {
    // 1.0 has a rule about how often a state is asked for, and none about when.
    var isFree = isBundled || child.isNamed
    if case .state = request, minor == 0 { isFree = true }
    if isFree { return .perform }
    let isActive = isActive(during: call, at: now)
    let isCarried = call == .carriedChange || call == .change && !operations.isEmpty
    guard isActive || isCarried else { throw .unasked }
    // What is begun in the name of an operation is not carried on: else that would never end.
    begin(request, carries: isActive)
    guard call == .input, pending != nil else { return .perform }
    guard case .state = request else { return .performForNow }
    pending?.held.append(request)
    return .hold
  }

  /// Whether a child of it would act for the user now.
  package func isActive(at now: Int64) -> Bool {
    activation.allowsFirst(at: now) || !operations.isEmpty
  }

  /// Whether the child acts under an activation, or under an input that may become one.
  private func isActive(during call: ChildCall, at now: Int64) -> Bool {
    call == .input && pending != nil || activation.allowsFirst(at: now)
  }

  /// Something begins that takes its time.
  private mutating func begin(_ request: ChildRequest, carries: Bool) {
    switch request {
    case .show: operations.view = carries
    case .find: operations.find = carries
    case .run(_, let number): if carries { operations.programs.insert(number) }
    default: break
    }
  }

  private mutating func decideSecond(
    _ request: ChildRequest, _ call: ChildCall, _ circumstances: Circumstances
  ) throws(Refusal) -> Decision {
    if isBundled { return .perform }
    let now = circumstances.now
    do throws(Refusal) {
      if call == .input, var input = pending {
        try input.state.spend(request, at: now)
        input.held.append(request)
        pending = input
      } else {
        try activation.spend(request, at: now)
      }
    } catch {
      guard request == .action(.reload), grants.whole.contains(.reload) else { throw error }
      guard let end = circumstances.loadEnd, now - end >= Self.reloadPauseNanoseconds else {
        throw .tooOften
      }
      return .performByGrant
    }
    begin(request, carries: true)
    return call == .input && pending != nil ? .hold : .perform
  }
}

// MARK: - What happens

extension RequestPolicy {
  /// One of its children is about to handle an input.
  package mutating func inputBegan(_ activation: UserActivation, at now: Int64) {
    // A movement of the mouse allows nothing, used or not.
    if activation == .none { return pending = nil }
    var state = self.activation
    state.begin(activation, at: now)
    pending = PendingInput(
      activation: activation, state: state, operationsBefore: operations)
  }

  /// The child has said whether it used the input.
  ///
  /// - Parameters:
  ///   - isUsed: whether it did.
  ///   - now: the present instant.
  /// - Returns: what was held, in its order, and why it is refused; nil: it is to be performed.
  package mutating func inputEnded(
    isUsed: Bool, at now: Int64
  ) -> [(request: ChildRequest, refusal: Refusal?)] {
    guard let input = pending else { return [] }
    pending = nil
    guard isUsed else {
      operations = input.operationsBefore
      return input.held.map { ($0, .unused) }
    }
    activation.begin(input.activation, at: now)
    return input.held.map { request in
      guard request.act == .second else { return (request, nil) }
      do throws(Refusal) {
        try activation.spend(request, at: now)
        return (request, nil)
      } catch {
        return (request, error)
      }
    }
  }

  /// None of its children is on screen any more, or another version of it takes its place.
  package mutating func endActivation() {
    activation = ActivationState()
    operations = Operations()
    pending = nil
  }

  /// The child has been told of the end of a program.
  package mutating func programEnded(_ number: UInt64) { operations.programs.remove(number) }
}

// MARK: - How often

extension RequestPolicy {
  /// How often one child may do what.
  package struct Limits: Equatable, Sendable {
    /// The shortest delay of a timer but 0, and what a wake from a thread that comes too soon waits at most.
    package static let shortestWakeNanoseconds: Int64 = 4_000_000
    private static let second: Int64 = 1_000_000_000

    /// Timers of 0 ns, each asked for since the child was last woken.
    private var wakes = RateLimit(250, perNanoseconds: second)
    private var isWoken = false
    /// Wakes from any thread.
    private var threadWakes = RateLimit(250, perNanoseconds: second)
    /// Requests for a state without an input in between.
    private var states = RateLimit(
      20, refill: 1, perNanoseconds: 100_000_000, countsRefused: true)
    private var messages = RateLimit(250, perNanoseconds: second)
    private var messageBytes = RateLimit(1 << 20, perNanoseconds: second)
    /// As many programs as there are frames, and some more at once.
    private var programs = RateLimit(120, refill: 1, perNanoseconds: second / 60)
    private var bells = RateLimit(4, perNanoseconds: second)

    package init() {}

    /// The user has done something: what the child asks for then is what the user wants, however fast that comes.
    package mutating func inputArrived() { states.reset() }

    /// `woke` is called.
    package mutating func wokeIsCalled() { isWoken = true }

    /// Whether a wake from any thread is delivered now, which counts, or in 4 ms.
    package mutating func allowsThreadWake(at now: Int64) -> Bool { threadWakes.allows(at: now) }

    /// The delay of a timer as it is taken: what is shorter than 4 ms takes 4, as does 0 when each `woke` asks for
    /// it.
    package mutating func timerDelay(_ nanoseconds: Int64, at now: Int64) -> Int64 {
      guard nanoseconds == 0 else { return max(nanoseconds, Self.shortestWakeNanoseconds) }
      defer { isWoken = false }
      return !isWoken || wakes.allows(at: now) ? 0 : Self.shortestWakeNanoseconds
    }

    /// How long a request for a state waits: a child that asks again and again gets 10 a second.
    package mutating func stateDelay(at now: Int64) -> Int64 {
      states.allows(at: now) ? 0 : states.periodNanoseconds
    }

    package mutating func allowsBell(at now: Int64) -> Bool { bells.allows(at: now) }
    package mutating func allowsProgram(at now: Int64) -> Bool { programs.allows(at: now) }

    package mutating func allows(_ message: ChildMessage, at now: Int64) -> Bool {
      var (count, bytes) = (messages, messageBytes)
      guard count.allows(at: now), bytes.allows(Int64(message.body.count), at: now) else {
        return false
      }
      (messages, messageBytes) = (count, bytes)
      return true
    }
  }
}
