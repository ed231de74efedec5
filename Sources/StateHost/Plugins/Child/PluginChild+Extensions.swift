package import ChildPluginAPI
package import HostSurface

/// The functions of a child's extensions; without the extension they do nothing.
extension PluginChild {
  /// The cells that the child wants free around its layer on a surface of that size.
  package func insets(columns: Int, rows: Int) -> CellInsets {
    guard let insets = filledInsets() else { return CellInsets() }
    return CellInsets(insets, columns: columns, rows: rows, telling: host.report)
  }

  /// The insets as the child fills them in, unchecked; nil if it has no such function.
  package func filledInsets() -> childplugin_insets_t? {
    guard let ask = unsafe extensions.layout?.insets else { return nil }
    var insets = childplugin_insets_t()
    insets.size = UInt32(MemoryLayout<childplugin_insets_t>.size)
    unsafe calling("layout.insets", ()) { child in
      unsafe host.arguments.lend(&insets) { unsafe ask(child, $0) }
    }
    return insets
  }

  package func resized(columns: Int, rows: Int) {
    guard let tell = unsafe extensions.layout?.resized else { return }
    unsafe calling("layout.resized", (), "columns \(columns), rows \(rows)") {
      unsafe tell($0, Int32(clamping: columns), Int32(clamping: rows))
    }
  }

  package func transitionWillBegin(appearing: Bool) {
    guard let tell = unsafe extensions.transition?.will_begin else { return }
    unsafe calling("transition.will_begin", (), "appearing \(appearing)") {
      unsafe tell($0, appearing)
    }
  }

  package var follows: EventSubscriptions {
    var news: EventSubscriptions = []
    if unsafe extensions.transition?.progress != nil { news.insert(.transition) }
    if extensions.situation != nil { news.insert(.situation) }
    if extensions.selection != nil { news.insert(.selection) }
    if extensions.view != nil { news.insert(.view) }
    if extensions.focus != nil { news.insert(.focus) }
    if extensions.messages != nil { news.insert(.messages) }
    return news
  }

  /// - Parameters:
  ///   - appearing: the direction.
  ///   - progress: 0…1, linear in time; not a number counts as 1.
  package func transitionProgress(appearing: Bool, progress: Double) {
    guard let tell = unsafe extensions.transition?.progress else { return }
    let known = progress.isNaN ? 1 : min(max(progress, 0), 1)
    unsafe calling("transition.progress", (), "appearing \(appearing), progress \(known)") {
      unsafe tell($0, appearing, known)
    }
  }

  package func transitionDidEnd(appearing: Bool) {
    guard let tell = unsafe extensions.transition?.did_end else { return }
    unsafe calling("transition.did_end", (), "appearing \(appearing)") {
      unsafe tell($0, appearing)
    }
  }

  package func contentChanged() {
    guard let tell = unsafe extensions.content?.changed else { return }
    host.calling(for: .change) {
      unsafe calling("content.changed", ()) { unsafe tell($0) }
    }
  }

  package func woke() {
    guard let tell = unsafe extensions.wake?.woke else { return }
    unsafe calling("wake.woke", ()) { unsafe tell($0) }
  }

  package func themeChanged() {
    guard let tell = unsafe extensions.theme?.changed else { return }
    unsafe calling("theme.changed", ()) { unsafe tell($0) }
  }

  package func situationChanged() {
    guard let tell = unsafe extensions.situation?.changed else { return }
    host.calling(for: .change) {
      unsafe calling("situation.changed", ()) { unsafe tell($0) }
    }
  }

  package func selectionChanged() {
    guard let tell = unsafe extensions.selection?.changed else { return }
    host.calling(for: .change) {
      unsafe calling("selection.changed", ()) { unsafe tell($0) }
    }
  }

  package func viewChanged() {
    guard let tell = unsafe extensions.view?.changed else { return }
    host.calling(for: .change) {
      unsafe calling("view.changed", ()) { unsafe tell($0) }
    }
  }

  package func programEnded(_ end: ProgramEnd) {
    guard let tell = unsafe extensions.run?.ended else { return }
    host.calling(for: .change) {
      unsafe calling("run.ended", (), "number \(end.number)") { child in
        unsafe end.output.bytes.withUnsafeBytes { output in
          unsafe host.arguments.lend(output) { output in
            unsafe end.errors.bytes.withUnsafeBytes { errors in
              unsafe host.arguments.lend(errors) { errors in
                var foreign = unsafe end.foreign
                unsafe foreign.output = unsafe ForeignMemory.text(output)
                unsafe foreign.errors = unsafe ForeignMemory.text(errors)
                unsafe host.arguments.lend(&foreign) { unsafe tell(child, $0) }
              }
            }
          }
        }
      }
    }
  }

  package func frontChanged() {
    guard let tell = unsafe extensions.focus?.changed else { return }
    host.calling(for: .change) {
      unsafe calling("focus.changed", ()) { unsafe tell($0) }
    }
  }
}

// MARK: - Messages

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
        "from \(CallText.bytes(sender)), subject \(CallText.bytes(subject)), "
          + "\(body.count) bytes: \(CallText.bytes(body))"
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
}

// MARK: - Input

extension PluginChild {
  /// Whether it used the key.
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
        "\(CallText.key(code, modifiers)), text \(CallText.bytes(text))"
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

  /// Whether the child used the event.
  ///
  /// Events that were added in 1.1 are not sent to plugins built for 1.0.
  package func mouse(_ mouse: ChildMouse) -> Bool {
    let isLater = mouse.kind == .move || mouse.wheelColumns != 0
    return (!isLater || host.kind.minor > 0) && self.mouse(mouse.foreign)
  }

  /// Passes an event of any kind, whose size need not be set; returns whether the child used it.
  package func mouse(_ mouse: childplugin_mouse_t) -> Bool {
    guard let tell = unsafe extensions.input?.mouse else { return false }
    var event = mouse
    event.size = UInt32(MemoryLayout<childplugin_mouse_t>.size)
    return handling(UserActivation(mouseKind: mouse.kind)) {
      unsafe calling("input.mouse", false, CallText.mouse(mouse)) { child in
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
          "input.paste", false, "\(bytes.count) bytes: \(CallText.bytes(bytes))"
        ) { child in
          unsafe host.arguments.lend(bytes) { unsafe tell(child, ForeignMemory.text($0)) }
        }
      }
    }
  }

  /// Reports the begin and the end of an input to the services, which grant user activation if it is used.
  private func handling(_ activation: UserActivation, _ call: () -> Bool) -> Bool {
    if activation == .none { return call() }
    services.note(.inputBegan(activation))
    let isUsed = host.calling(for: .input, call)
    services.note(.inputEnded(isUsed: isUsed))
    return isUsed
  }

  static let pastedBytesLimit = 1 << 20

  package func focus(_ isFocused: Bool) {
    guard let tell = unsafe extensions.input?.focus else { return }
    unsafe calling("input.focus", (), "\(isFocused)") { unsafe tell($0, isFocused) }
  }
}
