internal import Glibc
internal import HostStates
package import HostSystem
internal import HostText

/// Where `--remember` keeps the states of children from one run to the next.
///
/// It is known by its descriptor and that of its folder, so that it stays the same file when a
/// plugin changes the current directory, and what a symbolic link leads to, not the link.
package final class RememberedStatesFile {
  /// As the user wrote it, for messages.
  package let path: String
  private let file: Descriptor
  private let folder: Descriptor
  /// In the folder, with the 0 at its end.
  private let name: [CChar]

  /// Why there is nothing to go on with; nothing has been changed then.
  package enum Unusable: Error {
    case unreadable(reason: String)
    case notOurs
  }

  /// Takes over a file that is open for reading.
  ///
  /// - Parameters:
  ///   - file: the open file.
  ///   - path: how it is called in messages.
  /// - Throws: the call that failed when its folder was looked for.
  package init(owning file: consuming Descriptor, path: String) throws(SystemError) {
    self.path = path
    var place = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = unsafe readlink(file.path, &place, Int(PATH_MAX))
    guard length > 0, let slash = place.lastIndex(of: CChar(UInt8(ascii: "/"))) else {
      throw SystemError(call: "readlink", code: errno)
    }
    name = Array(place[(slash + 1)...length])
    place[slash + 1] = 0
    let number = unsafe open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw SystemError(call: "open", code: errno) }
    folder = Descriptor(owning: number)
    self.file = file
  }

  /// What it has; nothing where it was made just now.
  package func read() throws(Unusable) -> RememberedStates {
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.read(
        file.path, limit: JSONDocument.sizeLimit)
    } catch {
      throw .unreadable(reason: error.reason)
    }
    guard !bytes.isEmpty else { return RememberedStates() }
    do throws(RememberedStates.NotOurs) {
      return try RememberedStates(reading: bytes)
    } catch {
      throw .notOurs
    }
  }

  /// Puts a new file in the place of the old one, whole or not at all.
  ///
  /// Only its owner may read it, for rows may stand in it.
  package func write(_ states: RememberedStates) throws(SystemError) {
    try folder.replaceFile(named: name, with: states.fileBytes.span)
  }
}
