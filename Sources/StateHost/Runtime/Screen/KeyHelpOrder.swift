internal import HostPlugins

/// Merges the keys of the host, of the states file and of children into the list for the key help: the most useful
/// first, each key once.
///
/// The last ones may be cut off.
struct KeyHelpOrder {
  /// Keys that the host offers in the current situation.
  var offered: [KeyHelpItem] = []
  /// Keys of the states file.
  var bound: [KeyHelpItem] = []
  /// Keys of each child that takes keys, the one in front first.
  var children: [[KeyHelpItem]] = []
  /// Keys of the host.
  var own: [KeyHelpItem] = []
  /// Default keys of plugins.
  var brought: [KeyHelpItem] = []

  /// How many keys of the front child precede the keys of states; a child lists its most useful keys first.
  private static let mostUseful = 8

  /// All keys in display order, each once, with the action of the receiver that comes first.
  var items: [KeyHelpItem] {
    let front = children.first ?? []
    let all: [[KeyHelpItem]] = [
      offered, Array(front.prefix(Self.mostUseful)), bound, brought,
      Array(children.dropFirst().joined()), own, Array(front.dropFirst(Self.mostUseful)),
    ]
    let askedFirst: [[KeyHelpItem]] = [offered, bound] + children + [own, brought]
    return all.joined().filter { item in
      askedFirst.joined().first { $0.key == item.key } == item
    }
  }
}
