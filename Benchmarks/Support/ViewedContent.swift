import HostContent
import HostSystem

/// A file that is indexed as the program does it, and a view of it.
final class ViewedContent {
  private let poller: Poller
  private let view: View
  private let content: Content
  private let loader: ContentLoader
  private var ready: [Ready] = []

  /// Loads the whole file; nil when it cannot be read.
  init?(_ path: String) {
    guard let poller = try? Poller() else { return nil }
    self.poller = poller
    loader = ContentLoader(.file(path), in: SystemSources(in: poller))
    _ = loader.start(at: nanosecondsNow())
    while loader.hasWorkNow { _ = loader.work(at: nanosecondsNow()) }
    content = loader.content
    view = View(in: ThreadWorld(poller))
    guard content.isComplete else { return nil }
  }

  /// Asks for a view and waits until it is complete, as the loop does.
  ///
  /// - Returns: how many rows it has.
  func show(_ request: ViewRequest) -> Int {
    // What was found before is not to help.
    _ = try? view.show(ViewRequest(), of: content)
    guard (try? view.show(request, of: content)) != nil else { return 0 }
    while !view.isComplete, (try? poller.wait(timeoutNanoseconds: nil, into: &ready)) != nil {
      for port in ready { _ = view.take(port.token) }
    }
    return view.count
  }

  /// The first rows of a view.
  func first(_ count: Int, of request: ViewRequest) -> [String] {
    (0..<min(count, show(request))).compactMap { view.row(at: $0) }.map { row in
      content.withRow(row) { bytes, _ in
        String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
      }
    }
  }

  /// Bytes of a view.
  func memory(of filter: RowFilter) -> Int {
    _ = show(ViewRequest(filter: filter))
    return view.memoryBytes
  }

  private final class ThreadWorld: BackgroundWorld {
    private let poller: Poller

    init(_ poller: Poller) { self.poller = poller }

    func openBackground(
      for work: any BackgroundWork
    ) throws(SystemError) -> any BackgroundHandle {
      try BackgroundThreads(work, in: poller)
    }
  }
}
