package import StateContainer

/// Where a layer stands and how opaque it is, at one moment of its transition.
package struct Placement: Equatable, Sendable {
  /// Columns to the right of its place at rest.
  package var column: Int
  /// Rows below its place at rest.
  package var row: Int
  /// 0…1.
  package var opacity: Double
  /// Whether it is on its way out by its opacity.
  package var isFadingOut: Bool

  package init(column: Int = 0, row: Int = 0, opacity: Double = 1, isFadingOut: Bool = false) {
    self.column = column
    self.row = row
    self.opacity = opacity
    self.isFadingOut = isFadingOut
  }

  /// At rest.
  package static let whole = Placement()
  package static let hidden = Placement(opacity: 0)

  /// The placement during a transition.
  ///
  /// An entering layer is at rest at progress 1, a leaving one at progress 0 and out of its area at
  /// 1.
  ///
  /// - Parameters:
  ///   - effect: how it comes or goes.
  ///   - progress: eased; may swing out of 0…1 where it slides; not a number counts as 1.
  ///   - isEntering: false for a leaving layer.
  ///   - columns: of the area it slides across.
  ///   - rows: of the area it slides across.
  package init(
    _ effect: TransitionEffect, progress: Double, isEntering: Bool, columns: Int, rows: Int
  ) {
    let known = progress.isNaN ? 1 : min(max(progress, -1), 2)
    // 0 at rest, 1 away.
    let away = isEntering ? 1 - known : known
    let side: Double = isEntering ? 1 : -1
    switch effect {
    case .still:
      self.init(opacity: !isEntering && known >= 1 ? 0 : 1)
    case .fade:
      self.init(opacity: min(max(1 - away, 0), 1), isFadingOut: !isEntering)
    case .slideLeft: self.init(column: Self.cells(side * away, of: columns))
    case .slideRight: self.init(column: Self.cells(-side * away, of: columns))
    case .slideUp: self.init(row: Self.cells(side * away, of: rows))
    case .slideDown: self.init(row: Self.cells(-side * away, of: rows))
    }
  }

  private static func cells(_ share: Double, of extent: Int) -> Int {
    let cells = share * Double(min(max(extent, 0), CellGrid.columnLimit))
    return Int(cells < 0 ? cells - 0.5 : cells + 0.5)
  }
}
