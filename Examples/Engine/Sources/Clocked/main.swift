import StateContainer
import StateContainerEvents

// The default states, run by a clock among tasks: no call here passes the time to the container.

/// The owner of the container: one label for each default state, and whether there is content yet.
final class Download: ContentOwner {
  /// A child that prints its text when it has appeared; one for each default state.
  final class Label: StateContainerChild {
    let text: String
    init(_ text: String) { self.text = text }
    func didAppear(animated: Bool) { print(text) }
  }

  var hasContent = false

  private let labels = Dictionary(
    uniqueKeysWithValues: ContentStateName.allCases.map { ($0, Label("\($0)")) })

  func children(for state: ContentState<any Error>) -> [Label] {
    labels[state.name].map { [$0] } ?? []
  }
}

let download = Download()
let content = ContentContainer<any Error, Download.Label>(
  owner: download, times: LoadingTimes(delay: .milliseconds(20), minimum: .milliseconds(20)))
content.appear()

let running = Task { @MainActor in await content.run(on: ContinuousClock()) }
let loading = await content.startLoadingAndWait()
print("loading: \(loading)")
let load = content.load { download.hasContent = true }
await load.value
let loaded = await content.endLoadingAndWait()
print("loaded: \(loaded)")
running.cancel()
await running.value
