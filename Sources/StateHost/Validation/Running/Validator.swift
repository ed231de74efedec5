package import HostPlugins
internal import HostSystem
internal import HostWorkers

/// The runner of the checks of `statehost validate` on plugin files: selects them by level and
/// name, runs several at a time in sandboxed worker processes, and returns the results in order.
package struct Validator {
  /// The executable of workers.
  package var program = WorkerProcess.ownProgram
  /// The highest level of the checks to run, 1 to 10.
  package var strictness = 5
  package var seed: UInt64 = 1
  /// The checks to run, whatever their level; empty for all.
  package var only: [String] = []
  /// The checks not to run.
  package var skipped: [String] = []
  /// The time limit of one check.
  package var limitNanoseconds: Int64 = 10_000_000_000

  private let trust: PluginTrust
  /// The program's name, as plugins receive it.
  static let name = HostIdentity(name: "statehost validate", version: "1.0.0")

  /// - Parameter trust: which files may be plugins.
  package init(by trust: PluginTrust = PluginTrust()) { self.trust = trust }

  /// The checks to run, in order.
  package var selection: [Check] {
    Check.all.filter { check in
      (only.isEmpty ? check.level <= strictness : only.contains(check.name))
        && !skipped.contains(check.name)
    }
  }

  /// The children and sources of a plugin; nil when it cannot be loaded.
  ///
  /// - Throws: that no worker can be started.
  package func types(in file: String) throws(ValidationUnavailable) -> [ChildType]? {
    let catalogue = PluginCatalogue(for: Self.name, by: trust, scansLater: true)
    catalogue.load(fileAt: file)
    do throws(SystemError) {
      let workers = try BlockingWorkerWorld(program: program)
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
  /// If the plugin cannot be loaded, the checks that need it are skipped. After three checks that
  /// took too long, others as slow are skipped as well, because each would report the same.
  ///
  /// `report` is called with each result when it is available.
  ///
  /// - Throws: that checks cannot be run, or no longer.
  package func check(
    _ file: String, given inputs: ValidationInputs = ValidationInputs(),
    report: (CheckResult) -> Void = { _ in }
  ) throws(ValidationUnavailable) -> PluginCheckResults {
    let checks = selection
    var results: [CheckResult] = []
    /// Adds a result, and marks one that fails for a cause that was already reported.
    func add(_ result: CheckResult) {
      var result = result
      if let cause = result.cause { result.sameAs = results.first { $0.cause == cause }?.check }
      results.append(result)
      report(result)
    }
    let plugin: PluginUnderTest
    var scheduler: CheckScheduler
    do throws(PluginProblem) {
      plugin = try PluginUnderTest(file, by: trust, seed: seed, inputs: inputs)
    } catch {
      if error.isOfSystem { throw ValidationUnavailable(error) }
      // None of its code is run.
      func fail(_ check: Check) {
        add(check.result(LoadChecks.outcome(of: check.name, for: check.purpose, after: error)))
      }
      checks.forEach(fail)
      if let check = loadCheckLeftOut(of: results) { fail(check) }
      return PluginCheckResults(file: file, results: results, leftOut: leftOut)
    }
    do throws(SystemError) {
      scheduler = try CheckScheduler(plugin, program: program, limitNanoseconds: limitNanoseconds)
    } catch { throw ValidationUnavailable(error) }
    var blocker: String?
    var stopped = 0
    for (index, check) in checks.enumerated() {
      if let blocker {
        var result = check.result(.skipped(blocker))
        result.cause = blocker
        add(result)
        continue
      }
      // The first check shows whether the plugin can be loaded.
      let run = try scheduler.run(checks[index...(index == 0 ? 0 : checks.count - 1)])
      add(run.result)
      if run.wasStopped { stopped += 1 }
      if !run.isLoadable {
        blocker = "loading the plugin ends the process, see \(check.name)"
      } else if stopped == 3 {
        blocker = "\(stopped) checks did not return: fix those first, or name it with --only"
      }
      if blocker != nil { scheduler.stop() }
    }
    if let check = loadCheckLeftOut(of: results) { add(try scheduler.run([check]).result) }
    return PluginCheckResults(file: file, results: results, leftOut: leftOut)
  }

  /// The check that reports why the plugin cannot be loaded, if another was skipped for that and
  /// `only` omits it: a plugin that cannot be loaded always fails.
  private func loadCheckLeftOut(of results: [CheckResult]) -> Check? {
    let check = results.lazy.compactMap { LoadChecks.failing(behind: $0.happened) }.first
    guard let check, !only.isEmpty, !(only + skipped).contains(check.name) else { return nil }
    return check
  }

  private var leftOut: Int { only.isEmpty ? Check.all.count { $0.level > strictness } : 0 }
}

/// The inputs of `statehost validate` for one plugin: the argument of its sources, options, a
/// script of simulated programs, and permissions, all parsed from the command line.
package struct ValidationInputs: Equatable, Sendable {
  /// The argument of each source; nil for none.
  package var argument: String?
  /// Options for children and sources.
  package var options: [OptionAssignment] = []
  /// A script of the programs that children run; empty for none.
  package var programs: [UInt8] = []
  package var needs = GrantedNeeds()

  package init() {}
}
