import StateContainer
import StateContainerEvents

/// The default states, run by a clock among tasks: nobody here tells the container the time.
final class Download: ContentOwner {
  final class Label: StateContainerChild {
    let text: String
    init(_ text: String) { self.text = text }
    func didAppear(animated: Bool) { print(text) }
  }

  var hasContent = false

  func children(for state: ContentState<String>) -> [Label] { [Label("\(state.name)")] }
}

let download = Download()
let content = ContentContainer<String, Download.Label>(
  owner: download, times: LoadingTimes(delay: .milliseconds(20), minimum: .milliseconds(20)))
content.setupInitialViewState()

let running = Task { @MainActor in await content.run(on: ContinuousClock()) }
let loading = await withCheckedContinuation { outcome in
  content.startLoading { outcome.resume(returning: $0) }
}
print("loading: \(loading)")
download.hasContent = true
let loaded = await withCheckedContinuation { outcome in
  content.endLoading { outcome.resume(returning: $0) }
}
print("loaded: \(loaded)")
running.cancel()
await running.value
