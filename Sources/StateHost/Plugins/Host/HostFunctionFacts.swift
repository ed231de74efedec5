/// What the header says of the host's functions; the list of them is generated.
extension HostFunction {
  /// When in a child's life a function is allowed, and on which thread.
  package enum Moment: Sendable {
    case anyThread
    // All others on the main thread.
    case alive
    case aliveNotInDraw
    case onScreenNotInDraw
    case inDraw
  }

  /// Whether a function acts for the user, and so what allows a call.
  package enum Act: Sendable {
    /// It reads, or concerns the child alone.
    case none
    /// It changes what the user sees or works with: it needs a user activation, and does not consume it.
    case first
    /// It ends the run or leaves the program: it consumes the activation of a key, a paste or a button press.
    case second
    /// The kind depends on the arguments: see `ChildRequest.act`.
    case byRequest
  }

  package struct Facts: Sendable {
    /// The name in messages: `host.log`, `selection.row`.
    package let name: StaticString
    package let moment: Moment
    package let act: Act
    /// What the user has to grant for it, whatever the arguments are.
    package let need: PluginNeeds
    /// Whether only a child has it, and not the plugin's own host.
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
