/// Properties of the host functions, as the header documents them; the list of functions is generated.
extension HostFunction {
  /// When a plugin may call a host function, such as only in draw or only while its child is on screen, and on which
  /// thread.
  package enum Moment: Sendable {
    case anyThread
    // The following on the main thread only.
    case alive, aliveNotInDraw, onScreenNotInDraw, inDraw
  }

  /// Whether a host function acts for the user, and so is allowed to a plugin only after a recent input of the user.
  package enum Act: Sendable {
    /// Reads, or affects only the child itself.
    case none
    /// Changes what the user sees or works with: needs a user activation, and does not consume it.
    case first
    /// Ends the run or has an effect outside the program: consumes the activation of a key, a paste or a button press.
    case second
    /// Depends on the arguments: see `ChildRequest.act`.
    case byRequest
  }

  /// The rules for one host function that plugins can call: its name, when it is allowed, and which permission it
  /// needs.
  package struct Facts: Sendable {
    /// The name in messages: `host.log`, `selection.row`.
    package let name: StaticString
    package let moment: Moment
    package let act: Act
    /// The need that must be granted, whatever the arguments are.
    package let need: PluginNeeds
    /// Whether the function is available to children only, not on the plugin's own host.
    package let needsChild: Bool

    @inline(__always)
    init(
      _ name: StaticString, _ moment: Moment, _ act: Act, need: PluginNeeds = [],
      needsChild: Bool = true
    ) {
      self.name = name
      self.moment = moment
      self.act = act
      self.need = need
      self.needsChild = needsChild
    }
  }
}
