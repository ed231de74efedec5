internal import HostSurface
internal import HostText

/// A timeline as an SVG chart for light and dark backgrounds, for `statehost play --svg FILE`.
package struct TimelineSVG {
  private let timeline: Timeline
  private static let rowHeight = 26
  private static let plotWidth = 760
  private static let nameWidth = 150

  package init(_ timeline: Timeline) { self.timeline = timeline }

  package var svg: String {
    let top = 34 + 14 * levels.count
    let height = top + Self.rowHeight * timeline.rows.count + 64
    let width = Self.nameWidth + Self.plotWidth + 30
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
        + "viewBox=\"0 0 \(width) \(height)\" font-family=\"sans-serif\" font-size=\"12\">",
      "<title>A run of transitions, one row a child</title>", Self.style,
      "<rect class=\"page\" width=\"\(width)\" height=\"\(height)\"/>",
    ]
    lines += marks(top: top) + axis(top: top)
    for (index, row) in timeline.rows.enumerated() {
      lines += spans(of: row, y: top + Self.rowHeight * index)
    }
    lines += legend(y: height - 18)
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private static let style = """
    <style>
    .page{fill:#fff} text{fill:#24292f} .grid{stroke:#d0d7de} .mark{stroke:#8250df} .state{fill:#8250df}
    .waiting{fill:none;stroke:#8c959f;stroke-dasharray:3 2} .entering{fill:#54aeff} .shown{fill:#0969da}
    .leaving{fill:#d4a72c}
    @media (prefers-color-scheme:dark){.page{fill:#0d1117} text{fill:#c9d1d9} .grid{stroke:#30363d}
    .mark{stroke:#bc8cff} .state{fill:#bc8cff} .waiting{stroke:#8b949e} .entering{fill:#79c0ff}
    .shown{fill:#1f6feb} .leaving{fill:#e3b341}}
    </style>
    """

  private func x(_ nanoseconds: Int64) -> Int {
    let length = max(1, timeline.endNanoseconds)
    return Self.nameWidth + Int(Double(nanoseconds) / Double(length) * Double(Self.plotWidth))
  }

  /// The marks, distributed over levels so that their names do not overlap.
  private var levels: [[Timeline.Mark]] {
    var levels: [[Timeline.Mark]] = []
    for mark in timeline.marks {
      let free = levels.firstIndex { level in
        level.last.map { x(mark.atNanoseconds) - x($0.atNanoseconds) > 12 + 8 * $0.state.count }
          ?? true
      }
      if let free { levels[free].append(mark) } else { levels.append([mark]) }
    }
    return levels
  }

  private func marks(top: Int) -> [String] {
    let bottom = top + Self.rowHeight * timeline.rows.count
    return levels.enumerated().flatMap { level, marks in
      marks.map { mark in
        let x = x(mark.atNanoseconds)
        let y = 16 + 14 * level
        return "<path class=\"mark\" d=\"M\(x) \(y - 9)V\(bottom)\"/>"
          + "<text class=\"state\" x=\"\(x + 4)\" y=\"\(y)\">\(escaped(mark.state))</text>"
      }
    }
  }

  private func axis(top: Int) -> [String] {
    let bottom = top + Self.rowHeight * timeline.rows.count
    return (0...5).map { part in
      let time = timeline.endNanoseconds / 5 * Int64(part)
      let x = x(time)
      return "<path class=\"grid\" d=\"M\(x) \(top - 6)V\(bottom)\"/>"
        + "<text x=\"\(x)\" y=\"\(bottom + 16)\" text-anchor=\"middle\">\(time / 1_000_000) ms</text>"
    }
  }

  private func spans(of row: Timeline.Row, y: Int) -> [String] {
    let name = "<text x=\"12\" y=\"\(y + 15)\">\(escaped(row.child))</text>"
    return [name]
      + row.spans.map { span in
        let width = max(2, x(span.to) - x(span.from))
        return "<rect class=\"\(span.phase.rawValue)\" x=\"\(x(span.from))\" y=\"\(y + 3)\" "
          + "width=\"\(width)\" height=\"\(Self.rowHeight - 9)\" rx=\"2\"/>"
      }
  }

  private func legend(y: Int) -> [String] {
    Timeline.Phase.allCases.enumerated().map { index, phase in
      let x = Self.nameWidth + 110 * index
      let name = phase.rawValue
      return
        "<rect class=\"\(name)\" x=\"\(x)\" y=\"\(y - 11)\" width=\"22\" height=\"13\" rx=\"2\"/>"
        + "<text x=\"\(x + 28)\" y=\"\(y)\">\(name)</text>"
    }
  }

  private func escaped(_ text: String) -> String {
    SVGRenderer.escaped(HarmlessText.escaped(text, limit: 40))
  }
}
