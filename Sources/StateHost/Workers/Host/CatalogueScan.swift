package import HostPlugins
package import HostSystem

/// Scans the plugins that are not in the cache, in background worker processes, and passes the results to the catalogue.
package final class CatalogueScan {
  private let catalogue: PluginCatalogue
  private let world: any WorkerWorld
  private let nanosecondsForFile: Int64
  /// The plugins being scanned; nil for those that are done.
  private var batch: [UnscannedPlugin?] = []
  private var round: ScanRound?

  /// Prepares a scan, which `advance` starts; `nanosecondsForFile` limits the scan of a file.
  package init(
    of catalogue: PluginCatalogue, in world: any WorkerWorld,
    nanosecondsForFile: Int64 = 2_000_000_000
  ) {
    self.catalogue = catalogue
    self.world = world
    self.nanosecondsForFile = nanosecondsForFile
  }

  /// The files being scanned, in scan order.
  package var files: [PluginFile] { round?.current ?? [] }

  /// When the next scan is overdue; nil while none is running.
  package var nextDeadline: Int64? { round?.nextDeadline }

  /// Handles a ready port, if it belongs to one of the workers.
  package func take(_ port: Ready, at now: Int64) { round?.take(port, at: now) }

  /// Restarts all clocks, after a time in which the host handled no messages.
  package func waitAnew(at now: Int64) { round?.waitAnew(at: now) }

  /// Continues the scan and passes results to the catalogue, which must then `join` them.
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
      for (index, finding) in round.findings.enumerated() {
        guard let finding, let plugin = batch[index] else { continue }
        batch[index] = nil
        catalogue.take(finding, of: plugin)
      }
      guard round.isDone else { return }
      self.round = nil
    }
  }

  /// Whether every plugin of the catalogue has been scanned.
  package var isDone: Bool { catalogue.isScanned }

  /// Kills the workers and abandons the scan.
  package func end() {
    round?.end()
    round = nil
  }
}
