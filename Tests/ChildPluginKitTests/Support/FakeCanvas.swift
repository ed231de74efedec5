import ChildPluginAPI
import TestSupport

/// A canvas that keeps its cells, to be read as an array of strings.
final class FakeCanvas {
  struct Cell: Equatable {
    var text = " "
    var foreground: UInt32 = 0
    var background: UInt32 = 0
    var attributes: UInt32 = 0
    var underline: UInt32 = 0
    var underlineColour: UInt32 = 0
    var link = ""
  }

  let columns: Int
  let rows: Int
  private(set) var cells: [Cell]
  private(set) var links: [String] = []
  private(set) var dimmed: [[Int32]] = []
  private(set) var cursor: (column: Int, row: Int)?

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Cell(), count: columns * rows)
  }

  /// One string a row, without the blanks at its end.
  var screen: [String] {
    (0..<rows).map { row in
      var line = (0..<columns).map { cells[row * columns + $0].text }.joined()
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }

  func cell(_ column: Int, _ row: Int) -> Cell { cells[row * columns + column] }

  /// Draws a child on it; `size` is what the canvas says of its own size, and what there is of it.
  func draw(
    _ child: UnsafePointer<childplugin_child_t>, timeNanoseconds: Int64,
    size: Int = unsafe MemoryLayout<childplugin_canvas_t>.size
  ) {
    var table = unsafe childplugin_canvas_t()
    unsafe table.size = UInt32(size)
    unsafe table.handle = Unmanaged.passUnretained(self).toOpaque()
    unsafe table.columns = Int32(columns)
    unsafe table.rows = Int32(rows)
    unsafe table.time_nanoseconds = timeNanoseconds
    unsafe table.text = { canvas, column, row, maximum, text, style in
      guard let fake = unsafe FakeCanvas.of(canvas) else { return 0 }
      return unsafe fake.put(
        text.fakeString, Int(column), Int(row), Int(maximum),
        style?.pointee ?? childplugin_style_t())
    }
    unsafe table.fill = { canvas, column, row, columns, rows, text, style in
      guard let fake = unsafe FakeCanvas.of(canvas) else { return }
      let grapheme = unsafe text.fakeString.first.map { String($0) } ?? " "
      let style = unsafe style?.pointee ?? childplugin_style_t()
      for row in Int(row)..<max(Int(row), Int(row) + Int(rows)) {
        for column in Int(column)..<max(Int(column), Int(column) + Int(columns)) {
          fake.set(grapheme, column, row, style)
        }
      }
    }
    unsafe table.cursor = { canvas, column, row in
      unsafe FakeCanvas.of(canvas)?.cursor = (Int(column), Int(row))
    }
    unsafe table.link = { canvas, address in
      guard let fake = unsafe FakeCanvas.of(canvas) else { return 0 }
      unsafe fake.links.append(address.fakeString)
      return UInt32(fake.links.count)
    }
    unsafe table.dim = { canvas, column, row, columns, rows in
      unsafe FakeCanvas.of(canvas)?.dimmed.append([column, row, columns, rows])
    }
    let memory = unsafe GuardedMemory(table, count: size)
    unsafe child.pointee.draw(
      child, memory.start.assumingMemoryBound(to: childplugin_canvas_t.self))
  }

  private static func of(_ canvas: UnsafePointer<childplugin_canvas_t>?) -> FakeCanvas? {
    guard let handle = unsafe canvas?.pointee.handle else { return nil }
    return unsafe Unmanaged<FakeCanvas>.fromOpaque(handle).takeUnretainedValue()
  }

  private func put(
    _ text: String, _ column: Int, _ row: Int, _ maximum: Int, _ style: childplugin_style_t
  ) -> Int32 {
    var used = 0
    for character in text {
      if character.isNewline { break }
      let width = fakeColumns(of: character)
      guard used + width <= maximum else { break }
      if width == 0 { continue }
      set(String(character), column + used, row, style)
      if width == 2 { set("", column + used + 1, row, style) }
      used += width
    }
    return Int32(used)
  }

  private func set(_ text: String, _ column: Int, _ row: Int, _ style: childplugin_style_t) {
    guard column >= 0, column < columns, row >= 0, row < rows else { return }
    let beneath = cells[row * columns + column].background
    cells[row * columns + column] = Cell(
      text: text, foreground: style.foreground,
      background: style.background == 0 ? beneath : style.background, attributes: style.attributes,
      underline: style.underline, underlineColour: style.underline_colour,
      link: style.link == 0 ? "" : links[Int(style.link) - 1])
  }
}

extension childplugin_text_t {
  var fakeString: String {
    unsafe String(
      decoding: UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(length)),
      as: UTF8.self)
  }
}

/// Wide: what East Asian scripts take two cells for; none: marks and controls.
func fakeColumns(of character: Character) -> Int {
  guard let scalar = character.unicodeScalars.first else { return 0 }
  switch scalar.value {
  case 0..<32, 127..<160, 0x300..<0x370: return 0
  case 0x1100..<0x1160, 0x2E80..<0xD7A4, 0xF900..<0xFB00, 0x1F300..<0x1FA00: return 2
  default: return 1
  }
}
