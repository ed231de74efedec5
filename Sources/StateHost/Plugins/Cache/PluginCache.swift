package import HostSystem

/// What was found out about plugins' files, kept between runs.
///
/// A file is known by its device, inode, size and times, and by its contents where those have changed. The
/// program's own are kept apart: a start without others reads nothing of what is known of many. A folder of
/// others is known by its times, too, as long as its files are as they were; then it is not listed.
package final class PluginCache {
  private let own: CacheShelf
  private let others: CacheShelf
  private let unusable: SystemError?
  /// The time that files have.
  let nowNanoseconds: Int64

  /// Opens what is kept.
  ///
  /// - Parameters:
  ///   - folder: where it is kept; made where it is missing.
  ///   - version: the program's; what another has found out does not count.
  ///   - isForgotten: begins with nothing, and replaces what was kept.
  ///   - nowNanoseconds: the time that files have.
  package init(
    in folder: String, version: String, isForgotten: Bool = false,
    nowNanoseconds: Int64 = Clock.calendarNanoseconds
  ) {
    self.nowNanoseconds = nowNanoseconds
    var opened: PrivateFolder?
    var problem: SystemError?
    do throws(SystemError) {
      opened = try PrivateFolder(folder, isMade: true)
    } catch {
      problem = error
    }
    unusable = problem
    // Each start reads what is known of the program's own: those of a few installations, not of all there were.
    own = CacheShelf(
      in: opened, named: "bundled", version: version, countLimit: 32, isForgotten: isForgotten)
    others = CacheShelf(
      in: opened, named: "plugins", version: version, countLimit: 8192, isForgotten: isForgotten)
  }

  /// Where plugins from a place are kept.
  func shelf(of origin: PluginSearchPath.Origin) -> CacheShelf {
    origin == .bundled ? own : others
  }

  /// Why it is not kept; nil when it is.
  package var problem: SystemError? { unusable ?? own.problem ?? others.problem }

  /// Others could change what was kept: it was not used, and is replaced.
  package var isDistrusted: Bool { own.isDistrusted || others.isDistrusted }

  /// Writes what has changed.
  func write() {
    own.write()
    others.write()
  }
}
