// MARK: - Layout, transition and input

/// Margins in cells that a plugin's child returns, for the host to leave free around its layer;
/// `CellInsets` in the host.
public struct Insets: Equatable, Sendable {
  /// Rows above.
  public var top: Int
  /// Columns at the right.
  public var right: Int
  /// Rows below.
  public var bottom: Int
  /// Columns at the left.
  public var left: Int

  /// Creates insets; by default all are 0.
  public init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }
}

/// Protocol that a plugin's child adopts to keep margins around its layer, or to be called with the
/// layer's size before the first draw and after each change.
public protocol LayoutChild: ChildPlugin {
  /// The free cells around the layer.
  var insets: Insets { get }
  /// Called with the layer's size before the first draw and after each change.
  func resized(columns: Int, rows: Int)
}

extension LayoutChild {
  /// The child.
  public var layoutChild: (any LayoutChild)? { self }
  /// No insets.
  public var insets: Insets { Insets() }
  /// Does nothing.
  public func resized(columns: Int, rows: Int) {}
}

/// Protocol that a plugin's child adopts to be called when its animated transition begins,
/// progresses and ends, so that it can draw the animation itself.
public protocol TransitionChild: ChildPlugin {
  /// Called when an animated transition begins, before its delay.
  func transitionWillBegin(appearing: Bool)
  /// Called with progress 0 to 1, linear in time after the delay; call `host.invalidate()` to draw.
  func transitionDidProgress(to progress: Double, appearing: Bool)
  /// Called when the transition has ended, before `didAppear` or `didDisappear`.
  func transitionDidEnd(appearing: Bool)
}

extension TransitionChild {
  /// The child.
  public var transitionChild: (any TransitionChild)? { self }
  /// Does nothing.
  public func transitionWillBegin(appearing: Bool) {}
  /// Does nothing.
  public func transitionDidProgress(to progress: Double, appearing: Bool) {}
  /// Does nothing.
  public func transitionDidEnd(appearing: Bool) {}
}

/// Protocol that a plugin's child adopts to receive keys, mouse events and pasted text, to return
/// whether it used each, and to be called when it begins or stops receiving keys; its descriptor
/// sets `takesFocus` for keys and pasted text.
public protocol InputChild: ChildPlugin {
  /// Handles a key; return false to pass it on to other children.
  func key(_ key: Key) -> Bool
  /// Handles a mouse event; return whether it was used.
  func mouse(_ mouse: Mouse) -> Bool
  /// Handles pasted text, at most 1 MiB; return whether it was used.
  func paste(_ text: String) -> Bool
  /// Called when the child gains or loses the focus.
  func focusDidChange(_ focused: Bool)
}

extension InputChild {
  /// The child.
  public var inputChild: (any InputChild)? { self }
  /// Returns false.
  public func key(_ key: Key) -> Bool { false }
  /// Returns false.
  public func mouse(_ mouse: Mouse) -> Bool { false }
  /// Returns false.
  public func paste(_ text: String) -> Bool { false }
  /// Does nothing.
  public func focusDidChange(_ focused: Bool) {}
}

// MARK: - Changes

/// Protocol that a plugin's child adopts to be called, on screen, when the content (the rows and
/// the state of the data source) has changed; every child is drawn after such a change in any case.
public protocol ContentChild: ChildPlugin {
  /// Called when the content changed since the last call or creation, at most once a frame.
  func contentDidChange()
}

extension ContentChild {
  /// The child.
  public var contentChild: (any ContentChild)? { self }
}

/// Protocol that a plugin's child adopts to be called, on the main thread, when its timer of
/// ``Host/wake(after:)`` has fired or any thread has called ``Waker/wake()``.
public protocol WakeChild: ChildPlugin {
  /// Called when the timer has fired or another thread has called ``Waker/wake()``.
  func woke()
}

extension WakeChild {
  /// The child.
  public var wakeChild: (any WakeChild)? { self }
}

/// Protocol that a plugin's child adopts to be called, on screen, when the theme's colours have
/// changed; every child is drawn after such a change in any case.
public protocol ThemeChild: ChildPlugin {
  /// Called when the colours of the roles have changed.
  func themeDidChange()
}

extension ThemeChild {
  /// The child.
  public var themeChild: (any ThemeChild)? { self }
}

