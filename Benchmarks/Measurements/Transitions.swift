import AllocationCounter
import StateContainer

/// How many transitions a second the container makes, swapping k children for k others.
struct Transitions {
  /// StateViewController's own engine on a 2-core machine, for scale: transitions a second.
  private static let model: [Int: (unanimated: Double, animated: Double)] = [
    1: (421_000, 301_000), 4: (124_000, 71_000), 16: (21_000, 9_200), 64: (2_200, 690),
  ]

  func measure() -> [Measurement] {
    var rows: [Measurement] = []
    for animated in [false, true] {
      var perChild: [Int: Double] = [:]
      for count in [1, 4, 16, 64, 256] {
        let swap = Swap(count: count, animated: animated)
        let (rate, allocations) = swap.measure()
        perChild[count] = 1e9 / rate / Double(count)
        let model = Self.model[count].map { animated ? $0.animated : $0.unanimated }
        let ratio = model.map { rate / $0 }
        rows.append(
          Measurement(
            name: "transitions, \(count) for \(count), \(animated ? "animated" : "unanimated")",
            value:
              "\(text(rate / 1000, digits: 0)) k/s, \(text(allocations, digits: 2)) allocations",
            number: rate,
            yardstick: ratio.map { "\(text($0)) x StateViewController" } ?? "",
            goal: ratio == nil ? "" : ">= 10 x", isMet: ratio.map { $0 >= 10 && allocations == 0 }))
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

  /// - Returns: transitions a second, and allocations a transition.
  func measure() -> (rate: Double, allocations: Double) {
    container.willAppear(animated: false)
    container.didAppear()
    let count = max(2000, 400_000 / sets[0].count)
    run(count / 10)
    var rates: [Double] = []
    let before = allocation_count()
    rates.reserveCapacity(5)
    for _ in 0..<5 {
      let began = nanosecondsNow()
      run(count)
      rates.append(Double(count) * 1e9 / Double(nanosecondsNow() - began))
    }
    let allocations = Double(allocation_count() - before) / Double(5 * count)
    return (median(rates), (allocations * 1000).rounded() / 1000)
  }

  private func run(_ count: Int) {
    for step in 0..<count {
      container.request((step + 1) & 1, animated: animated)
      if animated { container.advance(to: container.nowNanoseconds) }
    }
  }
}
