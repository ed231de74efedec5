import HostPlugins
import HostSurface
import Testing

@testable import HostRuntime
@testable import HostWorkers

/// The border between a child that docks at the right, in a worker, and the blank child beside it.
@Suite struct `A border` {
  private static let half = Dock.Extent.percent(50)
  private static let frame = FrameRateLimit.intervalNanoseconds

  private func scripted(
    _ edge: Dock.Edge = .right, _ extent: Dock.Extent = half, minimum: Int = 10
  ) throws -> ScriptedStage {
    let scripted = try ScriptedStage(area: Dock(edge, extent, minimum: minimum))
    scripted.stage.resize(columns: 80, rows: 24)
    try scripted.appear()
    _ = scripted.worker.takeTold()
    return scripted
  }

  private func mouse(
    _ kind: ChildMouse.Kind, _ column: Int, _ button: ChildMouse.Button = .left
  ) -> ChildMouse {
    ChildMouse(kind, button: button, column: column, row: 5)
  }

  /// Presses the button on the border, and releases it elsewhere.
  private func drag(_ stage: Stage, from column: Int, to end: Int) {
    #expect(stage.moveBorder(with: mouse(.press, column)))
    #expect(stage.moveBorder(with: mouse(.release, end)))
  }

  private func columns(_ scripted: ScriptedStage) -> [Int] {
    scripted.stage.places.compactMap { $0.child?.area.columns }
  }

  @Test func `follows the mouse from its press on, and no child hears of that`() throws {
    let scripted = try scripted()
    let stage = scripted.stage
    #expect(columns(scripted) == [40, 40])
    #expect(stage.moveBorder(with: mouse(.press, 40)))
    #expect(stage.moveBorder(with: mouse(.drag, 30)))
    scripted.turn(at: 0)
    #expect(columns(scripted) == [30, 50])
    #expect(stage.moveBorder(with: mouse(.release, 45)))
    #expect(columns(scripted) == [45, 35])
    let sizes = scripted.worker.told.compactMap { message -> Int? in
      if case .news(_, .resized(let columns, _)) = message { columns } else { nil }
    }
    #expect(sizes == [50, 35])
    #expect(!scripted.worker.told.contains { if case .input = $0 { true } else { false } })
    // It has been let go.
    #expect(!stage.moveBorder(with: mouse(.drag, 20)) && !stage.moveBorder(with: mouse(.move, 20)))
    #expect(columns(scripted) == [45, 35])
  }

  /// A movement without a button says so, and so does the next press.
  @Test(arguments: [ChildMouse.Kind.move, .press])
  func `is let go of where nobody saw the button go up`(kind: ChildMouse.Kind) throws {
    let scripted = try scripted()
    #expect(scripted.stage.moveBorder(with: mouse(.press, 40)))
    for kind in [kind, .drag, .release] {
      #expect(!scripted.stage.moveBorder(with: mouse(kind, 10)))
    }
    scripted.turn(at: 0)
    #expect(columns(scripted) == [40, 40])
  }

  @Test func `stays while its child leaves, also when the screen is made anew`() throws {
    let scripted = try scripted()
    scripted.stage.request("empty", animated: true)
    let area = scripted.child?.area
    scripted.stage.resize(columns: 80, rows: 24)
    #expect(scripted.child?.area == area && area?.columns == 40 && scripted.stage.needsFrame)
  }

  @Test func `is the line that faces the rest, and the left button alone holds it`() throws {
    let scripted = try scripted()
    for column in [39, 41, 79] {
      #expect(!scripted.stage.moveBorder(with: mouse(.press, column)))
      #expect(!scripted.stage.moveBorder(with: mouse(.drag, 20)))
    }
    #expect(!scripted.stage.moveBorder(with: mouse(.press, 40, .right)))
    #expect(!scripted.stage.moveBorder(with: mouse(.wheel, 40)))
    #expect(columns(scripted) == [40, 40])
  }

  @Test func `moves once a frame at most`() throws {
    let scripted = try scripted()
    let stage = scripted.stage
    #expect(stage.moveBorder(with: mouse(.press, 40)))
    for (column, shown) in [(38, 42), (36, 42), (34, 42)] {
      #expect(stage.moveBorder(with: mouse(.drag, column)))
      stage.performRequests()
      #expect(columns(scripted).last == shown)
    }
    #expect(stage.borderDeadline == Self.frame && stage.nextDeadline ?? .max <= Self.frame)
    stage.advance(to: Self.frame - 1)
    stage.performRequests()
    #expect(columns(scripted).last == 42)
    stage.advance(to: Self.frame)
    stage.performRequests()
    #expect(columns(scripted).last == 46 && stage.borderDeadline == nil)
  }

  @Test func `leaves the child its minimum, and the others 20 columns`() throws {
    let scripted = try scripted()
    #expect(scripted.stage.moveBorder(with: mouse(.press, 40)))
    #expect(scripted.stage.moveBorder(with: mouse(.drag, 79)))
    scripted.turn(at: 0)
    #expect(columns(scripted) == [70, 10])
    #expect(scripted.stage.moveBorder(with: mouse(.release, 0)))
    #expect(columns(scripted) == [20, 60])
  }

  @Test(arguments: [false, true])
  func `of one line is none, and cannot be made one`(isOne: Bool) throws {
    let scripted = try scripted(.right, .cells(isOne ? 1 : 4), minimum: 0)
    #expect(scripted.stage.moveBorder(with: mouse(.press, isOne ? 79 : 76)) != isOne)
    #expect(scripted.stage.moveBorder(with: mouse(.release, 79)) != isOne)
    #expect(columns(scripted).last == (isOne ? 1 : 2))
  }

