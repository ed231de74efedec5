/// What a file is read for.
enum StatesFileMode {
  /// States and children alone, for `--states FILE`.
  case states
  /// With actions to play.
  case scenario
}

extension StatesFile {
  /// Reads a states file.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: its name, for errors.
  /// - Throws: the first thing that is wrong, with its place.
  package init(parsing bytes: [UInt8], file: String) throws(StatesFileError) {
    do {
      self = try StatesFileDecoder(reading: bytes, mode: .states).decodeStates()
      text = bytes
    } catch {
      throw StatesFileError(error, in: bytes, file: file)
    }
  }
}

extension Scenario {
  /// Reads a scenario.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: its name, for errors.
  /// - Throws: the first thing that is wrong, with its place.
  package init(parsing bytes: [UInt8], file: String) throws(StatesFileError) {
    do {
      self = try StatesFileDecoder(reading: bytes, mode: .scenario).decodeScenario()
      statesFile.text = bytes
    } catch {
      throw StatesFileError(error, in: bytes, file: file)
    }
  }
}
