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
