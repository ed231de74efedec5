package import HostPlugins

extension ChildHost {
  /// Whether the host does what a child asks for.
  package func does(_ request: ChildRequest, during call: CallReason = .other) -> Bool {
    (try? perform(request, during: call)) != nil
  }

  package func does(_ action: ChildAction, during call: CallReason = .other) -> Bool {
    does(.action(action), during: call)
  }
}
