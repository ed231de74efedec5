internal import HostPlugins
internal import HostWorkers

/// What the host runs for children.
extension Stage {
  /// Tells children what has become of their programs.
  package func tellProgramEnds() {
    guard let programs = context.programs else { return }
    programs.advance()
    for (owner, end) in programs.takeEnds() {
      owner.programEnded(end)
    }
  }
}
