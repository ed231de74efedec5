internal import ChildPluginAPI
internal import Glibc
internal import HostSystem
internal import HostText

/// The error because of which a plugin directory, a plugin file or one child cannot be used, such
/// as unsafe permissions, a missing library or an invalid descriptor, as text with a remedy.
package enum PluginProblem: Error, Equatable, Sendable {
  // A directory of the search path.
  case directoryMissing, notADirectory, directoryEmpty
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
  case changedWhileRead, changedSincePinned
  /// A library that the plugin brings along has changed since it was pinned.
  case libraryChanged(path: String)
  /// It failed too often while it was shown.
  case unstable(String)

  // The header of the file.
  /// The file has this format instead, such as `a script`.
  case notALibrary(String)
  /// The ELF file is this instead, such as `an executable`.
  case notShared(String)
  case otherMachine(file: String, host: String)
  case cutShort(bytes: UInt64, needed: UInt64)

  /// A library found beside the plugin may not be loaded.
  case libraryUnsafe(path: String, what: String, remedy: String)
  /// The plugin brings along more libraries than this.
  case tooManyLibraries(Int)
  /// A folder of the run path, or the path of a library, depends on the working directory.
  case relativeRunPath(String), relativeLibrary(String)

  // Messages of the dynamic loader.
  case missingLibrary(String), missingVersion(String, of: String)
  case undefinedSymbol(String), refusedByLoader(String)

  // The plugin.
  case entryMissing, entryRefused
  case otherVersion(major: UInt16, minor: UInt16)
  case pluginTableSize(UInt32), pluginFunctionMissing(String)
  case initRefused(reason: String)
  case childCount(UInt32)

  /// A problem from a worker or the cache, as text.
  case told(what: String, remedy: String)

  // One of its children.
  case child(index: UInt32, id: String?, DescriptorProblem)

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
      .entryMissing, .entryRefused, .otherVersion, .pluginTableSize, .pluginFunctionMissing,
      .childCount, .child:
      true
    default: false
    }
  }
}

/// A `PluginProblem` with the path of the plugin or directory that has it, formatted as one line
/// for the user; if it is a problem of one child, the rest of the plugin may be in use.
package struct PluginFailure: Error, Equatable, Sendable {
  package let path: String
  package let problem: PluginProblem

  package init(path: String, problem: PluginProblem) {
    self.path = path
    self.problem = problem
  }

  /// One line for the user, without control characters: `statehost: problem: path: remedy`.
  package var line: String {
    let (what, remedy) = problem.text
    return HarmlessText.cleanLine("statehost: \(what): \(path): \(remedy)")
  }
}

// MARK: - Text

