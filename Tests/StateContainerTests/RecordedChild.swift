import StateContainer

/// A child that writes down its own callbacks and has the timing it was made with.
final class RecordedChild: StateContainerChild {
  let id: String
  let appear: TransitionTiming?
  let disappear: TransitionTiming?
  var onCall: ((String) -> Void)?

  init(_ id: String, appear: TransitionTiming? = nil, disappear: TransitionTiming? = nil) {
    self.id = id
    self.appear = appear
    self.disappear = disappear
  }

  func timing(appearing: Bool) -> TransitionTiming? { appearing ? appear : disappear }
  func willAppear(animated: Bool) { onCall?("willAppear") }
  func didAppear(animated: Bool) { onCall?("didAppear") }
  func willDisappear(animated: Bool) { onCall?("willDisappear") }
  func didDisappear(animated: Bool) { onCall?("didDisappear") }
  func transitionWillBegin(appearing: Bool, timing: TransitionTiming) {
    onCall?(appearing ? "beginIn" : "beginOut")
  }
  func transitionDidProgress(appearing: Bool, progress: Double) {
    onCall?("\(appearing ? "in" : "out") \(progress)")
  }
  func transitionDidEnd(appearing: Bool) { onCall?(appearing ? "endIn" : "endOut") }
}
