/// How much of a layer shows at one moment, each in 256ths.
///
/// A place shows the text of one layer only. Layers *meet* where one has text in or beside what
/// another takes on a row; where a layer that fades meets another, the one with the smaller claim
/// has no text at all, and the other shows by how much its own is greater. So one text goes under
/// in the background before the other comes out of it. What comes claims as much as it is opaque,
/// what goes no more than that, and what stays gives way as the layer above it comes. Against
/// what goes, what stays claims the whole: it is seen at once.
struct LayerShares: Equatable {
  /// Of its backgrounds.
  var ground: UInt32
  /// Of its text; at 0 the text beneath keeps its place.
  var text: UInt32
  /// Of the text beneath, where the layer covers it with nothing or with text that does not show.
  var beneath: UInt32

  static let whole: UInt32 = 256

  /// The shares of one of some layers, the first at the bottom, that are shown together on a frame.
  init(of index: Int, among layers: [PlacedLayer], on frame: CellRectangle) {
    let layer = layers[index]
    ground = layer.opacityLevel
    text = ground
    beneath = layer.isFadingOut ? Self.whole : Self.whole - ground
    guard layer.isFading, ground > 0 else { return }
    var rival: UInt32?
    for other in layers.indices {
      guard let claim = Self.claim(of: other, against: index, among: layers),
        rival.map({ claim > $0 }) ?? true, layer.meets(layers[other], on: frame)
      else { continue }
      rival = claim
    }
    guard let rival else { return }
    text = ground > rival ? ground - rival : 0
    if !layer.isFadingOut { beneath = rival > ground ? rival - ground : 0 }
  }

  /// What another layer claims of the places where a fading one meets it; nil for nothing to do
  /// with each other.
  private static func claim(
    of other: Int, against index: Int, among layers: [PlacedLayer]
  ) -> UInt32? {
    let level = layers[other].opacityLevel
    if layers[other].isFadingOut { return layers[index].isFadingOut ? nil : level }
    if layers[index].isFadingOut { return level }
    guard other < index else { return nil }
    // What comes below what comes is covered from the beginning, as it will be.
    return layers[other].isFading ? 0 : whole - layers[index].opacityLevel
  }
}
