internal import ChildPluginAPI
package import HostSurface

extension Dock {
  /// Creates a dock from numbers of the ABI; nil when they are out of range.
  ///
  /// - Parameters:
  ///   - edge: `CHILDPLUGIN_EDGE_…`, except none.
  ///   - unit: `CHILDPLUGIN_UNIT_…`.
  ///   - extent: in that unit.
  ///   - minimum: in cells.
  init?(edge: UInt32, unit: UInt32, extent: UInt32, minimum: UInt32) {
    guard let edge = Edge(rawValue: edge) else { return nil }
    switch unit {
    case CHILDPLUGIN_UNIT_CELLS:
      self.init(edge, .cells(Int(extent)), minimum: Int(minimum))
    case CHILDPLUGIN_UNIT_PERCENT:
      self.init(edge, .percent(Int(extent)), minimum: Int(minimum))
    default: return nil
    }
  }

  /// The numbers of the ABI.
  package var numbers: (edge: UInt32, unit: UInt32, extent: UInt32, minimum: UInt32) {
    switch extent {
    case .cells(let cells):
      (edge.rawValue, CHILDPLUGIN_UNIT_CELLS, UInt32(cells), UInt32(minimum))
    case .percent(let percent):
      (edge.rawValue, CHILDPLUGIN_UNIT_PERCENT, UInt32(percent), UInt32(minimum))
    }
  }
}