  @Test(arguments: [(Dock.Extent.percent(50), 75), (.cells(40), 30)])
  func `that was moved stays so: a part of the room, or cells`(
    extent: Dock.Extent, expected: Int
  ) throws {
    let scripted = try scripted(.right, extent)
    let stage = scripted.stage
    drag(stage, from: 40, to: 50)
    #expect(columns(scripted).last == 30)
    stage.request("empty", animated: false)
    stage.request("other", animated: false)
    scripted.turn(at: 1)
    #expect(columns(scripted) == [50, 30])
    stage.resize(columns: 200, rows: 24)
    #expect(columns(scripted) == [200 - expected, expected])
    // As what is remembered has it, in another run too.
    let kept = try RememberFileContents(reading: stage.remembered.fileBytes)
    #expect(kept == stage.remembered && kept.sizes.count == 1)
    let next = try self.scripted(.right, extent)
    next.stage.remembered = kept
    next.stage.resize(columns: 200, rows: 24)
    #expect(columns(next).last == expected)
  }

  /// What ends a drag before the button is up.
  enum End: CaseIterable { case otherState, size, suspension, failure }

  @Test(arguments: End.allCases)
  func `stays where it is when something else ends the drag`(end: End) throws {
    let scripted = try scripted()
    let stage = scripted.stage
    #expect(stage.moveBorder(with: mouse(.press, 40)))
    #expect(stage.moveBorder(with: mouse(.drag, 30)))
    scripted.turn(at: 0)
    switch end {
    case .otherState: stage.request("other", animated: false)
    case .size: stage.resize(columns: 100, rows: 24)
    case .suspension: stage.resize(columns: 80, rows: 24)
    case .failure: scripted.worker.die()
    }
    scripted.turn(at: 100)
    scripted.turn(at: 1000)
    let columns = columns(scripted)
    // The button is still down: that is for nobody.
    #expect(stage.moveBorder(with: mouse(.drag, 70)))
    scripted.turn(at: 1100)
    #expect(stage.moveBorder(with: mouse(.release, 71)))
    #expect(self.columns(scripted) == columns && stage.borderDeadline == nil)
    // Then it moves as ever.
    let border = (stage.room.columns) - (columns.last ?? 0)
    drag(stage, from: border, to: border + 3)
    #expect(self.columns(scripted).last == (columns.last ?? 0) - 3)
  }

  /// The key says where the border goes; the child on the other side of it grows.
  @Test(arguments: [Dock.Edge.left, .right, .top, .bottom])
  func `goes where its key says`(edge: Dock.Edge) throws {
    let scripted = try scripted(edge, minimum: 3)
    let isAtSide = edge == .left || edge == .right
    func cells() -> Int? {
      let area = scripted.stage.places.compactMap { $0.child?.area }.last
      return isAtSide ? area?.columns : area?.rows
    }
    let before = try #require(cells())
    let keys = isAtSide ? "ctrl-left/right" : "ctrl-up/down"
    #expect(scripted.stage.borderKeys.map(\.key) == [keys])
    scripted.stage.moveBorder(isAtSide ? .left : .up)
    let after = before + (edge == .right || edge == .bottom ? 1 : -1)
    #expect(cells() == after)
    scripted.stage.moveBorder(isAtSide ? .right : .down)
    #expect(cells() == before)
    for step in (isAtSide ? [.up, .down] : [.left, .right]) as [Stage.BorderStep] {
      scripted.stage.moveBorder(step)
      #expect(cells() == before)
    }
    // Its state has gone: there is no border any more.
    scripted.stage.request("empty", animated: false)
    #expect(scripted.stage.borderKeys.isEmpty)
    scripted.stage.moveBorder(isAtSide ? .left : .up)
    #expect(cells() == before)
  }

  /// On the cell of the border and back towards the rest by two, in 80 columns and 23 rows.
  @Test(arguments: [
    (Dock.Edge.left, (7, 5), (9, 5)), (.right, (72, 5), (70, 5)), (.top, (5, 7), (5, 9)),
    (.bottom, (5, 15), (5, 13)),
  ])
  func `follows the mouse on each edge`(
    edge: Dock.Edge, from: (Int, Int), to: (Int, Int)
  ) throws {
    let scripted = try scripted(edge, .cells(8), minimum: 3)
    func move(_ kind: ChildMouse.Kind, _ place: (Int, Int)) -> Bool {
      scripted.stage.moveBorder(
        with: ChildMouse(kind, button: .left, column: place.0, row: place.1))
    }
    #expect(!move(.press, to) && move(.press, from) && move(.release, to))
    let area = try #require(scripted.child?.area)
    #expect((edge == .left || edge == .right ? area.columns : area.rows) == 10)
  }

  @Test func `that a key moves is the front child's, else the topmost, and goes as far as it may`()
    throws
  {
    let crowd = try CrowdedStage(
      states: [("content", ["a", "b", "d"])],
      docks: [
        "a": try #require(Dock(.left, .cells(10))),
        "b": try #require(Dock(.left, .cells(40), minimum: 40)),
      ])
    crowd.show(columns: 80, rows: 24)
    var sizes: [Int?] { ["a", "b"].map { crowd.child($0)?.area.columns } }
    crowd.stage.moveBorder(.right)
    #expect(crowd.stage.front?.name == "d" && sizes == [10, 41])
    crowd.stage.moveBorder(.left)
    for _ in 0..<2 { crowd.stage.moveFront(backward: false) }
    crowd.stage.moveBorder(.right)
    #expect(crowd.stage.front?.name == "a" && sizes == [11, 40])
    // It takes no room that another needs.
    drag(crowd.stage, from: 10, to: 70)
    #expect(sizes == [20, 40])
  }
}
