package import HostSystem

/// The result of scanning a plugin file: its children and sources, or the problem because of which it offers none.
package enum ScanResult: Equatable, Sendable {
  /// The plugin's description.
  case described(PluginDescription)
  /// The problem because of which it offers nothing.
  ///
  /// - Parameter isOfContent: whether the problem depends only on the file, and so lasts until the file changes.
  case failed(PluginProblem, isOfContent: Bool)

  package init(_ problem: PluginProblem) {
    self = .failed(problem, isOfContent: problem.isOfContent)
  }

  /// Whether the finding depends only on the file.
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

  /// Decodes what `write` wrote; the bytes are not trusted.
  package init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch Tag(rawValue: try reader.uint8()) {
    case .described: self = .described(try PluginDescription(from: &reader))
    case .failed:
      let problem = try PluginProblem(from: &reader)
      self = .failed(problem, isOfContent: try reader.flag())
    case nil: throw .init()
    }
  }

  /// The byte that says in an encoded scan result whether the scan succeeded.
  private enum Tag: UInt8 {
    case described = 1
    case failed = 2
  }
}
