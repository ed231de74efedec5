import StateContainer

/// A child that writes down its own callbacks and has the timing it was made with.
final class RecordedChild: StateContainerChild {
  let id: String
  let appear: TransitionTiming?
  let disappear: TransitionTiming?
  var onCall: ((String) -> Void)?
  var hearsAdditions = false

  init(_ id: String, appear: TransitionTiming? = nil, disappear: TransitionTiming? = nil) {
    self.id = id
    self.appear = appear
    self.disappear = disappear
  }

  func timing(appearing: Bool) -> TransitionTiming? { appearing ? appear : disappear }
  func wasAdded() { if hearsAdditions { note("wasAdded") } }
  func wasRemoved() { if hearsAdditions { note("wasRemoved") } }
  func willAppear(animated: Bool) { note("willAppear") }
  func didAppear(animated: Bool) { note("didAppear") }
  func willDisappear(animated: Bool) { note("willDisappear") }
  func didDisappear(animated: Bool) { note("didDisappear") }
  func transitionWillBegin(appearing: Bool, timing: TransitionTiming) {
    note(appearing ? "beginIn" : "beginOut")
  }
  func transitionDidProgress(appearing: Bool, progress: Double) {
    note("\(appearing ? "in" : "out") \(progress)")
  }
  func transitionDidEnd(appearing: Bool) { note(appearing ? "endIn" : "endOut") }

  private func note(_ call: String) {
    onCall?(call)
  }
}
