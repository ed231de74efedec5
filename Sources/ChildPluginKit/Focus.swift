internal import ChildPluginAPI

/// A plugin child's handle to the keyboard focus, which the child in front has: asks the host at
/// each use whether this child is in front and how many children take keys, requests the focus, and
/// sets whether keys are text input; `FocusFacts` in the host.
///
/// A click, and Tab and Shift-Tab that no child uses, move the focus.
@safe public struct Focus {
  private let host: UnsafePointer<childplugin_host_t>
  private let table: childplugin_host_focus_t

  init(_ host: UnsafePointer<childplugin_host_t>, _ table: childplugin_host_focus_t) {
    unsafe self.host = host
    self.table = table
  }

  /// Whether this child is in front.
  public var isInFront: Bool {
    unsafe table.in_front?(host) ?? false
  }

  /// The number of children that take keys.
  public var count: Int {
    unsafe Int(table.count?(host) ?? 0)
  }

  /// Moves the focus to this child; not from ``ChildPlugin/draw(on:)``, and only on screen.
  ///
  /// - Returns: false if the child does not take keys, or without a user activation.
  @discardableResult
  public func ask() -> Bool {
    unsafe table.ask?(host) ?? false
  }

  /// Sets whether keys are text for this child while in front; not from ``ChildPlugin/draw(on:)``.
  ///
  /// Without a call, a child takes text while it shows a cursor.
  public func takeText(_ takesText: Bool) {
    unsafe table.take_text?(host, takesText)
  }
}
