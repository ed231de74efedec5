internal import HostPlugins
internal import HostSurface
internal import HostText

/// The result of a child's draw in a validator check: cells, cursor, texts if kept, and mistakes
/// such as calls outside the canvas, covered words and invalid colours; compares two drawings.
final class Drawing {
  private let layer: Layer
  private let keepsTexts: Bool
  private let monitor: CallMonitor
  /// The number of wake requests before the draw.
  private let wakeCount: Int
  private(set) var isVisible = false
  /// The first call outside of the canvas, with its arguments.
  private var firstOutside: String?
  /// Whether a call has reached the canvas.
  private var reachesCanvas = false
  /// The first call, if all were outside of the canvas; nil also without calls.
  var onlyOutside: String? { reachesCanvas ? nil : firstOutside }
  private(set) var marks = 0
  /// The first colour value that no macro of the header produces.
  private(set) var firstStrangeColour: UInt32?
  /// The drawn words that no later fill covers, if texts are kept.
  private var words: [(column: Int32, row: Int32, bytes: [UInt8])] = []
  /// Whether a text was drawn, blanks included.
  var hasTexts: Bool { texts.contains { !$0.isEmpty } }
  /// The first word that was drawn over another, which makes both unreadable.
  private(set) var firstCovered: (covered: [UInt8], covering: [UInt8])?
  private(set) var texts: [[UInt8]] = []

  /// Creates a drawing on a layer, which must not be reused while the cells are read.
  init(on layer: Layer, keepingTexts: Bool, monitor: CallMonitor) {
    self.layer = layer
    self.monitor = monitor
    keepsTexts = keepingTexts
    wakeCount = keepingTexts ? monitor.wakeCount : 0
  }

  func add(_ mark: DrawOperation) {
    switch mark {
    case .colours(let foreground, let background):
      firstStrangeColour =
        firstStrangeColour ?? [foreground, background].first(where: Self.isStrange)
      return
    case .text(let bytes, let column, let row, let maximum, let used):
      if keepsTexts, used >= 4 { unsafe noteWord(bytes, column, row) }
      if keepsTexts, texts.count < Self.textsLimit {
        unsafe texts.append(Array(bytes.prefix(4096)))
      }
      if used > 0, Int(column) + used > 0 {
        reachesCanvas = true
        if unsafe bytes.contains(where: { $0 > 0x20 && $0 != 0x7F }) { isVisible = true }
      } else if unsafe !bytes.isEmpty, maximum > 0 {
        firstOutside =
          firstOutside ?? "canvas.text(column \(column), row \(row), max_columns \(maximum))"
      }
    case .fill(let area, let grapheme, let style):
      guard area.columns > 0, area.rows > 0 else { break }
      words.removeAll { area.contains(column: Int($0.column), row: Int($0.row)) }
      note("fill", area)
      if unsafe grapheme.contains(where: { $0 > 0x20 }) || style.background != .transparent {
        isVisible = true
      }
    case .dim(let area):
      guard area.columns > 0, area.rows > 0 else { break }
      note("dim", area)
    case .cursor: break
    }
    marks += 1
  }

  /// Records a text, and whether it covers another at its cell; the same text restyled does not.
  private func noteWord(_ bytes: UnsafeRawBufferPointer, _ column: Int32, _ row: Int32) {
    let text = unsafe Array(bytes.prefix(200))
    if text.allSatisfy({ $0 == UInt8(ascii: " ") }) { return }
    if let other = words.last(where: { $0.column == column && $0.row == row })?.bytes,
      !text.starts(with: other), !other.starts(with: text)
    {
      firstCovered = firstCovered ?? (other, text)
    }
    if words.count < Self.textsLimit { words.append((column, row, text)) }
  }

  /// Whether a colour's kind is unknown or its value out of range; roles may be of a later version.
  private static func isStrange(_ colour: UInt32) -> Bool {
    let value = colour & 0xFF_FFFF
    return switch colour >> 24 {
    case 0, 2: value != 0
    case 1, 3: false
    case 4: value > 0xFF
    // Later versions may add lower kinds; the opaque alpha of other graphics APIs is higher.
    default: colour >> 24 >= 16
    }
  }

  func columns(of scalar: Unicode.Scalar, inRow row: Int) -> [Int] {
    (0..<layer.columns).filter { layer.cell(column: $0, row: row)?.shows(scalar) ?? false }
  }

