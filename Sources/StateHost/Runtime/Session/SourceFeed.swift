package import HostContent
package import HostSystem

/// The source of a run: which loader loads now, and when it is to load again by itself.
package final class SourceFeed {
  /// Makes a loader; asked again where a loader can load only once.
  package typealias MakeLoader = () -> ContentLoader

  package private(set) var loader: ContentLoader
  package private(set) var title: String
  private var make: MakeLoader
  /// Between the end of one load and the next; nil: it is loaded again only when asked.
  let everyNanoseconds: Int64?
  private var reloadNanoseconds: Int64?
  private let reusesLoader: Bool
  private var hasStarted = false
  /// How the last load of this source ended that was not stopped; nil: none has ended so far.
  package private(set) var lastLoad: LoadEnd?
  /// Loaders that were replaced, until their commands are gone.
  private var replaced: [ContentLoader] = []

  /// How a load ended by itself.
  package enum LoadEnd: Equatable {
    case completed
    case failed(ContentError)
  }

  /// - Parameters:
  ///   - title: what the source is called.
  ///   - everyNanoseconds: between the end of one load and the next; nil: only when asked.
  ///   - reusesLoader: whether one loader keeps the old rows while it loads again.
  ///   - make: makes the loader.
  package init(
    title: String, everyNanoseconds: Int64?, reusesLoader: Bool, make: @escaping MakeLoader
  ) {
    self.title = title
    self.everyNanoseconds = everyNanoseconds
    self.reusesLoader = reusesLoader
    self.make = make
    loader = make()
  }

  /// Whether it loads again and again until it is stopped.
  package var isEndless: Bool { everyNanoseconds != nil }

  /// When something is due; nil when nothing is.
  package var nextDeadline: Int64? {
    let end = endDeadline
    guard let reloadNanoseconds else { return end }
    return min(end ?? .max, reloadNanoseconds)
  }

  /// Loads again; the rows of before stay until there are new ones.
  package func reload(at now: Int64) -> ContentChange {
    reloadNanoseconds = nil
    if hasStarted, !reusesLoader { replaceLoader(at: now) }
    hasStarted = true
    return loader.start(at: now)
  }

  /// Another source takes its place.
  package func replace(title: String, make: @escaping MakeLoader, at now: Int64) -> ContentChange {
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

  /// Reads from a port that is ready; nothing where it is none of this source's any more.
  package func take(_ token: PortToken, at now: Int64) -> ContentChange {
    for loader in replaced { _ = loader.take(token, at: now) }
    return loader.take(token, at: now)
  }

  /// A child process has ended, maybe one of this source's.
  package func childExited(at now: Int64) -> ContentChange {
    for loader in replaced { _ = loader.childExited(at: now) }
    return loader.childExited(at: now)
  }

  /// Lets time go on: what is due is done.
  package func advance(to now: Int64) -> ContentChange {
    advanceReplaced(to: now)
    var change = loader.catchUp(at: now)
    if let due = loader.deadline, due <= now { change.formUnion(loader.deadlinePassed(at: now)) }
    if loader.hasWorkNow { change.formUnion(loader.work(at: now)) }
    if let due = reloadNanoseconds, due <= now { change.formUnion(reload(at: now)) }
    return change
  }

  /// To be told of every change: a load that has ended sets the clock for the next one.
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

// MARK: - The end

extension SourceFeed {
  /// Nothing runs or loads any more.
  package var isAtRest: Bool { loader.isAtRest && replaced.isEmpty }

  /// When something is due while it ends; nil when nothing is.
  package var endDeadline: Int64? {
    replaced.reduce(loader.deadline) { earliest, loader in
      guard let earliest, let due = loader.deadline else { return earliest ?? loader.deadline }
      return min(earliest, due)
    }
  }

  /// Asks the command that runs to end; `end` is to be called until it is at rest.
  package func stop(at now: Int64) { _ = loader.stop(at: now) }

  /// Goes on with ending; nothing is loaded any more.
  package func end(at now: Int64) {
    advanceReplaced(to: now)
    _ = loader.childExited(at: now)
  }

  /// Ends at once what still runs.
  package func kill() {
    loader.kill()
    for loader in replaced { loader.kill() }
  }
}
