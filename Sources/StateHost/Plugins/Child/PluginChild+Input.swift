package import ChildPluginAPI

/// The messages and the input that a child receives; without the extension it uses none.
extension PluginChild {
  func received(_ message: ChildMessage, from sender: String) {
    var sender = sender
    var subject = message.subject
    sender.withUTF8 { sender in
      subject.withUTF8 { subject in
        unsafe received(
          UnsafeRawBufferPointer(subject), message.body.span.bytes,
          from: UnsafeRawBufferPointer(sender))
      }
    }
  }

  /// Passes any bytes as the sender's id and as the subject.
  package func received(
    _ subject: UnsafeRawBufferPointer, _ body: RawSpan, from sender: UnsafeRawBufferPointer
  ) {
    guard let tell = unsafe extensions.messages?.received else { return }
    unsafe body.withUnsafeBytes { body in
      unsafe calling(
        "messages.received", (),
        "from \(CallFormatter.bytes(sender)), subject \(CallFormatter.bytes(subject)), "
          + "\(body.count) bytes: \(CallFormatter.bytes(body))"
      ) { child in
        unsafe host.arguments.lend(sender) { sender in
          unsafe host.arguments.lend(subject) { subject in
            unsafe host.arguments.lend(body) { body in
              unsafe tell(
                child, ForeignMemory.text(sender), ForeignMemory.text(subject),
                ForeignMemory.text(body))
            }
          }
        }
      }
    }
  }

  // MARK: Input

  package func key(_ key: ChildKey) -> Bool {
    var text = key.text
    return text.withUTF8 { bytes in
      unsafe self.key(
        code: key.code, modifiers: key.modifiers.rawValue, text: UnsafeRawBufferPointer(bytes))
    }
  }

  /// Passes a key with any code, modifiers and text bytes; returns whether the child used it.
  package func key(code: UInt32, modifiers: UInt32, text: UnsafeRawBufferPointer) -> Bool {
    guard let tell = unsafe extensions.input?.key else { return false }
    return handling(.any) {
      unsafe calling(
        "input.key", false,
        "\(CallFormatter.key(code, modifiers)), text \(CallFormatter.bytes(text))"
      ) { child in
        unsafe host.arguments.lend(text) { text in
          var event = unsafe childplugin_key_t()
          unsafe event.size = unsafe UInt32(MemoryLayout<childplugin_key_t>.size)
          unsafe event.code = code
          unsafe event.modifiers = modifiers
          unsafe event.text = unsafe ForeignMemory.text(text)
          return unsafe host.arguments.lend(&event) { unsafe tell(child, $0) }
        }
      }
    }
  }

  /// Whether the child used the event; those added in 1.1 are not sent to plugins built for 1.0.
  package func mouse(_ mouse: ChildMouse) -> Bool {
    let isLater = mouse.kind == .move || mouse.wheelColumns != 0
    return (!isLater || host.kind.minor > 0) && self.mouse(mouse.foreign)
  }

  /// Passes an event of any kind, whose size need not be set; returns whether the child used it.
  package func mouse(_ mouse: childplugin_mouse_t) -> Bool {
    guard let tell = unsafe extensions.input?.mouse else { return false }
    var event = mouse
    event.size = UInt32(MemoryLayout<childplugin_mouse_t>.size)
    return handling(ActivationLevel(mouseKind: mouse.kind)) {
      unsafe calling("input.mouse", false, CallFormatter.mouse(mouse)) { child in
        unsafe host.arguments.lend(&event) { unsafe tell(child, $0) }
      }
    }
  }

  /// Whether the child used the text, of which it gets at most 1 MiB.
  package func paste(_ text: Span<UInt8>) -> Bool {
    guard let tell = unsafe extensions.input?.paste else { return false }
    let part = text.extracting(0..<min(text.count, Self.pastedBytesLimit))
    return unsafe part.withUnsafeBytes { bytes in
      handling(.any) {
        unsafe calling(
          "input.paste", false, "\(bytes.count) bytes: \(CallFormatter.bytes(bytes))"
        ) { child in
          unsafe host.arguments.lend(bytes) { unsafe tell(child, ForeignMemory.text($0)) }
        }
      }
    }
  }

  /// Reports the begin and end of an input to the services, which grant activation if it is used.
  private func handling(_ activation: ActivationLevel, _ call: () -> Bool) -> Bool {
    if activation == .none { return call() }
    services.note(.inputBegan(activation))
    let isUsed = host.calling(for: .input, call)
    services.note(.inputEnded(isUsed: isUsed))
    reportRefusedPrograms()
    return isUsed
  }

  static let pastedBytesLimit = 1 << 20
}
