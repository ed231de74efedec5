/// All checks, in the order in which they are run and shown.
package enum CheckTable {
  package static var all: [Check] {
    LoadChecks.loading + CallChecks.all + LoadChecks.entry + DescriptorChecks.all
      + HostChecks.threads + CreationChecks.all
      // The longest of all: begun early, it has ended when the others have.
      + MemoryChecks.all
      + ExtensionChecks.all
      + AppearanceChecks.all + TimingChecks.all + SizeChecks.all + DrawingChecks.all
      + DrawnTextChecks.all + ShownContentChecks.all + SurroundingsChecks.all + ViewChecks.all
      + ChoiceChecks.all + RowChecks.all + FollowingChecks.all
      + SettlingChecks.all + InputChecks.all + MessageChecks.all + KeyChecks.all + FrontChecks.all
      + UsedInputChecks.all + EditingChecks.all
      + ContentChecks.all + StateChecks.all
      + HostChecks.conduct + WakeChecks.all + HostChecks.afterwards + OtherHostChecks.all
      + OptionChecks.all
      + ProgramChecks.all + RunningProgramChecks.all + BorrowingChecks.all + ProcessChecks.all
      + SourceChecks.all
      + WatchedChecks.all
  }

  /// Where a check stands in the order.
  static func position(of name: String) -> Int {
    all.firstIndex { $0.name == name } ?? .max
  }
}
