internal import HostSystem
internal import HostText

extension StatesFile {
  /// Reads a states file from where it lies.
  ///
  /// - Throws: that it cannot be read, or the first thing that is wrong in it.
  package init(contentsOf file: String) throws(StatesFileError) {
    try self.init(parsing: try StatesFileError.bytes(of: file), file: file)
  }
}

extension Scenario {
  /// Reads a scenario from where it lies.
  ///
  /// - Throws: that it cannot be read, or the first thing that is wrong in it.
  package init(contentsOf file: String) throws(StatesFileError) {
    try self.init(parsing: try StatesFileError.bytes(of: file), file: file)
  }
}

extension ScriptedProgram {
  /// Reads a file that has programs, such as a scenario.
  ///
  /// - Throws: that it cannot be read, or the first thing that is wrong in them.
  /// - Returns: its bytes.
  package static func checkedBytes(of file: String) throws(StatesFileError) -> [UInt8] {
    let bytes = try StatesFileError.bytes(of: file)
    _ = try list(parsing: bytes, file: file)
    return bytes
  }
}

extension StatesFileError {
  fileprivate static func bytes(of file: String) throws(StatesFileError) -> [UInt8] {
    do {
      return try FileBytes.read(file, limit: JSONDocument.sizeLimit)
    } catch {
      throw StatesFileError(unreadable: file, reason: error.reason)
    }
  }
}
