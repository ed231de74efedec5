internal import ChildPluginAPI

/// A child's access to the keyboard focus, which goes to one of the children that take keys: read whether it has it,
/// and request it.
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
    guard let ask = unsafe table.in_front else { return false }
    return unsafe ask(host)
  }

  /// The number of children that take keys.
  public var count: Int {
    guard let ask = unsafe table.count else { return 0 }
    return unsafe Int(ask(host))
  }

  /// Moves the focus to this child; not from ``ChildPlugin/draw(on:)``, and only on screen.
  ///
  /// - Returns: false if the child does not take keys, or without a user activation.
  @discardableResult
  public func ask() -> Bool {
    guard let ask = unsafe table.ask else { return false }
    return unsafe ask(host)
  }

  /// Sets whether keys are text input for this child while it is in front; not from ``ChildPlugin/draw(on:)``.
  ///
  /// Without a call, a child takes text while it shows a cursor.
  public func takeText(_ takesText: Bool) {
    guard let take = unsafe table.take_text else { return }
    unsafe take(host, takesText)
  }
}
