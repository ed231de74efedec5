import HostValidation
import TestSupport
import Testing

/// Nothing of a plugin runs outside of a worker, so without one there is nothing to tell of it.
@Suite struct `Where no worker can be started` {
  @Test func `a plugin is not blamed, and it is said why nothing was checked`() throws {
    let scratch = try ScratchFolder()
    var validator = Validator()
    // It ends before it has a sandbox.
    validator.program = "/bin/false"
    var results = 0
    let library = try GalleryPlugin.right.compile(into: scratch)
    do throws(ValidationUnavailable) {
      _ = try validator.check(library) { _ in results += 1 }
      Issue.record("it was checked")
    } catch {
      #expect(error.reason == "no worker can be started: it ended its process with status 1")
      #expect(error.remedy == "see statehost plugins --security")
    }
    #expect(results == 0)
  }
}
