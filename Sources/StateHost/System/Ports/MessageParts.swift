/// Messages of any length as the parts that a link takes: the first byte of each says whether another
/// follows.
struct MessageParts {
  /// Bytes of a whole message at most; a longer one is malformed.
  static let messageBytesLimit = 8 << 20

  private static let last: UInt8 = 0
  private static let more: UInt8 = 1

  private var begun: [UInt8] = []

  /// Calls with each part of a message, in order, until it says that it is enough.
  static func split<Failure: Error>(
    _ message: [UInt8], _ body: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let room = WorkerLink.partBytes - 1
    var start = 0
    repeat {
      let end = min(start + room, message.count)
      var part = [end == message.count ? last : more]
      part += message[start..<end]
      try body(part)
      start = end
    } while start < message.count
  }

  /// Takes a part.
  ///
  /// - Returns: the message, where that was its last part, or `nothing`.
  mutating func add(_ part: WorkerArrival) -> WorkerArrival {
    guard case .message(let bytes) = part else { return part }
    switch bytes[0] {
    case Self.last:
      let message = begun + bytes.dropFirst()
      begun = []
      return message.count <= Self.messageBytesLimit ? .message(message) : .malformed
    case Self.more where bytes.count > 1:
      begun += bytes.dropFirst()
      return begun.count <= Self.messageBytesLimit ? .nothing : .malformed
    default: return .malformed
    }
  }
}
