package import HostStates

/// Finds the shortest script that still fails in the same way.
package struct Shrinking {
  /// Whether a script still breaks the same invariant.
  private let fails: (Scenario) -> Bool
  /// How many more scripts may be tried.
  private var triesLeft: Int

  package init(tries: Int = 2_000, fails: @escaping (Scenario) -> Bool) {
    self.fails = fails
    triesLeft = tries
  }

  /// The shortest that was found: first without halves, quarters and so on of the actions, down to
  /// single ones, then without children, then with shorter times and smaller sizes.
  package mutating func shortest(of scenario: Scenario) -> Scenario {
    var best = scenario
    var length = -1
    while length != best.actions.count, triesLeft > 0 {
      length = best.actions.count
      removeActions(&best)
      removeChildren(&best)
      simplifyActions(&best)
    }
    return best
  }

  /// Takes the candidate if it still fails.
  private mutating func take(_ candidate: Scenario, _ best: inout Scenario) -> Bool {
    guard triesLeft > 0 else { return false }
    triesLeft -= 1
    guard fails(candidate) else { return false }
    best = candidate
    return true
  }

  private mutating func removeActions(_ best: inout Scenario) {
    var length = max(1, best.actions.count / 2)
    while length > 0 {
      var start = 0
      while start < best.actions.count {
        var candidate = best
        candidate.actions.removeSubrange(start..<min(start + length, best.actions.count))
        if !take(candidate, &best) { start += length }
      }
      length /= 2
    }
  }

  private mutating func removeChildren(_ best: inout Scenario) {
    for state in best.statesFile.states.indices {
      for child in best.statesFile.states[state].children {
        var candidate = best
        candidate.statesFile.states[state].children.removeAll { $0 == child }
        _ = take(candidate, &best)
      }
    }
    var candidate = best
    candidate.statesFile.children.removeAll { child in
      !best.statesFile.states.contains { $0.children.contains(child.name) }
    }
    _ = take(candidate, &best)
  }

  private static let shorterGaps: [Int64] = [0, 1_000_000, 20_000_000, 100_000_000, 1_000_000_000]

  private mutating func simplifyActions(_ best: inout Scenario) {
    for index in best.actions.indices {
      let before = index == 0 ? 0 : best.actions[index - 1].atNanoseconds
      let gap = best.actions[index].atNanoseconds - before
      for shorter in Self.shorterGaps where shorter < gap {
        var candidate = best
        for later in index..<best.actions.count {
          candidate.actions[later].atNanoseconds -= gap - shorter
        }
        if take(candidate, &best) { break }
      }
      while simplify(index, &best) {}
    }
  }

  /// Makes one action a little simpler, if it then still fails.
  private mutating func simplify(_ index: Int, _ best: inout Scenario) -> Bool {
    for simpler in best.actions[index].kind.simpler {
      var candidate = best
      candidate.actions[index].kind = simpler
      if take(candidate, &best) { return true }
    }
    return false
  }
}

extension ScenarioAction.Kind {
  /// The same with less, the least first.
  fileprivate var simpler: [ScenarioAction.Kind] {
    switch self {
    case .output(let bytes): Self.shorter(bytes).map { .output($0) }
    case .errorOutput(let bytes): Self.shorter(bytes).map { .errorOutput($0) }
    case .replace(let bytes): Self.shorter(bytes).map { .replace($0) }
    case .input(let bytes): Self.shorter(bytes).map { .input($0) }
    case .paste(let text): text.count > 1 ? [.paste(String(text.prefix(1)))] : []
    case .resize(let columns, let rows):
      columns == 20 && rows == 5 ? [] : [.resize(columns: 20, rows: 5)]
    case .suspend(let time): time > 0 ? [.suspend(nanoseconds: 0)] : []
    case .request(let state, true): [.request(state: state, animated: false)]
    case .pace(let pace): (pace ?? 0) > 100 ? [.pace(bytesPerSecond: 100)] : []
    case .worker(let number, .lags(let time)) where time > 1_000_000:
      [.worker(number, .lags(nanoseconds: time / 2))]
    case .worker(let number, .scans(let time)) where time > 1_000_000:
      [.worker(number, .scans(nanoseconds: time / 2))]
    case .willAppear, .didAppear, .willDisappear, .didDisappear, .request, .key, .mouse, .signal,
      .end, .available, .truncate, .reload, .worker:
      []
    }
  }

  private static func shorter(_ bytes: [UInt8]) -> [[UInt8]] {
    guard bytes.count > 1 else { return [] }
    return [Array(bytes.prefix(1)), Array(bytes.prefix(bytes.count / 2)), Array(bytes.dropLast())]
  }
}
