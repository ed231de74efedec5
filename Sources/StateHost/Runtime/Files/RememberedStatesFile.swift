internal import HostStates
package import HostSystem
internal import HostText

/// Where `--remember` keeps the states of children from one run to the next.
///
/// It is known by its descriptor and its place, so that it stays the same file when a plugin changes the
/// current directory, and what a symbolic link leads to, not the link.
package final class RememberedStatesFile {
  /// As the user wrote it, for messages.
  package let path: String
  private let file: Descriptor
  private let place: FileLocation

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
  /// - Throws: why its folder cannot be opened.
  package init(owning file: consuming Descriptor, path: String) throws(SystemError) {
    self.path = path
    place = try FileLocation(of: file)
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
    try place.replace(with: states.fileBytes.span)
  }
}
