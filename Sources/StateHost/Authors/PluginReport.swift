internal import HostPlugins
internal import StateContainer

/// Everything that a plugin's file and the plugin itself say.
struct PluginReport {
  /// One of its children.
  struct Child {
    let type: ChildType
    let needs: [StatedNeed]
    /// Nil when it could not be made.
    let made: Made?
    /// Why it could not be made.
    let problem: String?
  }

  /// What a child says once it is made, with no content there.
  struct Made {
    let appearing: TransitionTiming
    let disappearing: TransitionTiming
    let extensions: [String]
    let keys: [KeyHelpItem]
    /// What it says that it shows.
    let words: String?
  }

  let path: String
  /// Of its file; nil when that cannot be read.
  let bytes: Int?
  /// Nil when its file is no library.
  let symbols: LibrarySymbols?
  /// What is not there, when it could not be loaded.
  let missing: MissingNames
  /// The version of the ABI that it was built with; nil when it was not loaded.
  let abi: String?
  let children: [Child]
  /// What is wrong with it, and what to do.
  let problems: [PluginFailure]
  /// What its children logged, printed or did that they may not.
  let log: [String]

  var isLoaded: Bool { abi != nil }

  /// Nothing is wrong with it.
  var isRight: Bool {
    isLoaded && problems.isEmpty && children.allSatisfy { $0.problem == nil }
  }
}
