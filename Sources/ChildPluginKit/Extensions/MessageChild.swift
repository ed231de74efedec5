internal import ChildPluginAPI

/// A child that hears what other children say to it.
public protocol MessageChild: ChildPlugin {
  /// Another child says something; ask for a drawing where it is to be seen.
  func received(_ message: Message)
}

extension MessageChild {
  /// Itself.
  public var messageChild: (any MessageChild)? { self }
}

/// What another child says.
public struct Message: Sendable {
  /// The id of the child's descriptor.
  public let sender: String
  /// What the body is: an id like that of an extension, "com.example.cursor/1".
  public let subject: String
  /// Whatever those agree on who know the subject: believe nothing of it unseen.
  public let body: [UInt8]
}

extension Host {
  /// Says something to the children whose descriptor has an id, or to all others, that are ``MessageChild``ren.
  ///
  /// They hear it in order, once the function that sends it has returned. Not from ``ChildPlugin/draw(on:)``.
  ///
  /// - Parameters:
  ///   - body: whatever those agree on who know the subject, at most 64 KiB.
  ///   - subject: what it is: an id like that of an extension, "com.example.cursor/1", 1…255 bytes.
  ///   - id: of whom it is for; nil: of all others.
  /// - Returns: false where it is too long, would be more than 250 messages or 1 MiB in a second, or the host is
  ///   older than 1.1. Whether somebody listens nobody knows.
  @discardableResult
  public func send(_ body: [UInt8], subject: String, to id: String? = nil) -> Bool {
    guard let send = unsafe messagesTable?.send else { return false }
    return unsafe withABIText(id ?? "") { id in
      unsafe withABIText(subject) { subject in
        unsafe body.withUnsafeBufferPointer {
          unsafe send(pointer, id, subject, childplugin_text_t($0))
        }
      }
    }
  }
}
