import StateContainer

// The default states, decided by the content.

/// The owner of the container: its content is an array of texts, each shown by a label; every other
/// state has one label.
final class Rows: ContentOwner {
  /// A child with a text: a row, or a message for a state without rows.
  final class Label: StateContainerChild {
    let text: String
    init(_ text: String) { self.text = text }
  }

  var rows: [String] = []
  var hasContent: Bool { !rows.isEmpty }

  func children(for state: ContentState<String>) -> [Label] {
    switch state {
    case .content: rows.map(Label.init)
    case .loading: [Label("loading")]
    case .error(let failure): [Label("failed: \(failure)")]
    case .empty: [Label("nothing")]
    }
  }
}

let rows = Rows()
let content = ContentContainer<String, Rows.Label>(owner: rows)

@MainActor func show() { print(content.container.layers.map(\.text)) }

content.appear { print("set up: \($0)") }
show()
content.startLoading()
content.advance(by: .milliseconds(150))
show()
content.endLoading(animated: false, error: "no route")
content.advance(by: .milliseconds(300))
show()
rows.rows = ["one", "two"]
content.endLoading(animated: false)
show()
