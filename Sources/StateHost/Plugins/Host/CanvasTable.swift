internal import ChildPluginAPI
internal import HostSurface

/// The canvas that a child gets: its functions lead to the layer it draws on.
enum CanvasTable {
  static func make(handle: UnsafeMutableRawPointer) -> childplugin_canvas_t {
    var canvas = unsafe childplugin_canvas_t()
    unsafe canvas.size = UInt32(MemoryLayout<childplugin_canvas_t>.size)
    unsafe canvas.handle = handle
    unsafe canvas.text = { canvas, column, row, maximum, text, style in
      unsafe CanvasTable.drawing(canvas, .canvasText, otherwise: 0) { side, layer in
        let bytes = unsafe side.bytes(of: text, .canvasText)
        let used = unsafe CanvasText(bytes).put(
          on: layer, column: Int(column), row: Int(row), maximumColumns: Int(maximum),
          style: side.style(style, on: layer, .canvasText))
        side.kind.callee.telling {
          unsafe $0.drew(
            .text(bytes, column: column, row: row, maximumColumns: maximum, used: used))
        }
        return Int32(clamping: used)
      }
    }
    unsafe canvas.fill = { canvas, column, row, columns, rows, grapheme, style in
      unsafe CanvasTable.drawing(canvas, .canvasFill, otherwise: ()) { side, layer in
        let area = CellRectangle(
          column: Int(column), row: Int(row), columns: Int(columns), rows: Int(rows))
        let bytes = unsafe side.bytes(of: grapheme, .canvasFill)
        let style = unsafe side.style(style, on: layer, .canvasFill)
        unsafe layer.fill(area, with: bytes.assumingMemoryBound(to: UInt8.self).span, style: style)
        side.kind.callee.telling { unsafe $0.drew(.fill(area, with: bytes, style)) }
      }
    }
    unsafe canvas.cursor = { canvas, column, row in
      unsafe CanvasTable.drawing(canvas, .canvasCursor, otherwise: ()) { side, layer in
        layer.putCursor(at: CellPlace(column: Int(column), row: Int(row)))
        side.kind.callee.telling { $0.drew(.cursor) }
      }
    }
    unsafe addDecoration(to: &canvas)
    return unsafe canvas
  }

  private static func addDecoration(to canvas: inout childplugin_canvas_t) {
    unsafe canvas.link = { canvas, address in
      unsafe CanvasTable.drawing(canvas, .canvasLink, otherwise: 0) { side, _ in
        unsafe side.link(to: side.bytes(of: address, .canvasLink))
      }
    }
    unsafe canvas.dim = { canvas, column, row, columns, rows in
      unsafe CanvasTable.drawing(canvas, .canvasDim, otherwise: ()) { side, layer in
        let area = CellRectangle(
          column: Int(column), row: Int(row), columns: Int(columns), rows: Int(rows))
        if !layer.dim(area) { side.report(.tooMuch(.dimmedAreas)) }
        side.kind.callee.telling { $0.drew(.dim(area)) }
      }
    }
  }

  /// Calls with the side of the host that a call belongs to, and the layer, where it is allowed: inside
  /// draw; see `HostSide.entering`.
  ///
  /// Counts no references, for a text is drawn in little more time than that takes.
  @inline(__always)
  private static func drawing<Result>(
    _ canvas: UnsafePointer<childplugin_canvas_t>?, _ function: HostFunction,
    otherwise: Result, _ draw: (HostSide, Layer) -> Result
  ) -> Result {
    guard let canvas = unsafe canvas,
      let side = unsafe HostSide.entered(canvas.pointee.handle, function)
    else { return otherwise }
    return unsafe side._withUnsafeGuaranteedRef { side in
      guard let layer = unsafe side.layer else { return otherwise }
      return unsafe layer._withUnsafeGuaranteedRef { draw(side, $0) }
    }
  }
}
