import AllocationCounter
import HostSurface

/// What a frame costs, from the finished layers to the bytes for the terminal.
struct Frames {
  private static let columns = 200
  private static let rows = 50
  private static let warmUp = 30
  private static let frames = 300

  func measure() -> [Measurement] {
    crossFade() + scrolling()
  }

  private func crossFade() -> [Measurement] {
    let surface = Surface(columns: Self.columns, rows: Self.rows, depth: .trueColour, theme: .dark)
    let one = Layer(columns: Self.columns, rows: Self.rows, pool: surface.pool)
    let other = Layer(columns: Self.columns, rows: Self.rows, pool: surface.pool)
    for row in 0..<Self.rows {
      write("the quick brown fox jumps over the lazy dog ", to: one, row: row, .accent)
      write("PACK MY BOX WITH FIVE DOZEN LIQUOR JUGS AND ", to: other, row: row, .warning)
    }
    var placed = [
      PlacedLayer(one, in: surface.bounds), PlacedLayer(other, in: surface.bounds),
    ]
    return measure("cross-fade of two full layers, 200x50", surface) { frame in
      let progress = Double(frame % 60) / 60
      placed[0].opacity = 1 - progress
      placed[1].opacity = progress
      surface.render(placed)
    }
  }

  private func scrolling() -> [Measurement] {
    let surface = Surface(columns: Self.columns, rows: Self.rows, depth: .trueColour, theme: .dark)
    let list = Layer(columns: Self.columns, rows: Self.rows, pool: surface.pool)
    let placed = [PlacedLayer(list, in: surface.bounds)]
    let lines = (0..<1000).map { "\($0)  row number \($0) of a list that is scrolled by one line" }
    return measure("scrolling a list by one line, 200x50", surface) { frame in
      list.clear()
      for row in 0..<Self.rows {
        list.put(lines[(frame + row) % lines.count], column: 0, row: row, style: Style())
      }
      surface.render(placed)
    }
  }

  private func write(_ phrase: String, to layer: Layer, row: Int, _ role: ThemeRole) {
    let text = String(repeating: phrase, count: Self.columns / phrase.utf8.count + 1)
    layer.put(text, column: 0, row: row, style: Style(foreground: .role(role)))
  }

  private func measure(
    _ name: String, _ surface: Surface, _ render: (Int) -> Void
  ) -> [Measurement] {
    for frame in 0..<Self.warmUp { render(frame) }
    var microseconds: [Double] = []
    microseconds.reserveCapacity(Self.frames)
    var bytes: [Double] = []
    bytes.reserveCapacity(Self.frames)
    let before = allocation_count()
    for frame in Self.warmUp..<Self.warmUp + Self.frames {
      let began = nanosecondsNow()
      render(frame)
      microseconds.append(Double(nanosecondsNow() - began) / 1000)
      bytes.append(Double(surface.bytes.count))
    }
    let allocations = Double(allocation_count() - before) / Double(Self.frames)
    return [
      Measurement(
        name: name,
        value:
          "\(text(median(microseconds), digits: 0)) us, \(text(median(bytes), digits: 0)) bytes",
        number: median(microseconds)),
      Measurement(
        name: "  allocations a frame", value: text(allocations, digits: 2), number: allocations,
        goal: "0", isMet: allocations == 0),
    ]
  }
}
