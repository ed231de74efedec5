internal import ChildPluginAPI
internal import Glibc
internal import HostSurface
internal import HostText

/// The canvas functions, which draw on the child's layer.
extension ChildHostContext {
  /// Calls a function with the object and the layer of a call, inside draw; see `entering`.
  ///
  /// No references are counted: that would take almost as long as drawing a text.
  @inline(__always)
  static func drawing<Result>(
    _ canvas: UnsafePointer<childplugin_canvas_t>?, _ function: HostFunction, otherwise: Result,
    _ draw: (ChildHostContext, Layer) -> Result
  ) -> Result {
    guard let canvas = unsafe canvas,
      let context = unsafe entered(canvas.pointee.handle, function)
    else { return otherwise }
    return unsafe context._withUnsafeGuaranteedRef { context in
      guard let layer = unsafe context.layer else { return otherwise }
      return unsafe layer._withUnsafeGuaranteedRef { draw(context, $0) }
    }
  }

  @inline(__always)
  func canvasText(
    on layer: Layer, _ column: Int32, _ row: Int32, _ maximum: Int32, _ text: childplugin_text_t,
    _ style: UnsafePointer<childplugin_style_t>?
  ) -> Int32 {
    let bytes = unsafe bytes(of: text, .canvasText)
    let used = unsafe CanvasText(bytes).put(
      on: layer, column: Int(column), row: Int(row), maximumColumns: Int(maximum),
      style: self.style(style, on: layer, .canvasText))
    kind.callee.telling {
      unsafe $0.drew(.text(bytes, column: column, row: row, maximumColumns: maximum, used: used))
    }
    return Int32(clamping: used)
  }

  @inline(__always)
  func canvasFill(
    on layer: Layer, _ column: Int32, _ row: Int32, _ columns: Int32, _ rows: Int32,
    _ grapheme: childplugin_text_t, _ style: UnsafePointer<childplugin_style_t>?
  ) {
    let area = CellRectangle(
      column: Int(column), row: Int(row), columns: Int(columns), rows: Int(rows))
    let bytes = unsafe bytes(of: grapheme, .canvasFill)
    let style = unsafe self.style(style, on: layer, .canvasFill)
    unsafe layer.fill(area, with: bytes.assumingMemoryBound(to: UInt8.self).span, style: style)
    kind.callee.telling { unsafe $0.drew(.fill(area, with: bytes, style)) }
  }

  func canvasCursor(on layer: Layer, _ column: Int32, _ row: Int32) {
    layer.putCursor(at: CellPlace(column: Int(column), row: Int(row)))
    kind.callee.telling { $0.drew(.cursor) }
  }

  func canvasDim(on layer: Layer, _ column: Int32, _ row: Int32, _ columns: Int32, _ rows: Int32) {
    let area = CellRectangle(
      column: Int(column), row: Int(row), columns: Int(columns), rows: Int(rows))
    if !layer.dim(area) { report(.tooMuch(.dimmedAreas)) }
    kind.callee.telling { $0.drew(.dim(area)) }
  }

  // MARK: Links and decorations

  private static let linksLimit = 256

  /// Adds a link to the current draw and returns its number; 0, which is reported, if not accepted.
  func canvasLink(on layer: Layer, _ address: childplugin_text_t) -> UInt32 {
    guard let address = unsafe LinkAddress(bytes(of: address, .canvasLink)) else {
      report(.linkMalformed)
      return 0
    }
    if let index = links.firstIndex(of: address) { return UInt32(index + 1) }
    guard links.count < Self.linksLimit else {
      report(.tooMuch(.links))
      return 0
    }
    links.append(address)
    return UInt32(links.count)
  }

