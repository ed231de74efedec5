package import HostSurface
package import StateContainer

extension Placement {
  /// The position and opacity of a child's layer for a presentation by the container.
  ///
  /// - Parameters:
  ///   - presentation: steady, entering or leaving.
  ///   - area: the child's area, across which it slides.
  package init(_ presentation: ChildPresentation, in area: CellRectangle) {
    switch presentation {
    case .steady: self = .atRest
    case .entering(let progress, let timing):
      self.init(
        timing.effect, progress: timing.curve.eased(progress), isEntering: true,
        columns: area.columns, rows: area.rows)
    case .leaving(let progress, let timing):
      self.init(
        timing.effect, progress: timing.curve.eased(progress), isEntering: false,
        columns: area.columns, rows: area.rows)
    }
  }
}
