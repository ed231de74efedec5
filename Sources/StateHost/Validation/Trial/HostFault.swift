/// Something that a plugin did with its host that it may not do.
struct HostFault {
  enum Kind: Equatable {
    case wrongThread
    case outsideDraw
    case afterDestroy
    /// A struct that it handed over does not begin with its size.
    case structSize
    /// A text with a length but no bytes, or an absurd length.
    case malformedText
    /// A text that is not UTF-8.
    case notUTF8
    /// An action while it is off screen.
    case actionOffScreen
    /// An action or a request that no key or mouse led to.
    case unasked
  }

  let kind: Kind
  /// The host's function with what matters of its arguments.
  let function: String
  /// The call into the plugin during which it happened.
  let during: String
}
