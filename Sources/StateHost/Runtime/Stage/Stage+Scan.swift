package import HostPlugins
internal import HostSystem
internal import HostText
package import HostWorkers
internal import StateContainer

/// Plugins that are scanned while the session runs, and whose children join by a transition.
extension Stage {
  /// The scan for plugin files that continues in the background while children are shown, with the
  /// number of failures already reported, and the times when new plugins join the catalogue and
  /// when more cached ones are checked for changes of their files.
  struct FollowedScan {
    let scan: CatalogueScan
    var reportedCount: Int
    /// The earliest time at which new plugins join, so that several join together.
    var joinNanoseconds: Int64
    var checkNanoseconds: Int64
  }

  private static let joinIntervalNanoseconds: Int64 = 250_000_000
  /// Checks that start-up deferred begin well after the first frame, in small batches.
  private static let checkDelayNanoseconds: Int64 = 100_000_000
  private static let checkIntervalNanoseconds: Int64 = 1_000_000
  private static let checkedAtOnce = 64

  /// Follows a scan of the catalogue and its deferred checks; earlier failures count as reported.
  package func follow(_ scan: CatalogueScan) {
    guard let catalogue, !scan.isDone || !catalogue.isChecked else { return }
    followedScan = FollowedScan(
      scan: scan, reportedCount: catalogue.failures.count,
      joinNanoseconds: context.nowNanoseconds + Self.joinIntervalNanoseconds,
      checkNanoseconds: context.nowNanoseconds + Self.checkDelayNanoseconds)
  }

  package var isScanning: Bool { followedScan != nil }

  func takeScan(_ port: Ready) { followedScan?.scan.take(port, at: context.nowNanoseconds) }

  var scanDeadline: Int64? {
    guard let followedScan else { return nil }
    let join = catalogue?.hasNews ?? false ? followedScan.joinNanoseconds : nil
    let check = catalogue?.isChecked ?? true ? nil : followedScan.checkNanoseconds
    return earliest(followedScan.scan.nextDeadline, join, check)
  }

  /// Restarts the deadlines of workers after a time in which their messages were not read.
  func waitAnew(at now: Int64) {
    workers?.waitAnew(at: now)
    followedScan?.scan.waitAnew(at: now)
  }

  func followScan() {
    guard var followed = followedScan, let catalogue else { return }
    let now = context.nowNanoseconds
    if !catalogue.isChecked, followed.checkNanoseconds <= now {
      followed.checkNanoseconds = now + Self.checkIntervalNanoseconds
      catalogue.check(atMost: Self.checkedAtOnce)
    }
    followed.scan.advance(to: now)
    let isDone = followed.scan.isDone && catalogue.isChecked
    if isDone || followed.joinNanoseconds <= now {
      followed.joinNanoseconds = now + Self.joinIntervalNanoseconds
      if catalogue.join() || isDone { arrangeAnew() }
    }
    tell(catalogue.failures.dropFirst(followed.reportedCount))
    followed.reportedCount = catalogue.failures.count
    followedScan = isDone ? nil : followed
  }

  /// Makes the deferred checks now, because the run is about to end.
  func finishChecks() {
    catalogue?.check()
    followScan()
  }

  func endScan() {
    followedScan?.scan.end()
    followedScan = nil
  }

  package func tell(_ failures: some Collection<PluginFailure>) {
    guard let first = failures.first else { return }
    leftOut += failures.map { Self.fileName($0.path) }
    let text =
      leftOut.count == 1
      ? HarmlessText.cleanLine("\(leftOut[0]): \(first.problem.text.what)")
      : "not loaded: \(leftOut.joined(separator: ", ")): the end of the run says why"
    announce(text, replacing: leftOutText)
    leftOutText = text
  }

  // MARK: What there is now

  func arrangeAnew() {
    guard let catalogue else { return }
    do throws(ArrangementProblem) {
      show(try arrangement.renewed(by: catalogue))
    } catch {
      arrangementProblem = error
    }
  }

  /// Applies an arrangement that kept existing indices, and presents the current state with it.
  private func show(_ next: Arrangement) {
    let before = arrangement
    arrangement = next
    places += Array(repeating: ChildSlot(), count: next.entries.count - before.entries.count)
    if let fileWatch {
      for plugin in watchedPlugins(besides: before) { fileWatch.watch(plugin.path) }
    }
    guard let state = presentedState, next[state]?.entries != before[state]?.entries,
      pendingCall == nil, !container.hasWaitingRequest
    else { return }
    request(state, animated: true)
  }
}
