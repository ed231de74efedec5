internal import Glibc

/// Where an open file lies: the folder that it is in, and its name there.
///
/// It stays that folder when the current directory changes, and what a symbolic link leads to, not the link.
package struct FilePlace: ~Copyable {
  let folder: Descriptor
  /// As the system has it, with the zero at its end.
  private let name: [CChar]

  /// - Throws: why the folder cannot be opened; `ESTALE`: the file is in none by then.
  package init(of file: borrowing Descriptor) throws(SystemError) {
    var place = try file.realPath()
    let slash = place.lastIndex(of: CChar(UInt8(ascii: "/"))) ?? 0
    let name = Array(place[(slash + 1)...])
    place[slash == 0 ? 1 : slash] = 0
    let number = unsafe open(place, CInt(__O_PATH) | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw .last("open") }
    let folder = Descriptor(owning: number)
    let named = unsafe FileFacts(of: name, in: folder)
    guard named != nil, named?.identity == FileFacts(of: file)?.identity else {
      throw SystemError(call: "open", code: ESTALE)
    }
    self.folder = folder
    self.name = name
  }

  /// Puts a new file in the place of the one there, whole or not at all; only the user may read it.
  ///
  /// - Parameter bytes: what it has from then on.
  /// - Throws: why the old one is still there.
  package borrowing func replace(with bytes: Span<UInt8>) throws(SystemError) {
    try folder.replaceFile(named: name, with: bytes)
  }
}

extension Descriptor {
  /// Puts a new file in the place of one in this folder, whole or not at all.
  ///
  /// Who reads it has the old bytes or the new ones. Only the user may read it.
  ///
  /// - Parameters:
  ///   - name: the file's name in the folder, ended by a zero.
  ///   - bytes: what it has from then on.
  /// - Throws: why the old one is still there.
  borrowing func replaceFile(
    named name: [CChar], with bytes: Span<UInt8>
  ) throws(SystemError) {
    let folder = Array("\(path)/".utf8CString.dropLast())
    var new = folder + ".statehost.XXXXXX".utf8CString
    let number = unsafe mkstemp(&new)
    guard number >= 0 else { throw SystemError(call: "mkstemp", code: errno) }
    let file = OutputFile(owning: Descriptor(owning: number))
    var failure = file.writeAll(bytes)
    if failure == nil, unsafe rename(new, folder + name) != 0 {
      failure = SystemError(call: "rename", code: errno)
    }
    guard let failure else { return }
    _ = unsafe unlink(new)
    throw failure
  }
}
