/// A child that comes back as it was when it is made anew.
public protocol SavedStateChild: ChildPlugin {
  /// A few bytes, at most 64 KiB, that mean something to this child only; empty for none.
  func save() -> [UInt8]
  /// Takes the bytes back, before it first appears. They may be of another version, cut short or not
  /// its own: check them. Return whether they were used.
  func restore(_ state: [UInt8]) -> Bool
}

extension SavedStateChild {
  /// Itself.
  public var savedStateChild: (any SavedStateChild)? { self }
}

/// A key and what it does, for the host's line of help.
public struct KeyHelp: Equatable, Sendable {
  /// Such as `enter` or `/`.
  public var key: String
  /// A word or two: `open`.
  public var action: String

  /// Names a key.
  public init(_ key: String, _ action: String) {
    self.key = key
    self.action = action
  }
}

/// A child that names its keys.
public protocol KeyHelpChild: ChildPlugin {
  /// The keys that work now, the most useful first, at most 32.
  var keyHelp: [KeyHelp] { get }
}

extension KeyHelpChild {
  /// Itself.
  public var keyHelpChild: (any KeyHelpChild)? { self }
}

/// A child that says in words what it shows.
public protocol AccessibilityChild: ChildPlugin {
  /// One line: `Loading, 3 rows so far`.
  var accessibilityText: String { get }
}

extension AccessibilityChild {
  /// Itself.
  public var accessibilityChild: (any AccessibilityChild)? { self }
}
