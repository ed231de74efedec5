package import HostPlugins
package import HostSystem

/// Finds out what the plugins of a catalogue offer that nobody has looked into, while nobody waits.
package final class CatalogueScan {
  private let catalogue: PluginCatalogue
  private let world: any WorkerWorld
  private let nanosecondsForFile: Int64
  /// Those that are being looked into, and who does it.
  private var batch: [UnscannedPlugin?] = []
  private var round: ScanRound?

  /// - Parameters:
  ///   - catalogue: is told what comes of it.
  ///   - world: where workers are started.
  ///   - nanosecondsForFile: how long a plugin may take.
  package init(
    of catalogue: PluginCatalogue, in world: any WorkerWorld,
    nanosecondsForFile: Int64 = 2_000_000_000
  ) {
    self.catalogue = catalogue
    self.world = world
    self.nanosecondsForFile = nanosecondsForFile
  }

  /// The files that are being looked into, the longest first.
  package var files: [PluginFile] { round?.current ?? [] }

  /// When somebody will have taken too long.
  package var nextDeadline: Int64? { round?.nextDeadline }

  /// Takes what a ready port brings, if it is of one of its workers.
  package func take(_ port: Ready, at now: Int64) { round?.take(port, at: now) }

  /// Time has gone on in which nothing was taken: nobody is late for that.
  package func waitAnew(at now: Int64) { round?.waitAnew(at: now) }

  /// Does what is due; the catalogue has then been told what was found out, and is to `join` that.
  package func advance(to now: Int64) {
    while !catalogue.isScanned {
      if round == nil {
        let plugins = catalogue.takeUnscanned()
        batch = plugins
        round = ScanRound(
          of: plugins.map(\.file), in: world, nanosecondsForFile: nanosecondsForFile)
      }
      guard let round else { return }
      round.advance(to: now)
      tell(of: round)
      guard round.isDone else { return }
      self.round = nil
    }
  }

  private func tell(of round: ScanRound) {
    for (index, finding) in round.findings.enumerated() {
      guard let finding, let plugin = batch[index] else { continue }
      batch[index] = nil
      catalogue.take(finding, of: plugin)
    }
  }

  /// Nothing is left to be found out.
  package var isDone: Bool { catalogue.isScanned }

  /// Ends it, whatever is left.
  package func end() {
    round?.end()
    round = nil
  }
}