/// Protocol that a plugin's child adopts to be called, at most once a frame, when
/// ``Host/situation`` has changed: the container's state, whether a transition runs, or whether the
/// user follows the rows that arrive.
public protocol SituationChild: ChildPlugin {
  /// Called when ``Host/situation`` changed since the last call or creation, at most once a frame.
  func situationDidChange()
}

extension SituationChild {
  /// The child.
  public var situationChild: (any SituationChild)? { self }
}

/// Protocol that a plugin's child adopts to be called when the cursor's row or the marked rows have
/// changed; see ``Host/selection``.
public protocol SelectionChild: ChildPlugin {
  /// Called when ``Host/selection`` changed since the last call or creation, at most once a frame.
  func selectionDidChange()
}

extension SelectionChild {
  /// The child.
  public var selectionChild: (any SelectionChild)? { self }
}

/// Protocol that a plugin's child adopts to be called when the filtered and sorted rows, the
/// progress of filtering and sorting, or the result of the last search have changed; see
/// ``Host/view``.
public protocol ViewChild: ChildPlugin {
  /// Called when ``Host/view`` changed since the last call or creation, at most once a frame.
  func viewDidChange()
}

extension ViewChild {
  /// The child.
  public var viewChild: (any ViewChild)? { self }
}

/// Protocol that a plugin's child adopts to be called when it has come to the front, where keys go
/// first, or has left it, or when the number of children that take keys has changed; see
/// ``Host/focus``.
public protocol FrontChild: ChildPlugin {
  /// Called when ``Host/focus`` changed since the last call or creation, at most once a frame.
  func frontDidChange()
}

extension FrontChild {
  /// The child.
  public var frontChild: (any FrontChild)? { self }
}

// MARK: - State, key help and accessibility

/// Protocol that a plugin's child adopts to save its state as bytes, at most 64 KiB, from which the
/// host restores it when it creates the child again: after a crash or a reload of the plugin, or in
/// a later run with `--remember`.
public protocol SavedStateChild: ChildPlugin {
  /// Returns the state, at most 64 KiB; empty for none.
  func save() -> [UInt8]
  /// Restores the state before the first appearance; return whether it was used.
  ///
  /// The bytes may come from another version or be damaged: check them.
  func restore(_ state: [UInt8]) -> Bool
}

extension SavedStateChild {
  /// The child.
  public var savedStateChild: (any SavedStateChild)? { self }
}

/// One key that a child takes, as its plugin declares it in ``KeyHelpChild/keyHelp``: the key, its
/// action in a word or two, and the heading for it on the host's help page; the host has its own
/// type, `KeyHelpItem`.
public struct KeyHelp: Equatable, Sendable {
  /// The heading of the host's help page for a key of a child; the host lists all keys of a plugin
  /// that is not bundled under the child's name.
  public enum Group: UInt32, Sendable {
    /// The child's name.
    case own
    /// Moves the cursor, or what is in view.
    case move
    /// Searches, filters, and what ends them.
    case find
    /// Order, width, and what a row shows.
    case columns
    /// Marks, and what is done with rows.
    case rows
  }

  /// The key, such as `enter` or `/`.
  public var key: String
  /// The action in a word or two: `open`.
  public var action: String
  /// The heading of the key.
  public var group: Group

  /// Creates an entry of the page of keys.
  public init(_ key: String, _ action: String, in group: Group = .own) {
    self.key = key
    self.action = action
    self.group = group
  }
}

/// Protocol that a plugin's child adopts to list the keys it takes now, for the host's line of keys
/// and its page of keys.
public protocol KeyHelpChild: ChildPlugin {
  /// The keys that work now, most useful first, at most 32.
  var keyHelp: [KeyHelp] { get }
}

extension KeyHelpChild {
  /// The child.
  public var keyHelpChild: (any KeyHelpChild)? { self }
}

/// Protocol that a plugin's child adopts to say in one line what it shows, for screen readers and
/// logs: `--plain` prints the topmost child's when a state is shown.
public protocol AccessibilityChild: ChildPlugin {
  /// One line: `Loading, 3 rows so far`.
  var accessibilityText: String { get }
}

extension AccessibilityChild {
  /// The child.
  public var accessibilityChild: (any AccessibilityChild)? { self }
}
