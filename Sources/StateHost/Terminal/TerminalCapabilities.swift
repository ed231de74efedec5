/// The capabilities of the terminal (UTF-8, mouse, synchronized updates, default colours, not the
/// colour depth) and the user's choice of reduced motion, from the environment and replies.
package struct TerminalCapabilities: Equatable, Sendable {
  /// The terminal's support of a feature, such as synchronized updates: yes, no, or not yet known.
  package enum Support: Equatable, Sendable {
    case unknown, yes, no
  }

  /// Whether the locale's character set is UTF-8.
  package let isUTF8: Bool
  /// Whether `TERM` is set and not `dumb`.
  package let supportsControlSequences: Bool
  /// Whether `STATEHOST_REDUCED_MOTION` is set to anything but an empty text or `0`.
  package let reducesMotion: Bool
  package let hasMouse: Bool
  /// Support of synchronized updates (mode 2026).
  package private(set) var synchronizedUpdate = Support.unknown
  /// The reported text colour, 0xRRGGBB; nil before the reply.
  package private(set) var foreground: UInt32?
  /// The reported background colour, 0xRRGGBB; nil before the reply.
  package private(set) var background: UInt32?

  /// `environment` returns a variable's value, nil if it is not set.
  package init(environment: (String) -> String?) {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment)
      .first { !$0.isEmpty }
    isUTF8 = Self.isUTF8(locale ?? "")
    let terminal = environment("TERM") ?? ""
    supportsControlSequences = !terminal.isEmpty && terminal != "dumb"
    hasMouse = supportsControlSequences && terminal != "linux"
    let motion = environment("STATEHOST_REDUCED_MOTION") ?? ""
    reducesMotion = !motion.isEmpty && motion != "0"
  }

  package mutating func update(from reply: TerminalReply) {
    switch reply {
    case .foreground(let colour): foreground = colour
    case .background(let colour): background = colour
    case .deviceAttributes:
      if synchronizedUpdate == .unknown { synchronizedUpdate = .no }
    case .mode(2026, let setting):
      synchronizedUpdate = setting == .set || setting == .reset ? .yes : .no
    case .mode: break
    }
  }

  /// Whether a locale is one like `de_DE.UTF-8`, `C.utf8` or `UTF-8`.
  private static func isUTF8(_ locale: String) -> Bool {
    let letters = locale.utf8.filter { $0 != UInt8(ascii: "-") }.map { $0 | 0x20 }
    // The search of HostText is generic: its metadata would be made at each start.
    return letters.indices.contains { letters[$0...].starts(with: "utf8".utf8) }
  }
}
