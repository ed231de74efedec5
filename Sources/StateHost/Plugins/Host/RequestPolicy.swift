/// Decides what the children of one plugin may have the host do.
///
/// It is a value where the state lives, in the host, and has no clock: time is a parameter.
package struct RequestPolicy: Equatable, Sendable {
  package init() {}
}

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
