internal import ChildPluginAPI
internal import HostSurface

/// The canvas that a child gets: its functions lead to the layer it draws on.
enum CanvasTable {
  static func make(handle: UnsafeMutableRawPointer) -> childplugin_canvas_t {
    var canvas = unsafe childplugin_canvas_t()
    unsafe canvas.size = UInt32(MemoryLayout<childplugin_canvas_t>.size)
    unsafe canvas.handle = handle
    unsafe canvas.text = { canvas, column, row, maximum, text, style in
      guard let side = unsafe CanvasTable.entering(canvas, .canvasText), let layer = side.layer
      else { return 0 }
      let bytes = unsafe side.bytes(of: text, .canvasText)
      let used = unsafe CanvasText(bytes).put(
        on: layer, column: Int(column), row: Int(row), maximumColumns: Int(maximum),
        style: side.style(style, .canvasText))
      side.kind.callee.telling {
        unsafe $0.drew(
          .text(bytes, column: column, row: row, maximumColumns: maximum, used: used))
      }
      return Int32(clamping: used)
    }
    unsafe canvas.fill = { canvas, column, row, columns, rows, grapheme, style in
      guard let side = unsafe CanvasTable.entering(canvas, .canvasFill), let layer = side.layer
      else { return }
      let area = CellRectangle(
        column: Int(column), row: Int(row), columns: Int(columns), rows: Int(rows))
      let bytes = unsafe side.bytes(of: grapheme, .canvasFill)
      let style = unsafe side.style(style, .canvasFill)
      unsafe layer.fill(area, with: bytes.assumingMemoryBound(to: UInt8.self).span, style: style)
      side.kind.callee.telling { unsafe $0.drew(.fill(area, with: bytes, style)) }
    }
    unsafe canvas.cursor = { canvas, column, row in
      guard let side = unsafe CanvasTable.entering(canvas, .canvasCursor) else { return }
      side.layer?.cursor = CellPlace(column: Int(column), row: Int(row))
      side.kind.callee.telling { $0.drew(.cursor) }
    }
    return unsafe canvas
  }

  /// The side of the host that a call belongs to, inside draw; see `HostSide.entering`.
  @inline(__always)
  private static func entering(
    _ canvas: UnsafePointer<childplugin_canvas_t>?, _ function: HostFunction
  ) -> HostSide? {
    guard let canvas = unsafe canvas else { return nil }
    return unsafe HostSide.entering(canvas.pointee.handle, function)
  }
}
