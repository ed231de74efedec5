/// Runs the checks of a selection on plugins.
package struct Validator {
  /// The program that runs one check when asked to with `validate --one-check`.
  package var program = "/proc/self/exe"
  /// Checks up to this level are run, 1 to 10.
  package var strictness = 5
  package var seed: UInt64 = 1
  /// Only these, whatever their level; all when empty.
  package var only: [String] = []
  /// Not these.
  package var skipped: [String] = []
  /// How long one check may take.
  package var limitNanoseconds: Int64 = 10_000_000_000

  private static let stoppedLimit = 3

  package init() {}

  /// The checks that are run, in their order.
  package var selection: [Check] {
    CheckTable.all.filter { check in
      (only.isEmpty ? check.level <= strictness : only.contains(check.name))
        && !skipped.contains(check.name)
    }
  }

  /// Checks one plugin.
  ///
  /// When it does not live through being loaded, the checks that need it are skipped, and so are
  /// those after the third that did not come back: each would say the same.
  ///
  /// - Parameters:
  ///   - file: its path.
  ///   - report: called with each result as soon as it is there.
  /// - Returns: what came of all of them.
  package func check(_ file: String, report: (CheckResult) -> Void = { _ in }) -> FileResult {
    let checks = selection
    let program = CheckProgram(
      program, file: file, seed: seed, limitNanoseconds: limitNanoseconds)
    var lanes = CheckLanes(program)
    var results: [CheckResult] = []
    var blocker: String?
    var stopped = 0
    for (index, check) in checks.enumerated() {
      // The first tells whether the plugin can be loaded.
      let ahead = blocker == nil ? checks[index...(index == 0 ? 0 : checks.count - 1)] : []
      guard let run = lanes.run(ahead) else {
        let result = CheckResult(
          check: check.name, level: check.level, outcome: .skipped,
          happened: blocker ?? CheckProgram.noMemory)
        results.append(result)
        report(result)
        continue
      }
      results.append(run.result)
      report(run.result)
      if run.wasStopped { stopped += 1 }
      if !run.isLoadable {
        blocker = "loading the plugin ends the process, see \(check.name)"
      } else if stopped == Self.stoppedLimit {
        blocker = "\(stopped) checks did not come back: mend those first, or name it with --only"
      }
      if blocker != nil { lanes.stop() }
    }
    let leftOut = only.isEmpty ? CheckTable.all.count { $0.level > strictness } : 0
    return FileResult(file: file, results: results, leftOut: leftOut)
  }
}
