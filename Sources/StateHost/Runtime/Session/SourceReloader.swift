package import HostContent
package import HostSystem

/// The owner of a run's content loader: loads the source on request or at an interval, switches to
/// another, and terminates the commands of replaced loads; driven by the event loop.
package final class SourceReloader {
  package private(set) var loader: ContentLoader
  package private(set) var title: String
  private var make: () -> ContentLoader
  /// The time between the end of a load and the next one; nil if it is loaded only on request.
  let everyNanoseconds: Int64?
  private var reloadNanoseconds: Int64?
  /// Whether the interval, not a request, began the last load.
  private(set) var isPeriodicLoad = false
  private let reusesLoader: Bool
  private var hasStarted = false
  /// How the last load ended, unless it was stopped; nil if none has ended.
  package private(set) var lastLoad: LoadEnd?
  /// Replaced loaders whose commands have not exited.
  private var replaced: [ContentLoader] = []

  /// The end of the last load that was not stopped, for the exit status: complete, or an error.
  package enum LoadEnd: Equatable {
    case completed
    case failed(ContentError)
  }

  /// A reused loader keeps old rows while it reloads; otherwise `make` creates one for each load.
  package init(
    title: String, everyNanoseconds: Int64?, reusesLoader: Bool,
    make: @escaping () -> ContentLoader
  ) {
    self.title = title
    self.everyNanoseconds = everyNanoseconds
    self.reusesLoader = reusesLoader
    self.make = make
    loader = make()
  }

  package var isEndless: Bool { everyNanoseconds != nil }
  package var nextDeadline: Int64? { earliest(endDeadline, reloadNanoseconds) }

  /// Loads again; the old rows stay until new ones arrive.
  package func reload(at now: Int64) -> ContentChange {
    reloadNanoseconds = nil
    isPeriodicLoad = false
    if hasStarted, !reusesLoader { replaceLoader(at: now) }
    hasStarted = true
    return loader.start(at: now)
  }

  package func replace(
    title: String, make: @escaping () -> ContentLoader, at now: Int64
  ) -> ContentChange {
    self.title = title
    self.make = make
    replaceLoader(at: now)
    lastLoad = nil
    hasStarted = false
    return reload(at: now)
  }

  private func replaceLoader(at now: Int64) {
    _ = loader.stop(at: now)
    if !loader.isAtRest { replaced.append(loader) }
    let followsFile = loader.followsFile
    loader = make()
    loader.followsFile = followsFile
  }

  package func take(_ token: PortToken, at now: Int64) -> ContentChange {
    for loader in replaced { _ = loader.take(token, at: now) }
    return loader.take(token, at: now)
  }

  package func childExited(at now: Int64) -> ContentChange {
    for loader in replaced { _ = loader.deadlinePassed(at: now) }
    return loader.deadlinePassed(at: now)
  }

  package func advance(to now: Int64) -> ContentChange {
    advanceReplaced(to: now)
    var change = loader.catchUp(at: now)
    if let due = loader.deadline, due <= now { change.formUnion(loader.deadlinePassed(at: now)) }
    if loader.hasWorkNow { change.formUnion(loader.work(at: now)) }
    if let due = reloadNanoseconds, due <= now {
      change.formUnion(reload(at: now))
      isPeriodicLoad = true
    }
    return change
  }

  /// Must be called after every change: the end of a load schedules the next one.
  package func contentChanged(at now: Int64) {
    guard !loader.content.isLoading else { return }
    let error = loader.content.error
    if error?.kind != .stopped { lastLoad = error.map { .failed($0) } ?? .completed }
    guard let everyNanoseconds, reloadNanoseconds == nil else { return }
    reloadNanoseconds = now + everyNanoseconds
  }

  private func advanceReplaced(to now: Int64) {
    for loader in replaced {
      if let due = loader.deadline, due <= now { _ = loader.deadlinePassed(at: now) }
    }
    if !replaced.isEmpty { replaced.removeAll(where: \.isAtRest) }
  }
}

// MARK: - Shutdown

extension SourceReloader {
  package var isAtRest: Bool { loader.isAtRest && replaced.isEmpty }

  package var endDeadline: Int64? { replaced.reduce(loader.deadline) { earliest($0, $1.deadline) } }

  /// Terminates the running command; call `end` until the feed is at rest.
  package func stop(at now: Int64) { _ = loader.stop(at: now) }

  /// Continues the shutdown; nothing is loaded any more.
  package func end(at now: Int64) {
    advanceReplaced(to: now)
    _ = loader.deadlinePassed(at: now)
  }

  package func kill() {
    loader.kill()
    for loader in replaced { loader.kill() }
  }
}
