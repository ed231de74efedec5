internal import CHostSystem

/// Says which plugin keeps the program waiting: on the screen where there is one, else on standard
/// error.
package enum Patience {
  /// How long a call may take where its words would stand on the screen.
  package static let onScreenNanoseconds: Int64 = 1_000_000_000

  /// From now on a call into a plugin is named, once, when it lasts so long, or up to twice that.
  ///
  /// - Parameter nanoseconds: above 0.
  package static func begin(nanoseconds: Int64 = 3_000_000_000) {
    host_patience_begin(nanoseconds)
  }

  /// Nothing more is said, and no timer runs.
  package static func end() { host_patience_end() }
}
