import Testing

@testable import HostSurface

@Suite struct `The grapheme pool` {
  private func mark(_ number: Int) -> String {
    let values = [0x61 + number / 10_000 % 26, 0x300 + number % 100, 0x300 + number / 100 % 100]
    return String(String.UnicodeScalarView(values.compactMap { Unicode.Scalar(UInt32($0)) }))
  }

  @Test func `keeps equal graphemes once`() {
    let pool = CellPool()
    let layer = Layer(columns: 4, rows: 1, pool: pool)
    layer.put("e\u{301}e\u{301}👍🏽", column: 0, row: 0, style: Style())
    #expect(pool.count == 2)
    #expect(layer.cell(column: 0, row: 0)?.grapheme == layer.cell(column: 1, row: 0)?.grapheme)
  }

  @Test func `does not grow for ever, and what is on screen stays`() {
    let pool = CellPool()
    let kept = Layer(columns: 10, rows: 1, pool: pool)
    kept.put("o\u{308}👨‍👩‍👧‍👦", column: 0, row: 0, style: Style())
    let busy = Layer(columns: 50, rows: 1, pool: pool)
    let keptToo = Layer(columns: 10, rows: 1, pool: pool)
    keptToo.put("u\u{308}", column: 0, row: 0, style: Style())
    for number in 0..<20_000 {
      busy.put(mark(number), column: number % 50, row: 0, style: Style())
    }
    #expect(pool.count <= CellPool.graphemeLimit)
    #expect(Frame(kept).text == ["o\u{308}👨‍👩‍👧‍👦"])
    #expect(Frame(keptToo).text == ["u\u{308}"])
    #expect(Frame(busy).text(row: 0).hasSuffix((19_990..<20_000).map(mark).joined()))
  }

  @Test func `that is full shows what does not fit as replaced`() {
    let pool = CellPool()
    let layer = Layer(columns: 4096, rows: 2, pool: pool)
    for number in 0..<CellPool.graphemeLimit + 10 {
      layer.put(mark(number), column: number % 4096, row: number / 4096, style: Style())
    }
    #expect(pool.count == CellPool.graphemeLimit)
    #expect(layer.cell(column: 9, row: 1)?.grapheme == .replacement)
    #expect(layer.cell(column: 0, row: 0)?.grapheme.slot != nil)
  }

  @Test func `forgets layers that are gone`() {
    let pool = CellPool()
    for number in 0..<3 * CellPool.graphemeLimit {
      let layer = Layer(columns: 1, rows: 1, pool: pool)
      layer.put(mark(number), column: 0, row: 0, style: Style())
      #expect(layer.cell(column: 0, row: 0)?.grapheme.slot != nil)
    }
  }
}
