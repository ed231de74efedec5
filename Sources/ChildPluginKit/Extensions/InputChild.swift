/// A child that takes keys, the mouse or pasted text.
///
/// Its descriptor says `takesFocus` for keys.
public protocol InputChild: ChildPlugin {
  /// A key. Return whether it was used; if not, others may use it.
  func key(_ key: Key) -> Bool
  /// The mouse. Return whether it was used.
  func mouse(_ mouse: Mouse) -> Bool
  /// Pasted text, at most 1 MiB. Return whether it was used.
  func paste(_ text: String) -> Bool
  /// The child gains or loses the keys.
  func focusDidChange(_ focused: Bool)
}

extension InputChild {
  /// Itself.
  public var inputChild: (any InputChild)? { self }
  /// Not used: it goes to others.
  public func key(_ key: Key) -> Bool { false }
  /// Not used.
  public func mouse(_ mouse: Mouse) -> Bool { false }
  /// Not used.
  public func paste(_ text: String) -> Bool { false }
  /// Nothing to do.
  public func focusDidChange(_ focused: Bool) {}
}
