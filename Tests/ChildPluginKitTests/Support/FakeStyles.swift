import ChildPluginAPI

/// The styles that every fake host reads: any SGR sequence but a reset makes what follows red, and
/// bold where it begins with 1; an OSC has no style.
enum FakeStyles {
  static let red: UInt32 = 0x0400_0001

  static func write(
    _ text: String, _ attributes: inout UInt32?,
    to runs: UnsafeMutablePointer<childplugin_style_run_t>?, _ capacity: UInt64
  ) -> UInt64 {
    var count: UInt64 = 0
    var place = 0
    let pieces = text.split(separator: "\u{1B}", omittingEmptySubsequences: false)
    for (index, piece) in pieces.enumerated() {
      var piece = piece
      place += index == 0 ? 0 : 1
      if index > 0, let sequence = piece.prefixMatch(of: /\[([0-9;]*)([A-Za-z])/) {
        if sequence.2 == "m" {
          attributes = sequence.1.isEmpty ? nil : sequence.1.hasPrefix("1") ? 1 : 0
        }
        piece = piece[sequence.range.upperBound...]
        place += sequence.0.utf8.count
      } else if index > 0, let sequence = piece.prefixMatch(of: /\][^\u{7}]*\u{7}/) {
        piece = piece[sequence.range.upperBound...]
        place += sequence.0.utf8.count
      }
      let end = place + piece.utf8.count
      if let attributes, end > place {
        var run = childplugin_style_run_t()
        run.bytes = childplugin_range_t(start: UInt64(place), end: UInt64(end))
        run.foreground = red
        run.attributes = attributes
        if count < capacity { unsafe runs?[Int(count)] = run }
        count += 1
      }
      place = end
    }
    return count
  }
}
