/// The name of a port among those that are waited for; never used twice in one world.
package struct PortToken: Hashable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

/// A port that something can be done with now.
package struct Ready: Equatable, Sendable {
  package let token: PortToken
  /// There is something to read, or the end.
  package let isReadable: Bool
  /// There is room to write.
  package let isWritable: Bool
  /// The other side is gone; told together with `isReadable`.
  package let hasHungUp: Bool

  package init(
    _ token: PortToken, isReadable: Bool = false, isWritable: Bool = false, hasHungUp: Bool = false
  ) {
    self.token = token
    self.isReadable = isReadable
    self.isWritable = isWritable
    self.hasHungUp = hasHungUp
  }
}
