import AllocationCounter
import StateContainer

/// How many transitions a second the container makes, swapping k children for k others, beside the
/// library that it is modelled on and two plain implementations of the same contract; and how many
/// frames of one it gives its children, to an observer too.
struct Transitions {
  func measure() -> [Measurement] {
    measureSwaps(animated: false) + measureSwaps(animated: true)
      + [1, 4, 16, 64].map(measureFrames)
  }

  private func measureSwaps(animated: Bool) -> [Measurement] {
    var rows: [Measurement] = []
    var perChild: [Int: Double] = [:]
    for count in [1, 2, 3, 4, 16, 64, 256] {
      let swap = Swap(count: count, animated: animated)
      let naive = PlainSwap(count: count, animated: animated, isNaive: true)
      let sorted = PlainSwap(count: count, animated: animated, isNaive: false)
      let model = ModelSwap(count: count, animated: animated)
      let rates = Self.rates(of: [
        .init(children: count) { swap.run($0) },
        .init(children: count) { naive.run($0) },
        .init(children: count) { sorted.run($0) },
        .init(children: count, share: 0.1) { model.run($0) },
      ])
      perChild[count] = 1e9 / rates[0].rate / Double(count)
      let (own, ofModel) = (rates[0], rates[0].rate / rates[3].rate)
      let (ofNaive, ofSorted) = (own.rate / rates[1].rate, own.rate / rates[2].rate)
      let least = count < 16 ? 5.0 : 10
      rows.append(
        Measurement(
          name: "transitions, \(count) for \(count), \(animated ? "animated" : "unanimated")",
          value: "\(text(own.rate / 1000, digits: 0)) k/s, "
            + "\(text(own.allocations, digits: 2)) allocations",
          number: own.rate,
          yardstick: "\(text(ofModel)) x the model, \(text(ofSorted, digits: 2)) x a plain one, "
            + "\(text(ofNaive, digits: 2)) x a naive one",
          goal: ">= \(text(least, digits: 0)) x the model, 1 x a plain one",
          isMet: ofModel >= least && ofSorted >= 1 && own.allocations < 0.01))
    }
    let growth = (perChild[256] ?? .nan) / (perChild[4] ?? .nan)
    rows.append(
      Measurement(
        name: "  cost of a child, \(animated ? "animated" : "unanimated")",
        value: "\(text(perChild[256] ?? .nan)) ns at 256", number: growth,
        yardstick: "\(text(growth, digits: 2)) x that at 4", goal: "<= 1.3 x",
        isMet: growth <= 1.3))
    return rows
  }

  /// Frames of a transition of k children for k others: their progress, an observer's events, and
  /// how each layer is to be shown.
  private func measureFrames(count: Int) -> Measurement {
    let frames = MovedFrames(count: count)
    let plain = PlainFrames(count: count)
    let rates = Self.rates(of: [
      .init(children: count) { frames.run($0) }, .init(children: count) { plain.run($0) },
    ])
    let ratio = rates[0].rate / rates[1].rate
    return Measurement(
      name: "frames of \(count) for \(count), observed",
      value: "\(text(rates[0].rate / 1000, digits: 0)) k/s, "
        + "\(text(rates[0].allocations, digits: 2)) allocations",
      number: rates[0].rate, yardstick: "\(text(ratio, digits: 2)) x a plain one",
      goal: ">= 1 x a plain one", isMet: ratio >= 1 && rates[0].allocations < 0.01)
  }

  /// Who is measured.
  private struct Runner {
    /// How many children come, and go.
    let children: Int
    /// Of as many transitions as others make; fewer for one that is slow.
    var share = 1.0
    /// Makes so many.
    let run: (_ count: Int) -> Void
  }

  /// Measures all in turn, nine times, so that what the machine does meanwhile meets them alike.
  ///
  /// - Returns: for each, how many a second it makes, the median, and allocations for each.
  private static func rates(of runners: [Runner]) -> [(rate: Double, allocations: Double)] {
    let rounds = 9
    var rates = runners.map { _ in [Double]() }
    var allocations = runners.map { _ in UInt64(0) }
    let counts = runners.map { runner in
      let whole = max(250, 100_000 / runner.children / max(1, runner.children / 16))
      return Int(Double(whole) * runner.share)
    }
    for index in runners.indices {
      rates[index].reserveCapacity(rounds)
      runners[index].run(counts[index] / 10)
    }
    for _ in 0..<rounds {
      for (index, runner) in runners.enumerated() {
        let (before, began) = (allocation_count(), nanosecondsNow())
        runner.run(counts[index])
        rates[index].append(Double(counts[index]) * 1e9 / Double(nanosecondsNow() - began))
        allocations[index] += UInt64(allocation_count() - before)
      }
    }
    return runners.indices.map { index in
      let each = Double(allocations[index]) / Double(rounds * counts[index])
      return (median(rates[index]), (each * 1000).rounded() / 1000)
    }
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
    container.appear()
  }

