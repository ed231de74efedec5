/// How long a child in a worker may take; the program goes on without it meanwhile.
package struct WorkerDeadlines: Equatable, Sendable {
  package init() {}

  /// To draw, while a key waits for that: the drawing tells whether it is text.
  package var drawNanoseconds: Int64 = 50_000_000
  /// For anything else that is waited for: an input, or that it is there when its state appears.
  ///
  /// After that the others have the keys, and the state appears without it.
  package var callNanoseconds: Int64 = 250_000_000
  /// To be made, its plugin's `init` included; after that its worker is ended.
  package var createNanoseconds: Int64 = 2_000_000_000
  /// To answer at all; after that its worker is ended.
  package var endNanoseconds: Int64 = 3_000_000_000
}
