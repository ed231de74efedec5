/// Functions for the terminal's palette of 256 colours: the usual RGB value of an entry, and the
/// entry nearest to an RGB colour.
package enum Palette {
  /// The usual colours of the first sixteen entries, which users can change.
  private static let ansi: InlineArray<16, UInt32> = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]

  /// The usual colour of an entry, 0xRRGGBB.
  package static func colour(of index: UInt8) -> UInt32 {
    let index = Int(index)
    if index < 16 { return ansi[index] }
    if index >= 232 { return UInt32(8 + 10 * (index - 232)) &* 0x010101 }
    let cube = index - 16
    return UInt32(level(cube / 36) << 16 | level(cube / 6 % 6) << 8 | level(cube % 6))
  }

  /// The nearest of the first 16 entries, or of the 240 that users do not change.
  static func nearest(to colour: UInt32, isSixteen: Bool) -> UInt8 {
    isSixteen ? nearestOfSixteen(colour) : nearestOfCube(colour)
  }

  /// The nearest by hue, which matters most among so few; grays by brightness.
  private static func nearestOfSixteen(_ colour: UInt32) -> UInt8 {
    let red = RGB.red(colour)
    let green = RGB.green(colour)
    let blue = RGB.blue(colour)
    let highest = max(red, green, blue)
    let lowest = min(red, green, blue)
    guard highest - lowest >= 48 else { return nearest(of: [0, 8, 7, 15], to: colour) }
    let middle = (highest + lowest) / 2
    let hue = UInt8((red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0))
    return nearest(of: [hue, hue, hue + 8, hue + 8], to: colour)
  }

  private static func nearest(of indices: InlineArray<4, UInt8>, to colour: UInt32) -> UInt8 {
    var best = indices[0]
    for place in 1..<4 {
      let candidate = indices[place]
      let distance = RGB.distance(ansi[Int(candidate)], colour)
      if distance < RGB.distance(ansi[Int(best)], colour) { best = candidate }
    }
    return best
  }

  private static func nearestOfCube(_ colour: UInt32) -> UInt8 {
    let red = step(RGB.red(colour))
    let green = step(RGB.green(colour))
    let blue = step(RGB.blue(colour))
    let inCube = UInt8(16 + 36 * red + 6 * green + blue)
    let average =
      (RGB.red(colour) + RGB.green(colour) + RGB.blue(colour)) / 3
    let gray = UInt8(232 + min(23, max(0, (average - 3) / 10)))
    let cubeDistance = RGB.distance(self.colour(of: inCube), colour)
    return RGB.distance(self.colour(of: gray), colour) < cubeDistance ? gray : inCube
  }

  /// The brightness of a step of the colour cube.
  private static func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }

  /// The step nearest to a brightness.
  private static func step(_ level: Int) -> Int {
    level < 48 ? 0 : level < 115 ? 1 : (level - 35) / 40
  }
}
