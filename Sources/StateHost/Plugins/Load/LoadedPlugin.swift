internal import ChildPluginAPI
internal import Glibc
package import HostSystem

/// A plugin whose library is loaded into this process, host or worker: checks its C function table,
/// initialises it, reads its descriptors, creates its children, runs its sources and calls `deinit`
/// once at the end; the calls of a child are made by its `PluginChild`.
@safe package final class LoadedPlugin {
  package let path: String
  package var abiMajor: UInt16 { offer.major }
  package var abiMinor: UInt16 { offer.minor }

  private let callee: CallTarget
  private let program: HostIdentity
  private let entry: Entry
  private let offer: Offer
  private let table: childplugin_plugin_t
  private var kinds: [ChildTypeRecord] = []
  /// The host passed to `init_with_host`; nil when the plugin has no such function.
  private var context: PluginHostContext?
  private var isEnded = false

  init(
    _ library: PluginLibrary, at path: String, for program: HostIdentity, callee: CallTarget
  ) throws(PluginProblem) {
    self.path = path
    self.program = program
    self.callee = callee
    guard let address = unsafe library.symbol(CHILDPLUGIN_ENTRY_SYMBOL) else { throw .entryMissing }
    unsafe entry = unsafe unsafeBitCast(address, to: Entry.self)
    let offer = unsafe Self.ask(
      entry, major: UInt32(CHILDPLUGIN_ABI_MAJOR), minor: UInt32(CHILDPLUGIN_ABI_MINOR), of: callee)
    guard let offer else { throw .entryRefused }
    self.offer = offer
    guard offer.major == UInt16(CHILDPLUGIN_ABI_MAJOR) else {
      throw .otherVersion(major: offer.major, minor: offer.minor)
    }
    guard let table = offer.table,
      childplugin_plugin_t.sizes.allows(offer.size, inMinor: offer.minor)
    else { throw .pluginTableSize(offer.size) }
    self.table = table
    let isThere: [(String, Bool)] = [
      ("init", unsafe table.`init` != nil), ("deinit", table.`deinit` != nil),
      ("descriptor_count", table.descriptor_count != nil),
      ("descriptor", unsafe table.descriptor != nil), ("create", unsafe table.create != nil),
    ]
    for (name, isThere) in isThere where !isThere { throw .pluginFunctionMissing(name) }
    try initialise()
  }

  /// The C table that a plugin's entry function returned, before it is checked: its address, ABI
  /// version and stated size, and a copy if the major version is this host's.
  @safe private struct Offer {
    let address: UnsafeRawPointer
    let major: UInt16
    let minor: UInt16
    let size: UInt32
    let table: childplugin_plugin_t?

    init?(_ address: UnsafePointer<childplugin_plugin_t>?) {
      guard let address = unsafe address else { return nil }
      let raw = unsafe UnsafeRawPointer(address)
      unsafe self.address = raw
      let version = unsafe ForeignMemory.copy(childplugin_plugin_t.self, at: raw, size: 8)
      major = version.abi_major
      minor = version.abi_minor
      size = unsafe ForeignMemory.size(at: raw)
      let isKnown = version.abi_major == UInt16(CHILDPLUGIN_ABI_MAJOR)
      table = isKnown ? unsafe ForeignMemory.copySized(childplugin_plugin_t.self, at: raw) : nil
    }
  }

  private static func ask(
    _ entry: Entry, major: UInt32, minor: UInt32, of callee: CallTarget
  ) -> Offer? {
    callee.calling("childplugin_entry", "\(major), \(minor)") { unsafe Offer(entry(major, minor)) }
  }

  /// The C signature of a plugin's entry function, which gets the ABI version of the host.
  private typealias Entry = @convention(c) (UInt32, UInt32) -> UnsafePointer<childplugin_plugin_t>?

  private func initialise() throws(PluginProblem) {
    var reason = unsafe childplugin_text_t()
    let path = unsafe callee.file.text
    let refusal: String?
    if let begin = unsafe table.init_with_host {
      let context = PluginHostContext(
        ofPluginAt: self.path, minor: abiMinor, program: program, callee: callee)
      self.context = context
      refusal = callee.calling("init_with_host", "\"\(self.path)\"") {
        unsafe begin(context.table, path, &reason) ? nil : ForeignMemory.string(reason)
      }
    } else {
      refusal = callee.calling("init", "\"\(self.path)\"") {
        unsafe table.`init`?(path, &reason) ?? false ? nil : ForeignMemory.string(reason)
      }
    }
    if let refusal { throw .initRefused(reason: refusal) }
  }

  /// Reads the descriptors: the valid ones, and the problems of the others.
  package func readDescription() -> PluginDescription {
    let count = descriptorCount()
    var children: [PluginDescription.Child] = []
    var problems: [PluginProblem] = []
    let isPossible = 1...Self.childrenLimit ~= count
    if !isPossible { problems.append(.childCount(count)) }
    for index in 0..<(isPossible ? count : 0) {
      let descriptor = descriptor(index)
      switch descriptor.type {
      case .success(let type): children.append(PluginDescription.Child(index: index, type: type))
      case .failure(let problem):
        problems.append(.child(index: index, id: descriptor.id, problem))
      }
    }
    return PluginDescription(
      abiMajor: abiMajor, abiMinor: abiMinor, children: children, problems: problems)
  }

  /// The number of children that the plugin claims to describe.
  package func descriptorCount() -> UInt32 {
    callee.calling("descriptor_count") { table.descriptor_count?() ?? 0 }
  }

  /// Reads the descriptor with any index: its address, 0 for NULL, its id if that is valid, and the
  /// type of child or source that it declares, or why it is rejected.
  package func descriptor(
    _ index: UInt32
  ) -> (address: UInt, id: String?, type: Result<ChildType, DescriptorProblem>) {
    var reader = DescriptorReader(minor: abiMinor)
    var address: UInt = 0
    let type: Result<ChildType, DescriptorProblem>
    do throws(DescriptorProblem) {
      let read = try callee.calling("descriptor", "\(index)") { () throws(DescriptorProblem) in
        let descriptor = table.descriptor?(index)
        address = UInt(bitPattern: descriptor)
        return try unsafe reader.read(descriptor)
      }
      if read.isSource, unsafe table.read == nil { throw .sourceNotRead }
      type = .success(read)
    } catch {
      type = .failure(error)
    }
    return (address, reader.id, type)
  }

  package static let childrenLimit: UInt32 = 256

  /// Calls `deinit`, once, after the last child was destroyed; the library stays loaded.
  package func end() {
    if isEnded { return }
    isEnded = true
    callee.calling("deinit") { table.`deinit`?() }
    context?.close()
  }

  // MARK: Children

  /// Makes a child of one of its types; see `PluginCatalogue.makeChild`.
  package func makeChild(
    _ type: ChildType, services: any ChildHost, arguments: ArgumentMemoryOptions = []
  ) throws(PluginChild.CreationError) -> PluginChild {
    let host = ChildHostContext(
      for: kind(ofID: type.id), program: program, services: services, arguments: arguments)
    return try unsafe PluginChild(type, on: host) { unsafe table.create?(host.table, $0) }
  }

  /// Calls `read`, which delivers rows to `services`; returns whether it reports all as delivered.
  ///
  /// Blocks while the source reads: for a process doing nothing else. The argument is the user's.
  package func read(
    _ id: String, argument: String, in memory: ArgumentMemoryOptions = [],
    for services: any SourceHost
  ) -> Bool {
    let callee = callee.ofChild(id)
    let reading = SourceHostContext(of: argument, program: program, for: services)
    return reading.withArgument(in: memory) {
      callee.calling("read", "\"\(id)\"") {
        guard let text = unsafe callee.child?.text else { return false }
        return unsafe table.read?(reading.table, text) ?? false
      }
    }
  }

  private func kind(ofID id: String) -> ChildTypeRecord {
    if let known = kinds.first(where: { $0.id == id }) { return known }
    let kind = ChildTypeRecord(id: id, file: path, minor: abiMinor, callee: callee.ofChild(id))
    kinds.append(kind)
    return kind
  }
}

