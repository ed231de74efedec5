internal import CHostSystem
internal import Glibc
internal import HostSystem
internal import HostText

/// The `dlopen` handle of a plugin's library in this process, for looking up symbols; opening it
/// first loads the libraries beside the plugin, and the Swift runtime if that is missing.
///
/// It is never unloaded: threads, thread-local data and type metadata may outlive the children.
@safe struct PluginLibrary {
  private let handle: UnsafeMutableRawPointer
  private let callee: CallTarget

  /// Loads an open file.
  ///
  /// The dynamic loader resolves `$ORIGIN` from the path it gets, that of a descriptor. So
  /// libraries beside the plugin are loaded first, from its real folder, and then found by name.
  init(
    loading library: OpenFile, of elf: ElfFile, at path: String, for callee: CallTarget
  ) throws(PluginProblem) {
    self.callee = callee
    let handle = try unsafe callee.loading(.dlopen) { () throws(PluginProblem) in
      try unsafe Self.open(library, of: elf, at: path)
    }
    unsafe self.handle = handle
  }

  private static func open(
    _ library: OpenFile, of file: ElfFile, at path: String
  ) throws(PluginProblem) -> UnsafeMutableRawPointer {
    let missing =
      file.dependsOnItsFolder
      ? file.neededLibraries.filter { unsafe host_library_is_resident($0) == 0 } : []
    if !missing.isEmpty {
      let runPath = RunPath(of: file, at: path)
      for name in missing {
        // The loader below reports failure. In an empty file system the file's folder is not found.
        if let needed = runPath.find(name) {
          _ = unsafe host_library_open_path(needed)
        } else if let granted = unsafe host_sandbox_granted(name) {
          _ = unsafe host_library_open_path(granted)
        }
      }
    }
    var given: [String] = []
    while true {
      let handle =
        host_library_can_open() != 0
        ? unsafe library.descriptor.loadLibrary() : unsafe host_library_open_path(path)
      if let handle = unsafe handle { return unsafe handle }
      let problem = LoaderMessage.lastProblem
      // Swift plugins, and Swift libraries that they bring along, need the runtime installed beside
      // the program. A run path to it in the program itself would be searched at every start.
      guard case .missingLibrary(let name) = problem, !given.contains(name),
        unsafe host_runtime_load(name) != 0
      else { throw problem }
      given.append(name)
    }
  }

  func symbol(_ name: String) -> UnsafeMutableRawPointer? {
    unsafe callee.loading(.dlsym) { unsafe dlsym(handle, name) }
  }
}

/// An error message of the dynamic loader (`dlerror`), parsed into a `PluginProblem` such as a
/// missing library, version or symbol.
struct LoaderMessage {
  private let text: String

  init(_ text: String) { self.text = text }

  static var lastProblem: PluginProblem {
    guard let message = unsafe dlerror() else { return .refusedByLoader("no reason given") }
    return unsafe LoaderMessage(String(cString: message)).problem
  }

  var problem: PluginProblem {
    if let name = text(before: ": cannot open shared object file"), !isDescriptor(name) {
      return .missingLibrary(name)
    }
    if let name = text(after: "undefined symbol: ") {
      return .undefinedSymbol(word(of: name))
    }
    if let library = text(before: ": version `"), let rest = text(after: ": version `") {
      return .missingVersion(word(of: rest), of: library)
    }
    return .refusedByLoader(isDescriptor(text) ? text(after: ": ") ?? text : text)
  }

  /// Whether a name is the descriptor path under which the plugin was loaded.
  private func isDescriptor(_ name: String) -> Bool {
    name.utf8.firstOccurrence(of: "/proc/self/fd/".utf8).map {
      name.utf8[..<$0.lowerBound].allSatisfy { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") }
    } ?? false
  }

  private func text(before mark: String) -> String? {
    text.utf8.firstOccurrence(of: mark.utf8).map { String(text[..<$0.lowerBound]) }
  }

  private func text(after mark: String) -> String? {
    text.utf8.firstOccurrence(of: mark.utf8).map { String(text[$0.upperBound...]) }
  }

  /// The leading symbol or version of a text, up to the first byte that cannot be part of one.
  private func word(of text: String) -> String {
    let ends: [UInt8] = Array(" \t\n',()".utf8)
    return String(decoding: text.utf8.prefix { !ends.contains($0) }, as: UTF8.self)
  }
}
