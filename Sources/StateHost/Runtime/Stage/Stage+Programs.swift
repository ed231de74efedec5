internal import HostPlugins
internal import HostWorkers

/// What the host runs for children.
extension Stage {
  /// Tells children what has become of their programs.
  package func tellProgramEnds() {
    guard let programs = context.programs else { return }
    programs.advance()
    for (owner, end) in programs.takeEnds() {
      owner.programEnded(end.number)
      owner.tellEnd(end)
    }
  }

  /// Why the children of a type may not have programs run; nil: they may.
  func runRefusal(of type: ChildType) -> RunRefusal? {
    guard let catalogue, let workers,
      workers.granted(to: catalogue.plugin(of: type)).contains(.run)
    else { return .notGranted(id: type.id) }
    return nil
  }
}
