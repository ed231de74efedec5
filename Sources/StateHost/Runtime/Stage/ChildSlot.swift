/// The current instance of one arranged child, or its failure notice, with the instance that will replace it and the
/// time of its restart.
struct ChildSlot {
  /// The child or its failure notice; nil if it has not been needed yet.
  var child: StageChild?
  /// The child that is being created to replace the current one.
  var successor: StageChild?
  /// When a failed child is restarted; nil if it has not failed or waits for the user.
  var restartNanoseconds: Int64?
  var history = CrashHistory()
}
