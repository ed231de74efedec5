import TestSupport
import Testing

@testable import HostSurface

@Suite struct `Colours` {
  @Test(arguments: [
    (["TERM": "xterm-256color", "COLORTERM": "truecolor"], ColourDepth.trueColour),
    (["TERM": "xterm-256color", "COLORTERM": "24bit"], .trueColour),
    (["TERM": "xterm-256color"], .palette),
    (["TERM": "screen-256color", "COLORTERM": "yes"], .palette),
    (["TERM": "xterm", "COLORTERM": "1"], .palette),
    (["TERM": "xterm"], .sixteen),
    (["TERM": "linux"], .sixteen),
    (["TERM": "xterm-kitty"], .trueColour),
    (["TERM": "xterm-direct"], .trueColour),
    (["TERM": "vt100"], .none),
    (["TERM": "dumb", "COLORTERM": "truecolor"], .none),
    (["TERM": ""], .none),
    ([:], .none),
    (["TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"], .none),
    (["TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": ""], .trueColour),
    (["TERM": "xterm", "COLORTERM": ""], .sixteen),
    (["TERM": "xterm-ghostty"], .trueColour), (["TERM": "foot-extra"], .trueColour),
    (["TERM": "alacritty"], .trueColour), (["TERM": "wezterm"], .trueColour),
    (["TERM": "contour"], .trueColour), (["TERM": "iterm2"], .trueColour),
    (["TERM": "xterm-mono"], .none), (["TERM": "rxvt-m"], .none), (["TERM": "vt220"], .none),
  ])
  func `are as many as the environment promises`(
    _ variables: [String: String], _ depth: ColourDepth
  ) {
    #expect(ColourDepth.detect { variables[$0] } == depth)
  }

  @Test(
    arguments: [
      (0, .none), (1, .sixteen), (16, .sixteen), (255, .sixteen), (256, .palette),
      (257, .trueColour), (.max, .trueColour),
    ] as [(UInt32, ColourDepth)])
  func `are as many as a number says`(_ count: UInt32, _ depth: ColourDepth) {
    #expect(ColourDepth(colourCount: count) == depth)
  }

  @Test(
    arguments: [
      (0, true), (0x0100_0000, true), (0x0200_0000, true), (0x02FF_FFFF, true),
      (0x0300_000A, true), (0x0400_00FF, true), (1, false), (0x0100_0001, false),
      (0x0300_000B, false), (0x0300_0100, false), (0x0400_0100, false), (0x0500_0000, false),
      (0xFF00_0000, false),
    ] as [(UInt32, Bool)])
  func `of a plugin are of a known kind and in its range`(_ bits: UInt32, _ isColour: Bool) {
    #expect(Colour(drawn: bits)?.rawValue == (isColour ? bits : nil))
  }

  @Test(
    arguments: [
      (0x000000, true), (0x7F7F7F, true), (0x808080, false), (0xFFFFFF, false), (0x0000FF, true),
      (0xFF0000, true), (0x00FF00, false), (0xFFFF00, false),
    ] as [(UInt32, Bool)])
  func `of a background are dark where black is nearer than white`(_ value: UInt32, isDark: Bool) {
    let colours = TerminalColours(foreground: 0, background: value)
    #expect(colours.isDark == isDark && colours.theme == (isDark ? .dark : .light))
  }

  @Test(arguments: [
    (0x000000, 16, 0), (0xFFFFFF, 231, 15), (0xFF0000, 196, 9), (0x00FF00, 46, 10),
    (0x0000FF, 21, 4),
    (0x5FAFFF, 75, 12), (0x808080, 244, 8), (0x080808, 232, 0), (0xEEEEEE, 255, 7),
    (0x121212, 233, 0), (0x00050A, 16, 0),
  ])
  func `have a nearest one in the palette`(_ colour: UInt32, _ of256: UInt8, _ of16: UInt8) {
    #expect(Palette.nearest(to: colour, isSixteen: false) == of256)
    #expect(Palette.nearest(to: colour, isSixteen: true) == of16)
  }

  @Test func `of the palette are nearest to themselves`() {
    for index in UInt8(16)...255 {
      let colour = Palette.colour(of: index)
      #expect(Palette.colour(of: Palette.nearest(to: colour, isSixteen: false)) == colour)
    }
    for index in UInt8(0)..<16 {
      #expect(Palette.nearest(to: Palette.colour(of: index), isSixteen: true) == index)
    }
  }

  @Test func `are reduced the same however often they come`() {
    let pool = CellPool()
    for depth in [ColourDepth.sixteen, .palette] {
      let layer = Layer(columns: 300, rows: 1, pool: pool)
      var random = SeededGenerator(seed: 7)
      var wanted: [Colour] = []
      for column in 0..<300 {
        let value = column % 3 == 0 ? 0xFFFFFF : UInt32.random(in: 0...0xFFFFFF, using: &random)
        layer.put("x", column: column, row: 0, style: Style(foreground: .rgb(value)))
        wanted.append(.indexed(Palette.nearest(to: value, isSixteen: depth == .sixteen)))
      }
      #expect(Frame(layer, depth: depth).grid.cells.map(\.foreground) == wanted)
    }
  }

  @Test(arguments: [(0, 0x102030), (256, 0xF0E0D0), (128, 0x808080)])
  func `mix in equal steps`(_ amount: UInt32, _ result: UInt32) {
    #expect(RGB.mix(0x102030, 0xF0E0D0, amount: amount) == result)
  }

  @Test func `of a theme never lead to another role`() {
    var theme = Theme([:])
    theme[.text] = .role(.muted)
    #expect(theme[.text] == .default)
    #expect(Theme.dark != Theme.light)
    #expect(TerminalColours.light.theme == .light)
    #expect(TerminalColours.dark.theme == .dark)
  }

  @Test func `of text stand out from the theme's background, and a border less than any`() {
    for colours in [TerminalColours.dark, .light] {
      let theme = colours.theme
      func contrast(_ role: ThemeRole, on ground: UInt32 = colours.background) -> Int {
        let colour = theme[role] == .default ? colours.foreground : theme[role].value
        return RGB.distance(colour, ground)
      }
      let texts: [ThemeRole] = [.text, .muted, .accent, .success, .warning, .error, .title]
      #expect(texts.allSatisfy { contrast($0) > 2 * contrast(.border) })
      #expect(texts.allSatisfy { contrast(.title) >= contrast($0) || $0 == .text })
      let selected = theme[.selectionBackground].value
      #expect(contrast(.selectionText, on: selected) > 2 * contrast(.border))
    }
  }
}
