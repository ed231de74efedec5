/// The place of one entry of the arrangement: who has it, and what becomes of it.
struct StagePlace {
  /// The child, or what says that it has failed; nil: nobody has needed it yet.
  var child: StageChild?
  /// Who is being made to have the place next.
  var successor: StageChild?
  /// When a child that has failed is made anew; nil: it has not, or waits to be asked for.
  var restartNanoseconds: Int64?
  /// How often it has failed.
  var history = CrashHistory()
}
