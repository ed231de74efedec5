internal import HostText

/// A timeline as text: time from left to right, a row a child, the begins of transitions above.
package struct TimelineText {
  /// The most columns that a line takes.
  package static let columnLimit = 100

  private let timeline: Timeline
  private let nameColumns: Int
  private let stepNanoseconds: Int64
  private let columns: Int

  package init(_ timeline: Timeline) {
    self.timeline = timeline
    nameColumns = min(24, timeline.rows.map { HarmlessText.escaped($0.child).count }.max() ?? 0)
    let room = Int64(Self.columnLimit - nameColumns - 2)
    stepNanoseconds = Self.step(for: timeline.endNanoseconds, columns: room)
    columns = Int(timeline.endNanoseconds / stepNanoseconds) + 1
  }

  /// The shortest of 1, 2, 5, 10, 20, 50 … ms with which a run fits.
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

  /// The names of the states where their transitions begin, on as many lines as they need.
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
      // What lasts shorter than a column still shows: movement before rest.
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