// MARK: - For tools that check plugins

extension LoadedPlugin {
  /// Loads and initialises a plugin that the host has opened and checked; for workers.
  ///
  /// - Throws: why the plugin is not loaded.
  package convenience init(
    from file: OpenFile, at path: String, for program: HostIdentity,
    observer: (any PluginObserver)? = nil
  ) throws(PluginProblem) {
    let callee = CallTarget(file: path, observer: observer)
    guard let facts = FileFacts(of: file.descriptor) else { throw .unreadable(code: EIO) }
    let elf = try ElfFile(file, size: UInt64(facts.size))
    let library = try PluginLibrary(loading: file, of: elf, at: path, for: callee)
    try self.init(library, at: path, for: program, callee: callee)
  }

  /// Instantiates the types that loading uses, by reading the program's own file, so that processes
  /// forked later have them.
  package static func instantiateTypes() {
    guard
      let descriptor = try? FileDescriptor(opening: "/proc/self/exe", flags: O_RDONLY | O_CLOEXEC),
      let facts = FileFacts(of: descriptor)
    else { return }
    _ = try? ElfFile(OpenFile(descriptor), size: UInt64(facts.size))
  }

  /// Calls the entry again and returns the address of the result, 0 for NULL.
  package func callEntry(major: UInt32, minor: UInt32) -> UInt {
    let offer = unsafe Self.ask(entry, major: major, minor: minor, of: callee)
    return unsafe UInt(bitPattern: offer?.address)
  }

  /// Calls the plugin's own get_extension and returns the address of the table, 0 for NULL.
  package func extensionAddress(ofID id: String) -> UInt {
    let text = ImmortalText(id)
    return callee.calling("get_extension", "\"\(id)\"") {
      unsafe UInt(bitPattern: table.get_extension?(text.text))
    }
  }

  package var tableAddress: UInt { unsafe UInt(bitPattern: offer.address) }

  /// The bytes of the table in the plugin's memory now.
  package var tableBytes: [UInt8] {
    unsafe [UInt8](UnsafeRawBufferPointer(start: offer.address, count: Int(offer.size)))
  }

  /// Makes a child of any id, including one that the plugin does not have.
  package func makeChild(
    ofID id: String, services: any ChildHost
  ) throws(PluginChild.CreationError) -> PluginChild {
    try makeChild(ChildType(id: id), services: services)
  }
}
