internal import Glibc

/// The inotify implementation of `FileWatchPort`: reports which files were replaced or rewritten,
/// so that changed plugins are reloaded, or, with `seesWrites`, every write to the file that is
/// followed; it watches their directories, so a new file under the old name is noticed.
package final class FileWatch: FileWatchPort {
  private let watch: Watch
  /// The watched paths, and the places in which a change of each would be seen: the directory and
  /// name of the path, and those of its target if it is a link.
  private var files: [(path: String, places: [Place])] = []
  private var room = [UInt8](repeating: 0, count: 16 << 10)

  /// A file name in a directory that inotify watches.
  private struct Place: Equatable {
    let folder: CInt
    /// NUL-terminated.
    let name: [CChar]
  }

  private let events: UInt32

  /// With `seesWrites`, a file is also reported when it is written to, created, or renamed away.
  package init(in poller: Poller, seesWrites: Bool = false) throws(SystemError) {
    events = Self.replacements | (seesWrites ? Self.writes : 0)
    let number = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
    watch = Watch(FileDescriptor(owning: try checked(number, "inotify_init1")), in: poller)
  }

  package var token: PortToken { watch.token }

  package func watch(_ path: String) {
    let name = Self.name(of: path)
    files.append((path, [name, Self.target(of: name)].compactMap { $0 }.compactMap(place)))
  }

  /// Renames and the closing of written files, but not the writes themselves.
  private static let replacements = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO)
  private static let writes = UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_MOVED_FROM)

  private func place(of name: [CChar]) -> Place? {
    let slash = name.lastIndex(of: CChar(UInt8(ascii: "/")))
    let folder = slash.map { Array(name[...$0]) + [0] } ?? Array(".".utf8CString)
    let number = unsafe inotify_add_watch(watch.number, folder, events)
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
    return files.filter { isAll || $0.places.contains(where: changed.contains) }.map(\.path)
  }

  /// Adds the places of events; returns whether events were lost (`IN_Q_OVERFLOW`).
  private func collect(_ bytes: ArraySlice<UInt8>, into changed: inout [Place]) -> Bool {
    var isAll = false
    var reader = ByteReader(bytes)
    // An `inotify_event`: watch, mask, cookie and length, then the name, padded with zeroes.
    while let folder = try? reader.int32(), let mask = try? reader.uint32(),
      (try? reader.uint32()) != nil, let name = try? reader.bytes()
    {
      isAll = isAll || mask & UInt32(IN_Q_OVERFLOW) != 0
      let name = name.prefix { $0 != 0 }.map(CChar.init(bitPattern:)) + [0]
      changed.append(Place(folder: folder, name: name))
    }
    return isAll
  }

  /// Converts text to a raw name, NUL-terminated.
  private static func name(of path: String) -> [CChar] {
    Folder.name(ofText: path).map(CChar.init(bitPattern:))
  }

  /// The path after symbolic links; nil when it does not exist.
  private static func target(of name: [CChar]) -> [CChar]? {
    guard let target = unsafe realpath(name, nil) else { return nil }
    defer { unsafe free(target) }
    return unsafe Array(UnsafeBufferPointer(start: target, count: strlen(target) + 1))
  }
}
