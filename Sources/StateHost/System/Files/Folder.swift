internal import CHostSystem
internal import Glibc

/// An open directory, such as one with plugins, to list entries and look up their metadata whatever
/// happens to its path; also converts file names between text and bytes.
package struct Folder: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  private init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// Opens a directory (`ENOTDIR` for another file); listing its entries needs read permission.
  package init(opening path: String, isListed: Bool = false) throws(SystemError) {
    let access = isListed ? O_RDONLY | O_NONBLOCK : CInt(__O_PATH)
    descriptor = try FileDescriptor(opening: path, flags: access | O_DIRECTORY)
  }

  /// Opens the directory of an open file; `ESTALE` when the file has no name any more.
  package init(of file: borrowing FileDescriptor) throws(SystemError) {
    let place = try FileLocation(of: file)
    descriptor = place.folder
  }

  /// The parent directory; the root's is the root.
  package borrowing func parent() throws(SystemError) -> Folder {
    let number = unsafe openat(
      descriptor.rawValue, "..", CInt(__O_PATH) | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw .last("openat") }
    return Folder(FileDescriptor(owning: number))
  }

  package var facts: FileFacts? { FileFacts(of: descriptor) }

  /// The path; nil when unknown.
  package var path: String? {
    guard let place = try? descriptor.realPath() else { return nil }
    return unsafe place.withUnsafeBufferPointer { place in
      unsafe place.baseAddress.map { unsafe Self.text(ofName: $0) }
    }
  }

  /// The facts of an entry with a NUL-terminated name; nil when there is none.
  package borrowing func facts(ofName name: ArraySlice<UInt8>) -> FileFacts? {
    precondition(name.last == 0)
    return unsafe name.withUnsafeBytes { name in
      guard let start = unsafe name.assumingMemoryBound(to: CChar.self).baseAddress else {
        return nil
      }
      return unsafe FileFacts(of: start, in: descriptor)
    }
  }

  /// Converts text to a raw name with a NUL at its end.
  package static func name(ofText text: String) -> [UInt8] {
    let name = unsafe host_name_of_text(text)
    defer { unsafe free(name) }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: name, count: strlen(name) + 1))
  }

  /// Converts a NUL-terminated raw name to text.
  package static func text(ofName name: ArraySlice<UInt8>) -> String {
    precondition(name.last == 0)
    return unsafe name.withUnsafeBytes { name in
      guard let start = unsafe name.assumingMemoryBound(to: CChar.self).baseAddress else {
        return ""
      }
      return unsafe text(ofName: start)
    }
  }

  private static func text(ofName name: UnsafePointer<CChar>) -> String {
    let text = unsafe host_text_of_name(name)
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}

extension Folder {
  /// An entry of a directory listing: its name, its type, and the file's metadata if that was
  /// requested or the entry is neither a directory nor a regular file.
  package struct Entry {
    package let name: String
    /// The facts of the entry, following links; nil when not requested or the link is broken.
    package let facts: FileFacts?
    /// The kind according to the directory (`d_type`).
    package let kind: Kind

    /// The type of a directory entry (`d_type`): directory, file, symbolic link or another.
    package enum Kind {
      case folder
      case file
      /// A symbolic link.
      case link
      case other
    }
  }

  /// Calls `body` with each entry, in no order; gets facts if `asks` or if it is a link or unknown.
  package borrowing func forEachEntry(
    asks: (_ name: String) -> Bool, _ body: (Entry) -> Void
  ) throws(SystemError) {
    let copy = try FileDescriptor(duplicating: descriptor.rawValue)
    guard let stream = unsafe fdopendir(copy.rawValue) else { throw .last("fdopendir") }
    _ = copy.release()
    defer { unsafe closedir(stream) }
    while let entry = unsafe readdir(stream) {
      let kind = Entry.Kind(Int(unsafe entry.pointee.d_type))
      unsafe withUnsafePointer(to: &entry.pointee.d_name) { start in
        let name = unsafe UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
        let text = unsafe Self.text(ofName: name)
        let isAsked = kind == .link || kind == .other || asks(text)
        let facts = isAsked ? unsafe FileFacts(of: name, in: descriptor) : nil
        body(Entry(name: text, facts: facts, kind: kind))
      }
    }
  }
}

extension Folder.Entry.Kind {
  fileprivate init(_ kind: Int) {
    switch kind {
    case DT_DIR: self = .folder
    case DT_REG: self = .file
    case DT_LNK: self = .link
    default: self = .other
    }
  }
}

extension FileDescriptor {
  /// The path of the open file, NUL-terminated.
  borrowing func realPath() throws(SystemError) -> [CChar] {
    var place = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = unsafe readlink(path, &place, Int(PATH_MAX))
    guard length > 0, place[0] == CChar(UInt8(ascii: "/")) else { throw .last("readlink") }
    return Array(place[...length])
  }
}

