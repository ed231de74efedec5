internal import CHostSystem
internal import Glibc

/// An inotify watcher that reports which of the given files were written or replaced; it watches their directories,
/// so that a new file under the old name is noticed.
package final class FileWatch: FileWatchPort {
  private let watch: Watch
  private var files: [WatchedFile] = []
  private var room = [UInt8](repeating: 0, count: 16 << 10)

  /// A path to watch for changes, with the directories and names in which a change of it would be seen.
  private struct WatchedFile {
    let path: String
    /// The directory and name of the path, and those of its target if it is a link.
    let places: [Place]
  }

  /// A file name in a directory that inotify watches.
  private struct Place: Equatable {
    let folder: CInt
    let name: [UInt8]
  }

  private let events: UInt32

  /// - Parameters:
  ///   - poller: watches for events.
  ///   - seesWrites: whether a file is also reported when it is written to, created, or renamed away.
  /// - Throws: when there is no free descriptor.
  package init(in poller: Poller, seesWrites: Bool = false) throws(SystemError) {
    events = Self.replacements | (seesWrites ? Self.writes : 0)
    let number = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
    watch = Watch(FileDescriptor(owning: try checked(number, "inotify_init1")), in: poller)
  }

  package var token: PortToken { watch.token }

  package func watch(_ path: String) {
    let name = Self.name(of: path)
    let places = [name, Self.target(of: name)].compactMap { $0 }.compactMap(place)
    files.append(WatchedFile(path: path, places: places))
  }

  /// Renames and the closing of written files, but not the writes themselves.
  private static let replacements = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)
  private static let writes = UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_MOVED_FROM)

  private func place(of name: [UInt8]) -> Place? {
    let slash = name.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { $0 == 0 ? [UInt8(ascii: "/")] : Array(name[..<$0]) } ?? Array(".".utf8)
    let number = unsafe (folder + [0]).withUnsafeBufferPointer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) {
        unsafe $0.baseAddress.map { unsafe inotify_add_watch(watch.number, $0, events) } ?? -1
      }
    }
    return number < 0
      ? nil : Place(folder: number, name: Array(name[(slash.map { $0 + 1 } ?? 0)...]))
  }

  package func takeChanges() -> [String] {
    var changed: [Place] = []
    var isAll = false
    while true {
      let count = unsafe read(watch.number, &room, room.count)
      if count <= 0 { break }
      isAll = collect(room[..<count], into: &changed) || isAll
    }
    return files.filter { isAll || !$0.places.allSatisfy { !changed.contains($0) } }.map(\.path)
  }

  /// - Returns: whether events were lost (`IN_Q_OVERFLOW`).
  private func collect(_ bytes: ArraySlice<UInt8>, into changed: inout [Place]) -> Bool {
    var isAll = false
    var reader = ByteReader(bytes)
    // An `inotify_event`: watch, mask, cookie and length, then the name, padded with zeroes.
    while let folder = try? reader.int32(), let mask = try? reader.uint32(),
      (try? reader.uint32()) != nil, let name = try? reader.bytes()
    {
      isAll = isAll || mask & UInt32(IN_Q_OVERFLOW) != 0
      changed.append(Place(folder: folder, name: Array(name.prefix { $0 != 0 })))
    }
    return isAll
  }
}

// MARK: - Names

extension FileWatch {
  /// Converts text to a raw name.
  private static func name(of path: String) -> [UInt8] {
    let name = unsafe host_name_of_text(path)
    defer { unsafe free(name) }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: name, count: strlen(name)))
  }

  /// The path after symbolic links; nil when it does not exist.
  private static func target(of name: [UInt8]) -> [UInt8]? {
    unsafe (name + [0]).withUnsafeBufferPointer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { path in
        guard let start = path.baseAddress, let target = unsafe realpath(start, nil) else {
          return nil
        }
        defer { unsafe free(target) }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: target, count: strlen(target)))
      }
    }
  }
}
