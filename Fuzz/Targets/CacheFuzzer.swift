internal import CHostSystem
internal import HostSystem

@testable internal import HostPlugins

/// The file of what is known of plugins: whatever it holds, what is found out is there next time.
enum CacheFuzzer {
  private static let folder = FuzzFolder.only
  private static let version = "fuzzed"
  nonisolated(unsafe) private static let file = folder.openPlugin()
  /// Another with the same contents.
  nonisolated(unsafe) private static let twin = folder.openPlugin(named: "twin.so")

  /// - Parameter bytes: the file, or, after a byte that is odd, what follows its header and
  ///   comes before its sum.
  static func take(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let content = first & 1 == 0 ? bytes : whole(bytes[1...])
    folder.write(content, to: "plugins")
    check(
      .failed(.told(what: "it is a fuzzed one", remedy: "none"), isOfContent: true),
      of: unsafe file, and: unsafe twin)
  }

  private static func check(_ finding: ScanResult, of file: PluginFile, and twin: PluginFile) {
    let cache = PluginCache(in: folder.path, version: version).shelf(of: .flag)
    expect(cache.problem == nil, "\(String(describing: cache.problem))")
    _ = cache.finding(for: file.facts, pinnedTo: nil)
    _ = cache.finding(forContentOf: file)
    let earlier = ScanResult.failed(.told(what: "it was", remedy: "none"), isOfContent: true)
    cache.record(earlier, for: file)
    cache.record(finding, for: file)
    cache.record(finding, for: twin)
    expect(
      cache.finding(for: file.facts, pinnedTo: nil) == finding, "it does not know what it was told")
    cache.write()
    expect(cache.problem == nil, "\(String(describing: cache.problem))")

    let next = PluginCache(in: folder.path, version: version).shelf(of: .flag)
    expect(
      next.finding(for: file.facts, pinnedTo: nil) == finding,
      "the next does not know what was written")
    next.forget(file.facts)
    expect(next.finding(for: file.facts, pinnedTo: nil) == nil, "it knows what it was to forget")
    expect(
      next.finding(for: twin.facts, pinnedTo: nil) == nil,
      "it knows another with the contents that it was to forget")
    next.write()
    let last = PluginCache(in: folder.path, version: version).shelf(of: .flag)
    expect(last.finding(for: file.facts, pinnedTo: nil) == nil, "the last knows what was forgotten")
    expect(
      last.finding(forContentOf: file) == nil, "the last knows the contents that were forgotten")
  }

  /// A file with the header and the sum that belong to these bytes.
  private static func whole(_ body: ArraySlice<UInt8>) -> [UInt8] {
    var bytes = header + body
    let sum = unsafe bytes.withUnsafeBufferPointer {
      unsafe host_bytes_hash($0.baseAddress, $0.count)
    }
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt64($0))) }
    return bytes
  }

  /// What stands before everything in a file that this version has written: all but the sum and the
  /// lengths of what is known of files and of folders, of an empty one.
  private static let header: [UInt8] = {
    PluginCache(in: folder.path, version: version, isForgotten: true).write()
    return Array(folder.read("plugins").dropLast(8 + 4 + 4))
  }()
}
