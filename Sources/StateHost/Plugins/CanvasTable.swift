internal import ChildPluginAPI
internal import HostSurface

/// The canvas that a child gets: its functions lead to the layer it draws on.
enum CanvasTable {
  static func make(handle: UnsafeMutableRawPointer) -> childplugin_canvas_t {
    var canvas = unsafe childplugin_canvas_t()
    unsafe canvas.size = UInt32(MemoryLayout<childplugin_canvas_t>.size)
    unsafe canvas.handle = handle
    unsafe canvas.text = { canvas, column, row, maximum, text, style in
      guard let layer = unsafe CanvasTable.target(of: canvas, .canvasText) else { return 0 }
      let text = unsafe CanvasText(ForeignMemory.bytes(text))
      return Int32(
        clamping: text.put(
          on: layer, column: Int(column), row: Int(row), maximumColumns: Int(maximum),
          style: unsafe Style(foreign: style)))
    }
    unsafe canvas.fill = { canvas, column, row, columns, rows, grapheme, style in
      guard let layer = unsafe CanvasTable.target(of: canvas, .canvasFill) else { return }
      let area = CellRectangle(
        column: Int(column), row: Int(row), columns: Int(columns), rows: Int(rows))
      let bytes = unsafe ForeignMemory.bytes(grapheme).assumingMemoryBound(to: UInt8.self)
      layer.fill(area, with: unsafe bytes.span, style: unsafe Style(foreign: style))
    }
    unsafe canvas.cursor = { canvas, column, row in
      guard let layer = unsafe CanvasTable.target(of: canvas, .canvasCursor) else { return }
      layer.cursor = CellPlace(column: Int(column), row: Int(row))
    }
    return unsafe canvas
  }

  /// What a canvas leads to now; nil, which is reported, outside draw and on a wrong thread.
  @inline(__always)
  fileprivate static func target(
    of canvas: UnsafePointer<childplugin_canvas_t>?, _ function: HostFunction
  ) -> Layer? {
    guard
      let canvas = unsafe canvas,
      let side = unsafe HostSide.entering(canvas.pointee.handle, function)
    else { return nil }
    if side.layer == nil { side.report(.outsideDraw(function)) }
    return side.layer
  }
}
