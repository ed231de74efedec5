import StateContainer
import Testing

/// An owner of content whose children are named after the states, the error's after its error.
private final class Screen: ContentOwner {
  var content = false
  var hasContent: Bool {
    get {
      onAskContent?()
      return content
    }
    set { content = newValue }
  }
  var insets = ContentInsets.zero
  var onAskContent: (() -> Void)?
  var onHandle: (() -> Void)?
  private(set) var handled: [String] = []
  private(set) var shown: [String] = []
  private var made: [String: RecordedChild] = [:]

  func handleErrorWhenContentAvailable(_ failure: String) {
    handled.append(failure)
    onHandle?()
  }
  func placeholderInsets(for state: ContentState<String>) -> ContentInsets { insets }

  func children(for state: ContentState<String>) -> [RecordedChild] {
    shown.append("\(state.name)")
    if case .error(let failure) = state { return [child("error \(failure)")] }
    return [child("\(state.name)")]
  }

  private func child(_ name: String) -> RecordedChild {
    let child = made[name] ?? RecordedChild(name)
    made[name] = child
    return child
  }
}

@Suite struct `A container of content` {
  typealias Made = ContentContainer<String, RecordedChild>

  private func onScreen(
    times: LoadingTimes = .immediate, hasContent: Bool = false
  ) -> (Screen, Made) {
    let screen = Screen()
    screen.hasContent = hasContent
    let made = Made(owner: screen, times: times)
    made.setupInitialViewState()
    return (screen, made)
  }

  private func layers(_ made: Made) -> [String] { made.container.layers.map(\.id) }

  @Test func `goes from loading to content, to an error, to empty`() {
    let (screen, made) = onScreen()
    #expect(made.currentState == .empty && layers(made) == ["empty"])
    made.startLoading()
    #expect(made.currentState == .loading && layers(made) == ["loading"])
    screen.hasContent = true
    made.endLoading(animated: false)
    #expect(made.currentState == .content(notice: nil, isReloading: false))
    screen.hasContent = false
    made.endLoading(animated: false, error: "no route")
    #expect(layers(made) == ["error no route"], "the error's child has the error")
    made.endLoading(animated: false)
    #expect(layers(made) == ["empty"])
  }

  @Test func `is called from within its owner's callbacks without nesting`() {
    let calls: [(Made) -> Void] = [
      { $0.disappear() }, { $0.container.request(.empty, animated: false) },
      { $0.container.endTransition() }, { $0.container.advance(to: 5) },
    ]
    for (number, call) in calls.enumerated() {
      for asks in [true, false] {
        let (screen, made) = onScreen(hasContent: true)
        var events = 0
        var isWithin = false
        made.container.addObserver { _ in
          events += 1
          #expect(!isWithin, "call \(number)")
        }
        let calls = { [unowned made, unowned screen] in
          (screen.onAskContent, screen.onHandle) = (nil, nil)
          isWithin = true
          call(made)
          isWithin = false
        }
        if asks { screen.onAskContent = calls } else { screen.onHandle = calls }
        var outcomes: [RequestOutcome] = []
        made.endLoading(animated: false, error: "late") { outcomes.append($0) }
        #expect(outcomes == [.finished] && events > 0)
        #expect((made.container.appearance == .offScreen) == (number == 0))
        #expect(made.currentState.name == .content && made.nextInstant == nil)
      }
    }
  }

  @Test func `cancels what holds back when a callback sends it off screen and back`() {
    let (screen, made) = onScreen(times: LoadingTimes())
    var outcomes: [RequestOutcome] = []
    made.startLoading { outcomes.append($0) }
    var isFirst = true
    made.container.addObserver { [unowned made] _ in
      guard isFirst else { return }
      isFirst = false
      made.disappear()
      made.container.appear()
    }
    made.container.request(.empty, animated: false)
    #expect(outcomes == [.cancelled] && made.currentState == .loading)
    withExtendedLifetime(screen) {}
  }

  @Test func `has nothing to do at an instant that is past, whatever its times are set to`() {
    let (screen, made) = onScreen(times: LoadingTimes(delay: .seconds(1)))
    made.startLoading()
    made.advance(by: .milliseconds(500))
    made.driver.times = .immediate
    #expect(made.nextInstant == made.now && made.timeToNextDeadline == .zero)
    made.advance(by: .zero)
    #expect(made.currentState == .loading)
    withExtendedLifetime(screen) {}
  }

  @Test func `animates all but the beginning, unless it is told otherwise`() {
    let (screen, made) = onScreen()
    #expect(!made.container.isTransitioning)
    made.startLoading()
    #expect(!made.container.isTransitioning && made.currentState == .loading)
    screen.hasContent = true
    made.endLoading()
    #expect(made.container.isTransitioning)
    made.advance(to: 1_000_000_000)
    screen.hasContent = false
    made.transitionViewStates()
    #expect(made.container.isTransitioning && made.currentState == .empty)
    made.advance(to: 2_000_000_000)
    screen.hasContent = true
    made.setupInitialViewState()
    #expect(!made.container.isTransitioning && layers(made) == ["content"])
  }

