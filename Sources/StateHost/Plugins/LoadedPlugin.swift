internal import CHostSystem
internal import ChildPluginAPI
internal import Glibc

/// A plugin in this process: loaded, of the right version, initialised.
package final class LoadedPlugin {
  package let path: String
  package let origin: PluginSearchPath.Origin
  /// The version of the ABI that it was built with.
  package let abiMajor: UInt16
  package let abiMinor: UInt16

  let callee: PluginCallee
  let table: childplugin_plugin_t
  private var isEnded = false

  /// Asks a library for its plugin and initialises that.
  init(_ library: PluginLibrary, candidate: PluginCandidate) throws(PluginProblem) {
    path = candidate.path
    origin = candidate.origin
    callee = PluginCallee(file: ImmortalText(candidate.path), child: nil)
    guard let address = unsafe library.symbol(CHILDPLUGIN_ENTRY_SYMBOL) else {
      throw .entryMissing
    }
    let entry = unsafe unsafeBitCast(address, to: Entry.self)
    let offer = callee.calling("childplugin_entry") {
      unsafe Offer(entry(UInt32(CHILDPLUGIN_ABI_MAJOR), UInt32(CHILDPLUGIN_ABI_MINOR)))
    }
    guard let offer else { throw .entryRefused }
    abiMajor = offer.major
    abiMinor = offer.minor
    guard abiMajor == UInt16(CHILDPLUGIN_ABI_MAJOR) else {
      throw .otherVersion(major: abiMajor, minor: abiMinor)
    }
    guard let table = offer.table else { throw .pluginTableSize(offer.size) }
    self.table = table
    try checkFunctions()
    try initialise()
  }

  /// What an entry gave.
  private struct Offer {
    let major: UInt16
    let minor: UInt16
    let size: UInt32
    let table: childplugin_plugin_t?

    init?(_ address: UnsafePointer<childplugin_plugin_t>?) {
      guard let address = unsafe address else { return nil }
      let raw = unsafe UnsafeRawPointer(address)
      let version = unsafe ForeignMemory.copy(childplugin_plugin_t.self, at: raw, size: 8)
      major = version.abi_major
      minor = version.abi_minor
      size = unsafe ForeignMemory.size(at: raw)
      let isKnown = version.abi_major == UInt16(CHILDPLUGIN_ABI_MAJOR)
      table = isKnown ? unsafe ForeignMemory.copySized(childplugin_plugin_t.self, at: raw) : nil
    }
  }

  private typealias Entry = @convention(c) (UInt32, UInt32) -> UnsafePointer<childplugin_plugin_t>?

  private func checkFunctions() throws(PluginProblem) {
    let isThere: [(String, Bool)] = [
      ("init", unsafe table.`init` != nil), ("deinit", table.`deinit` != nil),
      ("descriptor_count", table.descriptor_count != nil),
      ("descriptor", unsafe table.descriptor != nil), ("create", unsafe table.create != nil),
    ]
    for (name, isThere) in isThere where !isThere { throw .pluginFunctionMissing(name) }
  }

  private func initialise() throws(PluginProblem) {
    var reason = unsafe childplugin_text_t()
    let path = unsafe callee.file.text
    let refusal: String? = callee.calling("init") {
      let isReady = unsafe table.`init`?(path, &reason) ?? false
      return isReady ? nil : unsafe ForeignMemory.string(reason)
    }
    if let refusal { throw .initRefused(reason: refusal) }
  }

  /// Reads its descriptors: those that are right, and what is wrong with the others.
  func readDescriptors() -> (types: [(index: UInt32, type: ChildType)], problems: [PluginProblem]) {
    let count = callee.calling("descriptor_count") { table.descriptor_count?() ?? 0 }
    guard 1...Self.childrenLimit ~= count else { return ([], [.childCount(count)]) }
    var types: [(index: UInt32, type: ChildType)] = []
    var problems: [PluginProblem] = []
    for index in 0..<count {
      var reader = DescriptorReader()
      do throws(ChildProblem) {
        let type = try callee.calling("descriptor") { () throws(ChildProblem) in
          try unsafe reader.read(table.descriptor?(index))
        }
        types.append((index, type))
      } catch {
        problems.append(.child(index: index, id: reader.id, error))
      }
    }
    return (types, problems)
  }

  static let childrenLimit: UInt32 = 256

  /// Calls `deinit`, once; after the last of its children was destroyed.
  ///
  /// Its library stays.
  func end() {
    if isEnded { return }
    isEnded = true
    callee.calling("deinit") { table.`deinit`?() }
  }
}
