internal import HostContent

/// The source of a run: which loader loads now, and when it is to load again by itself.
final class SourceFeed {
  /// Makes a loader; asked again where a loader can load only once.
  typealias MakeLoader = () -> ContentLoader

  private(set) var loader: ContentLoader
  private(set) var title: String
  private var make: MakeLoader
  private let everyNanoseconds: Int64?
  private var reloadNanoseconds: Int64?
  private let reusesLoader: Bool
  private var hasStarted = false

  /// - Parameters:
  ///   - title: what the source is called.
  ///   - everyNanoseconds: between the end of one load and the next; nil: only when asked.
  ///   - reusesLoader: whether one loader keeps the old rows while it loads again.
  ///   - make: makes the loader.
  init(
    title: String, everyNanoseconds: Int64?, reusesLoader: Bool, make: @escaping MakeLoader
  ) {
    self.title = title
    self.everyNanoseconds = everyNanoseconds
    self.reusesLoader = reusesLoader
    self.make = make
    loader = make()
  }

  /// Whether it loads again and again until it is stopped.
  var isEndless: Bool { everyNanoseconds != nil }

  /// When something is due; nil when nothing is.
  var nextDeadline: Int64? {
    guard let reloadNanoseconds else { return loader.deadline }
    return min(loader.deadline ?? .max, reloadNanoseconds)
  }

  /// Loads again; the rows of before stay until there are new ones.
  func reload(at now: Int64) -> ContentChange {
    reloadNanoseconds = nil
    if hasStarted, !reusesLoader { loader = make() }
    hasStarted = true
    return loader.start(at: now)
  }

  /// Another source takes its place.
  func replace(title: String, make: @escaping MakeLoader, at now: Int64) -> ContentChange {
    _ = loader.stop(at: now)
    loader.kill()
    self.title = title
    self.make = make
    loader = make()
    hasStarted = false
    return reload(at: now)
  }

  /// Lets time go on: what is due is done.
  func advance(to now: Int64) -> ContentChange {
    var change: ContentChange = []
    if let due = loader.deadline, due <= now { change.formUnion(loader.deadlinePassed(at: now)) }
    if loader.hasWorkNow { change.formUnion(loader.work(at: now)) }
    if let due = reloadNanoseconds, due <= now { change.formUnion(reload(at: now)) }
    return change
  }

  /// To be told of every change: a load that has ended sets the clock for the next one.
  func contentChanged(at now: Int64) {
    guard let everyNanoseconds, reloadNanoseconds == nil, !loader.content.isLoading else { return }
    reloadNanoseconds = now + everyNanoseconds
  }
}