  @Test func `tells two who supersede each other in turn, not without end`() {
    let (screen, made) = onScreen(times: LoadingTimes())
    var (told, depth) = (0, 0)
    func insist(_ outcome: RequestOutcome) {
      told += 1
      depth += 1
      defer { depth -= 1 }
      #expect(outcome == .superseded && depth == 1)
      if told < 20_000 { made.startLoading(completion: insist) }
    }
    made.startLoading(completion: insist)
    made.startLoading(completion: insist)
    #expect((10_000...10_001).contains(told) && made.nextDeadline == 0)
    made.advance(to: 0)
    #expect(told == 20_000 && made.nextDeadline == 100_000_000)
    withExtendedLifetime(screen) {}
  }

  @Test func `loses nothing that is called while an error is handled`() {
    let (screen, made) = onScreen(hasContent: true)
    var told: [String] = []
    screen.onHandle = { [unowned made] in
      made.startLoading { told.append("retry \($0)") }
      #expect(made.lastState == .content(notice: "timeout", isReloading: false), "not yet")
    }
    made.endLoading(animated: false, error: "timeout") { told.append("end \($0)") }
    #expect(made.lastState == .content(notice: nil, isReloading: true))
    #expect(made.currentState == made.lastState && told == ["end finished", "retry finished"])
  }

  @Test func `loses nothing that is called while it asks for content`() {
    let (screen, made) = onScreen()
    var told: [String] = []
    screen.onAskContent = { [unowned made, unowned screen] in
      screen.onAskContent = nil
      made.startLoading { told.append("start \($0)") }
    }
    made.endLoading(animated: false, error: "x") { told.append("end \($0)") }
    #expect(made.currentState == .loading && told == ["end finished", "start finished"])
  }

  @Test func `does at its instant what a callback calls, however far time jumps`() {
    let (screen, made) = onScreen(times: LoadingTimes())
    made.container.addObserver { [unowned made] in
      if case .didTransition(_, .error, _) = $0 { made.startLoading() }
    }
    made.endLoading(error: "x")
    made.advance(to: 440_000_000)
    #expect(made.currentState == .error("x") && made.nextDeadline == 450_000_000)
    made.advance(to: 450_000_000)
    #expect(made.currentState == .loading)
    withExtendedLifetime(screen) {}
  }

  @Test(arguments: [true, false])
  func `shows the same whether somebody waits for it or not`(waits: Bool) {
    let screen = Screen()
    let made = Made(owner: screen)
    var told: [RequestOutcome] = []
    made.startLoading(completion: waits ? { told.append($0) } : nil)
    #expect(told == (waits ? [.cancelled] : []), "off screen at once")
    made.setupInitialViewState()
    #expect(screen.shown == ["loading"])
  }

  @Test func `cancels what holds back as it goes off screen`() {
    let (screen, made) = onScreen(times: LoadingTimes())
    var told: [RequestOutcome] = []
    made.startLoading { told.append($0) }
    #expect(told == [])
    made.container.willDisappear(animated: false)
    #expect(told == [.cancelled])
    withExtendedLifetime(screen) {}
  }

  @Test func `has one time with the container that presents it`() {
    let (screen, made) = onScreen(times: LoadingTimes())
    made.startLoading()
    #expect(made.container.nextDeadline == 100_000_000)
    made.container.advance(to: 200_000_000)
    #expect(made.nowNanoseconds == 200_000_000 && made.driver.nowNanoseconds == 200_000_000)
    #expect(made.currentState == .loading)
    withExtendedLifetime(screen) {}
  }

  @Test func `appears and disappears in one call`() {
    let screen = Screen()
    let made = Made(owner: screen)
    var told: [RequestOutcome] = []
    made.appear { told.append($0) }
    #expect(told == [.finished] && made.container.appearance == .onScreen)
    made.disappear()
    #expect(made.container.appearance == .offScreen)
  }

  @Test func `presents children of its own, and those at once that are set while shown`() {
    let (screen, made) = onScreen()
    made.loadingChild = RecordedChild("spinner")
    #expect(layers(made) == ["empty"])
    made.startLoading()
    #expect(layers(made) == ["spinner"])
    made.loadingChild = RecordedChild("bar")
    #expect(layers(made) == ["bar"])
    made.errorChild = RecordedChild("sorry")
    made.endLoading(animated: false, error: "x")
    #expect(layers(made) == ["sorry"])
    made.emptyChild = RecordedChild("nothing")
    made.endLoading(animated: false)
    #expect(layers(made) == ["nothing"])
    made.emptyChild = nil
    #expect(layers(made) == ["empty"])
    withExtendedLifetime(screen) {}
  }