  /// The underline and the link of a style, in colours that the terminal can show.
  func decoration(of style: childplugin_style_t, _ function: HostFunction) -> Decoration {
    var decoration = Decoration()
    if style.attributes & CHILDPLUGIN_ATTRIBUTE_UNDERLINE != 0 {
      decoration.underline =
        UInt8(exactly: style.underline).flatMap(Decoration.Underline.init) ?? .plain
      decoration.underlineColour = shown(Colour(foreign: style.underline_colour, none: .default))
    }
    if style.link != 0 {
      if style.link <= links.count {
        decoration.link = links[Int(style.link) - 1]
      } else {
        report(.linkUnknown(function))
      }
    }
    return decoration
  }

  private func shown(_ colour: Colour) -> Colour {
    let role = colour.kind == .role ? ThemeRole(rawValue: UInt8(colour.value)) : nil
    return (role.map { services.facts.theme[$0] } ?? colour)
      .reduced(to: ColourDepth(colourCount: services.facts.terminal.colours))
  }
}

/// The host's handling of a text that a plugin draws or measures, up to its first newline and with
/// each tab as one space: its width, what fits into some columns, and the drawing.
@safe struct CanvasText {
  private let bytes: UnsafeRawBufferPointer

  /// Refers to a plugin's text; valid as long as its bytes are.
  init(_ foreign: UnsafeRawBufferPointer) { unsafe bytes = Self.prefix(of: foreign, before: "\n") }

  var columns: Int {
    var columns = 0
    forEachPart { part in columns += TextWidth.columns(of: part) }
    return columns
  }

  /// Writes text on a layer without a wide character cut by the limit; returns the columns used.
  func put(on layer: Layer, column: Int, row: Int, maximumColumns: Int, style: Style) -> Int {
    var used = 0
    forEachPart { part in
      var limit = maximumColumns - used
      // No text has more columns than bytes.
      if part.count > limit { limit = TextWidth.prefix(of: part, columns: limit).columns }
      used += layer.put(part, column: column + used, row: row, style: style, maximumColumns: limit)
    }
    return used
  }

  /// A text's longest prefix that fits into so many columns, and its width; reads no further.
  static func fit(
    _ foreign: UnsafeRawBufferPointer, columns limit: Int
  ) -> (bytes: Int, columns: Int) {
    let bytes = unsafe foreign.assumingMemoryBound(to: UInt8.self).span
    var scanner = GraphemeScanner()
    var fitting = (bytes: 0, columns: 0)
    while true {
      let ascii = scanner.takePlainASCII(in: bytes, atMost: max(0, limit - fitting.columns))
      if !ascii.isEmpty {
        fitting = (ascii.upperBound, fitting.columns + ascii.count)
        continue
      }
      // Any remaining bytes have no width.
      guard scanner.next(in: bytes) else { return (bytes.count, fitting.columns) }
      let end = scanner.clusterEnd
      if scanner.cluster.firstScalar == 0x0A { return (end - 1, fitting.columns) }
      let width = scanner.cluster.firstScalar < 0x20 ? 1 : scanner.cluster.width
      guard fitting.columns + width <= limit else { return fitting }
      fitting = (end, fitting.columns + width)
    }
  }

  /// Calls `body` with each part between tabs, and with a space for each tab.
  private func forEachPart(_ body: (Span<UInt8>) -> Void) {
    var rest = unsafe bytes
    while true {
      let part = unsafe Self.prefix(of: rest, before: "\t")
      unsafe body(part.assumingMemoryBound(to: UInt8.self).span)
      guard part.count < rest.count else { return }
      Self.space.withUTF8Buffer { unsafe body($0.span) }
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[(part.count + 1)...])
    }
  }

  private static func prefix(
    of bytes: UnsafeRawBufferPointer, before mark: Unicode.Scalar
  ) -> UnsafeRawBufferPointer {
    guard
      let start = bytes.baseAddress,
      let found = unsafe memchr(start, CInt(mark.value), bytes.count)
    else { return unsafe bytes }
    return unsafe UnsafeRawBufferPointer(start: start, count: UnsafeRawPointer(found) - start)
  }

  private static let space: StaticString = " "
}
