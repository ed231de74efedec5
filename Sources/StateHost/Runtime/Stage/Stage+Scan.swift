internal import HostPlugins
internal import HostStates
internal import HostSystem
internal import HostText
package import HostWorkers
internal import StateContainer

/// Plugins that nobody had looked into when the run began: they are while it goes on, and what they offer
/// joins it by a transition.
extension Stage {
  /// A scan that goes on, and how far it has been followed.
  struct FollowedScan {
    let scan: CatalogueScan
    /// How many failures have been told.
    var toldCount: Int
    /// What they are called, of those of this scan.
    var failed: [String] = []
    /// When what has been found out joins at the earliest, so that many join together.
    var joinNanoseconds: Int64
    /// When the next quiet plugins are looked at.
    var checkNanoseconds: Int64
  }

  private static let joinIntervalNanoseconds: Int64 = 250_000_000
  /// What a start leaves for later is done when its first frame is long there, a little at a time.
  private static let checkDelayNanoseconds: Int64 = 100_000_000
  private static let checkIntervalNanoseconds: Int64 = 1_000_000
  private static let checkedAtOnce = 64

  /// Follows a scan of the catalogue, and checks what that has left for later; what has failed so far has been
  /// told.
  package func follow(_ scan: CatalogueScan) {
    guard let catalogue, !scan.isDone || !catalogue.isChecked else { return }
    followedScan = FollowedScan(
      scan: scan, toldCount: catalogue.failures.count,
      joinNanoseconds: context.nowNanoseconds + Self.joinIntervalNanoseconds,
      checkNanoseconds: context.nowNanoseconds + Self.checkDelayNanoseconds)
  }

  /// Plugins are being looked into.
  package var isScanning: Bool { followedScan != nil }

  /// Takes what a ready port brings, if it is of the scan.
  func takeScan(_ port: Ready) { followedScan?.scan.take(port, at: context.nowNanoseconds) }

  /// When something of it is due.
  var scanDeadline: Int64? {
    guard let followedScan else { return nil }
    let join = catalogue?.hasNews ?? false ? followedScan.joinNanoseconds : nil
    let check = catalogue?.isChecked ?? true ? nil : followedScan.checkNanoseconds
    return [followedScan.scan.nextDeadline, join, check].lazy.compactMap(\.self).min()
  }

  /// Time has gone on in which nothing was taken of what workers said: nobody is late for that.
  func waitAnew(at now: Int64) {
    workers?.waitAnew(at: now)
    followedScan?.scan.waitAnew(at: now)
  }

  func followScan() {
    guard let scan = followedScan?.scan, let catalogue else { return }
    check(catalogue)
    scan.advance(to: context.nowNanoseconds)
    let isDone = scan.isDone && catalogue.isChecked
    if isDone || followedScan?.joinNanoseconds ?? 0 <= context.nowNanoseconds {
      followedScan?.joinNanoseconds = context.nowNanoseconds + Self.joinIntervalNanoseconds
      if catalogue.join() || isDone { arrangeAnew() }
    }
    tellFailures(of: catalogue)
    if isDone { followedScan = nil }
  }

  private func check(_ catalogue: PluginCatalogue) {
    guard !catalogue.isChecked, followedScan?.checkNanoseconds ?? 0 <= context.nowNanoseconds else {
      return
    }
    followedScan?.checkNanoseconds = context.nowNanoseconds + Self.checkIntervalNanoseconds
    catalogue.check(atMost: Self.checkedAtOnce)
  }

  /// Nothing more is found out.
  func endScan() {
    followedScan?.scan.end()
    followedScan = nil
  }

  /// In the last row of the screen.
  private func tellFailures(of catalogue: PluginCatalogue) {
    guard let told = followedScan?.toldCount, catalogue.failures.count > told else { return }
    followedScan?.toldCount = catalogue.failures.count
    for failure in catalogue.failures[told...] {
      followedScan?.failed.append(Self.fileName(failure.path))
      announce(
        HarmlessText.cleanLine("\(Self.fileName(failure.path)): \(failure.problem.text.what)"))
    }
    if let failed = followedScan?.failed, failed.count > 1 {
      announce("not loaded: \(failed.joined(separator: ", ")): the end of the run says why")
    }
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

  /// Presents the state that is shown as another arrangement says; the entries of the one before have kept
  /// their places.
  private func show(_ next: Arrangement) {
    let before = arrangement
    arrangement = next
    places += Array(
      repeating: StagePlace(), count: next.entries.count - before.entries.count)
    if let fileWatch {
      for plugin in watchedPlugins(besides: before) { fileWatch.watch(plugin.path) }
    }
    guard let state = presentedState, next[state]?.entries != before[state]?.entries,
      held == nil, !container.hasWaitingRequest
    else { return }
    pass(.request(state: state, animated: true))
  }
}
