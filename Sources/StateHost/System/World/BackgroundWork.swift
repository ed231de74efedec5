/// Work that is done beside the loop, a step at a time, by one thread at a time.
package protocol BackgroundWork: AnyObject, Sendable {
  /// Does a bounded part of the work.
  func step() -> BackgroundStep
}

/// What a step has come to.
package struct BackgroundStep: Equatable, Sendable {
  /// There is more to do; otherwise the next step waits for `BackgroundPort.goOn`.
  package let hasMore: Bool
  /// There is something for the loop to take.
  package let hasNews: Bool

  package init(hasMore: Bool, hasNews: Bool) {
    self.hasMore = hasMore
    self.hasNews = hasNews
  }
}

/// Where work is done beside the loop.
package protocol BackgroundWorld: AnyObject {
  /// Readies a place for work; nothing is done before `goOn`.
  func openBackground(for work: any BackgroundWork) throws(SystemError) -> any BackgroundPort
}

/// Work beside the loop, as the loop sees it.
///
/// It ends with this, after the step under way.
package protocol BackgroundPort: AnyObject {
  /// Readable when a step had news, until `clear`.
  var token: PortToken { get }
  /// There is something to do: steps are made until one has no more.
  func goOn()
  /// The news are about to be taken.
  func clear()
  /// No further step is made.
  func close()
}