  @Test func `leaves the room around a placeholder that it says itself`() {
    final class Message: PlaceholderChild {
      var placeholderInsets: ContentInsets { ContentInsets(top: 2) }
    }
    final class Owner: ContentOwner {
      func placeholderInsets(for state: ContentState<String>) -> ContentInsets {
        ContentInsets(left: 3)
      }
      func children(for state: ContentState<String>) -> [Message] { [] }
    }
    let owner = Owner()
    let made = ContentContainer<String, Message>(owner: owner)
    let area = ContentArea(width: 10, height: 5)
    #expect(
      made.area(for: Message(), of: .empty, in: area) == ContentArea(y: 2, width: 10, height: 3))
    #expect(made.area(for: .empty, in: area) == ContentArea(x: 3, width: 7, height: 5))
    let content = ContentState<String>.content(notice: nil, isReloading: false)
    #expect(made.area(for: Message(), of: content, in: area) == area)
  }

  @Test func `says when a call has ended, also one that holds back`() {
    let (screen, made) = onScreen(times: LoadingTimes())
    var rests: [Duration?] = []
    made.callEnded = { [unowned made] in rests.append(made.timeToNextDeadline) }
    made.startLoading()
    #expect(rests == [.milliseconds(100)])
    made.advance(by: .milliseconds(30))
    #expect(rests.last == .milliseconds(70))
    made.advance(by: .milliseconds(100))
    screen.hasContent = true
    made.endLoading()
    #expect(rests.dropFirst(2) == [nil, .milliseconds(270)], "once a call, when all is done")
    made.container.willDisappear(animated: false)
    #expect(rests.count == 5, "its container's own calls, too")
  }

  @Test func `appears in the state that is due, and in no other before`() {
    let screen = Screen()
    let made = Made(owner: screen)
    made.startLoading()
    made.setupInitialViewState()
    #expect(screen.shown == ["loading"] && layers(made) == ["loading"])
    screen.hasContent = true
    made.advance(to: 50_000_000)
    made.endLoading(animated: false)
    #expect(layers(made) == ["loading"], "it lasts for its minimum")
    made.advance(to: 300_000_000)
    #expect(layers(made) == ["content"] && screen.shown == ["loading", "content"])
  }

  @Test func `shows nothing of a short load, and all of a long one`() {
    let (screen, made) = onScreen(times: LoadingTimes())
    made.startLoading()
    #expect(made.currentState == .empty && made.lastState == .loading)
    #expect(made.nextDeadline == 100_000_000)
    screen.hasContent = true
    made.endLoading(animated: false)
    #expect(screen.shown == ["empty", "content"])
    screen.hasContent = false
    made.startLoading()
    made.advance(to: 10_000_000_000)
    #expect(made.currentState == .loading)
  }

  @Test func `knows what was decided last while the transition before still runs`() {
    let (_, made) = onScreen()
    let owner = Screen()
    let other = Made(owner: owner, times: .immediate)
    other.setupInitialViewState()
    other.startLoading(animated: true)
    other.endLoading(error: "x")
    #expect(other.currentState == .loading && other.lastState == .error("x"))
    other.advance(to: 1_000_000_000)
    #expect(other.currentState == .error("x") && made.lastState == .empty)
    #expect(owner.shown == ["empty", "loading", "error"])
  }

  @Test func `completes everything exactly once, whatever comes of it`() {
    var told: [String] = []
    do {
      let (screen, made) = onScreen(times: LoadingTimes())
      made.startLoading { told.append("1 \($0)") }
      made.endLoading { told.append("2 \($0)") }
      made.startLoading { told.append("3 \($0)") }
      made.advance(to: 200_000_000)
      screen.hasContent = true
      made.endLoading { told.append("4 \($0)") }
      made.container.willDisappear(animated: false)
      made.container.didDisappear()
      made.advance(to: 1_000_000_000)
      made.startLoading { told.append("5 \($0)") }
      screen.hasContent = false
      made.startLoading { told.append("6 \($0)") }
    }
    #expect(
      told == [
        "1 superseded", "2 finished", "3 finished", "4 cancelled", "5 cancelled", "6 cancelled",
      ])
  }

  @Test func `goes to the error when loading lasts too long`() {
    let (_, made) = onScreen(times: LoadingTimes())
    let screen = Screen()
    let slow = Made(owner: screen)
    slow.driver.deadline = LoadingDeadline(afterNanoseconds: 2_000_000_000, failure: "too slow")
    slow.setupInitialViewState()
    slow.startLoading()
    slow.advance(to: 5_000_000_000)
    #expect(slow.currentState == .error("too slow"))
    #expect(screen.shown == ["empty", "loading", "error"] && made.currentState == .empty)
  }

  @Test(
    arguments: [
      (ContentInsets.zero, ContentArea(x: 1, y: 2, width: 10, height: 5)),
      (
        ContentInsets(top: 1, left: 2, bottom: 3, right: 4),
        ContentArea(x: 3, y: 3, width: 4, height: 1)
      ),
      (
        ContentInsets(top: 9, left: 8, bottom: 9, right: 9),
        ContentArea(x: 9, y: 7, width: 0, height: 0)
      ),
      (
        ContentInsets(top: -1, left: .min, bottom: -1, right: -1),
        ContentArea(x: 1, y: 2, width: 10, height: 5)
      ),
      (
        ContentInsets(top: .max, left: .max, bottom: .max, right: .max),
        ContentArea(x: 11, y: 7, width: 0, height: 0)
      ),
    ] as [(ContentInsets, ContentArea)])
  func `insets placeholders, and content not`(insets: ContentInsets, area: ContentArea) {
    let (screen, made) = onScreen()
    screen.insets = insets
    let whole = ContentArea(x: 1, y: 2, width: 10, height: 5)
    #expect(made.area(for: .empty, in: whole) == area)
    #expect(made.area(for: .content(notice: nil, isReloading: false), in: whole) == whole)
  }

  @Test func `asks for content each time it is set up, on screen too`() {
    let (screen, made) = onScreen()
    var told: [String] = []
    made.container.willDisappear(animated: false)
    made.container.didDisappear()
    screen.hasContent = true
    made.setupInitialViewState { told.append("again \($0)") }
    #expect(layers(made) == ["content"])
    screen.hasContent = false
    made.setupInitialViewState { told.append("on screen \($0)") }
    #expect(layers(made) == ["empty"])
    #expect(told == ["again finished", "on screen finished"])
  }

  @Test func `has content unless its owner says otherwise`() {
    final class Plain: ContentOwner {
      func children(for state: ContentState<String>) -> [RecordedChild] { [] }
    }
    let owner = Plain()
    let made = Made(owner: owner)
    #expect(made.currentState == .content(notice: nil, isReloading: false), "before it appears")
    made.setupInitialViewState()
    #expect(made.currentState == .content(notice: nil, isReloading: false))
  }

  @Test func `hands no error over as a notice where there is no content`() {
    let (screen, made) = onScreen()
    made.endLoading(animated: false, error: "first")
    #expect(screen.handled == [])
    screen.hasContent = true
    made.endLoading(animated: false, error: "second")
    #expect(screen.handled == ["second"])
  }

  @Test func `follows content that comes and goes while it loads`() {
    let (screen, made) = onScreen(times: LoadingTimes(delay: .zero, minimum: .zero))
    made.startLoading()
    #expect(layers(made) == ["loading"])
    screen.hasContent = true
    made.startLoading()
    #expect(made.currentState == .content(notice: nil, isReloading: true))
    screen.hasContent = false
    made.startLoading()
    #expect(layers(made) == ["loading"])
  }

  @Test func `keeps loading for its minimum when it appears in it at once`() {
    let screen = Screen()
    let made = Made(owner: screen, times: LoadingTimes(delay: .seconds(1), minimum: .seconds(1)))
    made.advance(to: 5_000_000_000)
    made.startLoading()
    made.setupInitialViewState()
    screen.hasContent = true
    made.endLoading(animated: false)
    made.advance(by: .milliseconds(999))
    #expect(layers(made) == ["loading"])
    made.advance(by: .milliseconds(1))
    #expect(layers(made) == ["content"])
  }

  @Test(arguments: [0, 1] as [Int64])
  func `has done what is due at an instant, no later than a moment after`(later: Int64) {
    let (screen, made) = onScreen(times: LoadingTimes(delay: .milliseconds(100), minimum: .zero))
    made.container.isMotionReduced = true
    made.startLoading(animated: true)
    #expect(made.nextDeadline == 100_000_000)
    made.advance(to: 100_000_000 + later)
    #expect(made.currentState == .loading)
    #expect(screen.shown == ["empty", "loading"] && layers(made) == ["loading"])
    #expect(!made.container.isTransitioning && made.nextDeadline == nil)
  }

  @Test func `names the next instant of what moves and of what holds back, whichever is first`() {
    let (screen, made) = onScreen(times: LoadingTimes(delay: .zero, minimum: .seconds(1)))
    made.driver.deadline = LoadingDeadline(after: .milliseconds(200), failure: "too slow")
    made.startLoading(animated: true)
    #expect(made.nextDeadline == 200_000_000, "loading fails before the animation ends")
    made.endLoading()
    #expect(made.nextDeadline == 350_000_000, "the animation ends before the minimum does")
    made.advance(to: 350_000_000)
    #expect(made.nextDeadline == 1_000_000_000)
    withExtendedLifetime(screen) {}
  }
}
