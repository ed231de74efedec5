import HostSystem

@testable import HostContent

/// Content that a test provides, load by load.
final class FedContent {
  let source = FedSource()
  let loader: ContentLoader

  init(_ options: ContentLoader.Options = .init()) {
    loader = ContentLoader(.command(["rows"]), in: source, options: options)
  }

  var content: Content { loader.content }
  var rows: [String] { text(of: content, 100_000) }

  /// Begins another load.
  func start() { _ = loader.start(at: 0) }

  /// Appends rows to the current load.
  func feed(_ text: String) {
    guard let command = source.commands.last else { return }
    command.output.waiting += Array(text.utf8)
    while !command.output.waiting.isEmpty { _ = loader.take(command.output.token, at: 0) }
  }

  /// Ends the current load.
  func end(_ status: ProcessStatus = .exited(0)) {
    guard let command = source.commands.last else { return }
    command.end(status)
    for token in [command.output.token, command.errors.token, command.token] {
      _ = loader.take(token, at: 0)
    }
  }

  /// Loads a whole text.
  @discardableResult
  func load(_ text: String, _ status: ProcessStatus = .exited(0)) -> Content {
    start()
    feed(text)
    end(status)
    return content
  }
}
