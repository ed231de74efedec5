internal import HostStates
package import HostSystem
internal import HostText

/// The open file of `--remember`: reads what an earlier run saved, such as the states of children, and replaces it
/// atomically.
///
/// It is identified by its descriptor and folder, so it stays the same file when a plugin changes the current
/// directory. A symbolic link is resolved.
package final class RememberedStatesFile {
  /// The path as the user wrote it, for messages.
  package let path: String
  private let file: FileDescriptor
  private let place: FileLocation

  /// The error that the `--remember` file cannot be read or was not written by this program; it is left unchanged.
  package enum Unusable: Error {
    case unreadable(reason: String)
    case notOurs
  }

  /// Takes over a file that is open for reading.
  ///
  /// - Parameters:
  ///   - file: the open file.
  ///   - path: the path for messages.
  /// - Throws: an error if its folder cannot be opened.
  package init(owning file: consuming FileDescriptor, path: String) throws(SystemError) {
    self.path = path
    place = try FileLocation(of: file)
    self.file = file
  }

  /// Reads the states; empty for a new file.
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

  /// Replaces the file atomically.
  ///
  /// Only the owner can read it, because it may contain rows.
  package func write(_ states: RememberedStates) throws(SystemError) {
    try place.replace(with: states.fileBytes.span)
  }
}
