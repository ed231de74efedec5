internal import ChildPluginAPI

/// The version of the plugin ABI that this program supports, as text for messages.
package enum OfferedABI {
  package static let text = "\(CHILDPLUGIN_ABI_MAJOR).\(CHILDPLUGIN_ABI_MINOR)"
}
