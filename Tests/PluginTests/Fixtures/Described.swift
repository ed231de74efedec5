import HostSystem

@testable import HostPlugins

extension PluginDescription {
  /// That of a plugin of ABI 1.2 with these children.
  init(_ types: [ChildType], problems: [PluginProblem] = []) {
    self.init(
      abiMajor: 1, abiMinor: 2,
      children: types.enumerated().map { Child(index: UInt32($0), type: $1) }, problems: problems)
  }
}

/// What is read of what a value has written.
func reread<Value>(
  _ write: (inout ByteWriter) -> Void,
  _ read: (inout ByteReader) throws(ByteReader.Malformed) -> Value
) throws(ByteReader.Malformed) -> Value {
  var writer = ByteWriter()
  write(&writer)
  var reader = ByteReader(writer.bytes[...])
  return try read(&reader)
}
