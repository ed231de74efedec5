package import StateContainer

/// A run as spans of time, one row a child: made from an event log, drawn as text or as a picture.
package struct Timeline: Sendable {
  /// What a child does for a while.
  package enum Phase: Int, CaseIterable, Sendable {
    /// Its animation has begun, and its delay runs.
    case waiting
    case entering
    case shown
    case leaving
  }

  /// A phase and when it was, in nanoseconds of the run's clock; an instant has no length.
  package struct Span: Equatable, Sendable {
    package let phase: Phase
    package let from: Int64
    package let to: Int64
  }

  /// A child and what it did, in the order of time.
  package struct Row: Equatable, Sendable {
    package let child: String
    package fileprivate(set) var spans: [Span] = []
  }

  /// The begin of a transition.
  package struct Mark: Equatable, Sendable {
    package let state: String
    package let atNanoseconds: Int64
  }

  /// In the order in which the file names the children.
  package private(set) var rows: [Row]
  /// In the order of time.
  package private(set) var marks: [Mark] = []
  /// The time of the last event.
  package private(set) var endNanoseconds: Int64 = 0

  private var delays: [[Bool: Int64]]
  private var open: [(phase: Phase, from: Int64, waitsUntil: Int64)?]

  /// - Parameters:
  ///   - children: the children of the scenario.
  ///   - timing: how each comes and goes; its delays are what the log does not tell.
  package init(
    children: [ChildDescription],
    timing: (ChildDescription, _ appearing: Bool) -> TransitionTiming = { child, appearing in
      child.timing(appearing: appearing)
    }
  ) {
    rows = children.map { Row(child: $0.name) }
    delays = children.map { child in
      [
        true: timing(child, true).delayNanoseconds, false: timing(child, false).delayNanoseconds,
      ]
    }
    open = Array(repeating: nil, count: children.count)
  }

  /// Takes the next event of the log.
  package mutating func hear(_ event: LogEvent, atNanoseconds now: Int64) {
    endNanoseconds = max(endNanoseconds, now)
    switch event {
    case .willTransition(let state, _): marks.append(Mark(state: state, atNanoseconds: now))
    case .childWillAppear(let child, _): turn(child, to: .entering, at: now)
    case .childDidAppear(let child, _): turn(child, to: .shown, at: now)
    case .childWillDisappear(let child, _): turn(child, to: .leaving, at: now)
    case .childDidDisappear(let child, _): turn(child, to: nil, at: now)
    case .transitionWillBegin(let child, let appearing):
      turn(child, to: appearing ? .entering : .leaving, at: now, afterDelayOf: appearing)
    case .transitionDidEnd(let child, let appearing):
      if appearing { turn(child, to: .shown, at: now) }
    case .loadAppearanceState, .didTransition, .superseded, .cancelled, .order, .other: break
    }
  }

  /// Ends what is still open at the end of the log.
  package mutating func finish() {
    for index in rows.indices { close(index, at: endNanoseconds) }
  }

  private mutating func turn(
    _ child: String, to phase: Phase?, at now: Int64, afterDelayOf appearing: Bool? = nil
  ) {
    guard let index = rows.firstIndex(where: { $0.child == child }) else { return }
    close(index, at: now)
    guard let phase else { return }
    let delay = appearing.flatMap { delays[index][$0] } ?? 0
    open[index] = (phase, now, now + delay)
  }

  private mutating func close(_ index: Int, at now: Int64) {
    guard let (phase, from, waitsUntil) = open[index] else { return }
    open[index] = nil
    let begin = min(waitsUntil, now)
    if begin > from { rows[index].spans.append(Span(phase: .waiting, from: from, to: begin)) }
    // A movement that takes no time is none; that a child was there for an instant still shows.
    if now > begin || phase == .shown {
      rows[index].add(Span(phase: phase, from: begin, to: now))
    }
  }
}

extension Timeline.Row {
  /// Adds a span, as one with the last where that is the same phase going on.
  fileprivate mutating func add(_ span: Timeline.Span) {
    if let last = spans.last, last.phase == span.phase, last.to == span.from {
      spans[spans.count - 1] = Timeline.Span(phase: span.phase, from: last.from, to: span.to)
    } else {
      spans.append(span)
    }
  }
}
