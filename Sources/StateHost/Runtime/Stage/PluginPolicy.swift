package import HostPlugins

/// What the children of one plugin may do, for all of them, and what they have done.
package final class PluginPolicy {
  var policy: RequestPolicy
  package var record = ActRecord()
  /// How many of its children are on screen.
  private var shownCount = 0

  package init(_ policy: RequestPolicy = RequestPolicy()) { self.policy = policy }

  /// What the user has granted it, as far as the host itself looks at that.
  package var grants: GrantedNeeds { policy.grants }

  func childAppeared() { shownCount += 1 }

  func childDisappeared() {
    shownCount -= 1
    if shownCount == 0 { policy.endActivation() }
  }
}
