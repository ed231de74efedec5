internal import Glibc
internal import HostPlugins
internal import HostStates
internal import HostSystem
internal import HostTerminal
internal import HostText

/// Where `--remember` keeps the states of children from one run to the next.
struct RememberedStatesFile {
  let path: String

  /// Why there is nothing to go on with; nothing has been changed then.
  enum Unusable: Error {
    case unreadable(reason: String)
    case notOurs
  }

  /// What it has; nothing where there is no such file yet.
  func read() throws(Unusable) -> RememberedStates {
    guard unsafe host_exists(path) != 0 else { return RememberedStates() }
    let bytes: [UInt8]
    do {
      bytes = try FileBytes.read(path, limit: JSONDocument.sizeLimit)
    } catch {
      throw .unreadable(reason: error.reason)
    }
    do throws(RememberedStates.NotOurs) {
      return try RememberedStates(reading: bytes)
    } catch {
      throw .notOurs
    }
  }

  /// Puts a new file in the place of the old one, whole or not at all.
  ///
  /// Only its owner may read it, for rows may stand in it.
  func write(_ states: RememberedStates) throws(SystemCallError) {
    var new = Array("\(path).XXXXXX".utf8CString)
    let number = unsafe mkstemp(&new)
    guard number >= 0 else { throw SystemCallError(call: "mkstemp", code: errno) }
    let isWhole = writeAll(states.fileBytes, to: number)
    guard close(number) == 0, isWhole, unsafe rename(new, path) == 0 else {
      let code = errno
      _ = unsafe unlink(new)
      throw SystemCallError(call: "write", code: code)
    }
  }
}
