/// A message from one child of a plugin to other children: recipients, subject and a body that the host does not
/// interpret.
package struct ChildMessage: Equatable, Sendable {
  /// The id of the recipients; empty for all other children.
  package var to: String
  /// The type of the body, 1…255 bytes.
  package var subject: String
  package var body: [UInt8]

  package static let idBytesLimit = 255
  package static let bodyBytesLimit = 64 << 10

  package init(to: String, subject: String, body: [UInt8]) {
    self.to = to
    self.subject = subject
    self.body = body
  }

  /// Whether there is a subject and everything is within its limit.
  package var isWithinLimits: Bool {
    to.utf8.count <= Self.idBytesLimit && 1...Self.idBytesLimit ~= subject.utf8.count
      && body.count <= Self.bodyBytesLimit
  }
}
