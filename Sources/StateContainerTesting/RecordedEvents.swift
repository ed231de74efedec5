public import StateContainer

/// A recording of a container's events for tests, each with its time and as a line of text to
/// compare; `recordEvents` makes it, and `take()` empties it.
///
/// ```swift
/// let recorded = container.recordEvents { "\($0)" } child: { $0.name }
/// container.request(.content, animated: true)
/// container.advance(by: .milliseconds(350))
/// #expect(recorded.take().last == "350 ms didTransition loading content")
/// ```
public final class RecordedEvents<State, Child: StateContainerChild> {
  /// One recorded event of a container: when it happened, the event, and its text.
  public struct Entry {
    /// When it happened.
    public let instant: ContainerInstant
    /// What happened.
    public let event: ContainerEvent<State, Child>
    /// The event in a few words: its instant, its name, and the names of what it is about; the
    /// layers, bottom first, where they have changed.
    public let words: String
  }

  /// The events that have not been taken.
  public private(set) var entries: [Entry] = []

  /// The events that have not been taken, in a few words each.
  public var words: [String] { entries.map(\.words) }

  fileprivate init() {}

  /// The events in a few words each; the next ones come after them.
  public func take() -> [String] {
    defer { entries = [] }
    return words
  }

  fileprivate func add(_ entry: Entry) { entries.append(entry) }
}

extension StateContainer {
  /// Records every event from the next one on, as long as the container is there.
  ///
  /// - Parameters:
  ///   - state: Names a state, for the words.
  ///   - name: Names a child; `nil` is its `id`, or for an object without one of its own its number
  ///     in the order of the recording, as `#1`.
  /// - Returns: What is recorded, from now on.
  public func recordEvents(
    state: @escaping (State) -> String = { "\($0)" },
    child name: ((Child) -> String)? = nil
  ) -> RecordedEvents<State, Child> {
    let recorded = RecordedEvents<State, Child>()
    let numbers = ChildNumbers()
    let child = name ?? { numbers.name(of: $0) }
    addObserver { [unowned self] event in
      var words = event.map(state: state, child: child).words
      if case .order = event { words += layers.map { " \(child($0))" }.joined() }
      let time =
        nowNanoseconds.isMultiple(of: 1_000_000)
        ? "\(nowNanoseconds / 1_000_000) ms" : "\(nowNanoseconds) ns"
      recorded.add(.init(instant: now, event: event, words: "\(time) \(words)"))
    }
    return recorded
  }
}

/// The numbers by which a recording names child objects without an `id`, in order of appearance, so
/// that recordings are the same in every run; a number is not used again once its object is gone.
private final class ChildNumbers {
  /// A recorded child that is an object, held weakly, and its number.
  private struct Numbered {
    weak var object: AnyObject?
    let number: Int
  }

  private var known: [ObjectIdentifier: Numbered] = [:]
  private var count = 0

  func name<Child: StateContainerChild>(of child: Child) -> String {
    guard let id = child.id as? ObjectIdentifier, type(of: child) is AnyClass else {
      return "\(child.id)"
    }
    if let known = known[id], known.object != nil { return "#\(known.number)" }
    count += 1
    known[id] = Numbered(object: child as AnyObject, number: count)
    return "#\(count)"
  }
}

extension ContainerEvent where State == String, Child == String {
  fileprivate var words: String {
    switch self {
    case .loadAppearanceState(let state): "loadAppearanceState \(state)"
    case .willTransition(let next, _): "willTransition \(next)"
    case .didTransition(let previous, let next, _): "didTransition \(previous ?? "-") \(next)"
    case .childWillAppear(let child, _): "childWillAppear \(child)"
    case .childDidAppear(let child, _): "childDidAppear \(child)"
    case .childWillDisappear(let child, _): "childWillDisappear \(child)"
    case .childDidDisappear(let child, _): "childDidDisappear \(child)"
    case .transitionWillBegin(let child, let appearing):
      "transitionWillBegin \(child) \(appearing ? "in" : "out")"
    case .transitionDidEnd(let child, let appearing):
      "transitionDidEnd \(child) \(appearing ? "in" : "out")"
    case .superseded(let state): "superseded \(state)"
    case .cancelled(let state): "cancelled \(state)"
    case .order: "order"
    }
  }
}
