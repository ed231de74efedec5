internal import CHostSystem
internal import Glibc
internal import HostPlugins
internal import HostSystem

/// A copy of this program in memory in which no debug information is found: valgrind gives up on
/// some of what Swift writes there.
struct PlainProgram: ~Copyable {
  private let file: MemoryFile

  /// Where it can be started from while this process lives.
  var path: String { file.path }

  /// Makes the copy.
  ///
  /// - Throws: that the program's own file cannot be read, or that there is no memory for another.
  init() throws(SystemError) {
    file = try Self.copy()
  }

  private static func copy() throws(SystemError) -> MemoryFile {
    var bytes = try Descriptor(opening: "/proc/self/exe", flags: O_RDONLY).readToEnd()
    hideDebugSections(in: &bytes)
    let file = try MemoryFile(name: "statehost")
    try file.write(bytes)
    return file
  }

  /// Gives the sections whose names begin with `.debug` names that nobody looks for.
  private static func hideDebugSections(in bytes: inout [UInt8]) {
    for name in ElfImage(.bytes(bytes))?.sectionNameOffsets ?? [] {
      guard name + 6 <= bytes.count, bytes[name..<name + 6].elementsEqual(".debug".utf8) else {
        continue
      }
      bytes.replaceSubrange(name..<name + 6, with: ".plain".utf8)
    }
  }

  /// What runs the copy so that it finds the Swift runtime beside this program; nothing where there is none.
  ///
  /// The copy does not find it, for the program names it relative to its own file.
  static var environment: [String] {
    let folder = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { room, count in
      guard let start = room.baseAddress else { return }
      count = unsafe Int(host_runtime_folder(start, Int32(room.count)))
    }
    if folder.isEmpty { return [] }
    return ["/usr/bin/env", "LD_LIBRARY_PATH=\(String(decoding: folder, as: UTF8.self))"]
  }
}
