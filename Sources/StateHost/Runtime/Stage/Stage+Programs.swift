internal import HostPlugins
internal import HostWorkers

/// Programs that the host runs for children.
extension Stage {
  /// Notifies children of programs that ended.
  package func reportProgramEnds() {
    guard let programs = context.programs else { return }
    programs.advance()
    for (owner, end) in programs.takeEnds() {
      owner.programEnded(end)
    }
  }
}
