public import StateContainer
internal import Synchronization

/// An asynchronous sequence of a container's events, or of values made from them, for one reader,
/// from the next event until the container is released; unread events are kept, all or up to a
/// limit.
///
/// It stands in a module of its own, so that the engine needs no concurrency runtime. Events wait
/// until they are taken. With a limit the oldest are dropped, and counted, so that a slow reader
/// costs a bounded amount of memory. Another reader needs another sequence.
public struct ContainerEvents<Element: Sendable>: AsyncSequence, Sendable {
  /// Events do not fail.
  public typealias Failure = Never

  /// How many events have been dropped unread, for more waited than may.
  public var droppedCount: Int { dropped.count }

  private let stream: AsyncStream<Element>
  private let dropped: DroppedEvents

  fileprivate init(_ stream: AsyncStream<Element>, _ dropped: DroppedEvents) {
    self.stream = stream
    self.dropped = dropped
  }

  /// Reads the events; those that have not been read are the next reader's.
  public func makeAsyncIterator() -> AsyncStream<Element>.Iterator {
    stream.makeAsyncIterator()
  }
}

/// A thread-safe counter of the events that a `ContainerEvents` sequence with a limit dropped
/// because its reader was too slow, for the sequence's `droppedCount`.
private final class DroppedEvents: Sendable {
  private let number = Mutex(0)

  var count: Int { number.withLock { $0 } }

  func add() { number.withLock { $0 += 1 } }
}

extension StateContainer {
  /// The container's events from the next one on, each made into what may be sent elsewhere.
  ///
  /// - Parameters:
  ///   - limit: How many events wait at most, not fewer than one; the newest are kept, and the
  ///     others counted. `nil` is all.
  ///   - transform: Makes an element of an event, within the container's own call; `nil` leaves the
  ///     event out.
  /// - Returns: A sequence that ends when the container is gone.
  public func events<Element: Sendable>(
    bufferingNewest limit: Int? = nil,
    _ transform: @escaping (ContainerEvent<State, Child>) -> Element?
  ) -> ContainerEvents<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: limit.map { .bufferingNewest(max($0, 1)) } ?? .unbounded)
    let dropped = DroppedEvents()
    let source = EventSource(continuation, dropped)
    let observation = addObserver { [weak self] event in
      guard let element = transform(event) else { return }
      if source.isOver(afterSending: element), let observation = source.observation {
        self?.removeObserver(observation)
      }
    }
    source.observation = observation
    return ContainerEvents(stream, dropped)
  }

  /// The container's events from the next one on.
  ///
  /// - Parameter limit: How many events wait at most, not fewer than one; the newest are kept, and
  ///   the others counted. `nil` is all.
  /// - Returns: A sequence that ends when the container is gone.
  public func events(
    bufferingNewest limit: Int? = nil
  ) -> ContainerEvents<ContainerEvent<State, Child>> where State: Sendable, Child: Sendable {
    events(bufferingNewest: limit) { $0 }
  }

  /// The sending end of an asynchronous sequence of a container's events: counts dropped events,
  /// detects that the reader is gone, and ends the sequence when it is released with the container.
  private final class EventSource<Element: Sendable> {
    private let continuation: AsyncStream<Element>.Continuation
    private let dropped: DroppedEvents
    var observation: Observation?

    init(_ continuation: AsyncStream<Element>.Continuation, _ dropped: DroppedEvents) {
      self.continuation = continuation
      self.dropped = dropped
    }

    deinit {
      continuation.finish()
    }

    /// Whether nobody reads the sequence any more.
    func isOver(afterSending element: Element) -> Bool {
      switch continuation.yield(element) {
      case .terminated: return true
      case .dropped: dropped.add()
      case .enqueued: break
      @unknown default: break
      }
      return false
    }
  }
}
