/// The time limits for replies of a worker process, after which the host goes on without the child or kills the
/// worker.
package struct WorkerDeadlines: Equatable, Sendable {
  package init() {}

  /// A drawing while a key waits for it: the drawing decides whether the key is text.
  package var drawNanoseconds: Int64 = 50_000_000
  /// Any other reply that the user waits for: to an input, or to create a child whose state appears.
  ///
  /// After that other children receive the keys, and the state appears without the child.
  package var callNanoseconds: Int64 = 250_000_000
  /// Creating a child, including the plugin's `init`; after that the worker is killed.
  package var createNanoseconds: Int64 = 2_000_000_000
  /// Any reply; after that the worker is killed.
  package var endNanoseconds: Int64 = 3_000_000_000
}
