/// Tells of files that have been written anew, or have come in the place of others.
package protocol FileWatchPort: AnyObject {
  /// Readable when something has changed.
  var token: PortToken { get }

  /// Tells of a file from now on: of its path, and of the file that a symbolic link there leads to.
  ///
  /// - Parameter path: need not lead anywhere yet, but its folder must be there.
  func watch(_ path: String)

  /// The paths of what has changed since it was last asked, in the order in which they were given; what is
  /// still open for writing is not told of.
  func takeChanges() -> [String]
}
