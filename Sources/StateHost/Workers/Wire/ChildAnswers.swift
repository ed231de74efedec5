internal import HostPlugins
internal import HostSurface
internal import HostSystem
internal import StateContainer

/// The values of a child in a worker that the host needs at any time (transition timings, insets,
/// subscribed events, key help, accessibility text, extensions), sent in advance when they change.
package struct ChildAnswers: Equatable, Sendable {
  var appearing = TransitionTiming.standard
  var disappearing = TransitionTiming.standard
  /// The insets on a surface that is large enough for them.
  var insets = CellInsets()
  var follows = HandledEvents()
  var keyHelp: [KeyHelpItem] = []
  var words: String?
  /// The ids of the extensions that the child implements, in the order of the header.
  var extensions: [String] = []

  init() {}

  init(of child: PluginChild) {
    appearing = child.timing(appearing: true)
    disappearing = child.timing(appearing: false)
    insets = child.insets(columns: Self.largestSide, rows: Self.largestSide)
    follows = child.follows
    keyHelp = child.keyHelp().map {
      KeyHelpItem(key: Self.cut($0.key), action: Self.cut($0.action), group: $0.group)
    }
    words = child.accessibilityText().map(Self.cut)
    extensions = child.extensions.ids
  }

  private static let largestSide = 1 << 16
  private static let sides = 0...largestSide
  /// Longer texts are truncated; no line shows more.
  private static let textBytesLimit = 4096

  private static func cut(_ text: String) -> String {
    if text.utf8.count <= textBytesLimit { return text }
    // A partial character at the end becomes a replacement character, which takes three bytes.
    return String(decoding: text.utf8.prefix(textBytesLimit - 8), as: UTF8.self)
  }
}

// MARK: - Encoding

extension ChildAnswers: GeneratedWireValue {
  var isWithinLimits: Bool {
    [insets.top, insets.right, insets.bottom, insets.left].allSatisfy(Self.sides.contains)
      && HandledEvents.all.isSuperset(of: follows) && keyHelp.count <= Int(PluginChild.keyHelpLimit)
      && (keyHelp.flatMap { [$0.key, $0.action] } + [words ?? ""]).allSatisfy {
        $0.utf8.count <= Self.textBytesLimit
      }
      && extensions.count <= ChildExtensions.allIDs.count
      && extensions.allSatisfy(ChildExtensions.allIDs.contains)
  }
}

extension HandledEvents: WireRawValue {}
extension KeyHelpItem.Group: WireRawValue {}
extension TransitionCurve: WireRawValue {}
extension TransitionEffect: WireRawValue {}

extension CellInsets: GeneratedWireValue {}
extension KeyHelpItem: GeneratedWireValue {}

extension TransitionTiming: WireValue {
  func write(to writer: inout ByteWriter) {
    writer.append(delayNanoseconds, durationNanoseconds, curve, effect)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    let (delay, duration): (Int64, Int64) = (try reader.next(), try reader.next())
    let allowed = 0...Self.longestNanoseconds
    guard allowed.contains(delay), allowed.contains(duration) else { throw .init() }
    self.init(
      delayNanoseconds: delay, durationNanoseconds: duration, curve: try reader.next(),
      effect: try reader.next())
  }
}
