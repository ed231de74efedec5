internal import HostSystem

/// The plugins of the search path and the types of children and sources that they offer: finds the
/// files, hands out new ones to be scanned, looks up types by id, creates children in this process,
/// and records failures.
///
/// A plugin is opened when the first of its children is created in this process, or when it is
/// found, if it is in no cache and no scan is to follow. Once it is open, its own description
/// counts instead of that of the cache or the scan.
package final class PluginCatalogue {
  /// In the order of discovery.
  private var entries: [Entry] = []

  private var read = OfferedTypes()
  /// The ids of children that the user has removed from the run: they present no states.
  private var removedIDs: Set<String> = []

  /// One plugin in the catalogue: its file and its description, which is unknown until the file has
  /// been scanned, or only a cache entry that is not decoded yet.
  private enum Entry {
    case plugin(CataloguedPlugin)
    /// A quiet plugin whose description has not been read.
    case unread(CachedPlugin)

    var candidate: PluginCandidate {
      switch self {
      case .plugin(let plugin): plugin.candidate
      case .unread(let known): known.candidate
      }
    }
  }

  /// The folders, plugins and children that are not available, and why, in the order of discovery.
  package private(set) var failures: [PluginFailure] = []

  private let program: HostIdentity
  private let trust: PluginTrust
  private let scansLater: Bool
  private let cache: PluginCache?
  private let didOpen: (_ file: String) -> Void
  private var opened: [LoadedPlugin] = []
  /// Nil until there is an unread plugin.
  private var ids: ChildIDs?
  private var seen = SpreadSet<FileFacts.Identity>()
  private var unscanned: [Int] = []
  private var scannedCount = 0
  /// Quiet plugins before this index have been checked for changes.
  private var checkedCount = 0
  /// The check of the next quiet plugins that runs on a thread.
  private var folderCheck: FolderCheck?
  /// Whether scan results have arrived that are not offered yet.
  package private(set) var hasNews = false

  /// Finds all plugins of a search path, if any; failures are recorded and do not end the search.
  ///
  /// `trust` decides which files may be plugins. With `scansLater`, third-party plugins are not
  /// opened, but scanned later, and `take` gets the results. Without `descriptorsDecide`, the
  /// states and needs in descriptors do not count, only the ids do. `opened` is called after each
  /// attempt to open a file.
  package init(
    loading searchPath: PluginSearchPath? = nil, for program: HostIdentity,
    by trust: PluginTrust = PluginTrust(), scansLater: Bool = false, descriptorsDecide: Bool = true,
    cache: PluginCache? = nil, opened: @escaping (_ file: String) -> Void = { _ in }
  ) {
    self.program = program
    self.trust = trust
    self.scansLater = scansLater
    self.cache = cache
    didOpen = opened
    guard let searchPath else { return }
    let finder = PluginFinder(
      searching: searchPath, by: trust, cache: cache, descriptorsDecide: descriptorsDecide)
    failures = finder.failures
    load(finder.finds)
    trust.forgetFolders()
    // A folder is cached only once all its plugins are known.
    if isScanned { cache?.write() }
  }

  /// Adds plugins, except files that are already there under any name.
  func load(_ finds: [FoundPluginFile]) {
    let finds = admitted(finds)
    let failuresBefore = failures.count
    entries.reserveCapacity(finds.count)
    seen.reserveCapacity(finds.count)
    var rest = finds[...]
    while !rest.isEmpty {
      // Of a thousand known plugins most are quiet.
      rest = rest.dropFirst(leave(rest))
      switch rest.popFirst() {
      case .known(let known)? where known.isQuiet:
        if seen.insert(known.identity) { add(CataloguedPlugin(known, by: trust)) }
      case let find?: examine(find)
      case nil: break
      }
    }
    if ids == nil { checkedCount = entries.count }
    let found = failures[failuresBefore...]
    failures.replaceSubrange(failuresBefore..., with: found.filter { !isOfLibrary($0) })
  }

  /// Whether a failure is that a file is no plugin, of a library that a plugin brings along.
  private func isOfLibrary(_ failure: PluginFailure) -> Bool {
    guard failure.problem.text == PluginProblem.entryMissing.text,
      let facts = FileFacts(at: failure.path)
    else { return false }
    return entries.contains { entry in
      let candidate = entry.candidate
      let file = try? PluginFile(
        opening: candidate, by: trust, for: CallTarget(file: candidate.path))
      let libraries = try? file?.neededFiles().libraries
      return libraries?.contains { $0.facts.identity == facts.identity } ?? false
    }
  }

  /// Loads one file, as if the user had named its directory; for `statehost inspect`.
  package func load(fileAt path: String) {
    let folder = String(path[..<path.lastComponent.startIndex])
    let realFolder = (try? Folder(opening: folder.isEmpty ? "." : folder))?.path
    load([.candidate(PluginCandidate(path: path, origin: .flag, folder: realFolder))])
  }

  /// Leaves out third-party plugins when none may be opened, with one failure for all of them.
  private func admitted(_ finds: [FoundPluginFile]) -> [FoundPluginFile] {
    guard let refusal = trust.refusal else { return finds }
    let others = finds.map(\.candidate).filter { $0.origin != .bundled }
    if let first = others.first {
      let rest = others.count > 1 ? " and \(others.count - 1) more" : ""
      failures.append(PluginFailure(path: first.path + rest, problem: refusal))
    }
    return finds.filter { $0.candidate.origin == .bundled }
  }

  package var hasThirdParty: Bool {
    entries.contains {
      switch $0 {
      case .plugin(let plugin): plugin.origin != .bundled
      // The cache has no listings of bundled folders.
      case .unread: true
      }
    }
  }

  /// Calls `deinit`, then `ended`, of every open plugin, last opened first; no child may be left.
  package func end(ended: (_ file: String) -> Void = { _ in }) {
    for plugin in opened.reversed() {
      plugin.end()
      ended(plugin.path)
    }
    cache?.write()
  }

  // MARK: Discovery

  /// Adds a file that may be a plugin, or the reason why it is none, unless it was already seen.
  private func examine(_ find: FoundPluginFile) {
    let candidate = find.candidate
    do throws(PluginProblem) {
      if case .known(let known) = find, let finding = known.finding {
        return add(finding, about: candidate, known.facts)
      }
      let shelf = cache?.shelf(of: candidate.origin)
      let pin = trust.pin(of: candidate)
      // A pin with libraries requires all of them to be checked.
      if let facts = candidate.facts, pin?.libraries.isEmpty ?? true,
        let finding = shelf?.finding(for: facts, pinnedTo: pin?.file)
      {
        return add(finding, about: candidate, facts)
      }
      let callee = CallTarget(file: candidate.path)
      let file = try PluginFile(opening: candidate, by: trust, for: callee)
      guard !seen.contains(file.facts.identity) else { return }
      defer { _ = seen.insert(file.facts.identity) }
      try file.checkPin()
      if scansLater, candidate.origin != .bundled {
        if let finding = shelf?.finding(forContentOf: file) {
          return add(finding, about: candidate, file.facts)
        }
        unscanned.append(entries.count)
        return add(CataloguedPlugin(candidate, by: trust, file.facts, .unknown))
      }
      let (plugin, description) = try open(file, candidate, callee)
      if candidate.origin == .bundled {
        shelf?.record(.described(description), for: file, isOwn: true)
      }
      add(CataloguedPlugin(candidate, by: trust, file.facts, description, loaded: plugin))
    } catch {
      failures.append(PluginFailure(path: candidate.path, problem: error))
    }
  }

  /// Adds what is known about a file, unless it was already seen.
  private func add(_ finding: ScanResult, about candidate: PluginCandidate, _ facts: FileFacts) {
    guard seen.insert(facts.identity) else { return }
    switch finding {
    case .described(let description):
      add(CataloguedPlugin(candidate, by: trust, facts, description))
    case .failed(let problem, _):
      failures.append(PluginFailure(path: candidate.path, problem: problem))
    }
  }

  /// Keeps the quiet plugins at the front of a list unread, except files that are already there,
  /// and returns their number; stops at one whose ids another plugin may have.
  private func leave(_ finds: ArraySlice<FoundPluginFile>) -> Int {
    guard case .known(let first)? = finds.first, first.isQuiet else { return 0 }
    if ids == nil { ids = ChildIDs(read: read.all, capacity: finds.count) }
    return Self.leave(finds, as: &entries, &ids, &seen)
  }

  private static func leave(
    _ finds: ArraySlice<FoundPluginFile>, as entries: inout [Entry], _ ids: inout ChildIDs?,
    _ seen: inout SpreadSet<FileFacts.Identity>
  ) -> Int {
    var count = 0
    for find in finds {
      guard case .known(let known) = find, known.isQuiet, ids?.leave(known) ?? false else { break }
      if seen.insert(known.identity) { entries.append(.unread(known)) }
      count += 1
    }
    return count
  }

  private func add(_ plugin: CataloguedPlugin) {
    if let ids {
      let sums = plugin.idSums
      if sums.contains(where: ids.isUnread) { readAll() }
      self.ids?.read.formUnion(sums)
    }
    entries.append(.plugin(plugin))
    failures += plugin.description.problems.map { PluginFailure(path: plugin.path, problem: $0) }
    offer(plugin, at: entries.count - 1)
  }

  /// Offers the children of a plugin, and records those whose ids are taken, once.
  private func offer(_ plugin: CataloguedPlugin, at index: Int) {
    for child in plugin.description.children {
      guard let other = read.add(child.type.of(plugin: index)) else { continue }
      let problem = DescriptorProblem.idTaken(file: self.plugin(of: other).path)
      let failure = PluginFailure(
        path: plugin.path, problem: .child(index: child.index, id: child.type.id, problem))
      if !failures.contains(failure) { failures.append(failure) }
    }
  }

  private func readAll() { if ids != nil { offerAll() } }

  /// Reads the description of the unread plugin that may have an id, unless its file has changed.
  private func readOne(withID sum: UInt64) {
    let index = entries.firstIndex {
      if case .unread(let known) = $0 { !known.allIDs { $0 != sum } } else { false }
    }
    guard let index, check(entry: index, in: unreadPlugin(at: index)?.folder.place.open()) else {
      return
    }
    let plugin = plugin(numbered: index)
    offer(plugin, at: index)
    ids?.read.formUnion(plugin.idSums)
  }

  /// Offers the children of all plugins, in the order of discovery.
  private func offerAll() {
    check()
    ids = nil
    read = OfferedTypes()
    for index in entries.indices { offer(plugin(numbered: index), at: index) }
  }

  /// A plugin by its index, `ChildType.plugin`.
  package func plugin(numbered index: Int) -> CataloguedPlugin {
    switch entries[index] {
    case .plugin(let plugin): return plugin
    case .unread(let known):
      let plugin = CataloguedPlugin(known, by: trust)
      entries[index] = .plugin(plugin)
      return plugin
    }
  }

  // MARK: Checking quiet plugins

  /// Whether files of quiet plugins were checked; a start postpones that: they present nothing.
  package var isChecked: Bool { checkedCount == entries.count }

  /// Begins to check many quiet plugins in one folder on a thread; `check` completes that.
  package func beginCheck() {
    guard folderCheck == nil, let folder = unreadPlugin(at: checkedCount)?.folder,
      let opened = folder.place.open()
    else { return }
    var items: [CachedListing.Item] = []
    items.reserveCapacity(entries.count - checkedCount)
    for index in checkedCount..<entries.count {
      guard let known = unreadPlugin(at: index), known.folder === folder else { break }
      items.append(known.item)
    }
    guard items.count >= Self.fewestForThread else { return }
    let check = FolderCheck(opened, folder.listing, items)
    check.begin()
    folderCheck = check
  }

  /// Checks the files of quiet plugins in the next `limit` entries; a changed one is to be scanned.
  package func check(atMost limit: Int = .max) {
    if let check = folderCheck {
      folderCheck = nil
      for index in check.complete() { markChanged(checkedCount + index) }
      checkedCount += check.items.count
    }
    let end = checkedCount + min(limit, entries.count - checkedCount)
    while checkedCount < end {
      // The folder of several files is opened once.
      let known = unreadPlugin(at: checkedCount)?.folder
      let folder = known?.place.open()
      repeat {
        check(entry: checkedCount, in: folder)
        checkedCount += 1
      } while checkedCount < end && unreadPlugin(at: checkedCount)?.folder === known
    }
  }

  /// The fewest files checked on a thread; starting one takes as long as checking some ten files.
  private static let fewestForThread = 256

  private func unreadPlugin(at index: Int) -> CachedPlugin? {
    guard index < entries.count else { return nil }
    return if case .unread(let known) = entries[index] { known } else { nil }
  }

  /// Checks the files of third-party plugins like a run does before it makes their children; a
  /// refused one offers nothing.
  package func checkFiles() {
    var isRefused = false
    for plugin in plugins where plugin.origin != .bundled && plugin.isKnown {
      do throws(PluginProblem) {
        _ = try plugin.openFile().neededFiles()
      } catch {
        failures.append(PluginFailure(path: plugin.path, problem: error))
        plugin.describe(.unknown)
        isRefused = true
      }
    }
    if isRefused { offerAll() }
  }

  /// Checks the file of a plugin, if quiet, and returns whether it is unchanged.
  @discardableResult
  private func check(entry index: Int, in folder: borrowing Folder?) -> Bool {
    guard let known = unreadPlugin(at: index) else { return true }
    switch folder {
    case .some(let folder) where known.folder.listing.isUnchanged(known.item, in: folder):
      return true
    default: break
    }
    markChanged(index)
    return false
  }

  /// Has a quiet plugin scanned, because its file has changed.
  private func markChanged(_ index: Int) {
    guard let known = unreadPlugin(at: index) else { return }
    entries[index] = .plugin(CataloguedPlugin(known.candidate, by: trust, known.facts, .unknown))
    unscanned.append(index)
  }

  package var plugins: [CataloguedPlugin] {
    readAll()
    return entries.indices.map { plugin(numbered: $0) }
  }

  /// The children on offer, in the order of discovery.
  package var types: [ChildType] {
    readAll()
    return read.all
  }

  /// The children read so far, without removed ones: all that present a state or need something,
  /// where descriptors decide, and some of the others.
  var tellingTypes: [ChildType] {
    removedIDs.isEmpty ? read.all : read.all.filter { !removedIDs.contains($0.id) }
  }

  /// Removes a child from the run: the states in its descriptor no longer count.
  package func remove(_ type: ChildType) { removedIDs.insert(type.id) }
}

