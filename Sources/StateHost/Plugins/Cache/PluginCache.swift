package import HostSystem

/// The scan results of plugin files, kept on disk between runs in two files: for bundled plugins and for all others.
///
/// A file is recognised by its device, inode, size and times, or by its contents when those have changed. Bundled
/// plugins have a cache file of their own, so that a start without others reads little. A folder of third-party
/// plugins is not listed while its times and its files are unchanged.
package final class PluginCache {
  private let own: ScanCacheFile
  private let others: ScanCacheFile
  private let unusable: SystemError?
  /// The wall clock time, comparable to file times.
  let nowNanoseconds: Int64

  /// Opens the cache.
  ///
  /// - Parameters:
  ///   - folder: the folder of the cache; created when it is missing.
  ///   - version: the program's version; findings of other versions do not count.
  ///   - isForgotten: whether to begin empty and replace the cache.
  ///   - nowNanoseconds: the wall clock time, comparable to file times.
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
    // Each start reads the findings about bundled plugins: the limit fits a few installations.
    own = ScanCacheFile(
      in: opened, named: "bundled", version: version, countLimit: 32, isForgotten: isForgotten)
    others = ScanCacheFile(
      in: opened, named: "plugins", version: version, countLimit: 8192, isForgotten: isForgotten)
  }

  /// The cache file for plugins of an origin.
  func shelf(of origin: PluginSearchPath.Origin) -> ScanCacheFile {
    origin == .bundled ? own : others
  }

  /// Why the cache cannot be kept; nil when it can.
  package var problem: SystemError? { unusable ?? own.problem ?? others.problem }

  /// Whether others could modify the cache; then it was not used, and is replaced.
  package var isDistrusted: Bool { own.isDistrusted || others.isDistrusted }

  /// Writes what has changed.
  func write() {
    own.write()
    others.write()
  }
}
