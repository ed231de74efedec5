import StateContainer
import TestSupport
import Testing

@testable import HostSurface

/// Frames of layers that fade, drawn at given shares of the way.
@Suite struct `A fade` {
  private let pool = CellPool()
  private let size = CellRectangle(0, 0, 24, 4)

  /// A layer of the frame's size; what is not written is transparent.
  private func layer(_ lines: [String], style: Style = Style()) -> Layer {
    let layer = Layer(columns: size.columns, rows: size.rows, pool: pool)
    for (row, line) in lines.enumerated() {
      layer.put(line, column: 0, row: row, style: style)
    }
    return layer
  }

  /// A layer that covers all with spaces, and has text in the middle.
  private func box(_ word: String) -> Layer {
    let layer = Layer(columns: size.columns, rows: size.rows, pool: pool)
    layer.fill(layer.bounds, style: Style(background: .default))
    layer.put(word, column: 10, row: 1, style: Style(background: .default))
    return layer
  }

  private func coming(_ layer: Layer, _ progress: Double) -> PlacedLayer {
    let fade = Placement(.fade, progress: progress, isEntering: true, columns: 0, rows: 0)
    return PlacedLayer(layer, in: size, placement: fade)
  }

  private func going(_ layer: Layer, _ progress: Double) -> PlacedLayer {
    let fade = Placement(.fade, progress: progress, isEntering: false, columns: 0, rows: 0)
    return PlacedLayer(layer, in: size, placement: fade)
  }

  private func frame(_ layers: [PlacedLayer], depth: ColourDepth = .trueColour) -> Frame {
    Frame(
      layers, columns: size.columns, rows: size.rows, pool: pool, depth: depth,
      terminal: TerminalColours(foreground: 0xFFFFFF, background: 0x000000))
  }

  @Test(arguments: [
    (0.0, "banana"), (0.2, "banana"), (0.45, "banana"), (0.5, ""), (0.55, "fig"), (1.0, "fig"),
  ])
  func `of two that meet shows the one, then the other`(_ progress: Double, _ word: String) {
    let layers = [going(layer(["", "banana"]), progress), coming(layer(["", "fig"]), progress)]
    for depth in ColourDepth.allCases {
      #expect(frame(layers, depth: depth).text == ["", word, "", ""], "\(depth)")
    }
  }

  @Test(arguments: [(0.25, 0x80), (0.4, 0x34), (0.6, 0x34), (0.75, 0x80)])
  func `lets one text go under before the other comes out`(_ progress: Double, _ gray: UInt32) {
    let frame = frame([going(layer(["banana"]), progress), coming(layer(["fig"]), progress)])
    let colour = frame.cell(column: 0, row: 0)?.foreground
    #expect(colour == .rgb(gray * 0x010101))
  }

  @Test(arguments: [0.0, 0.1, 0.5, 0.9, 1.0])
  func `shows rows that stay at once where a covering child only leaves`(_ progress: Double) {
    let rows = ["first row of the list", "second row of the list", "third", "last line"]
    let layers = [PlacedLayer(layer(rows), in: size), going(box("Loading"), progress)]
    for depth in ColourDepth.allCases {
      let frame = frame(layers, depth: depth)
      #expect(frame.text == rows, "\(depth)")
      #expect(frame.cell(column: 0, row: 1)?.foreground == .default)
      #expect(frame.cell(column: 0, row: 1)?.attributes == [])
    }
  }

  @Test(arguments: [
    (0.1, ColourDepth.trueColour, true), (0.9, .trueColour, true), (0.9, .palette, true),
    (0.4, .sixteen, true), (0.6, .sixteen, false), (0.4, .none, true), (0.6, .none, false),
  ])
  func `keeps what leaves in its place where nothing else is`(
    _ progress: Double, _ depth: ColourDepth, _ shows: Bool
  ) {
    let rows = layer(["first row of the list", "abc"])
    let frame = frame([PlacedLayer(rows, in: size), going(box("Loading"), progress)], depth: depth)
    #expect(frame.text[0] == "first row of the list")
    #expect(frame.text[1] == (shows ? "abc       Loading" : "abc"))
    #expect(frame.cell(column: 0, row: 1)?.attributes == [])
    if shows, !depth.supportsBlending {
      #expect(frame.cell(column: 10, row: 1)?.attributes == .dim)
    }
  }

  @Test func `lets a whole text go that others touch in one place`() {
    let box = layer(["          +---------+", "          | Loading |", "          +---------+"])
    let rows = layer(["a", "b", "a row that touches the box", "c"])
    #expect(
      frame([PlacedLayer(rows, in: size), going(box, 0.3)]).text
        == ["a", "b", "a row that touches the b", "c"])
    let short = layer(["a", "b", "ccc", "d"])
    #expect(
      frame([PlacedLayer(short, in: size), going(box, 0.3)]).text
        == ["a         +---------+", "b         | Loading |", "ccc       +---------+", "d"])
  }

  @Test(arguments: [(0.3, "rows beneath it"), (0.7, "          Loading")])
  func `covers what stays from its half on`(_ progress: Double, _ line: String) {
    let rows = layer(["above", "rows beneath it", "below"])
    let frame = frame([PlacedLayer(rows, in: size), coming(box("Loading"), progress)])
    #expect(frame.text == [progress < 0.5 ? "above" : "", line, progress < 0.5 ? "below" : "", ""])
  }

  @Test(arguments: [0.1, 0.6, 0.9])
  func `never shows what it will cover of another that comes`(_ progress: Double) {
    let layers = [
      coming(layer(["rows", "all beneath", "it"]), progress), coming(box("up"), progress),
    ]
    #expect(frame(layers).text == ["", "          up", "", ""])
  }

  @Test(arguments: ColourDepth.allCases)
  func `never makes a word of both`(_ depth: ColourDepth) {
    let seed: UInt64 = .random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let lower = scattered(["apple", "kiwi", "a", "plum"], using: &random)
      let upper = scattered(["PEAR", "FIG", "A", "MELON"], using: &random)
      let progress = Double.random(in: 0...1, using: &random)
      let other = Double.random(in: 0...1, using: &random)
      let goes = Bool.random(using: &random)
      let frame = frame(
        [
          goes ? going(lower, progress) : PlacedLayer(lower, in: size),
          goes ? coming(upper, other) : going(upper, progress),
        ], depth: depth)
      for line in frame.text {
        for words in line.split(separator: "  ") {
          let isMixed = words.contains(where: \.isUppercase) && words.contains(where: \.isLowercase)
          #expect(!isMixed, "seed \(seed): \(words)")
        }
      }
    }
  }

  private func scattered(_ words: [String], using random: inout SeededGenerator) -> Layer {
    let layer = Layer(columns: size.columns, rows: size.rows, pool: pool)
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      layer.put(
        words[Int.random(in: 0..<words.count, using: &random)],
        column: Int.random(in: -2..<size.columns, using: &random),
        row: Int.random(in: 0..<size.rows, using: &random), style: Style())
    }
    return layer
  }
}
