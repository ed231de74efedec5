internal import HostPlugins

/// The keys of the line of help, by who has them, and in what order they are shown: what is cut off is what the user
/// needs least.
struct KeyHelpOrder {
  /// What the program offers for what has happened.
  var offered: [KeyHelpItem] = []
  /// Those of the states file.
  var bound: [KeyHelpItem] = []
  /// Those of each child that takes keys, the one in front first.
  var children: [[KeyHelpItem]] = []
  /// The program's own.
  var own: [KeyHelpItem] = []
  /// Those that descriptors bring along.
  var brought: [KeyHelpItem] = []

  /// A child names the most useful first: so many of them go before what leads to other states.
  private static let mostUseful = 8

  /// All of them, each key once, with what it does: what the child in front does, where else one can go, what others
  /// do, the rest.
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
