/// Protocol that a plugin author implements for a child, one component on screen, which the host
/// creates and calls: a descriptor, drawing, and callbacks for appearing and disappearing.
///
/// Conform a final class to it, and to the protocols of the extensions that it uses
/// (``InputChild``, ``ContentChild``, …); the host finds the conformances.
///
/// All functions are called on the main thread of the process that has loaded the plugin, the host
/// or a worker. Will and did calls alternate and balance. Only the descriptor, the initializer and
/// ``draw(on:)`` have no default implementation.
public protocol ChildPlugin: AnyObject {
  /// The description of this child; read once.
  static var descriptor: ChildDescriptor { get }

  /// Creates a child; return nil, with a line in `host.log`, on failure.
  ///
  /// - Parameter host: the child's interface to the host; keep it.
  init?(host: Host)

  /// Draws the whole child.
  ///
  /// Every cell is transparent at first. The same state at the same time must draw the same cells.
  ///
  /// - Parameter canvas: the child's layer, valid during the call.
  func draw(on canvas: borrowing Canvas)

  /// Called when the child comes on screen, before its first draw.
  func willAppear(animated: Bool)

  /// Called when the child is on screen and its transition has ended.
  func didAppear(animated: Bool)

  /// Called when the child begins to leave; it may still be drawn.
  func willDisappear(animated: Bool)

  /// Called when the child has left the screen.
  func didDisappear(animated: Bool)

  /// The timing of the child's transition in one direction; nil for the host's default.
  func timing(appearing: Bool) -> Timing?

  /// This child as a ``LayoutChild``. Implemented by the conformance.
  var layoutChild: (any LayoutChild)? { get }
  /// This child as a ``TransitionChild``. Implemented by the conformance.
  var transitionChild: (any TransitionChild)? { get }
  /// This child as an ``InputChild``. Implemented by the conformance.
  var inputChild: (any InputChild)? { get }
  /// This child as a ``ContentChild``. Implemented by the conformance.
  var contentChild: (any ContentChild)? { get }
  /// This child as a ``WakeChild``. Implemented by the conformance.
  var wakeChild: (any WakeChild)? { get }
  /// This child as a ``SavedStateChild``. Implemented by the conformance.
  var savedStateChild: (any SavedStateChild)? { get }
  /// This child as a ``KeyHelpChild``. Implemented by the conformance.
  var keyHelpChild: (any KeyHelpChild)? { get }
  /// This child as an ``AccessibilityChild``. Implemented by the conformance.
  var accessibilityChild: (any AccessibilityChild)? { get }
  /// This child as a ``ThemeChild``. Implemented by the conformance.
  var themeChild: (any ThemeChild)? { get }
  /// This child as a ``SituationChild``. Implemented by the conformance.
  var situationChild: (any SituationChild)? { get }
  /// This child as a ``SelectionChild``. Implemented by the conformance.
  var selectionChild: (any SelectionChild)? { get }
  /// This child as a ``ViewChild``. Implemented by the conformance.
  var viewChild: (any ViewChild)? { get }
  /// This child as a ``FrontChild``. Implemented by the conformance.
  var frontChild: (any FrontChild)? { get }
  /// This child as a ``MessageChild``. Implemented by the conformance.
  var messageChild: (any MessageChild)? { get }
  /// This child as a ``ProgramChild``. Implemented by the conformance.
  var programChild: (any ProgramChild)? { get }
}

extension ChildPlugin {
  /// Does nothing.
  public func willAppear(animated: Bool) {}
  /// Does nothing.
  public func didAppear(animated: Bool) {}
  /// Does nothing.
  public func willDisappear(animated: Bool) {}
  /// Does nothing.
  public func didDisappear(animated: Bool) {}
  /// Nil, for the host's default.
  public func timing(appearing: Bool) -> Timing? { nil }

  /// Nil, without a conformance.
  public var layoutChild: (any LayoutChild)? { nil }
  /// Nil, without a conformance.
  public var transitionChild: (any TransitionChild)? { nil }
  /// Nil, without a conformance.
  public var inputChild: (any InputChild)? { nil }
  /// Nil, without a conformance.
  public var contentChild: (any ContentChild)? { nil }
  /// Nil, without a conformance.
  public var wakeChild: (any WakeChild)? { nil }
  /// Nil, without a conformance.
  public var savedStateChild: (any SavedStateChild)? { nil }
  /// Nil, without a conformance.
  public var keyHelpChild: (any KeyHelpChild)? { nil }
  /// Nil, without a conformance.
  public var accessibilityChild: (any AccessibilityChild)? { nil }
  /// Nil, without a conformance.
  public var themeChild: (any ThemeChild)? { nil }
  /// Nil, without a conformance.
  public var situationChild: (any SituationChild)? { nil }
  /// Nil, without a conformance.
  public var selectionChild: (any SelectionChild)? { nil }
  /// Nil, without a conformance.
  public var viewChild: (any ViewChild)? { nil }
  /// Nil, without a conformance.
  public var frontChild: (any FrontChild)? { nil }
  /// Nil, without a conformance.
  public var messageChild: (any MessageChild)? { nil }
  /// Nil, without a conformance.
  public var programChild: (any ProgramChild)? { nil }
}
