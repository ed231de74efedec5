internal import ChildPluginAPI
internal import HostPlugins
internal import HostSurface

/// The canvas that a child under trial draws on: its functions lead to the drawing of its host.
enum TrialCanvas {
  static func make(
    for host: TrialHost, columns: Int32, rows: Int32
  ) -> childplugin_canvas_t {
    var canvas = unsafe childplugin_canvas_t()
    unsafe canvas.size = UInt32(MemoryLayout<childplugin_canvas_t>.size)
    unsafe canvas.handle = unsafe host.table.pointee.handle
    unsafe canvas.columns = columns
    unsafe canvas.rows = rows
    unsafe canvas.time_nanoseconds = host.nowNanoseconds
    unsafe canvas.text = { canvas, column, row, maximum, text, style in
      guard let host = unsafe TrialCanvas.target(canvas, .canvasText) else { return 0 }
      unsafe host.check(text, of: "canvas.text(column \(column), row \(row))")
      let style = unsafe TrialCanvas.style(style, host, .canvasText)
      return unsafe host.drawing?.put(
        DrawnText(text), column: column, row: row, maximum: maximum, style: style) ?? 0
    }
    unsafe canvas.fill = { canvas, column, row, columns, rows, grapheme, style in
      guard let host = unsafe TrialCanvas.target(canvas, .canvasFill) else { return }
      unsafe host.check(grapheme, of: "canvas.fill(column \(column), row \(row))")
      let area = CellRectangle(
        column: Int(column), row: Int(row), columns: Int(columns), rows: Int(rows))
      unsafe host.drawing?.fill(
        area, with: DrawnText(grapheme).bytes,
        style: TrialCanvas.style(style, host, .canvasFill))
    }
    unsafe canvas.cursor = { canvas, column, row in
      unsafe TrialCanvas.target(canvas, .canvasCursor)?.drawing?.setCursor(column: column, row: row)
    }
    return unsafe canvas
  }

  /// Whom a canvas belongs to while it may be drawn on; nil, which is noted, outside draw.
  private static func target(
    _ canvas: UnsafePointer<childplugin_canvas_t>?, _ function: HostFunction
  ) -> TrialHost? {
    guard let canvas = unsafe canvas,
      let host = unsafe TrialHost.entering(canvas.pointee.handle, function)
    else { return nil }
    if host.drawing == nil { host.note(.outsideDraw, function.description) }
    return host
  }

  /// What of a style decides whether two cells are the same.
  private static func style(
    _ style: UnsafePointer<childplugin_style_t>?, _ host: TrialHost, _ function: HostFunction
  ) -> Style {
    guard let style = unsafe style else { return Style(foreground: .default) }
    let value = unsafe ForeignMemory.copySized(
      childplugin_style_t.self, at: UnsafeRawPointer(style))
    guard let value else {
      host.note(.structSize, "\(function) with a style")
      return Style(foreground: .default)
    }
    return Style(
      foreground: colour(value.foreground) ?? .default,
      background: colour(value.background) ?? .transparent,
      attributes: TextAttributes(rawValue: UInt8(truncatingIfNeeded: value.attributes)))
  }

  /// Every colour of the ABI as one of its own; nil for none.
  private static func colour(_ value: UInt32) -> Colour? {
    value == CHILDPLUGIN_COLOUR_NONE
      ? nil
      : .rgb(
        UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8),
        UInt8(truncatingIfNeeded: value) ^ UInt8(truncatingIfNeeded: value >> 18))
  }
}
