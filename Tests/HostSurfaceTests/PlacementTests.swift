import StateContainer
import Testing

@testable import HostSurface

@Suite struct `A transition's placement` {
  /// An effect, its progress, whether the layer enters; its column, row and opacity.
  @Test(
    arguments: [
      (.still, 0, true, 0, 0, 1), (.still, 0.5, false, 0, 0, 1), (.still, 1, false, 0, 0, 0),
      (.fade, 0.25, true, 0, 0, 0.25), (.fade, 0.25, false, 0, 0, 0.75), (.fade, 2, true, 0, 0, 1),
      (.fade, -3, true, 0, 0, 0), (.fade, .nan, true, 0, 0, 1), (.slideLeft, 0, true, 40, 0, 1),
      (.slideLeft, 0.25, true, 30, 0, 1), (.slideLeft, 1, false, -40, 0, 1),
      (.slideRight, 0, true, -40, 0, 1), (.slideRight, 1, false, 40, 0, 1),
      (.slideUp, 0, true, 0, 10, 1), (.slideUp, 1, false, 0, -10, 1), (.slideUp, 1, true, 0, 0, 1),
      (.slideDown, 0, true, 0, -10, 1), (.slideDown, 0.5, false, 0, 5, 1),
      (.slideDown, .infinity, false, 0, 20, 1),
    ] as [(TransitionEffect, Double, Bool, Int, Int, Double)])
  func `follows its effect`(
    effect: TransitionEffect, progress: Double, isEntering: Bool, column: Int, row: Int,
    opacity: Double
  ) {
    let isFadingOut = effect == .fade && !isEntering
    #expect(
      Placement(effect, progress: progress, isEntering: isEntering, columns: 40, rows: 10)
        == Placement(column: column, row: row, opacity: opacity, isFadingOut: isFadingOut))
  }

  @Test(arguments: TransitionEffect.allCases)
  func `begins and ends at rest`(_ effect: TransitionEffect) {
    #expect(Placement(effect, progress: 1, isEntering: true, columns: 80, rows: 24) == .atRest)
    let leaving = Placement(effect, progress: 0, isEntering: false, columns: 80, rows: 24)
    #expect(leaving == Placement(isFadingOut: effect == .fade))
    _ = Placement(effect, progress: -.infinity, isEntering: true, columns: .max, rows: .min)
  }

  @Test(arguments: [
    (CellRectangle(2, 1, 9, 9), CellRectangle(2, 1, 8, 4)),
    (CellRectangle(-5, -5, 7, 7), CellRectangle(0, 0, 2, 2)),
    (CellRectangle(.min, 0, .max, 1), CellRectangle(0, 0, 0, 0)),
    (CellRectangle(3, 0, .max, 1), CellRectangle(3, 0, 7, 1)),
    (CellRectangle(3, 0, -4, 1), CellRectangle(0, 0, 0, 0)),
  ])
  func `has an area cut to its bounds`(_ area: CellRectangle, _ clipped: CellRectangle) {
    #expect(area.clipped(to: CellRectangle(0, 0, 10, 5)) == clipped)
  }

  @Test(arguments: [
    (2, 1, true), (4, 1, true), (2, 3, true), (4, 3, true), (1, 2, false), (5, 2, false),
    (3, 0, false), (3, 4, false), (.min, 2, false), (.max, 2, false), (3, .min, false),
    (3, .max, false),
  ])
  func `has an area from its first cell to its last`(_ column: Int, _ row: Int, isInside: Bool) {
    let area = CellRectangle(2, 1, 3, 3)
    #expect(area.contains(column: column, row: row) == isInside)
  }

  @Test func `has an area with insets that never turns inside out`() {
    let area = CellRectangle(1, 2, 10, 5)
    #expect(
      area.inset(by: CellInsets(top: 1, right: 2, bottom: 1, left: 3))
        == CellRectangle(4, 3, 5, 3))
    #expect(area.inset(by: CellInsets(top: 9, right: 0, bottom: 9, left: -1)).isEmpty)
    #expect(area.inset(by: CellInsets(top: .max, right: .max, bottom: .max, left: .max)).isEmpty)
  }
}
