public import StateContainer

/// The events of a container as an asynchronous sequence.
///
/// It stands in a module of its own, so that the engine needs no concurrency runtime. The sequence
/// begins with the next event and ends when the container is gone. Events wait in a buffer of
/// limited size until they are taken; when it is full the oldest are dropped, so that a reader that
/// is slow or gone costs a bounded amount of memory and never holds the container up. It has one
/// reader; ask the container for another sequence for another one.
public struct ContainerEvents<Element: Sendable>: AsyncSequence, Sendable {
  /// Events do not fail.
  public typealias Failure = Never

  private let stream: AsyncStream<Element>

  init(_ stream: AsyncStream<Element>) {
    self.stream = stream
  }

  /// Reads the events; those that have not been read are the next reader's.
  public func makeAsyncIterator() -> AsyncStream<Element>.Iterator {
    stream.makeAsyncIterator()
  }
}

extension StateContainer {
  /// The container's events from the next one on, each made into what may be sent elsewhere.
  ///
  /// - Parameters:
  ///   - limit: How many events wait at most, not fewer than one; the newest are kept.
  ///   - transform: Makes an element of an event, within the container's own call; `nil` leaves the
  ///     event out.
  /// - Returns: A sequence that ends when the container is gone.
  public func events<Element: Sendable>(
    bufferingNewest limit: Int = 256,
    _ transform: @escaping (ContainerEvent<State, Child>) -> Element?
  ) -> ContainerEvents<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingNewest(max(limit, 1)))
    let source = EventSource(continuation)
    let observation = addObserver { [weak self] event in
      guard let element = transform(event) else { return }
      if source.isOver(afterSending: element), let observation = source.observation {
        self?.removeObserver(observation)
      }
    }
    source.observation = observation
    return ContainerEvents(stream)
  }

  /// The container's events from the next one on.
  ///
  /// - Parameter limit: How many events wait at most, not fewer than one; the newest are kept.
  /// - Returns: A sequence that ends when the container is gone.
  public func events(
    bufferingNewest limit: Int = 256
  ) -> ContainerEvents<ContainerEvent<State, Child>> where State: Sendable, Child: Sendable {
    events(bufferingNewest: limit) { $0 }
  }

  /// Sends events into a sequence, and ends it when the container lets go of its observer.
  private final class EventSource<Element: Sendable> {
    private let continuation: AsyncStream<Element>.Continuation
    var observation: Observation?

    init(_ continuation: AsyncStream<Element>.Continuation) {
      self.continuation = continuation
    }

    deinit {
      continuation.finish()
    }

    /// Whether nobody reads the sequence any more.
    func isOver(afterSending element: Element) -> Bool {
      if case .terminated = continuation.yield(element) { true } else { false }
    }
  }
}
