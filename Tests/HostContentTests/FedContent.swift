import HostSystem

@testable import HostContent

/// Content that is what a test says, load after load.
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

  /// Some more of the load under way.
  func feed(_ text: String) {
    guard let command = source.commands.last else { return }
    command.output.waiting += Array(text.utf8)
    while !command.output.waiting.isEmpty { _ = loader.take(command.output.token, at: 0) }
  }

  /// Ends the load under way.
  func end(_ status: ProcessStatus = .exited(0)) {
    guard let command = source.commands.last else { return }
    command.end(status)
    for token in [command.output.token, command.errors.token, command.token] {
      _ = loader.take(token, at: 0)
    }
  }

  /// Loads all of a text.
  @discardableResult
  func load(_ text: String, _ status: ProcessStatus = .exited(0)) -> Content {
    start()
    feed(text)
    end(status)
    return content
  }
}
