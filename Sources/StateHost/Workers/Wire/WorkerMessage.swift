package import HostSystem

/// What a worker tells the host, a message each.
///
/// Any of them may be a lie, and what is none of them ends the worker.
package enum WorkerMessage: Equatable, Sendable {
  /// The sandbox stands but for these parts, and the work can begin.
  case opened(lacking: SandboxParts)
  /// The plugin that is being looked into is in this step, such as `init`.
  case step(String)
  /// The next bytes of a finding.
  case part(ArraySlice<UInt8>)
  /// With that it is whole.
  case scanned

  package var bytes: [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .opened(let parts):
      writer.append(Tag.opened.rawValue)
      writer.append(parts.rawValue)
    case .step(let name):
      writer.append(Tag.step.rawValue)
      writer.append(name)
    case .part(let bytes):
      writer.append(Tag.part.rawValue)
      writer.append(bytes)
    case .scanned:
      writer.append(Tag.scanned.rawValue)
    }
    return writer.bytes
  }

  package init(_ bytes: ArraySlice<UInt8>) throws(ByteReader.Malformed) {
    var reader = ByteReader(bytes)
    switch Tag(rawValue: try reader.uint8()) {
    case .opened:
      let parts = SandboxParts(rawValue: try reader.uint32())
      guard SandboxParts.all.isSuperset(of: parts) else { throw .init() }
      self = .opened(lacking: parts)
    case .step: self = .step(try reader.text(limit: Self.stepBytesLimit))
    case .part: self = .part(try reader.bytes())
    case .scanned: self = .scanned
    case nil: throw .init()
    }
    try reader.finish()
  }

  /// Bytes of a step's name at most.
  static let stepBytesLimit = 200

  private enum Tag: UInt8 {
    case opened = 1
    case step = 2
    case part = 3
    case scanned = 4
  }
}
