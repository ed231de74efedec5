package import HostSystem

/// What was found out about a plugin's file.
package enum PluginFinding: Equatable, Sendable {
  /// What it says of itself.
  case described(PluginDescription)
  /// Why it offers nothing.
  ///
  /// - Parameter isOfContent: nothing but the file decides it, so it is so until that changes.
  case failed(PluginProblem, isOfContent: Bool)

  package init(_ problem: PluginProblem) {
    self = .failed(problem, isOfContent: problem.isOfContent)
  }

  /// Whether it is the same as long as the file is.
  package var isOfContent: Bool {
    switch self {
    case .described: true
    case .failed(_, let isOfContent): isOfContent
    }
  }

  package func write(to writer: inout ByteWriter) {
    switch self {
    case .described(let description):
      writer.append(Tag.described.rawValue)
      description.write(to: &writer)
    case .failed(let problem, let isOfContent):
      writer.append(Tag.failed.rawValue)
      problem.write(to: &writer)
      writer.append(isOfContent)
    }
  }

  /// Reads what `write` wrote, or somebody says that it did.
  package init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch Tag(rawValue: try reader.uint8()) {
    case .described: self = .described(try PluginDescription(from: &reader))
    case .failed:
      let problem = try PluginProblem(from: &reader)
      self = .failed(problem, isOfContent: try reader.flag())
    case nil: throw .init()
    }
  }

  private enum Tag: UInt8 {
    case described = 1
    case failed = 2
  }
}