  func loadAppearanceState() -> Int { 0 }
  func children(for state: Int) -> [Child] { sets[state] }

  func run(_ count: Int) {
    for step in 0..<count {
      container.request((step + 1) & 1, animated: animated)
      if animated { container.advance(to: container.now) }
    }
  }
}

/// The same of a plain container.
private final class PlainSwap: PlainOwner {
  final class Child: PlainChild {
    func timing(appearing: Bool) -> TransitionTiming { .immediate }
  }

  private let sets: [[Child]]
  private let animated: Bool
  private let isNaive: Bool
  private lazy var container = PlainContainer<Child>(owner: self, isNaive: isNaive)

  init(count: Int, animated: Bool, isNaive: Bool) {
    sets = (0..<2).map { _ in (0..<count).map { _ in Child() } }
    self.animated = animated
    self.isNaive = isNaive
    container.request(0, animated: false)
  }

  func children(for state: Int) -> [Child] { sets[state] }

  func run(_ count: Int) {
    for step in 0..<count {
      container.request((step + 1) & 1, animated: animated)
      if animated { container.advance(to: container.now) }
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
    super.init()
    setNeedsTransition(to: 0, animated: false)
  }

  override func children(for state: Int) -> [ModelController] { sets[state] }

  func run(_ count: Int) {
    for step in 0..<count {
      setNeedsTransition(to: (step + 1) & 1, animated: animated)
      if animated { clock.advance(to: clock.now) }
    }
  }
}

/// A container in an endless series of transitions of twenty frames each.
private final class MovedFrames: StateContainerOwner {
  final class Child: StateContainerChild {
    var progress = 0.0
    func timing(appearing: Bool) -> TransitionTiming? { .init(durationNanoseconds: 20) }
    func transitionDidProgress(appearing: Bool, progress: Double) { self.progress += progress }
  }

  private let sets: [[Child]]
  private let draw = Drawing.body(of: Child.self)
  private var heard = 0
  private lazy var container = StateContainer<Int, Child>(owner: self)

  init(count: Int) {
    sets = (0..<2).map { _ in (0..<count).map { _ in Child() } }
    container.addObserver { [unowned self] _ in heard += 1 }
    container.appear()
  }

  func loadAppearanceState() -> Int { 0 }
  func children(for state: Int) -> [Child] { sets[state] }

  func run(_ count: Int) {
    for frame in 0..<count {
      if frame % 20 == 0 { container.request((frame / 20 + 1) & 1, animated: true) }
      container.advance(to: ContainerInstant(nanoseconds: container.now.nanoseconds + 1))
      container.forEachLayer(draw)
    }
  }
}

/// The same of a plain container, the sorted one.
private final class PlainFrames: PlainOwner {
  final class Child: PlainChild {
    var progress = 0.0
    func timing(appearing: Bool) -> TransitionTiming { .init(durationNanoseconds: 20) }
    func transitionDidProgress(appearing: Bool, progress: Double) { self.progress += progress }
  }

  private let sets: [[Child]]
  private let draw = Drawing.body(of: Child.self)
  private var heard = 0
  private lazy var container = PlainContainer<Child>(owner: self, isNaive: false) {
    [unowned self] _ in heard += 1
  }

  init(count: Int) {
    sets = (0..<2).map { _ in (0..<count).map { _ in Child() } }
    container.request(0, animated: false)
  }

  func children(for state: Int) -> [Child] { sets[state] }

  func run(_ count: Int) {
    for frame in 0..<count {
      if frame % 20 == 0 { container.request((frame / 20 + 1) & 1, animated: true) }
      container.advance(to: container.now + 1)
      container.forEachLayer(draw)
    }
  }
}

/// What draws a frame's layers: a closure that is not known where it is called, as drawing is not.
private final class Drawing {
  private var opacity = 0.0

  static func body<Child>(of: Child.Type) -> (Child, ChildPresentation) -> Void {
    let drawing = Drawing()
    return { _, presentation in
      switch presentation {
      case .steady: drawing.opacity += 1
      case .entering(let progress, let timing): drawing.opacity += timing.curve.eased(progress)
      case .leaving(let progress, let timing): drawing.opacity += 1 - timing.curve.eased(progress)
      }
    }
  }
}
