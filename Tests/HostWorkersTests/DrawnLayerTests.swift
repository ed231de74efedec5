import HostSurface
import TestSupport
import Testing

@testable import HostWorkers

/// A drawing on its way from a worker's layer to the host's.
@Suite struct `What a worker has drawn` {
  private static let texts = [
    "plain", " ", "wide 你好", "e\u{301}\u{301}", "👩‍🚀👩‍🚀", "🇩🇪🇫🇷", "🇩", "a\u{200D}b", "각", "ᄀ", "ᆨ",
    "\u{1B}[31m red", "\u{9B}2J", "tab\there", "\u{202E}turned", "x\u{FE0F}", "❤️", "नि", "\u{0}",
  ]
  private static let colours: [Colour] = [
    .default, .transparent, .rgb(1, 2, 3), .role(.accent), .role(.selectionBackground),
    .indexed(200),
  ]
  private static let decorations: [Decoration] = [
    Decoration(), Decoration(underline: .curly), Decoration(underlineColour: .indexed(7)),
    Decoration(link: LinkAddress(Array("https://a.example/b".utf8))),
    Decoration(
      underline: .dashed, underlineColour: .rgb(9, 8, 7),
      link: LinkAddress(Array("mailto:someone@c.example".utf8))),
  ]

  private func draw(on layer: Layer, _ random: inout SeededGenerator) {
    layer.clear()
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      var style = Style(
        foreground: Self.colours.randomElement(using: &random) ?? .default,
        background: Self.colours.randomElement(using: &random) ?? .default,
        attributes: TextAttributes(rawValue: UInt8.random(in: 0..<64, using: &random)))
      style.decoration = layer.intern(Self.decorations.randomElement(using: &random) ?? .init())
      let column = Int.random(in: -3...layer.columns, using: &random)
      let row = Int.random(in: -1...layer.rows, using: &random)
      let text = (0..<3).map { _ in Self.texts.randomElement(using: &random) ?? "" }.joined()
      if Bool.random(using: &random) {
        layer.put(text, column: column, row: row, style: style)
      } else {
        layer.fill(
          CellRectangle(column: column, row: row, columns: 7, rows: 2), with: text, style: style)
      }
    }
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      _ = layer.dim(
        CellRectangle(
          column: Int.random(in: -2...20, using: &random), row: 1,
          columns: Int.random(in: 0...20, using: &random), rows: 3))
    }
    layer.putCursor(
      at: Bool.random(using: &random)
        ? CellPlace(
          column: Int.random(in: -1...layer.columns, using: &random),
          row: Int.random(in: 0...layer.rows, using: &random)) : nil)
  }

  private func texts(of layer: Layer, _ pool: CellPool) -> [String] {
    let changes = LayerDiff(pool: pool)
    var rows: [String] = []
    changes.takeChanges(of: layer) { row, texts in
      rows.append(
        "\(row): "
          + texts.map {
            let colours = "\($0.style.foreground) \($0.style.background)"
            let look = "\($0.style.attributes) \(layer.decoration($0.style.decoration))"
            return "\($0.column) \(colours) \(look) \($0.bytes)"
          }.joined(separator: ", "))
    }
    return rows
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `is what the worker has, drawing after drawing`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (theirPool, ownPool) = (CellPool(), CellPool())
    let theirs = Layer(columns: 30, rows: 6, pool: theirPool)
    let own = Layer(columns: 30, rows: 6, pool: ownPool)
    let changes = LayerDiff(pool: theirPool)
    for _ in 0..<200 {
      draw(on: theirs, &random)
      let drawing = try DrawnLayer(DrawnLayer.bytes(of: theirs, changes)[...])
      #expect(drawing.hasSize(of: own))
      drawing.draw(on: own)
      #expect(texts(of: own, ownPool) == texts(of: theirs, theirPool), "seed \(seed)")
      #expect(own.cursor == theirs.cursor)
      #expect(own.dimmed == theirs.dimmed)
    }
  }

  @Test func `is nothing where nothing has changed`() throws {
    let pool = CellPool()
    let layer = Layer(columns: 80, rows: 24, pool: pool)
    layer.fill(layer.bounds, with: "x", style: Style())
    let changes = LayerDiff(pool: pool)
    let whole = DrawnLayer.bytes(of: layer, changes)
    let again = DrawnLayer.bytes(of: layer, changes)
    #expect(whole.count > 24 * 80)
    #expect(again.count < 32)
  }

  /// Bytes of a drawing, where they stand, and what they are made.
  struct Lie: Sendable {
    let text: [UInt8]
    let lie: [UInt8]
  }

  /// A number of a link that was not given yet, an address that is none, and unknown flags.
  private static let lies = [
    Lie(text: [2, 0, 0], lie: [2, 1, 0]), Lie(text: Array("https".utf8), lie: Array("httpx".utf8)),
    Lie(text: Array("example".utf8), lie: Array("exam\u{1B}le".utf8)),
    Lie(text: [2, 0, 0], lie: [6, 0, 0]),
  ]

  @Test(arguments: lies) func `has no links but those that it gives`(_ lie: Lie) throws {
    let pool = CellPool()
    let layer = Layer(columns: 20, rows: 1, pool: pool)
    let link = LinkAddress(Array("https://a.example/b".utf8))
    layer.put(
      "x", column: 0, row: 0, style: Style(decoration: layer.intern(Decoration(link: link))))
    var bytes = DrawnLayer.bytes(of: layer, LayerDiff(pool: pool))
    _ = try DrawnLayer(bytes[...])
    let places = bytes.indices.filter { bytes[$0...].starts(with: lie.text) }
    let place = try #require(places.last)
    bytes.replaceSubrange(place..<place + lie.text.count, with: lie.lie)
    #expect(throws: (any Error).self) { try DrawnLayer(bytes[...]) }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `reaches a layer as harmless text, whatever it says`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pool = CellPool()
    let layer = Layer(columns: 20, rows: 3, pool: pool)
    layer.put("\u{1B}[2Jé", column: 2, row: 1, style: Style())
    let honest = DrawnLayer.bytes(of: layer, LayerDiff(pool: pool))
    var drawn = 0
    for _ in 0..<20_000 {
      var bytes = honest
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      guard let drawing = try? DrawnLayer(bytes[...]), drawing.hasSize(of: layer) else { continue }
      drawing.draw(on: layer)
      drawn += 1
      LayerDiff(pool: pool).takeChanges(of: layer) { _, texts in
        for text in texts {
          let scalars = String(decoding: text.bytes, as: UTF8.self).unicodeScalars
          #expect(!scalars.contains { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value })
        }
      }
    }
    #expect(drawn > 100)
  }
}