// MARK: - Scanning

/// A plugin that the catalogue hands out to be scanned: its opened file, and its index in the
/// catalogue, by which the result is returned.
package struct UnscannedPlugin {
  let index: Int
  package let file: PluginFile
}

extension PluginCatalogue {
  package var isScanned: Bool { unscanned.isEmpty && scannedCount == 0 }

  /// The most files that are open at a time to be scanned.
  private static let scannedAtOnce = 64

  /// Opens the next plugins to scan; `take` must be called for each.
  package func takeUnscanned() -> [UnscannedPlugin] {
    let next = unscanned.prefix(Self.scannedAtOnce)
    unscanned.removeFirst(next.count)
    defer { trust.forgetFolders() }
    let opened = next.compactMap { index -> UnscannedPlugin? in
      do throws(PluginProblem) {
        return UnscannedPlugin(index: index, file: try plugin(numbered: index).openFile())
      } catch {
        failures.append(PluginFailure(path: plugin(numbered: index).path, problem: error))
        return nil
      }
    }
    scannedCount += opened.count
    return opened
  }

  package func take(_ finding: ScanResult, of unscanned: UnscannedPlugin) {
    scannedCount -= 1
    cache?.shelf(of: .flag).record(finding, for: unscanned.file)
    let plugin = plugin(numbered: unscanned.index)
    switch finding {
    case .described(let description):
      plugin.describe(description)
      failures += plugin.description.problems.map { PluginFailure(path: plugin.path, problem: $0) }
      hasNews = true
    case .failed(let problem, _):
      let failure = PluginFailure(path: plugin.path, problem: problem)
      if !isOfLibrary(failure) { failures.append(failure) }
    }
    if isScanned { cache?.write() }
  }

