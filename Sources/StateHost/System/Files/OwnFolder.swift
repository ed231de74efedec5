internal import CHostSystem
internal import Glibc

/// A folder of the user's in which the program keeps something between runs.
///
/// It and its files are the user's own and writable by nobody else, or they are left alone.
package final class OwnFolder {
  private let folder: Descriptor

  /// Opens a folder.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - isMade: it is made where it is missing, with those that it is in.
  /// - Throws: why it cannot be used: `ENOENT` where it is not there, `EPERM` where others could change it.
  package init(_ path: String, isMade: Bool) throws(SystemError) {
    folder = try Self.open(path, isMade: isMade)
    guard Self.bytes(ofOwn: .directory, folder) != nil else {
      throw SystemError(call: "open", code: EPERM)
    }
  }

  private static func open(_ path: String, isMade: Bool) throws(SystemError) -> Descriptor {
    let flags = O_RDONLY | O_DIRECTORY
    do throws(SystemError) {
      return try Descriptor(opening: path, flags: flags)
    } catch {
      guard isMade, error.code == ENOENT else { throw error }
      makeAll(path)
      return try Descriptor(opening: path, flags: flags)
    }
  }

  /// Makes a folder and those that it is in.
  private static func makeAll(_ path: String) {
    var end = path.utf8.startIndex
    while let slash = path.utf8[end...].dropFirst().firstIndex(of: UInt8(ascii: "/")) {
      make(String(path.utf8[..<slash]) ?? "")
      end = slash
    }
    make(path)
  }

  private static func make(_ path: String) {
    let name = unsafe host_name_of_text(path)
    defer { unsafe free(name) }
    _ = unsafe mkdir(name, 0o700)
  }

  /// The size of what is of this kind, the user's own and writable by nobody else; nil for any other.
  private static func bytes(
    ofOwn kind: FileFacts.Kind, _ descriptor: borrowing Descriptor
  ) -> Int? {
    guard let facts = FileFacts(of: descriptor), facts.kind == kind, facts.owner == geteuid(),
      !facts.isWritableByOthers
    else { return nil }
    return facts.size
  }

  /// What a file of it has.
  ///
  /// - Parameters:
  ///   - name: the file's; a symbolic link is none.
  ///   - limit: how many bytes it may have.
  /// - Returns: nil where there is no such file.
  /// - Throws: why it cannot be read: `EPERM` where others could change it, `EFBIG` where it has too much.
  package func read(_ name: String, limit: Int) throws(SystemError) -> [UInt8]? {
    guard let file = try file(name) else { return nil }
    guard let size = Self.bytes(ofOwn: .regular, file.descriptor) else {
      throw SystemError(call: "open", code: EPERM)
    }
    guard size <= limit else { throw SystemError(call: "read", code: EFBIG) }
    return file.descriptor.bytes(at: 0, count: size)
  }

  private func file(_ name: String) throws(SystemError) -> OpenFile? {
    do throws(SystemError) {
      let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
      return OpenFile(try Descriptor(opening: folder.path + "/" + name, flags: flags))
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }

  /// Puts these bytes in a file's place at once: who reads it has the old ones or the new ones.
  package func replace(_ name: String, with bytes: [UInt8]) throws(SystemError) {
    try folder.replaceFile(named: Array(name.utf8CString), with: bytes.span)
  }
}

extension FileFacts {
  /// Whether its group, or anybody, may write to it.
  package var isWritableByOthers: Bool { permissions & (S_IWGRP | S_IWOTH) != 0 }
}
