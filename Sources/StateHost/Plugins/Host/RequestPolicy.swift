internal import ChildPluginAPI

/// The policy that decides, for one plugin, whether a request of its children is allowed, and
/// whether at once or after the input, by the user's grants and recent input, which it records.
///
/// A value without a clock: time is a parameter. The host's value decides; a worker has a copy, so
/// that host functions can return at once.
package struct RequestPolicy: Equatable, Sendable {
  /// Whether the plugin is bundled with the program; bundled plugins need no user activation.
  package let isBundled: Bool
  /// The minor ABI version that the plugin was built for.
  package let minor: UInt16
  package let grants: GrantedNeeds
  package private(set) var activation: ActivationState
  /// Operations in progress that were begun under an activation.
  package var operations: Operations
  private var pending: PendingInput?

  /// The running filterings, searches and programs that a plugin began because of a user input;
  /// meanwhile, a child of it that is notified of a change may change what the user sees.
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

  /// The facts about a child by which its requests are decided, beside its plugin's grants and the
  /// user's input: the id that grants are bound to, and whether the user has named the child in the
  /// states file or on the command line.
  package struct Child: Equatable, Sendable {
    /// The id that grants are bound to.
    package let id: String
    /// Whether the user has named the child, so that acts of the first kind need no activation.
    package let isNamed: Bool

    package init(id: String, isNamed: Bool = false) {
      self.id = id
      self.isNamed = isNamed
    }
  }

  /// The facts about the run by which a plugin's request is decided: the time, whether the run is
  /// for choosing rows (`--pick`), whether the content has rows, and when the last load ended.
  package struct Circumstances: Equatable, Sendable {
    package var now: Int64
    /// Whether the run is for choosing rows.
    package var isPick = false
    /// Whether there are rows, which a state other than `content` would hide.
    package var hasRows = false
    /// When the last load ended; nil while one runs.
    package var loadEnd: Int64?

    package init(now: Int64, content: ContentFacts?, isPick: Bool) {
      self.now = now
      self.isPick = isPick
      hasRows = content?.rows ?? 0 > 0
      let ends = [content?.loadedNanoseconds ?? 0, content?.failedNanoseconds ?? 0]
      loadEnd = content?.isLoading ?? false ? nil : ends.max()
    }
  }

  /// The way in which an allowed request of a plugin is performed: at once (also by a grant,
  /// without user input), at once but undone if the input is not used, or once the input is used.
  package enum Decision: Equatable, Sendable {
    case perform
    /// Performed without user activation, because the need is granted.
    case performByGrant
    /// Performed now, and undone if the child does not use the input.
    case performProvisionally
    /// Performed once the child has returned that it used the input.
    case hold
  }

  /// The user input that a child is handling, in the host's request policy, with the requests held
  /// until the child says whether it used that input.
  private struct PendingInput: Equatable {
    let activation: ActivationLevel
    /// The activation state after the input, if it is used.
    var state: ActivationState
    let operationsBefore: Operations
    var held: [ChildRequest] = []
  }

  package init(
    isBundled: Bool = false, minor: UInt16 = .max, grants: GrantedNeeds = GrantedNeeds(),
    activation: ActivationState = ActivationState(), operations: Operations = Operations()
  ) {
    self.isBundled = isBundled
    self.minor = minor
    self.grants = grants
    self.activation = activation
    self.operations = operations
  }

  /// A copy for a worker, without the pending input.
  package var withoutInput: RequestPolicy {
    var policy = self
    policy.pending = nil
    return policy
  }

  /// The minimum time between the end of a load and a reload without user activation.
  package static let reloadPauseNanoseconds: Int64 = 250_000_000

  // MARK: Deciding

  /// Decides how to perform a request made during a call, and consumes the activation it needs.
  ///
  /// - Throws: why the request is refused.
  package mutating func decide(
    _ request: ChildRequest, of child: Child, during call: CallReason,
    in circumstances: @autoclosure () -> Circumstances
  ) throws(Refusal) -> Decision {
    let act = request.act
    if act == .none, request.function.need.isEmpty { return .perform }
    let circumstances = circumstances()
    try checkGrants(of: request, child, circumstances)
    if call == .creation { try checkCreation(of: request, circumstances) }
    switch act {
    case .none:
      begin(request, carries: isActive(during: call, at: circumstances.now))
      return .perform
    case .first: return try decideFirst(request, child, call, circumstances)
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

  /// Refuses acts in `create` and `restore`, even of a named child; ABI 1.0 allows state requests.
  private func checkCreation(
    of request: ChildRequest, _ circumstances: Circumstances
  ) throws(Refusal) {
    if isBundled || request.act == .none || isFreeOfOldABI(request, circumstances) { return }
    throw .unasked
  }

  /// Whether ABI 1.0 always allows a request: it limits how often a state is requested, not when.
  ///
  /// States that contradict the rows, and would hide them, are not among these.
  private func isFreeOfOldABI(_ request: ChildRequest, _ circumstances: Circumstances) -> Bool {
    guard case .state(let name, _) = request, minor == 0 else { return false }
    return !circumstances.hasRows || name == "content"
      || !PluginCatalogue.usualStates.contains(name)
  }

  private mutating func decideFirst(
    _ request: ChildRequest, _ child: Child, _ call: CallReason, _ circumstances: Circumstances
  ) throws(Refusal) -> Decision {
    if isBundled || child.isNamed || isFreeOfOldABI(request, circumstances) { return .perform }
    let isActive = isActive(during: call, at: circumstances.now)
    let isCarried = call == .carriedChange || call == .change && !operations.isEmpty
    guard isActive || isCarried else { throw .unasked }
    // A request allowed only by a running operation does not extend it, or it could go on for ever.
    begin(request, carries: isActive)
    guard call == .input, pending != nil else { return .perform }
    guard case .state = request else { return .performProvisionally }
    pending?.held.append(request)
    return .hold
  }

  /// Whether the plugin has an activation, or an operation begun under one.
  package func isActive(at now: Int64) -> Bool {
    activation.allowsFirst(at: now) || !operations.isEmpty
  }

  /// Whether there is an activation, or an input that may become one.
  private func isActive(during call: CallReason, at now: Int64) -> Bool {
    call == .input && pending != nil || activation.allowsFirst(at: now)
  }

  /// Records an operation that a request starts; `carries` says whether it is under an activation.
  private mutating func begin(_ request: ChildRequest, carries: Bool) {
    switch request {
    case .show: operations.view = carries
    case .find: operations.find = carries
    case .run(_, let number): if carries { operations.programs.insert(number) }
    default: break
    }
  }

  private mutating func decideSecond(
    _ request: ChildRequest, _ call: CallReason, _ circumstances: Circumstances
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

  // MARK: Events

  /// Records that a child is about to handle an input.
  package mutating func inputBegan(_ activation: ActivationLevel, at now: Int64) {
    // A mouse move gives no activation, used or not.
    if activation == .none { return pending = nil }
    var state = self.activation
    state.begin(activation, at: now)
    pending = PendingInput(activation: activation, state: state, operationsBefore: operations)
  }

  /// Ends the pending input, and returns the requests held until then, in order; the caller
  /// performs those without a refusal.
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

  /// Ends all activation: no child of the plugin is on screen, or another version replaces it.
  package mutating func endActivation() {
    activation = ActivationState()
    operations = Operations()
    pending = nil
  }

  /// Records that the child was notified of the end of a program.
  package mutating func programEnded(_ number: UInt64) { operations.programs.remove(number) }

  // MARK: Rate limits

  /// The rate limits of one child of a plugin: delays timers, wakes and state requests that come
  /// too often, and refuses messages, programs and, without a line in the log, titles and bells.
  package struct Limits: Equatable, Sendable {
    /// The shortest timer delay other than 0, and the longest delay of a wake from a thread.
    package static let shortestWakeNanoseconds: Int64 = 4_000_000
    private static let second: Int64 = 1_000_000_000

    /// Timers of 0 ns, each set after a call of `woke`.
    private var wakes = RateLimit(250, perNanoseconds: second)
    private var isWoken = false
    /// Wakes from any thread.
    private var threadWakes = RateLimit(250, perNanoseconds: second)
    /// State requests without an input in between.
    private var states = RateLimit(20, refill: 1, perNanoseconds: 100_000_000, countsRefused: true)
    private var messages = RateLimit(250, perNanoseconds: second)
    private var messageBytes = RateLimit(1 << 20, perNanoseconds: second)
    /// 60 programs a second, one for each frame, and 120 at once.
    private var programs = RateLimit(120, refill: 1, perNanoseconds: second / 60)
    private var bells = RateLimit(4, perNanoseconds: second)
    private var titles = RateLimit(100, perNanoseconds: second)

    package init() {}

    /// Resets the limit of state requests: the user wants those after an input, however fast.
    package mutating func inputArrived() { states.reset() }
    package mutating func wokeIsCalled() { isWoken = true }

    /// Whether a wake from any thread is delivered now, which counts, or after 4 ms.
    package mutating func allowsThreadWake(at now: Int64) -> Bool { threadWakes.allows(at: now) }

    /// The delay for a timer: at least 4 ms, or 0 unless each `woke` sets such a timer too often.
    package mutating func timerDelay(_ nanoseconds: Int64, at now: Int64) -> Int64 {
      guard nanoseconds == 0 else { return max(nanoseconds, Self.shortestWakeNanoseconds) }
      defer { isWoken = false }
      return !isWoken || wakes.allows(at: now) ? 0 : Self.shortestWakeNanoseconds
    }

    /// How long to delay a state request: above the limit, a child gets 10 a second.
    package mutating func stateDelay(at now: Int64) -> Int64 {
      states.allows(at: now) ? 0 : states.periodNanoseconds
    }

    package mutating func allowsBell(at now: Int64) -> Bool { bells.allows(at: now) }
    package mutating func allowsTitle(at now: Int64) -> Bool { titles.allows(at: now) }
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
