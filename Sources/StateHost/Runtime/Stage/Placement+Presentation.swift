package import HostSurface
package import StateContainer

extension Placement {
  /// Where a child's layer stands and how opaque it is, by how the container presents the child.
  ///
  /// - Parameters:
  ///   - presentation: steady, or on its way.
  ///   - area: the child's place, across which it slides.
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