extension PluginProblem {
  package var text: (what: String, remedy: String) {
    switch self {
    case .directoryMissing:
      ("no such plugin directory", "create it, or leave it out of the search path")
    case .notADirectory: ("not a directory", "name the directory that holds the plugin")
    case .directoryEmpty: ("no plugin in this directory", "put a .so file there, or leave it out")
    case .directoryUnreadable(let code):
      (
        "the plugin directory cannot be read (\(SystemError.text(of: code)))",
        Self.remedy(code) ?? "allow it with chmod u+rx"
      )
    case .noProcessFiles:
      (
        "this system has no /proc, which is needed to check plugins",
        "mount it: mount -t proc proc /proc"
      )
    case .folderOfOtherUser(let folder, let user):
      ("the folder \(folder) belongs to another user (\(user))", Self.exception(folder))
    case .folderWritableByOthers(let folder, let mode):
      (
        "others can change the folder \(folder) (mode 0\(String(mode, radix: 8)))",
        "chmod go-w it, or \(Self.exception(folder))"
      )
    case .unreadable(EFBIG):
      ("there is no room for a copy of the plugin", "allow larger files (ulimit -f)")
    case .unreadable(ENOSPC), .unreadable(ENOMEM):
      ("there is no memory for a copy of the plugin", "make room, or allow more (ulimit -v)")
    case .unreadable(ENOSYS):
      (
        "the plugin cannot be copied into memory because this system has no memfd_create",
        "allow this system call, or use a kernel that has it"
      )
    case .unreadable(let code):
      (
        "the plugin cannot be read (\(SystemError.text(of: code)))",
        Self.remedy(code) ?? "allow it with chmod u+r, or remove it"
      )
    case .notRegular: ("not a regular file", "remove it, or name it without .so")
    case .foreignOwner(let user):
      (
        "it belongs to another user (\(user))",
        "copy it, so that it is yours, or give --trust with its folder"
      )
    case .writableByOthers(let mode):
      (
        "others can change it (mode 0\(String(mode, radix: 8)))",
        "chmod go-w it, after checking that it is what you installed"
      )
    case .tooLarge(let bytes):
      (
        "it has \(bytes >> 20) MiB, and a plugin has at most \(PluginFile.bytesLimit >> 20)",
        "strip it, or name it without .so"
      )
    case .changedWhileRead:
      ("the plugin changed while it was read", "start again when it is complete")
    case .changedSincePinned:
      ("the plugin has changed since it was pinned", Self.renewal)
    case .libraryChanged(let path):
      ("\(path), which the plugin brings, has changed since it was pinned", Self.renewal)
    case .notALibrary(let stranger):
      ("not a shared library (\(stranger))", "build it for Linux with -shared")
    case .notShared(let kind):
      ("\(kind), not a shared object", "build it with -shared -fPIC")
    case .otherMachine(let file, let host):
      ("made for \(file), this machine is \(host)", "build it for \(host)")
    case .cutShort(let bytes, let needed):
      ("cut short: \(bytes) of at least \(needed) bytes are there", "copy or build it again")
    case .unstable(let reason):
      ("it failed too often (\(reason))", "statehost plugins --rescan forgets that")
    case .libraryUnsafe(let path, let what, let remedy): ("needs \(path), and \(what)", remedy)
    case .tooManyLibraries(let limit):
      ("brings more than \(limit) libraries", "link some of them statically")
    case .relativeRunPath(let folder):
      (
        "its run path has \(HarmlessText.quoted(folder, limit: 200)), so it loads libraries from the current folder",
        "link it with -rpath '$ORIGIN' or an absolute path"
      )
    case .relativeLibrary(let name):
      (
        "needs the library \(HarmlessText.quoted(name, limit: 200)), which is looked for in the current folder",
        "link it with the library's name alone, and -rpath '$ORIGIN'"
      )
    case .missingLibrary(let name):
      (
        "needs the library \(name), which is not found",
        "install it, or link it statically; if the plugin brings it, link that with -soname \(name)"
      )
    case .missingVersion(let version, let library):
      (
        "needs \(version) of \(library), which is older here",
        "build it on this system or an older one"
      )
    case .undefinedSymbol(let name):
      ("needs the symbol \(name), which nothing defines", "link the library that defines it")
    case .refusedByLoader(let text): ("the dynamic loader refuses it (\(text))", "build it again")
    case .told(let what, let remedy): (what, remedy)
    case .child(let index, let id, let problem):
      (
        "child \(index)\(id.map { " (\($0))" } ?? ""): \(problem.text.what)",
        problem.text.remedy
      )
    case .entryMissing:
      (
        "does not export the symbol \(CHILDPLUGIN_ENTRY_SYMBOL)",
        "define it as the header declares it, extern \"C\" and with default visibility"
      )
    case .entryRefused:
      (
        "its entry refuses this host (ABI \(SupportedABI.text))",
        "ask its author for a version for this host"
      )
    case .otherVersion(let major, let minor):
      (
        "built for plugin ABI \(major).\(minor), this host offers \(SupportedABI.text)",
        major > CHILDPLUGIN_ABI_MAJOR
          ? "update statehost, or build the plugin with the \(SupportedABI.text) header"
          : "build the plugin with the \(SupportedABI.text) header"
      )
    case .pluginTableSize(let size):
      (
        "its plugin table has a size that does not fit its minor version (\(size))",
        "set size to sizeof(childplugin_plugin_t), and abi_minor to CHILDPLUGIN_ABI_MINOR"
      )
    case .pluginFunctionMissing(let name):
      ("its plugin table has no function \(name)", "set \(name), it is required")
    case .initRefused(let reason):
      (
        "init refuses"
          + (reason.isEmpty ? "" : ", saying \(HarmlessText.quoted(reason, limit: 200))"),
        reason.isEmpty ? "see its log" : "see its reason"
      )
    case .childCount(let count):
      ("descriptor_count says \(count) children", "return 1 to \(LoadedPlugin.childrenLimit)")
    }
  }

  private static let renewal =
    "if the change is intended, run statehost plugins --renew with its path"

  private static func exception(_ folder: String) -> String {
    "give --trust \(ShellWords.quoted([folder])) if you trust whoever can"
  }

  private static func remedy(_ code: Int32) -> String? { SystemError(call: "", code: code).remedy }
}

/// The version of the plugin ABI that this program supports, as text for messages.
package enum SupportedABI {
  package static let text = "\(CHILDPLUGIN_ABI_MAJOR).\(CHILDPLUGIN_ABI_MINOR)"
}
