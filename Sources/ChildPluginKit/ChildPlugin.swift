/// A child: what one descriptor offers and `create` makes.
///
/// Conform a final class to it and, for what it also wants, to the protocols of the extensions
/// (``InputChild``, ``ContentChild``, …): conforming is all that is needed for the host to find
/// them.
///
/// Everything is called on the host's main thread. Will and did alternate and balance. Only the
/// descriptor, the initializer and ``draw(on:)`` must be written.
public protocol ChildPlugin: AnyObject {
  /// What this child is; asked once.
  static var descriptor: ChildDescriptor { get }

  /// Makes a child for one place on screen. Return nil, with a line in `host.log`, when it cannot.
  ///
  /// - Parameter host: what this child may ask of StateHost; keep it.
  init?(host: Host)

  /// Draws the whole child. Every cell is transparent at the start, and the same state at the same
  /// time draws the same cells.
  ///
  /// - Parameter canvas: the child's own layer; it ends with the call.
  func draw(on canvas: borrowing Canvas)

  /// Comes on screen, before its first draw of this appearance.
  func willAppear(animated: Bool)

  /// Is on screen, its transition has ended.
  func didAppear(animated: Bool)

  /// Begins to leave; it may still be drawn.
  func willDisappear(animated: Bool)

  /// Has left.
  func didDisappear(animated: Bool)

  /// How its own transition runs in that direction; nil for the host's defaults. Asked at any time.
  func timing(appearing: Bool) -> Timing?

  /// This child as a ``LayoutChild``. Conforming answers it: do not write it yourself.
  var layoutChild: (any LayoutChild)? { get }
  /// This child as a ``TransitionChild``. Conforming answers it: do not write it yourself.
  var transitionChild: (any TransitionChild)? { get }
  /// This child as an ``InputChild``. Conforming answers it: do not write it yourself.
  var inputChild: (any InputChild)? { get }
  /// This child as a ``ContentChild``. Conforming answers it: do not write it yourself.
  var contentChild: (any ContentChild)? { get }
  /// This child as a ``WakeChild``. Conforming answers it: do not write it yourself.
  var wakeChild: (any WakeChild)? { get }
  /// This child as a ``SavedStateChild``. Conforming answers it: do not write it yourself.
  var savedStateChild: (any SavedStateChild)? { get }
  /// This child as a ``KeyHelpChild``. Conforming answers it: do not write it yourself.
  var keyHelpChild: (any KeyHelpChild)? { get }
  /// This child as an ``AccessibilityChild``. Conforming answers it: do not write it yourself.
  var accessibilityChild: (any AccessibilityChild)? { get }
  /// This child as a ``ThemeChild``. Conforming answers it: do not write it yourself.
  var themeChild: (any ThemeChild)? { get }
  /// This child as a ``SituationChild``. Conforming answers it: do not write it yourself.
  var situationChild: (any SituationChild)? { get }
  /// This child as a ``SelectionChild``. Conforming answers it: do not write it yourself.
  var selectionChild: (any SelectionChild)? { get }
  /// This child as a ``ViewChild``. Conforming answers it: do not write it yourself.
  var viewChild: (any ViewChild)? { get }
  /// This child as a ``FrontChild``. Conforming answers it: do not write it yourself.
  var frontChild: (any FrontChild)? { get }
  /// This child as a ``MessageChild``. Conforming answers it: do not write it yourself.
  var messageChild: (any MessageChild)? { get }
  /// This child as a ``ProgramChild``. Conforming answers it: do not write it yourself.
  var programChild: (any ProgramChild)? { get }
}

extension ChildPlugin {
  /// Nothing to do.
  public func willAppear(animated: Bool) {}
  /// Nothing to do.
  public func didAppear(animated: Bool) {}
  /// Nothing to do.
  public func willDisappear(animated: Bool) {}
  /// Nothing to do.
  public func didDisappear(animated: Bool) {}
  /// The host's defaults.
  public func timing(appearing: Bool) -> Timing? { nil }

  /// Nil: it does not conform.
  public var layoutChild: (any LayoutChild)? { nil }
  /// Nil: it does not conform.
  public var transitionChild: (any TransitionChild)? { nil }
  /// Nil: it does not conform.
  public var inputChild: (any InputChild)? { nil }
  /// Nil: it does not conform.
  public var contentChild: (any ContentChild)? { nil }
  /// Nil: it does not conform.
  public var wakeChild: (any WakeChild)? { nil }
  /// Nil: it does not conform.
  public var savedStateChild: (any SavedStateChild)? { nil }
  /// Nil: it does not conform.
  public var keyHelpChild: (any KeyHelpChild)? { nil }
  /// Nil: it does not conform.
  public var accessibilityChild: (any AccessibilityChild)? { nil }
  /// Nil: it does not conform.
  public var themeChild: (any ThemeChild)? { nil }
  /// Nil: it does not conform.
  public var situationChild: (any SituationChild)? { nil }
  /// Nil: it does not conform.
  public var selectionChild: (any SelectionChild)? { nil }
  /// Nil: it does not conform.
  public var viewChild: (any ViewChild)? { nil }
  /// Nil: it does not conform.
  public var frontChild: (any FrontChild)? { nil }
  /// Nil: it does not conform.
  public var messageChild: (any MessageChild)? { nil }
  /// Nil: it does not conform.
  public var programChild: (any ProgramChild)? { nil }
}
