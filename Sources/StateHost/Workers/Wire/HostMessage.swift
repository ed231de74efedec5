package import HostSystem

/// What the host tells a worker, a message each.
///
/// Both ends are the same executable, so they agree on what the bytes mean; a worker that gets others
/// ends.
package enum HostMessage: Equatable, Sendable {
  /// A library may be read, besides the system's; before `order`.
  case grant(path: String)
  /// From here the sandbox stands, and this is the worker's work.
  case order(WorkerMode)
  /// What does the plugin offer that comes with the message? In the mode `scan`.
  case scan(path: String)

  package var bytes: [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .grant(let path):
      writer.append(Tag.grant.rawValue)
      writer.append(path)
    case .order(let mode):
      writer.append(Tag.order.rawValue)
      writer.append(mode.rawValue)
    case .scan(let path):
      writer.append(Tag.scan.rawValue)
      writer.append(path)
    }
    return writer.bytes
  }

  package init(_ bytes: ArraySlice<UInt8>) throws(ByteReader.Malformed) {
    var reader = ByteReader(bytes)
    switch Tag(rawValue: try reader.uint8()) {
    case .grant: self = .grant(path: try reader.text())
    case .order:
      guard let mode = WorkerMode(rawValue: try reader.uint8()) else { throw .init() }
      self = .order(mode)
    case .scan: self = .scan(path: try reader.text())
    case nil: throw .init()
    }
    try reader.finish()
  }

  private enum Tag: UInt8 {
    case grant = 1
    case order = 2
    case scan = 3
  }
}

/// What a worker is for.
package enum WorkerMode: UInt8, Equatable, Sendable {
  /// It finds out what the plugins of many files offer.
  case scan = 1
}
