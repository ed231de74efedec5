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
    guard let catalogue, let workers, workers.mayRun(for: catalogue.plugin(of: type)) else {
      return .notGranted(id: type.id)
    }
    return nil
  }
}