  var rows: Int { layer.rows }
  var columns: Int { layer.columns }

  /// The characters of a line, one per cell.
  func line(_ row: Int) -> [Unicode.Scalar] {
    (0..<layer.columns).map { layer.cell(column: $0, row: row)?.scalar ?? " " }
  }

  /// Whether a line has a number that is not that of a simulated column's name, as in `COLUMN1`.
  func hasNumber(inRow row: Int) -> Bool {
    let line = line(row)
    return zip([" "] + line, line).contains { "0"..."9" ~= $1 && $0 != "N" && $0 != "n" }
  }

  func textCount(of word: StaticString) -> Int { texts.count { $0.holds(word) } }

  /// The last column with text in a line; nil if it has none.
  func lastColumn(inRow row: Int) -> Int? {
    (0..<layer.columns).last { layer.cell(column: $0, row: row)?.hasText ?? false }
  }

  /// The number of lines with text.
  var visibleLines: Int { (0..<layer.rows).count { lastColumn(inRow: $0) != nil } }

  var cursor: (column: Int, row: Int)? { layer.cursor.map { ($0.column, $0.row) } }

  /// The position of the first cell that satisfies a condition; nil if there is none.
  func firstCell(where holds: (Cell) -> Bool) -> String? {
    firstPlace { layer.cell(column: $0, row: $1).map(holds) ?? false }
  }

  private func firstPlace(where holds: (_ column: Int, _ row: Int) -> Bool) -> String? {
    for row in 0..<layer.rows {
      for column in 0..<layer.columns where holds(column, row) {
        return "column \(column), row \(row)"
      }
    }
    return nil
  }

  private static let textsLimit = 1000

  private func note(_ call: String, _ area: CellRectangle) {
    if !area.clipped(to: layer.bounds).isEmpty {
      reachesCanvas = true
    } else if firstOutside == nil {
      let size = "columns \(area.columns), rows \(area.rows)"
      firstOutside = "canvas.\(call)(column \(area.column), row \(area.row), \(size))"
    }
  }

  /// The first cell that differs from another drawing of the same size; nil if all are equal.
  func firstDifference(from other: Drawing) -> String? {
    firstPlace { layer.cell(column: $0, row: $1) != other.layer.cell(column: $0, row: $1) }
      ?? (layer.dimmed != other.layer.dimmed ? "what is dimmed" : nil)
      ?? (layer.cursor != other.layer.cursor ? "the cursor" : nil)
  }

  /// The first difference without colours, where the user's row is reversed and muted text dim.
  func firstDifferenceWithoutColours(from other: Drawing) -> String? {
    func look(_ cell: Cell?) -> (Unicode.Scalar?, TextAttributes) {
      guard let cell else { return (nil, []) }
      var attributes = cell.attributes
      if cell.background == .role(.selectionBackground) { attributes.insert(.reverse) }
      if [.role(.muted), .role(.border)].contains(cell.foreground) { attributes.insert(.dim) }
      return (cell.scalar, attributes)
    }
    return firstPlace {
      look(layer.cell(column: $0, row: $1)) != look(other.layer.cell(column: $0, row: $1))
    } ?? (layer.cursor != other.layer.cursor ? "the cursor" : nil)
  }

  func hasLine(_ row: Int, of other: Drawing) -> Bool {
    (0..<layer.columns).allSatisfy {
      layer.cell(column: $0, row: row) == other.layer.cell(column: $0, row: row)
    }
  }

  /// The first difference, unless a thread requested a wake since `other`, which may explain it.
  func unexplainedDifference(from other: Drawing) -> String? {
    guard let difference = firstDifference(from: other) else { return nil }
    // A thread's wake request may follow its change after a moment.
    for _ in 0..<20 where monitor.hasOtherThreads {
      if other.isFollowedByWake { break }
      RealTime.sleep(milliseconds: 5)
    }
    return other.isFollowedByWake ? nil : difference
  }

  var isFollowedByWake: Bool { monitor.wakeCount > wakeCount }
}

extension Collection where Element: Equatable {
  func holds(_ sought: some Collection<Element>) -> Bool { firstOccurrence(of: sought) != nil }
}

extension [UInt8] {
  func holds(_ word: StaticString) -> Bool { holds("\(word)".utf8) }
}
