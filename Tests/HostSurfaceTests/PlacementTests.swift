import StateContainer
import Testing

@testable import HostSurface

@Suite struct `A transition's placement` {
  struct Case: Sendable {
    let effect: TransitionEffect
    let progress: Double
    let isEntering: Bool
    let column: Int
    let row: Int
    let opacity: Double

    init(
      _ effect: TransitionEffect, _ progress: Double, entering: Bool, _ column: Int, _ row: Int,
      _ opacity: Double
    ) {
      self.effect = effect
      self.progress = progress
      self.isEntering = entering
      self.column = column
      self.row = row
      self.opacity = opacity
    }
  }

  @Test(arguments: [
    Case(.still, 0, entering: true, 0, 0, 1), Case(.still, 0.5, entering: false, 0, 0, 1),
    Case(.still, 1, entering: false, 0, 0, 0), Case(.fade, 0.25, entering: true, 0, 0, 0.25),
    Case(.fade, 0.25, entering: false, 0, 0, 0.75), Case(.fade, 2, entering: true, 0, 0, 1),
    Case(.fade, -3, entering: true, 0, 0, 0), Case(.fade, .nan, entering: true, 0, 0, 1),
    Case(.slideLeft, 0, entering: true, 40, 0, 1), Case(.slideLeft, 0.25, entering: true, 30, 0, 1),
    Case(.slideLeft, 1, entering: false, -40, 0, 1),
    Case(.slideRight, 0, entering: true, -40, 0, 1),
    Case(.slideRight, 1, entering: false, 40, 0, 1), Case(.slideUp, 0, entering: true, 0, 10, 1),
    Case(.slideUp, 1, entering: false, 0, -10, 1), Case(.slideDown, 0, entering: true, 0, -10, 1),
    Case(.slideDown, 0.5, entering: false, 0, 5, 1),
    Case(.slideDown, .infinity, entering: false, 0, 20, 1),
    Case(.slideUp, 1, entering: true, 0, 0, 1),
  ])
  func `follows its effect`(_ case: Case) {
    let placement = Placement(
      `case`.effect, progress: `case`.progress, isEntering: `case`.isEntering, columns: 40, rows: 10
    )
    let isFadingOut = `case`.effect == .fade && !`case`.isEntering
    #expect(
      placement
        == Placement(
          column: `case`.column, row: `case`.row, opacity: `case`.opacity, isFadingOut: isFadingOut)
    )
  }

  @Test(arguments: TransitionEffect.allCases)
  func `begins and ends at rest`(_ effect: TransitionEffect) {
    #expect(Placement(effect, progress: 1, isEntering: true, columns: 80, rows: 24) == .atRest)
    let leaving = Placement(effect, progress: 0, isEntering: false, columns: 80, rows: 24)
    #expect(leaving == Placement(isFadingOut: effect == .fade))
    _ = Placement(effect, progress: -.infinity, isEntering: true, columns: .max, rows: .min)
  }

  @Test(arguments: [
    (
      CellRectangle(column: 2, row: 1, columns: 9, rows: 9),
      CellRectangle(column: 2, row: 1, columns: 8, rows: 4)
    ),
    (
      CellRectangle(column: -5, row: -5, columns: 7, rows: 7),
      CellRectangle(column: 0, row: 0, columns: 2, rows: 2)
    ),
    (
      CellRectangle(column: .min, row: 0, columns: .max, rows: 1),
      CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
    ),
    (
      CellRectangle(column: 3, row: 0, columns: .max, rows: 1),
      CellRectangle(column: 3, row: 0, columns: 7, rows: 1)
    ),
    (
      CellRectangle(column: 3, row: 0, columns: -4, rows: 1),
      CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
    ),
  ])
  func `has an area cut to its bounds`(_ area: CellRectangle, _ clipped: CellRectangle) {
    #expect(area.clipped(to: CellRectangle(column: 0, row: 0, columns: 10, rows: 5)) == clipped)
  }

  @Test(arguments: [
    (2, 1, true), (4, 1, true), (2, 3, true), (4, 3, true), (1, 2, false), (5, 2, false),
    (3, 0, false), (3, 4, false), (.min, 2, false), (.max, 2, false), (3, .min, false),
    (3, .max, false),
  ])
  func `has an area from its first cell to its last`(_ column: Int, _ row: Int, isInside: Bool) {
    let area = CellRectangle(column: 2, row: 1, columns: 3, rows: 3)
    #expect(area.contains(column: column, row: row) == isInside)
  }

  @Test func `has an area with insets that never turns inside out`() {
    let area = CellRectangle(column: 1, row: 2, columns: 10, rows: 5)
    #expect(
      area.inset(by: CellInsets(top: 1, right: 2, bottom: 1, left: 3))
        == CellRectangle(column: 4, row: 3, columns: 5, rows: 3))
    #expect(area.inset(by: CellInsets(top: 9, right: 0, bottom: 9, left: -1)).isEmpty)
    #expect(area.inset(by: CellInsets(top: .max, right: .max, bottom: .max, left: .max)).isEmpty)
  }
}
