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

extension StatesFileError {
  fileprivate static func bytes(of file: String) throws(StatesFileError) -> [UInt8] {
    do {
      return try FileBytes.read(file, limit: JSONDocument.sizeLimit)
    } catch {
      throw StatesFileError(unreadable: file, reason: error.reason)
    }
  }
}
