import HostPlugins
import HostSurface
import PluginSupport
import Testing

@testable import HostRuntime

/// Tests of the calls that a child on the stage gets and of the facts recorded about it.
@Suite struct `A child on the stage` {
  private let run = RunContext()
  private let hosted = AnsweringChild()

  private func child() -> StageChild { hosted.onStage(of: run) }

  /// What it is told while something is done.
  private func told(_ body: () -> Void) -> [ChildEvent] {
    let before = hosted.told.count
    body()
    return Array(hosted.told[before...])
  }

  @Test func `is told of what is other than it was, of that alone, and once`() {
    hosted.follows = .all
    let child = child()
    var facts = run.followed
    func next() -> [ChildEvent] { told { _ = child.followedChanged(to: facts) } }
    #expect(next() == [])
    facts.situation.isTransitioning = true
    #expect(next() == [.situationChanged] && next() == [])
    facts.selection.marksRevision = 1
    #expect(next() == [.selectionChanged] && next() == [])
    facts.view = ViewFacts()
    #expect(next() == [.viewChanged] && next() == [])
    child.context.focus.count = 2
    #expect(next() == [.frontChanged] && next() == [])
    facts.view?.rows = 1
    facts.situation.current = "content"
    #expect(next() == [.situationChanged, .viewChanged] && next() == [])
  }

  @Test func `is not told of what it does not follow, and nothing off screen`() {
    hosted.follows = .view
    let child = child()
    var facts = run.followed
    facts.situation.isTransitioning = true
    #expect(told { _ = child.followedChanged(to: facts) } == [])
    child.willDisappear(animated: false)
    child.didDisappear(animated: false)
    facts.view = ViewFacts()
    let silent = told {
      _ = child.followedChanged(to: facts)
      child.contentChanged(toRevision: 7)
      child.themeChanged()
      _ = child.context.does(.timer(afterNanoseconds: 0))
      child.wakeIfDue(atNanoseconds: 1)
    }
    #expect(silent == [] && child.nextDeadline == nil)
    // It finds out when it comes back.
    child.willAppear(animated: false)
    #expect(told { _ = child.followedChanged(to: facts) } == [.viewChanged])
    #expect(told { child.contentChanged(toRevision: 7) } == [.contentChanged])
    #expect(told { child.wakeIfDue(atNanoseconds: 1) } == [.woke])
  }

  @Test func `is drawn for everything that it is told, and each time that it comes`() {
    hosted.follows = .all
    let child = child()
    var facts = run.followed
    func isDrawn(_ body: () -> Void) -> Bool {
      _ = child.drawIfNeeded(atNanoseconds: 0)
      #expect(!child.wantsFrame && !child.drawIfNeeded(atNanoseconds: 0))
      body()
      return child.wantsFrame && child.drawIfNeeded(atNanoseconds: 0)
    }
    #expect(isDrawn { child.contentChanged(toRevision: 1) })
    #expect(!isDrawn { child.contentChanged(toRevision: 1) })
    #expect(isDrawn { child.themeChanged() })
    #expect(isDrawn { child.wake() })
    #expect(isDrawn { child.context.reportEnd(ProgramEnd(1, .exited(0))) })
    #expect(
      isDrawn {
        facts.situation.isTransitioning = true
        _ = child.followedChanged(to: facts)
      })
    #expect(
      isDrawn {
        child.willDisappear(animated: false)
        child.didDisappear(animated: false)
        child.willAppear(animated: false)
      })
  }

  @Test func `has a layer of its area's size, whichever side of that is another`() {
    let child = child()
    let sizes = [(10, 4), (10, 5), (12, 5), (12, 5), (8, 3)]
    let told = told {
      for (columns, rows) in sizes {
        _ = child.drawIfNeeded(atNanoseconds: 0)
        let isOther = child.layer.columns != columns || child.layer.rows != rows
        child.lay(on: CellRectangle(column: 1, row: 1, columns: columns, rows: rows))
        #expect(child.layer.columns == columns && child.layer.rows == rows)
        #expect(child.wantsFrame == isOther)
      }
    }
    #expect(
      told == [
        .resized(columns: 10, rows: 4), .resized(columns: 10, rows: 5),
        .resized(columns: 12, rows: 5), .resized(columns: 8, rows: 3),
      ])
  }

  @Test func `acts for the user for a second after it has used something, which no movement is`() {
    let child = child()
    hosted.inputAnswer = .used
    func mayQuit(after input: ChildInput, _ nanoseconds: Int64 = 0) -> Bool {
      #expect(child.offer(input) == .used)
      run.nowNanoseconds += nanoseconds
      return child.context.does(.quit)
    }
    let key = ChildInput.key(ChildKey(code: 0x61, text: "a"))
    #expect(!mayQuit(after: .mouse(ChildMouse(.move, button: .none, column: 0, row: 0))))
    #expect(!mayQuit(after: .mouse(ChildMouse(.wheel, column: 0, row: 0))))
    #expect(mayQuit(after: .mouse(ChildMouse(.press, column: 0, row: 0))))
    #expect(mayQuit(after: key, 999_999_999) && !mayQuit(after: key, 1_000_000_000))
    #expect(child.offer(key) == .used)
    child.willDisappear(animated: false)
    child.didDisappear(animated: false)
    child.willAppear(animated: false)
    #expect(!child.context.does(.quit))
    hosted.inputAnswer = .unused
    #expect(child.offer(key) == .unused && !child.context.does(.quit))
  }

  @Test func `is followed in front by the next one down, or up, and round`() {
    let hosted = [AnsweringChild(), AnsweringChild(), AnsweringChild()]
    let takers = zip(["low", "mid", "top"], hosted).map { $1.onStage(named: $0, of: run) }
    var focus = KeyFocus()
    func front(backward isBackward: Bool) -> String? {
      let isMoved = focus.move(among: takers, backward: isBackward)
      #expect(isMoved)
      return focus.order(takers).last?.name
    }
    #expect((0..<4).map { _ in front(backward: false) } == ["mid", "low", "top", "mid"])
    #expect((0..<4).map { _ in front(backward: true) } == ["top", "low", "mid", "top"])
    let isMoved = focus.move(among: [takers[0]], backward: true)
    #expect(!isMoved && focus.chosen == "top")
  }
}
