internal import HostPlugins
internal import HostSystem

/// What a child does with what others say.
enum MessageChecks {
  static var all: [Check] {
    [
      Check("messages-any-bytes", level: 3, "it lives through messages of others about anything") {
        trial throws(CheckEnd) in
        try trial.forEachChild(having: "messages", { $0.extensions.messages != nil }) {
          child throws(CheckEnd) in
          let sender = Array("org.statehost.validator".utf8)
          for isShown in [false, true] {
            if isShown { child.appear() }
            for bytes in Samples.invalidText + [[], [UInt8](repeating: 0x61, count: 255)] {
              child.message(bytes, [], from: bytes)
              child.message(Array("org.statehost.anything/1".utf8), bytes, from: sender)
            }
            child.message(
              Array("org.statehost.anything/1".utf8),
              [UInt8](repeating: 0x61, count: ChildMessage.bodyBytesLimit), from: sender)
            if isShown { child.draw() }
          }
        }
      },
      Check("messages-of-any-body", level: 3, "under subjects that it knows anything may be said") {
        trial throws(CheckEnd) in
        let known = try messages(in: trial)
        if known.isEmpty { throw .skipped("no child says anything") }
        try trial.forEachChild(
          having: "messages", { $0.extensions.messages != nil }, arguments: .guarded
        ) { child throws(CheckEnd) in
          child.appear()
          for message in known {
            for body in bodies(like: message.body) {
              child.message(Array(message.subject.utf8), body, from: Array(message.sender.utf8))
              child.draw()
            }
          }
        }
      },
      Check(
        "draws-after-messages", level: 5, severity: .warning,
        "what another child says and changes what it draws has it drawn"
      ) { trial throws(CheckEnd) in
        let known = try messages(in: trial)
        if known.isEmpty { throw .skipped("no child says anything") }
        try trial.forEachChild(having: "messages", { $0.extensions.messages != nil }) {
          child throws(CheckEnd) in
          child.appear()
          var before = child.draw(keepingCells: true)
          for message in known {
            before = try trial.drawing(of: child, after: before) {
              child.message(
                Array(message.subject.utf8), message.body, from: Array(message.sender.utf8))
              return true
            }
          }
        }
      },
    ]
  }

  private struct Known {
    let sender: String
    let subject: String
    let body: [UInt8]
  }

  private static let knownLimit = 16
  private static let rounds = 2

  /// What the plugin's children say, to each other too: of each subject one.
  private static func messages(in trial: Trial) throws(CheckEnd) -> [Known] {
    var known: [Known] = []
    var children: [TrialChild] = []
    for type in try trial.types() { children.append(try trial.child(type)) }
    for child in children { child.appear() }
    for _ in 0..<rounds {
      for child in children {
        child.surroundingsChanged()
        child.live()
        let (said, sender) = (child.services.said.map(\.what), child.type.id)
        child.services.forgetWishes()
        for message in said where known.count < knownLimit {
          let isKnown = known.contains { $0.sender == sender && $0.subject == message.subject }
          if isKnown { continue }
          known.append(Known(sender: sender, subject: message.subject, body: message.body))
          for other in children where other !== child {
            other.message(
              Array(message.subject.utf8), message.body, from: Array(sender.utf8))
          }
        }
      }
    }
    for child in children {
      child.disappear()
      child.destroy()
    }
    for subject in subjects(in: trial.file) where known.count < knownLimit {
      if known.contains(where: { $0.subject == subject }) { continue }
      known.append(
        Known(sender: "org.statehost.validator", subject: subject, body: Array("12345678".utf8)))
    }
    return known
  }

  /// What in the file may be a subject: a text like "com.example.cursor/1" that is none of the header's.
  private static func subjects(in file: OpenFile) -> [String] {
    let isOfID = { (byte: UInt8) in
      0x2D...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == 0x5F
    }
    return file.descriptor.bytes(at: 0, count: fileLimit).split { !isOfID($0) }.compactMap { text in
      let parts = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].count(where: { $0 == UInt8(ascii: ".") }) > 1,
        1...2 ~= parts[1].count, parts[1].allSatisfy({ 0x30...0x39 ~= $0 })
      else { return nil }
      let subject = String(decoding: text, as: UTF8.self)
      return subject.hasPrefix("childplugin.") ? nil : subject
    }
  }

  private static let fileLimit = 1 << 22

  /// Shorter and longer ones, and others.
  private static func bodies(like body: [UInt8]) -> [[UInt8]] {
    [
      [], Array(body.prefix(1)), Array(body.dropLast()), body + [0x78], body + body,
      [UInt8](repeating: 0xFF, count: body.count), [UInt8](repeating: 0, count: body.count),
      [UInt8](repeating: 0x61, count: ChildMessage.bodyBytesLimit),
    ] + Samples.invalidText
  }
}
