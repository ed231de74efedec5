package import HostSurface

/// Receives every call into a plugin and everything that its children draw; only validation and plugin scans
/// implement it.
///
/// A normal run has no observer. Functions are called on the main thread; pointers are valid until the call returns.
package protocol PluginObserver: AnyObject {
  /// A call into the plugin begins.
  ///
  /// - Parameters:
  ///   - function: the function, or the step of loading.
  ///   - arguments: the arguments as text for the user.
  ///   - child: the id of the child that is called; nil for the plugin itself.
  func callBegan(_ function: StaticString, _ arguments: () -> String, of child: String?)
  /// The call has returned, and its result has been read.
  func callEnded()
  /// The plugin has passed a text, which may be any bytes, to this function.
  func received(_ text: UnsafeRawBufferPointer, in function: String)
  /// A child has drawn something.
  func drew(_ mark: CanvasMark)
}

/// One operation of a child on its canvas (text, fill, cursor, dimmed area or colours), as reported to a plugin
/// observer.
@safe package enum CanvasMark {
  /// `used`: the number of columns that were drawn.
  case text(
    UnsafeRawBufferPointer, column: Int32, row: Int32, maximumColumns: Int32, used: Int)
  case fill(CellRectangle, with: UnsafeRawBufferPointer, Style)
  case cursor
  case dim(CellRectangle)
  /// The colours of a style, in values of the ABI.
  case colours(foreground: UInt32, background: UInt32)
}
