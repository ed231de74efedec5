internal import CHostSystem

/// Says on standard error which plugin keeps the program waiting, where there is no screen.
package enum Patience {
  /// From now on a call into a plugin is named, once, when it lasts so long, or up to twice that.
  ///
  /// - Parameter nanoseconds: above 0.
  package static func begin(nanoseconds: Int64 = 3_000_000_000) {
    host_patience_begin(nanoseconds)
  }

  /// Nothing more is said, and no timer runs.
  package static func end() { host_patience_end() }
}
