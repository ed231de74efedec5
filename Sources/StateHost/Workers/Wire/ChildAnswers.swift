internal import HostPlugins
internal import HostSurface
internal import HostSystem
internal import StateContainer

/// What a child in a worker process would return when asked, such as timing, insets and key help, sent to the host in
/// advance.
///
/// So the host need not wait for the worker.
package struct ChildAnswers: Equatable, Sendable {
  var appearing = TransitionTiming.standard
  var disappearing = TransitionTiming.standard
  /// The insets on a surface that is large enough for them.
  var insets = CellInsets()
  var follows = EventSubscriptions()
  var keyHelp: [KeyHelpItem] = []
  var words: String?
  /// The ids of the extensions that the child implements, in the order of the header.
  var extensions: [String] = []

  init() {}

  /// Reads the answers from a child.
  init(of child: PluginChild) {
    appearing = child.timing(appearing: true)
    disappearing = child.timing(appearing: false)
    insets = child.insets(columns: Self.largestSide, rows: Self.largestSide)
    follows = child.follows
    keyHelp = child.keyHelp().map {
      KeyHelpItem(key: Self.cut($0.key), action: Self.cut($0.action), group: $0.group)
    }
    words = child.accessibilityText().map(Self.cut)
    extensions = child.offeredExtensions
  }

  private static let largestSide = 1 << 16
  /// Longer texts are truncated; no line shows more.
  private static let textBytesLimit = 4096

  private static func cut(_ text: String) -> String {
    if text.utf8.count <= textBytesLimit { return text }
    // A partial character at the end becomes a replacement character, which takes three bytes.
    return String(decoding: text.utf8.prefix(textBytesLimit - 8), as: UTF8.self)
  }
}

// MARK: - Encoding

extension ChildAnswers {
  func write(to writer: inout ByteWriter) {
    appearing.write(to: &writer)
    disappearing.write(to: &writer)
    for side in [insets.top, insets.right, insets.bottom, insets.left] {
      writer.append(Int32(clamping: side))
    }
    writer.append(follows.rawValue)
    writer.append(UInt32(keyHelp.count))
    for item in keyHelp {
      writer.append(item.key)
      writer.append(item.action)
      writer.append(item.group.rawValue)
    }
    writer.append(words != nil)
    if let words { writer.append(words) }
    writer.append(UInt32(extensions.count))
    for id in extensions { writer.append(id) }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    appearing = try TransitionTiming(from: &reader)
    disappearing = try TransitionTiming(from: &reader)
    func side() throws(ByteReader.Malformed) -> Int {
      let cells = Int(try reader.int32())
      guard 0...Self.largestSide ~= cells else { throw .init() }
      return cells
    }
    insets = CellInsets(top: try side(), right: try side(), bottom: try side(), left: try side())
    follows = EventSubscriptions(rawValue: try reader.uint8())
    guard EventSubscriptions.all.isSuperset(of: follows) else { throw .init() }
    func group() throws(ByteReader.Malformed) -> KeyHelpItem.Group {
      guard let group = KeyHelpItem.Group(rawValue: try reader.uint32()) else { throw .init() }
      return group
    }
    for _ in 0..<(try reader.count(limit: Int(PluginChild.keyHelpLimit))) {
      keyHelp.append(
        KeyHelpItem(
          key: try reader.text(limit: Self.textBytesLimit),
          action: try reader.text(limit: Self.textBytesLimit), group: try group()))
    }
    if try reader.flag() { words = try reader.text(limit: Self.textBytesLimit) }
    for _ in 0..<(try reader.count(limit: ChildExtension.all.count)) {
      let id = try reader.text(limit: Self.textBytesLimit)
      guard ChildExtension.all.contains(where: { $0.id == id }) else { throw .init() }
      extensions.append(id)
    }
  }
}

extension TransitionTiming {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.append(delayNanoseconds)
    writer.append(durationNanoseconds)
    writer.append(curve.rawValue)
    writer.append(effect.rawValue)
  }

  fileprivate init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    let delay = try reader.int64()
    let duration = try reader.int64()
    let allowed = 0...Self.longestNanoseconds
    guard allowed.contains(delay), allowed.contains(duration),
      let curve = TransitionCurve(rawValue: try reader.text(limit: 16)),
      let effect = TransitionEffect(rawValue: try reader.text(limit: 16))
    else { throw .init() }
    self.init(
      delayNanoseconds: delay, durationNanoseconds: duration, curve: curve, effect: effect)
  }
}