  /// Offers the recorded results, in the order of discovery; false when there are none.
  @discardableResult
  package func join() -> Bool {
    guard hasNews else { return false }
    hasNews = false
    offerAll()
    return true
  }

  // MARK: Opening

  private func open(
    _ file: PluginFile, _ candidate: PluginCandidate, _ callee: CallTarget
  ) throws(PluginProblem) -> (plugin: LoadedPlugin, description: PluginDescription) {
    defer { didOpen(candidate.path) }
    let isOwn = candidate.origin == .bundled
    if !isOwn { Guardian.begin() }
    let library = try file.load()
    let plugin = try LoadedPlugin(library, at: candidate.path, for: program, callee: callee)
    opened.append(plugin)
    return (plugin, plugin.readDescription())
  }

  /// Opens a plugin unless it is open; its description then counts; the cache forgets any other.
  private func open(_ plugin: CataloguedPlugin, at index: Int) throws(PluginProblem) -> LoadedPlugin
  {
    switch plugin.opening {
    case .success(let loaded): return loaded
    case .failure(let problem): throw problem
    case nil: break
    }
    let callee = CallTarget(file: plugin.path)
    do throws(PluginProblem) {
      let file = try PluginFile(opening: plugin.candidate, by: trust, for: callee)
      let (loaded, said) = try open(file, plugin.candidate, callee)
      let own = trust.admitted(said, from: plugin.candidate)
      plugin.opening = .success(loaded)
      if !own.agrees(with: plugin.description) { replace(own, of: plugin, at: index) }
      return loaded
    } catch {
      plugin.opening = .failure(error)
      cache?.shelf(of: plugin.origin).forget(plugin.facts)
      throw error
    }
  }

  private func replace(_ own: PluginDescription, of plugin: CataloguedPlugin, at index: Int) {
    readAll()
    plugin.describe(own)
    cache?.shelf(of: plugin.origin).forget(plugin.facts)
    read.replace(with: own.children, ofPlugin: index)
  }

  // MARK: Children

  package subscript(id: String) -> ChildType? {
    if read[id] == nil {
      let sum = CacheEntry.sum(ofID: id)
      if ids?.isUnread(sum) ?? false { readOne(withID: sum) } else { check() }
    }
    return read[id]
  }

  /// The plugin that makes a type of this catalogue.
  package func plugin(of type: ChildType) -> CataloguedPlugin { plugin(numbered: type.plugin) }

  /// Makes a child of a type of this catalogue, off screen; it retains its host, `services`.
  ///
  /// - Throws: why no child was made.
  package func makeChild(
    _ type: ChildType, services: any ChildHost
  ) throws(PluginChild.CreationError) -> PluginChild {
    let loaded: LoadedPlugin
    do throws(PluginProblem) {
      loaded = try open(plugin(of: type), at: type.plugin)
    } catch {
      throw .notLoaded(error)
    }
    return try loaded.makeChild(self[type.id] ?? type, services: services)
  }
}
