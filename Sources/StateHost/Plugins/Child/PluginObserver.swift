package import HostSurface

/// Watches a plugin at its border, for tools that check plugins.
///
/// Every call comes on the main thread; what is lent lives until the call returns.
package protocol PluginObserver: AnyObject {
  /// A call into the plugin begins.
  ///
  /// - Parameters:
  ///   - function: what is called, or the step of loading.
  ///   - arguments: as a person reads them.
  ///   - child: whose function it is; nil for the plugin's own.
  func callBegan(_ function: StaticString, _ arguments: () -> String, of child: String?)
  /// It has returned, and what it gave has been read.
  func callEnded()
  /// The plugin has handed over a text, any bytes, in a call of this function.
  func received(_ text: UnsafeRawBufferPointer, in function: String)
  /// A child has drawn something.
  func drew(_ mark: CanvasMark)
}

/// What a child did to its canvas.
@safe package enum CanvasMark {
  /// `used`: how many columns the canvas took of it.
  case text(
    UnsafeRawBufferPointer, column: Int32, row: Int32, maximumColumns: Int32, used: Int)
  case fill(CellRectangle, with: UnsafeRawBufferPointer, Style)
  case cursor
  case dim(CellRectangle)
  /// The colours of a style, as the ABI has them.
  case colours(foreground: UInt32, background: UInt32)
}
