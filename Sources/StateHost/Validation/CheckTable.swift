/// All checks, in the order in which they are run and shown.
package enum CheckTable {
  package static var all: [Check] {
    LoadChecks.all + DescriptorChecks.all + CreationChecks.all + ExtensionChecks.all
      + AppearanceChecks.all + TimingChecks.all + SizeChecks.all + DrawingChecks.all
      + InputChecks.all + ContentChecks.all + StateChecks.all + HostChecks.all
      + BorrowingChecks.all + ProcessChecks.all + MemoryChecks.all
      + WatchedChecks.all
  }

  /// The check of a name; also the life that a watched check has in a process of its own.
  static func check(named name: String) -> Check? {
    name == WatchedChecks.life.name ? WatchedChecks.life : all.first { $0.name == name }
  }

  /// Where a check stands in the order.
  static func position(of name: String) -> Int {
    all.firstIndex { $0.name == name } ?? .max
  }
}