/// The directory, held open, and the name of an open file after symbolic links are resolved: to
/// replace the file of `--remember` atomically, and to check a plugin's directory.
package struct FileLocation: ~Copyable {
  let folder: FileDescriptor
  /// NUL-terminated.
  private let name: [CChar]

  /// Fails with `ESTALE` when the file has no name any more.
  package init(of file: borrowing FileDescriptor) throws(SystemError) {
    var place = try file.realPath()
    let slash = place.lastIndex(of: CChar(UInt8(ascii: "/"))) ?? 0
    let name = Array(place[(slash + 1)...])
    place[slash == 0 ? 1 : slash] = 0
    let number = unsafe open(place, CInt(__O_PATH) | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw .last("open") }
    let folder = FileDescriptor(owning: number)
    let named = unsafe FileFacts(of: name, in: folder)
    guard named != nil, named?.identity == FileFacts(of: file)?.identity else {
      throw SystemError(call: "open", code: ESTALE)
    }
    self.folder = folder
    self.name = name
  }

  /// Replaces the file atomically; see `FileDescriptor.replaceFile`.
  package borrowing func replace(with bytes: Span<UInt8>) throws(SystemError) {
    try folder.replaceFile(named: name, with: bytes)
  }
}

extension FileDescriptor {
  /// Replaces a file of this directory atomically (`rename`) by one that only the user can read.
  borrowing func replaceFile(
    named name: [CChar], with bytes: Span<UInt8>
  ) throws(SystemError) {
    let folder = Array("\(path)/".utf8CString.dropLast())
    var new = folder + ".statehost.XXXXXX".utf8CString
    let number = unsafe mkstemp(&new)
    guard number >= 0 else { throw SystemError(call: "mkstemp", code: errno) }
    let file = OutputFile(owning: FileDescriptor(owning: number))
    var failure = file.writeAll(bytes)
    if failure == nil, unsafe rename(new, folder + name) != 0 {
      failure = SystemError(call: "rename", code: errno)
    }
    guard let failure else { return }
    _ = unsafe unlink(new)
    throw failure
  }
}

/// The user's cache or settings folder of the program, with small files (plugin cache, grants,
/// crashed plugins) that are read whole and replaced atomically.
///
/// The directory and its files are used only if owned by the user and writable by nobody else.
package final class PrivateFolder {
  private let folder: FileDescriptor

  /// Opens a directory or makes it with parents; `ENOENT` if none, `EPERM` if others can change it.
  package init(_ path: String, isMade: Bool) throws(SystemError) {
    folder = try Self.open(path, isMade: isMade)
    guard Self.bytes(ofOwn: .directory, folder) != nil else {
      throw SystemError(call: "open", code: EPERM)
    }
  }

  private static func open(_ path: String, isMade: Bool) throws(SystemError) -> FileDescriptor {
    let flags = O_RDONLY | O_DIRECTORY
    do throws(SystemError) {
      return try FileDescriptor(opening: path, flags: flags)
    } catch {
      guard isMade, error.code == ENOENT else { throw error }
      makeAll(path)
      return try FileDescriptor(opening: path, flags: flags)
    }
  }

  /// Creates a directory and its parents.
  private static func makeAll(_ path: String) {
    var ends = path.utf8.indices.dropFirst().filter { path.utf8[$0] == UInt8(ascii: "/") }
    ends.append(path.utf8.endIndex)
    for end in ends {
      let name = unsafe host_name_of_text(String(path[..<end]))
      _ = unsafe mkdir(name, 0o700)
      unsafe free(name)
    }
  }

  /// The size of a file of this kind that only the user can write; nil for any other.
  private static func bytes(
    ofOwn kind: FileFacts.Kind, _ descriptor: borrowing FileDescriptor
  ) -> Int? {
    guard let facts = FileFacts(of: descriptor), facts.kind == kind, facts.owner == geteuid(),
      !facts.isWritableByOthers
    else { return nil }
    return facts.size
  }

  /// Reads a file, not a link; nil if none, `EPERM` if others can change it, `EFBIG` above `limit`.
  package func read(_ name: String, limit: Int) throws(SystemError) -> [UInt8]? {
    let file: OpenFile
    do throws(SystemError) {
      let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
      file = OpenFile(try FileDescriptor(opening: folder.path + "/" + name, flags: flags))
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    guard let size = Self.bytes(ofOwn: .regular, file.descriptor) else {
      throw SystemError(call: "open", code: EPERM)
    }
    guard size <= limit else { throw SystemError(call: "read", code: EFBIG) }
    return file.descriptor.bytes(at: 0, count: size)
  }

  /// Replaces a file atomically.
  package func replace(_ name: String, with bytes: [UInt8]) throws(SystemError) {
    try folder.replaceFile(named: Array(name.utf8CString), with: bytes.span)
  }
}

extension FileFacts {
  /// Whether the group or everybody can write to it.
  package var isWritableByOthers: Bool { permissions & (S_IWGRP | S_IWOTH) != 0 }
}
