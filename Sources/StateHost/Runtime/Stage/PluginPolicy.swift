package import HostPlugins

/// The permissions of one plugin and the counts of what it has done for the user, shared by all its children.
package final class PluginPolicy {
  var policy: RequestPolicy
  package var record = ActionCounts()
  /// How many of the plugin's children are on screen.
  private var shownCount = 0

  package init(_ policy: RequestPolicy = RequestPolicy()) { self.policy = policy }

  /// The permissions granted by the user that the host itself checks.
  package var grants: GrantedNeeds { policy.grants }

  func childAppeared() { shownCount += 1 }

  func childDisappeared() {
    shownCount -= 1
    if shownCount == 0 { policy.endActivation() }
  }
}
