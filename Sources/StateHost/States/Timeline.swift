internal import HostText
internal import StateContainer

/// A record of what each child did over time (waiting, entering, shown, leaving) and when
/// transitions began, computed from an event log to be drawn as a chart.
package struct Timeline: Sendable {
  /// A child's phase in a timeline's span: waiting for animation, entering, shown or leaving.
  package enum Phase: String, CaseIterable, Sendable {
    /// In the delay of its animation.
    case waiting
    case entering
    case shown
    case leaving
  }

  /// One bar of a timeline chart: a phase of the row's child, with its begin and end in
  /// nanoseconds, which are equal only if the child was shown for an instant.
  package struct Bar: Equatable, Sendable {
    package let phase: Phase
    package let from: Int64
    package let to: Int64
  }

  /// One row of a timeline chart: a child with its bars in the order of time.
  package struct Row: Equatable, Sendable {
    package let child: String
    package fileprivate(set) var spans: [Bar] = []
  }

  /// The moment at which a transition to a state begins, marked in a timeline chart.
  package struct Mark: Equatable, Sendable {
    package let state: String
    package let atNanoseconds: Int64
  }

  /// In file order.
  package private(set) var rows: [Row]
  /// In the order of time.
  package private(set) var marks: [Mark] = []
  /// The time of the last event.
  package private(set) var endNanoseconds: Int64 = 0

  /// The delays of each child's animations: appearing, then disappearing.
  private var delays: [[Int64]]
  private var open: [(phase: Phase, from: Int64, waitsUntil: Int64)?]

  /// The delays are those of the children's descriptions, since the log does not contain them.
  package init(children: [ChildDescription]) {
    rows = children.map { Row(child: $0.name) }
    delays = children.map { child in
      [true, false].map { child.timing(appearing: $0).delayNanoseconds }
    }
    open = Array(repeating: nil, count: children.count)
  }

  /// Adds the next event of the log.
  package mutating func record(_ event: LogEvent, atNanoseconds now: Int64) {
    endNanoseconds = max(endNanoseconds, now)
    switch event {
    case .willTransition(let state, _): marks.append(Mark(state: state, atNanoseconds: now))
    case .childWillAppear(let child, _): change(child, to: .entering, at: now)
    case .childDidAppear(let child, _): change(child, to: .shown, at: now)
    case .childWillDisappear(let child, _): change(child, to: .leaving, at: now)
    case .childDidDisappear(let child, _): change(child, to: nil, at: now)
    case .transitionWillBegin(let child, let appearing):
      change(child, to: appearing ? .entering : .leaving, at: now, afterDelayOf: appearing)
    case .transitionDidEnd(let child, let appearing):
      if appearing { change(child, to: .shown, at: now) }
    case .loadAppearanceState, .didTransition, .superseded, .cancelled, .order, .other: break
    }
  }

  /// Ends the open spans at the end of the log.
  package mutating func finish() {
    for index in rows.indices { close(index, at: endNanoseconds) }
  }

  private mutating func change(
    _ child: String, to phase: Phase?, at now: Int64, afterDelayOf appearing: Bool? = nil
  ) {
    guard let index = rows.firstIndex(where: { $0.child == child }) else { return }
    close(index, at: now)
    guard let phase else { return }
    let delay = appearing.map { delays[index][$0 ? 0 : 1] } ?? 0
    open[index] = (phase, now, now + delay)
  }

  private mutating func close(_ index: Int, at now: Int64) {
    guard let (phase, from, waitsUntil) = open[index] else { return }
    open[index] = nil
    let begin = min(waitsUntil, now)
    if begin > from { rows[index].spans.append(Bar(phase: .waiting, from: from, to: begin)) }
    // Animations without a duration are omitted, but not an instant in which the child was shown.
    if now > begin || phase == .shown {
      rows[index].add(Bar(phase: phase, from: begin, to: now))
    }
  }
}

