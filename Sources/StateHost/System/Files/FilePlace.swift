internal import Glibc

extension Descriptor {
  /// Puts a new file in the place of one in this folder, whole or not at all.
  ///
  /// Who reads it has the old bytes or the new ones. Only the user may read it.
  ///
  /// - Parameters:
  ///   - name: the file's name in the folder, ended by a zero.
  ///   - bytes: what it has from then on.
  /// - Throws: why the old one is still there.
  package borrowing func replaceFile(
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
