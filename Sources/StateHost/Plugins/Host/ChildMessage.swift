/// What a child says to others; the program reads none of it.
package struct ChildMessage: Equatable, Sendable {
  /// The id of those that it is for; empty: of all others.
  package var to: String
  /// What the body is, 1…255 bytes.
  package var subject: String
  package var body: [UInt8]

  package static let idBytesLimit = 255
  package static let bodyBytesLimit = 64 << 10

  package init(to: String, subject: String, body: [UInt8]) {
    self.to = to
    self.subject = subject
    self.body = body
  }

  /// Whether it has a subject, and nothing of it is too long.
  package var isWithinLimits: Bool {
    to.utf8.count <= Self.idBytesLimit && 1...Self.idBytesLimit ~= subject.utf8.count
      && body.count <= Self.bodyBytesLimit
  }
}

/// How much a child says to others: now and then a lot, without end only what all can follow.
package struct MessagePace {
  private static let messageLimit = 250
  private static let bytesLimit = 1 << 20

  private var second = CountedSecond()
  private var messageCount = 0
  private var byteCount = 0

  package init() {}

  /// Counts one more; false, and it is not counted, when it would be too much in a second.
  package mutating func allows(_ message: ChildMessage, at now: Int64) -> Bool {
    if second.isOver(at: now) {
      messageCount = 0
      byteCount = 0
    }
    let bytes = byteCount + message.body.count
    guard messageCount < Self.messageLimit, bytes <= Self.bytesLimit else { return false }
    messageCount += 1
    byteCount = bytes
    return true
  }
}