extension Timeline.Row {
  /// Adds a span, or extends the last one if that is of the same phase.
  fileprivate mutating func add(_ span: Timeline.Bar) {
    if let last = spans.last, last.phase == span.phase, last.to == span.from {
      spans[spans.count - 1] = Timeline.Bar(phase: span.phase, from: last.from, to: span.to)
    } else {
      spans.append(span)
    }
  }
}

/// A chart of a timeline as text, for `statehost play --timeline`: time from left to right, one row
/// of at most 100 columns for each child, and marks above where transitions begin.
package struct TimelineText {
  package static let columnLimit = 100

  private let timeline: Timeline
  private let nameColumns: Int
  private let stepNanoseconds: Int64
  private let columns: Int

  package init(_ timeline: Timeline) {
    self.timeline = timeline
    nameColumns = min(24, timeline.rows.map { HarmlessText.escaped($0.child).count }.max() ?? 0)
    let available = Int64(Self.columnLimit - nameColumns - 2)
    stepNanoseconds = Self.step(for: timeline.endNanoseconds, columns: available)
    columns = Int(timeline.endNanoseconds / stepNanoseconds) + 1
  }

  /// The shortest of 1, 2, 5, 10, 20, 50 … ms with which the run fits.
  private static func step(for length: Int64, columns: Int64) -> Int64 {
    var unit: Int64 = 1_000_000
    while true {
      for factor in [Int64(1), 2, 5] where length / (unit * factor) < columns {
        return unit * factor
      }
      unit *= 10
    }
  }

  /// The lines, without line ends.
  package var lines: [String] {
    markLines + [axis] + timeline.rows.map(line)
      + ["", "one column is \(stepNanoseconds / 1_000_000) ms   \(Self.legend)"]
  }

  private static let legend = "· waiting  ▒ entering  █ shown  ░ leaving  ▼ a transition begins"

  private static func sign(of phase: Timeline.Phase) -> Character {
    switch phase {
    case .waiting: "·"
    case .entering: "▒"
    case .shown: "█"
    case .leaving: "░"
    }
  }

  private func column(of nanoseconds: Int64) -> Int {
    min(columns - 1, Int(nanoseconds / stepNanoseconds))
  }

  private var margin: String { String(repeating: " ", count: nameColumns + 2) }

  /// The states' names where their transitions begin, on as many lines as needed.
  private var markLines: [String] {
    var lines: [[Character]] = []
    for mark in timeline.marks {
      let text = Array("▼" + HarmlessText.escaped(mark.state, limit: 20))
      let start = column(of: mark.atNanoseconds)
      let free = lines.firstIndex { $0.count <= start }
      let index = free ?? lines.count
      if free == nil { lines.append([]) }
      lines[index] += Array(repeating: " ", count: start - lines[index].count) + text + [" "]
    }
    return lines.map { margin + String($0).trimmedAtEnd }
  }

  private var axis: String {
    var line: [Character] = []
    for start in stride(from: 0, to: columns, by: 10) {
      let label = "╷\(Int64(start) * stepNanoseconds / 1_000_000)"
      line += Array(repeating: " ", count: max(0, start - line.count)) + Array(label)
    }
    return margin + String(line)
  }

  private func line(of row: Timeline.Row) -> String {
    var cells = [Character](repeating: " ", count: columns)
    var strengths = [Int](repeating: -1, count: columns)
    for span in row.spans {
      // Animations take precedence over other phases in the same column.
      let strength = span.phase == .shown ? 0 : span.phase == .waiting ? 1 : 2
      let last = span.to > span.from ? column(of: span.to - 1) : column(of: span.from)
      for index in column(of: span.from)...max(column(of: span.from), last)
      where strength > strengths[index] || (strength == strengths[index] && span.to > span.from) {
        cells[index] = Self.sign(of: span.phase)
        strengths[index] = strength
      }
    }
    let name = String(HarmlessText.escaped(row.child).prefix(nameColumns))
    let gap = String(repeating: " ", count: nameColumns + 2 - name.count)
    return name + gap + String(cells).trimmedAtEnd
  }
}

extension String {
  fileprivate var trimmedAtEnd: String {
    var text = self[...]
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
