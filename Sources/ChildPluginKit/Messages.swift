internal import ChildPluginAPI

/// Protocol that a plugin's child adopts to receive messages from other children.
public protocol MessageChild: ChildPlugin {
  /// Called with a message; call `host.invalidate()` to be drawn.
  func received(_ message: Message)
}

extension MessageChild {
  /// The child.
  public var messageChild: (any MessageChild)? { self }
}

/// A message as a plugin's child receives it from another child: the sender's id, the subject and
/// untrusted bytes; in the host a `ChildMessage`.
public struct Message: Sendable {
  /// The id of the sender's descriptor.
  public let sender: String
  /// The kind of message, named like an extension: "com.example.cursor/1".
  public let subject: String
  /// Untrusted bytes, in the format that the subject defines.
  public let body: [UInt8]
}

extension Host {
  /// Sends a message to every ``MessageChild`` with an id, or to all other children.
  ///
  /// Messages arrive in order, after the sending function ends. Not from ``ChildPlugin/draw(on:)``.
  ///
  /// - Parameters:
  ///   - body: at most 64 KiB, in the format that the subject defines.
  ///   - subject: the kind of message, named like an extension: "com.example.cursor/1", 1…255 bytes.
  ///   - id: the id of the receivers' descriptor; nil for all others.
  /// - Returns: false if it is too long, after 250 messages or 1 MiB a second, and in a host before
  ///   1.1; true even if nobody receives it.
  @discardableResult
  public func send(_ body: [UInt8], subject: String, to id: String? = nil) -> Bool {
    unsafe withABIText(id ?? "") { id in
      unsafe withABIText(subject) { subject in
        unsafe body.withUnsafeBufferPointer {
          unsafe messagesTable?.send?(pointer, id, subject, childplugin_text_t($0)) ?? false
        }
      }
    }
  }
}
