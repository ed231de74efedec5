internal import HostSystem
package import HostText

/// Why a plugin directory, a plugin or one of its children cannot be used, such as a missing library or another ABI
/// version.
package enum PluginProblem: Error, Equatable, Sendable {
  // A directory of the search path.
  case directoryMissing
  case notADirectory
  case directoryEmpty
  case directoryUnreadable(code: Int32)
  /// There is no /proc, which is needed to find and load an open file.
  case noProcessFiles

  // The folder of a plugin, or one above it.
  case folderOfOtherUser(String, user: UInt32)
  /// `mode`: its permission bits.
  case folderWritableByOthers(String, mode: UInt32)

  // The file, before it is read.
  case unreadable(code: Int32)
  /// A directory, a FIFO, a device.
  case notRegular
  case foreignOwner(user: UInt32)
  /// `mode`: its permission bits.
  case writableByOthers(mode: UInt32)
  case tooLarge(bytes: Int)
  case changedWhileRead
  case changedSincePinned
  /// A library that the plugin brings along has changed since it was pinned.
  case libraryChanged(path: String)
  /// It failed too often while it was shown.
  case unstable(String)

  // The header of the file.
  case notALibrary(ElfFile.Stranger)
  case notShared(ElfFile.Kind)
  case otherMachine(file: String, host: String)
  case cutShort(bytes: UInt64, needed: UInt64)

  /// A library found beside the plugin may not be loaded.
  case libraryUnsafe(path: String, what: String, remedy: String)
  /// The plugin brings along more libraries than this.
  case tooManyLibraries(Int)
  /// A folder of the run path, or the path of a library, depends on the working directory.
  case relativeRunPath(String)
  case relativeLibrary(String)

  // Messages of the dynamic loader.
  case missingLibrary(String)
  case missingVersion(String, of: String)
  case undefinedSymbol(String)
  case refusedByLoader(String)

  // The plugin.
  case entryMissing
  case entryRefused
  case otherVersion(major: UInt16, minor: UInt16)
  case pluginTableSize(UInt32)
  case pluginFunctionMissing(String)
  case initRefused(reason: String)
  case childCount(UInt32)

  /// A problem from a worker or the cache, as text.
  case told(what: String, remedy: String)

  // One of its children.
  case child(index: UInt32, id: String?, ChildProblem)
}

extension PluginProblem {
  /// Whether others than root and the user could modify the file.
  var isOfTrust: Bool {
    switch self {
    case .folderOfOtherUser, .folderWritableByOthers, .foreignOwner, .writableByOthers: true
    default: false
    }
  }

  /// Whether the cause is the system, so that nothing is known of the plugin.
  package var isOfSystem: Bool {
    switch self {
    case .noProcessFiles: true
    case .directoryUnreadable(let code), .unreadable(let code):
      SystemError(call: "", code: code).remedy != nil
    default: false
    }
  }

  /// Whether the problem depends only on the file, and so lasts until the file changes.
  package var isOfContent: Bool {
    switch self {
    case .notALibrary, .notShared, .otherMachine, .cutShort, .relativeRunPath, .relativeLibrary,
      .entryMissing, .entryRefused,
      .otherVersion, .pluginTableSize, .pluginFunctionMissing, .childCount, .child:
      true
    case .directoryMissing, .notADirectory, .directoryEmpty, .directoryUnreadable, .noProcessFiles,
      .folderOfOtherUser, .folderWritableByOthers, .unreadable, .notRegular, .foreignOwner,
      .writableByOthers, .tooLarge,
      .changedWhileRead, .changedSincePinned, .libraryChanged, .unstable, .libraryUnsafe,
      .tooManyLibraries,
      .missingLibrary, .missingVersion, .undefinedSymbol, .refusedByLoader, .initRefused, .told:
      false
    }
  }
}

/// Why a child or source that a plugin describes is rejected: the invalid field of its descriptor.
package enum ChildProblem: Error, Equatable, Sendable {
  case noDescriptor
  case descriptorSize(UInt32)
  case idEmpty
  case idTooLong(bytes: UInt64)
  case idCharacter(offset: Int)
  case idTaken(file: String)
  /// The id has the prefix of the program's own children.
  case idReserved
  case nameEmpty
  /// The text of this field is not UTF-8.
  case notText(field: String)
  /// The field has a length but no bytes, or an absurd length.
  case textMalformed(field: String)
  case placeCount(UInt32)
  case placesMissing
  case placeSize(index: UInt32, UInt32)
  case placeStateEmpty(index: UInt32)
  case placeTwice(state: String)
  /// The numbers of its dock are out of range.
  case placeDock(state: String)
  case needCount(UInt32)
  case needsMissing
  /// A need is not a word, or is listed twice.
  case needMalformed(index: UInt32)
  case keyCount(UInt32)
  case keysMissing
  case keySize(index: UInt32, UInt32)
  case keyStateEmpty(index: UInt32)
  /// There is no key with this name.
  case keyName(index: UInt32, String, KeyNameProblem)
  case keyTwice(String)
  case optionCount(UInt32)
  case optionsMissing
  case optionSize(index: UInt32, UInt32)
  case option(index: UInt32, OptionType.Fault)
  case optionTwice(String)
  /// A source has places or keys.
  case sourceIsShown
  /// A source whose plugin has no `read`.
  case sourceNotRead
}

/// The path of a plugin file or directory that cannot be used, and why.
package struct PluginFailure: Error, Equatable, Sendable {
  package let path: String
  package let problem: PluginProblem

  package init(path: String, problem: PluginProblem) {
    self.path = path
    self.problem = problem
  }
}
