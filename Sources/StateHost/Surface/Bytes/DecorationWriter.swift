/// Writes what a terminal is told of decorations.
struct DecorationWriter {
  let pool: GraphemePool
  let abilities: StyleAbilities

  /// Ends the link that what was written has.
  func endLink(of id: DecorationID, in bytes: inout OutputSpan<UInt8>) {
    guard sentLink(of: pool[id]) != nil else { return }
    EscapeSequence.append(EscapeSequence.endLink, to: &bytes)
  }

  /// Begins a decoration, where the style has just been written from its reset on.
  func begin(
    _ id: DecorationID, isUnderlined: Bool, isLinkNew: Bool, in bytes: inout OutputSpan<UInt8>
  ) {
    let decoration = pool[id]
    if isUnderlined, abilities.hasUnderlines {
      if decoration.underline != .plain { EscapeSequence.append(decoration.underline, to: &bytes) }
      if decoration.underlineColour != .default {
        EscapeSequence.append(underlineColour: decoration.underlineColour, to: &bytes)
      }
    }
    if isLinkNew, let link = sentLink(of: decoration) {
      EscapeSequence.append(link: link, number: Int(id.number), to: &bytes)
    }
  }

  /// The link of a decoration, where the terminal is sent it.
  private func sentLink(of decoration: Decoration) -> LinkAddress? {
    guard abilities.hasLinks, let link = decoration.link, abilities.fileLinks.allow(link) else {
      return nil
    }
    return link
  }

  /// What cells side by side can take at most besides their letters and colours.
  func bytesLimit(of cells: Span<Cell>, in places: Range<Int>) -> Int {
    if pool.decorations.isEmpty { return 0 }
    var bytes = 0
    var last = DecorationID.none
    for place in places where cells[place].decoration != last {
      last = cells[place].decoration
      bytes += Self.styleBytes + (pool[last].link?.text.utf8.count ?? 0)
    }
    return bytes
  }

  /// The end of a link, a line below, its colour, and what frames an address.
  private static let styleBytes = 64 + EscapeSequence.linkFrameBytes
}

/// What a terminal is not known to choke on.
package struct StyleAbilities: Equatable, Sendable {
  /// Links (OSC 8).
  package let hasLinks: Bool
  /// Lines below that are not plain, and their colour (SGR 4 and 58, with colons).
  package let hasUnderlines: Bool
  /// Which links to files it is sent.
  package var fileLinks = FileLinks.none

  package static let all = StyleAbilities(hasLinks: true, hasUnderlines: true)

  /// What the environment promises: `environment` gives the value of `TERM` and `VTE_VERSION`, nil if it is
  /// not set.
  ///
  /// The console of Linux shows a part of what it does not know, and VTE before 0.50 crashes.
  package static func detect(_ environment: (String) -> String?) -> StyleAbilities {
    let term = environment("TERM") ?? ""
    if term.isEmpty || simpleTerms.contains(where: term.hasPrefix) {
      return StyleAbilities(hasLinks: false, hasUnderlines: false)
    }
    let vte = environment("VTE_VERSION").flatMap { Int($0) } ?? .max
    return StyleAbilities(hasLinks: vte >= 5000, hasUnderlines: true)
  }

  private static let simpleTerms = ["dumb", "linux", "vt", "cons", "eterm", "ansi", "sun"]
}
