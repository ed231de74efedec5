internal import ChildPluginAPI

/// The children that take keys, of which one is in front: it is offered them first, and its cursor is shown.
///
/// Tab and Shift-Tab that no child uses, and a click, put another in front.
@safe public struct Focus {
  private let host: UnsafePointer<childplugin_host_t>
  private let table: childplugin_host_focus_t

  init(_ host: UnsafePointer<childplugin_host_t>, _ table: childplugin_host_focus_t) {
    unsafe self.host = host
    self.table = table
  }

  /// Whether this child takes keys and is in front.
  public var isInFront: Bool {
    guard let ask = unsafe table.in_front else { return false }
    return unsafe ask(host)
  }

  /// How many children take keys; where it is one, Tab leads nowhere else.
  public var count: Int {
    guard let ask = unsafe table.count else { return 0 }
    return unsafe Int(ask(host))
  }

  /// Asks to be in front; not from ``ChildPlugin/draw(on:)``, and only on screen.
  ///
  /// - Returns: whether this child takes keys now, and the user has just done something to the plugin.
  @discardableResult
  public func ask() -> Bool {
    guard let ask = unsafe table.ask else { return false }
    return unsafe ask(host)
  }

  /// Says whether, from now on, what is typed is text for this child while it is in front; not from
  /// ``ChildPlugin/draw(on:)``.
  ///
  /// A child that never says so takes text while it shows a cursor.
  public func takeText(_ takesText: Bool) {
    guard let take = unsafe table.take_text else { return }
    unsafe take(host, takesText)
  }
}
