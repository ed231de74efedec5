internal import ChildPluginAPI
internal import Glibc
internal import HostSurface
internal import HostSystem
internal import HostText

extension PluginFailure {
  /// One line for the user, without control characters: `statehost: problem: path: remedy`.
  package var line: String {
    let (what, remedy) = problem.text
    return HarmlessText.cleanLine("statehost: \(what): \(path): \(remedy)")
  }
}

extension PluginProblem {
  /// The problem and a remedy.
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
      ("not a shared library (\(stranger.text))", "build it for Linux with -shared")
    case .notShared(let kind):
      ("\(kind.text), not a shared object", "build it with -shared -fPIC")
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
    case .missingLibrary, .missingVersion, .undefinedSymbol, .refusedByLoader: loaderText
    case .told(let what, let remedy): (what, remedy)
    case .child(let index, let id, let problem):
      (
        "child \(index)\(id.map { " (\($0))" } ?? ""): \(problem.text.what)",
        problem.text.remedy
      )
    case .entryMissing, .entryRefused, .otherVersion, .pluginTableSize, .pluginFunctionMissing,
      .initRefused, .childCount:
      pluginText
    }
  }

  private static let renewal =
    "if the change is intended, run statehost plugins --renew with its path"

  private static func exception(_ folder: String) -> String {
    "give --trust \(ShellWords.quoted([folder])) if you trust whoever can"
  }

  private var loaderText: (what: String, remedy: String) {
    switch self {
    case .missingLibrary(let name):
      ("needs the library \(name), which is not found", "install it, or link it statically")
    case .missingVersion(let version, let library):
      (
        "needs \(version) of \(library), which is older here",
        "build it on this system or an older one"
      )
    case .undefinedSymbol(let name):
      ("needs the symbol \(name), which nothing defines", "link the library that defines it")
    case .refusedByLoader(let text): ("the dynamic loader refuses it (\(text))", "build it again")
    default: preconditionFailure("not the loader's: \(self)")
    }
  }

  private var pluginText: (what: String, remedy: String) {
    let offered = "\(CHILDPLUGIN_ABI_MAJOR).\(CHILDPLUGIN_ABI_MINOR)"
    return switch self {
    case .entryMissing:
      (
        "does not export the symbol \(CHILDPLUGIN_ENTRY_SYMBOL)",
        "define it as the header declares it, extern \"C\" and with default visibility"
      )
    case .entryRefused:
      ("its entry refuses this host (ABI \(offered))", "ask its author for a version for this host")
    case .otherVersion(let major, let minor):
      (
        "built for plugin ABI \(major).\(minor), this host offers \(offered)",
        major > CHILDPLUGIN_ABI_MAJOR
          ? "update statehost, or build the plugin with the \(offered) header"
          : "build the plugin with the \(offered) header"
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
        "init refuses\(reason.isEmpty ? "" : ": \(reason)")",
        reason.isEmpty ? "see its log" : "see its reason"
      )
    case .childCount(let count):
      (
        "descriptor_count says \(count) children",
        "return 1 to \(LoadedPlugin.childrenLimit)"
      )
    default: preconditionFailure("not the plugin's: \(self)")
    }
  }

  private static func remedy(_ code: Int32) -> String? {
    SystemError(call: "", code: code).remedy
  }
}

extension ElfFile.Stranger {
  fileprivate var text: String {
    switch self {
    case .empty: "it is empty"
    case .archive: "an archive of object files"
    case .script: "a script"
    case .macOSLibrary: "made for macOS"
    case .windowsLibrary: "made for Windows"
    case .unknown: "no ELF file"
    }
  }
}

extension ElfFile.Kind {
  fileprivate var text: String {
    switch self {
    case .objectFile: "an object file"
    case .executable: "an executable"
    case .sharedObject: "a shared object"
    case .core: "a core dump"
    case .other(let type): "an ELF file of type \(type)"
    }
  }
}
