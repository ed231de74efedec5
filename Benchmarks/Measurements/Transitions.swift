import AllocationCounter
import StateContainer

/// How many transitions a second the container makes, swapping k children for k others, beside the
/// library that it is modelled on and a plain implementation of the same contract.
struct Transitions {
  func measure() -> [Measurement] {
    var rows: [Measurement] = []
    for animated in [false, true] {
      var perChild: [Int: Double] = [:]
      for count in [1, 4, 16, 64, 256] {
        let swap = Swap(count: count, animated: animated)
        let plain = PlainSwap(count: count, animated: animated).measure().rate
        let model = ModelSwap(count: count, animated: animated).measure().rate
        let (rate, allocations) = swap.measure()
        perChild[count] = 1e9 / rate / Double(count)
        let least = count < 16 ? 5.0 : 10
        rows.append(
          Measurement(
            name: "transitions, \(count) for \(count), \(animated ? "animated" : "unanimated")",
            value:
              "\(text(rate / 1000, digits: 0)) k/s, \(text(allocations, digits: 2)) allocations",
            number: rate,
            yardstick: "\(text(rate / model)) x the model, \(text(rate / plain)) x a plain one",
            goal: ">= \(text(least, digits: 0)) x the model",
            isMet: rate / model >= least && allocations == 0))
      }
      let growth = (perChild[256] ?? .nan) / (perChild[4] ?? .nan)
      rows.append(
        Measurement(
          name: "  cost of a child, \(animated ? "animated" : "unanimated")",
          value: "\(text(perChild[256] ?? .nan)) ns at 256", number: growth,
          yardstick: "\(text(growth, digits: 2)) x that at 4", goal: "<= 1.3 x",
          isMet: growth <= 1.3))
    }
    return rows
  }

  /// Runs transitions, five times `count` of them.
  ///
  /// - Parameters:
  ///   - children: how many of them come, and go.
  ///   - share: of as many transitions as others make; fewer for one that is slow.
  ///   - run: makes so many.
  /// - Returns: transitions a second, the median of five, and allocations a transition.
  fileprivate static func rate(
    of children: Int, share: Double = 1, _ run: (_ count: Int) -> Void
  ) -> (rate: Double, allocations: Double) {
    let whole = max(500, 200_000 / children / max(1, children / 16))
    let count = Int(Double(whole) * share)
    run(count / 10)
    var rates: [Double] = []
    rates.reserveCapacity(5)
    let before = allocation_count()
    for _ in 0..<5 {
      let began = nanosecondsNow()
      run(count)
      rates.append(Double(count) * 1e9 / Double(nanosecondsNow() - began))
    }
    let allocations = Double(allocation_count() - before) / Double(5 * count)
    return (median(rates), (allocations * 1000).rounded() / 1000)
  }
}

/// A container that swaps one set of children for another.
private final class Swap: StateContainerOwner {
  final class Child: StateContainerChild {
    func timing(appearing: Bool) -> TransitionTiming? { .init(durationNanoseconds: 0) }
  }

  private let sets: [[Child]]
  private let animated: Bool
  private lazy var container = StateContainer<Int, Child>(owner: self)

  init(count: Int, animated: Bool) {
    sets = (0..<2).map { _ in (0..<count).map { _ in Child() } }
    self.animated = animated
  }

  func loadAppearanceState() -> Int { 0 }
  func children(for state: Int) -> [Child] { sets[state] }

  func measure() -> (rate: Double, allocations: Double) {
    container.willAppear(animated: false)
    container.didAppear()
    return Transitions.rate(of: sets[0].count) { count in
      for step in 0..<count {
        container.request((step + 1) & 1, animated: animated)
        if animated { container.advance(to: container.nowNanoseconds) }
      }
    }
  }
}

/// The same of a plain container.
private final class PlainSwap: PlainOwner {
  final class Child: PlainChild {
    func durationNanoseconds(appearing: Bool) -> Int64 { 0 }
  }

  private let sets: [[Child]]
  private let animated: Bool

  init(count: Int, animated: Bool) {
    sets = (0..<2).map { _ in (0..<count).map { _ in Child() } }
    self.animated = animated
  }

  func children(for state: Int) -> [Child] { sets[state] }

  func measure() -> (rate: Double, allocations: Double) {
    let container = PlainContainer<Child>(owner: self)
    container.request(0, animated: false)
    return Transitions.rate(of: sets[0].count) { count in
      for step in 0..<count {
        container.request((step + 1) & 1, animated: animated)
        if animated { container.advance(to: container.now) }
      }
    }
  }
}

/// The same of the library's way.
private final class ModelSwap: ModelContainer<Int> {
  final class Child: ModelController, ModelTransitioning {
    func delayNanoseconds(appearing: Bool) -> Int64 { 0 }
    func durationNanoseconds(appearing: Bool) -> Int64 { 0 }
    func transitionWillBegin(appearing: Bool) {}
    func animateAlongside(appearing: Bool) {}
    func transitionDidEnd(appearing: Bool) {}
  }

  private let sets: [[Child]]
  private let animated: Bool

  init(count: Int, animated: Bool) {
    sets = (0..<2).map { _ in (0..<count).map { _ in Child() } }
    self.animated = animated
  }

  override func children(for state: Int) -> [ModelController] { sets[state] }

  func measure() -> (rate: Double, allocations: Double) {
    setNeedsTransition(to: 0, animated: false)
    return Transitions.rate(of: sets[0].count, share: 0.1) { count in
      for step in 0..<count {
        setNeedsTransition(to: (step + 1) & 1, animated: animated)
        if animated { clock.advance(to: clock.now) }
      }
    }
  }
}
