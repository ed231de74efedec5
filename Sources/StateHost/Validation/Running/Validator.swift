package import HostPlugins
internal import HostSystem
internal import HostWorkers

/// Runs the checks of a selection on plugins, each in a worker of its own.
package struct Validator {
  /// The executable that workers are started from.
  package var program = WorkerProcess.ownProgram
  /// Checks up to this level are run, 1 to 10.
  package var strictness = 5
  package var seed: UInt64 = 1
  /// Only these, whatever their level; all when empty.
  package var only: [String] = []
  /// Not these.
  package var skipped: [String] = []
  /// How long one check may take.
  package var limitNanoseconds: Int64 = 10_000_000_000

  private let trust: PluginTrust

  private static let stoppedLimit = 3

  /// - Parameter trust: which files may be plugins.
  package init(by trust: PluginTrust = PluginTrust()) { self.trust = trust }

  /// The checks that are run, in their order.
  package var selection: [Check] {
    Check.all.filter { check in
      (only.isEmpty ? check.level <= strictness : only.contains(check.name))
        && !skipped.contains(check.name)
    }
  }

  /// What a plugin says that it has.
  ///
  /// - Parameter file: its path.
  /// - Returns: its children and sources; nil where it does not get so far.
  /// - Throws: that nothing can be found out here.
  package func types(in file: String) throws(ValidationUnavailable) -> [ChildType]? {
    let catalogue = PluginCatalogue(
      for: ProgramName(name: "statehost validate", version: "1.0.0"), by: trust, scansLater: true)
    catalogue.load(fileAt: file)
    do throws(SystemError) {
      let workers = try PolledWorkers(of: program)
      let scan = CatalogueScan(of: catalogue, in: workers)
      var ready: [Ready] = []
      while true {
        scan.advance(to: RealTime.nowNanoseconds)
        if scan.isDone { break }
        try workers.wait(untilNanoseconds: scan.nextDeadline, into: &ready)
        for port in ready { scan.take(port, at: RealTime.nowNanoseconds) }
      }
    } catch { throw ValidationUnavailable(error) }
    catalogue.join()
    return catalogue.failures.isEmpty ? catalogue.types : nil
  }

  /// Checks one plugin.
  ///
  /// When it does not live through being loaded, the checks that need it are skipped, and so are
  /// those after the third that did not come back: each would say the same.
  ///
  /// - Parameters:
  ///   - file: its path.
  ///   - inputs: what the user gives it.
  ///   - report: called with each result as soon as it is there.
  /// - Returns: what came of all of them.
  /// - Throws: that none can be run here, or no more.
  package func check(
    _ file: String, given inputs: ValidationInputs = ValidationInputs(),
    report: @escaping (CheckResult) -> Void = { _ in }
  ) throws(ValidationUnavailable) -> FileResult {
    let plugin: PluginUnderTest
    var lanes: CheckScheduler
    do throws(PluginProblem) {
      plugin = try PluginUnderTest(file, by: trust, seed: seed, inputs: inputs)
    } catch {
      if error.isOfSystem { throw ValidationUnavailable(error) }
      return check(file, that: error, report)
    }
    do throws(SystemError) {
      lanes = try CheckScheduler(plugin, program: program, limitNanoseconds: limitNanoseconds)
    } catch { throw ValidationUnavailable(error) }
    return try check(file, &lanes, report)
  }

  private func check(
    _ file: String, _ lanes: inout CheckScheduler, _ report: @escaping (CheckResult) -> Void
  ) throws(ValidationUnavailable) -> FileResult {
    let checks = selection
    var results = Results(report)
    var blocker: String?
    var stopped = 0
    for (index, check) in checks.enumerated() {
      if let blocker {
        var result = check.result(.skipped(blocker))
        result.cause = blocker
        results.add(result)
        continue
      }
      // The first tells whether the plugin can be loaded.
      let run: CheckProcess.Run
      do throws(CheckStartError) {
        run = try lanes.run(checks[index...(index == 0 ? 0 : checks.count - 1)])
      } catch {
        switch error {
        case .lacks(let reason): results.add(check.result(.skipped(reason)))
        case .never(let reason): throw reason
        }
        continue
      }
      results.add(run.result)
      if run.wasStopped { stopped += 1 }
      if !run.isLoadable {
        blocker = "loading the plugin ends the process, see \(check.name)"
      } else if stopped == Self.stoppedLimit {
        blocker = "\(stopped) checks did not come back: mend those first, or name it with --only"
      }
      if blocker != nil { lanes.stop() }
    }
    if let check = loadCheckLeftOut(of: results.all) {
      do throws(CheckStartError) { results.add(try lanes.run([check]).result) } catch {
        if case .never(let reason) = error { throw reason }
      }
    }
    return FileResult(file: file, results: results.all, leftOut: leftOut)
  }

  /// What comes of a file that nobody would load; nothing of it is run.
  private func check(
    _ file: String, that problem: PluginProblem, _ report: @escaping (CheckResult) -> Void
  ) -> FileResult {
    var results = Results(report)
    for check in selection {
      results.add(check.result(LoadChecks.outcome(of: check, after: problem)))
    }
    if let check = loadCheckLeftOut(of: results.all) {
      results.add(check.result(LoadChecks.outcome(of: check, after: problem)))
    }
    return FileResult(file: file, results: results.all, leftOut: leftOut)
  }

  /// The check that tells why the plugin cannot be loaded, where another was skipped for that and `only` does
  /// not name it: a plugin that cannot be loaded fails, whatever is looked at.
  private func loadCheckLeftOut(of results: [CheckResult]) -> Check? {
    let check = results.lazy.compactMap { LoadChecks.failing(behind: $0.happened) }.first
    guard let check, !only.isEmpty, !(only + skipped).contains(check.name) else { return nil }
    return check
  }

  private var leftOut: Int { only.isEmpty ? Check.all.count { $0.level > strictness } : 0 }
}

/// Workers that a scan starts, and nothing else to wait for.
private final class PolledWorkers: WorkerWorld {
  private let program: String
  private let poller: Poller

  /// - Parameter program: what they are started from.
  /// - Throws: that nothing can be waited for.
  init(of program: String) throws(SystemError) {
    self.program = program
    poller = try Poller()
  }

  func startWorker() throws(SystemError) -> any WorkerPort {
    try WorkerProcess(program, in: poller)
  }

  func wait(untilNanoseconds deadline: Int64?, into ready: inout [Ready]) throws(SystemError) {
    try poller.wait(
      timeoutNanoseconds: deadline.map { max(0, $0 - RealTime.nowNanoseconds) }, into: &ready)
  }
}

/// The results so far: a cause is told once, by the first check that it breaks.
private struct Results {
  private(set) var all: [CheckResult] = []
  private let report: (CheckResult) -> Void
  private var tellers: [String: String] = [:]

  init(_ report: @escaping (CheckResult) -> Void) { self.report = report }

  mutating func add(_ result: CheckResult) {
    var result = result
    if let cause = result.cause {
      result.sameAs = tellers[cause]
      if result.sameAs == nil { tellers[cause] = result.check }
    }
    all.append(result)
    report(result)
  }
}

/// What the user gives a plugin for its checks, as in a run.
package struct ValidationInputs: Equatable, Sendable {
  /// For each of its sources; nil: none.
  package var argument: String?
  /// Each for a child or source of its own.
  package var options: [OptionChoice] = []
  /// A file that says what the programs do that its children run; empty: none does.
  package var programs: [UInt8] = []
  /// What its processes may do besides.
  package var needs = GrantedNeeds()

  package init() {}
}
