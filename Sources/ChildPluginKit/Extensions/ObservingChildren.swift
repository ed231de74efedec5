/// A child that is told when the content changed.
///
/// It is drawn after it in any case.
public protocol ContentChild: ChildPlugin {
  /// The content is another than at the last call or when the child was made; at most once a frame.
  func contentDidChange()
}

extension ContentChild {
  /// Itself.
  public var contentChild: (any ContentChild)? { self }
}

/// A child that is woken by ``Host/wake(after:)`` or ``Waker/wake()``, and drawn after it.
public protocol WakeChild: ChildPlugin {
  /// The time has come, or another thread has called.
  func woke()
}

extension WakeChild {
  /// Itself.
  public var wakeChild: (any WakeChild)? { self }
}

/// A child that is told when the colours of the roles changed.
///
/// It is drawn after it in any case.
public protocol ThemeChild: ChildPlugin {
  /// The colours of the roles have changed.
  func themeDidChange()
}

extension ThemeChild {
  /// Itself.
  public var themeChild: (any ThemeChild)? { self }
}

/// A child that is told when the state, or whether a transition runs, changed.
///
/// It is drawn after it in any case.
public protocol SituationChild: ChildPlugin {
  /// ``Host/situation`` is another than at the last call or when the child was made; at most once a frame.
  func situationDidChange()
}

extension SituationChild {
  /// Itself.
  public var situationChild: (any SituationChild)? { self }
}

/// A child that is told when the row that the user is on, or the marked rows, changed.
///
/// It is drawn after it in any case.
public protocol SelectionChild: ChildPlugin {
  /// ``Host/selection`` is another than at the last call or when the child was made, whoever changed it; at
  /// most once a frame.
  func selectionDidChange()
}

extension SelectionChild {
  /// Itself.
  public var selectionChild: (any SelectionChild)? { self }
}

/// A child that is told when the rows that are shown, how far they have been looked at, or what a find has come
/// to, changed.
///
/// It is drawn after it in any case.
public protocol ViewChild: ChildPlugin {
  /// ``Host/view`` is another than at the last call or when the child was made, whoever asked for it; at most
  /// once a frame.
  func viewDidChange()
}

extension ViewChild {
  /// Itself.
  public var viewChild: (any ViewChild)? { self }
}

/// A child that is told when it comes in front of those that take keys, or others do, or how many they are.
///
/// It is drawn after it in any case.
public protocol FrontChild: ChildPlugin {
  /// ``Host/focus`` is another than at the last call or when the child was made; at most once a frame.
  func frontDidChange()
}

extension FrontChild {
  /// Itself.
  public var frontChild: (any FrontChild)? { self }
}
