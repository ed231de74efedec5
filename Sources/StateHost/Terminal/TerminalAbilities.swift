/// What the terminal and its user want and can, as far as the environment and its replies say.
package struct TerminalAbilities: Equatable, Sendable {
  /// Whether something is known to work.
  package enum Support: Equatable, Sendable {
    case unknown, yes, no
  }

  /// The locale's character set is UTF-8.
  package let isUTF8: Bool
  /// Control sequences make sense at all: `TERM` is set and not `dumb`.
  package let takesControlSequences: Bool
  /// Movement is to be left out: `STATEHOST_REDUCED_MOTION` is set and neither empty nor `0`.
  package let reducesMotion: Bool
  /// Mouse reports can be asked for.
  package let hasMouse: Bool
  /// Frames can be shown at once (mode 2026).
  package private(set) var synchronizedUpdate = Support.unknown
  /// The colour of text, once the terminal has answered.
  package private(set) var foreground: TerminalColor?
  /// The colour behind text, once the terminal has answered.
  package private(set) var background: TerminalColor?

  /// Reads the environment: `environment` gives a variable's value, nil when it is not set.
  package init(environment: (String) -> String?) {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment)
      .first { !$0.isEmpty }
    isUTF8 = Self.namesUTF8(locale ?? "")
    let terminal = environment("TERM") ?? ""
    takesControlSequences = !terminal.isEmpty && terminal != "dumb"
    hasMouse = takesControlSequences && terminal != "linux"
    let motion = environment("STATEHOST_REDUCED_MOTION") ?? ""
    reducesMotion = !motion.isEmpty && motion != "0"
  }

  /// Learns from a reply.
  package mutating func learn(_ reply: TerminalReply) {
    switch reply {
    case .foreground(let color): foreground = color
    case .background(let color): background = color
    case .deviceAttributes:
      if synchronizedUpdate == .unknown { synchronizedUpdate = .no }
    case .mode(2026, let setting):
      synchronizedUpdate = setting == .set || setting == .reset ? .yes : .no
    case .mode: break
    }
  }

  /// `de_DE.UTF-8`, `C.utf8`, `UTF-8`.
  private static func namesUTF8(_ locale: String) -> Bool {
    let letters = locale.utf8.filter { $0 != UInt8(ascii: "-") }.map { $0 | 0x20 }
    let wanted = Array("utf8".utf8)
    guard letters.count >= wanted.count else { return false }
    return (0...(letters.count - wanted.count)).contains { start in
      letters[start...].starts(with: wanted)
    }
  }
}
