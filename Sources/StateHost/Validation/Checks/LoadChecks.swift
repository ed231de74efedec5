internal import ChildPluginAPI
internal import HostPlugins

/// Validator checks that a plugin can be loaded (file, libraries, entry function, function table,
/// `init`) and ended; also decides which one reports a load failure and which are skipped for it.
enum LoadChecks {
  /// Each covers the problems whose `PluginProblem.checkName` is its name.
  static let loading: [Check] = [
    load(
      "file-is-safe", "the file is regular, owned by you or root, and not writable by others"),
    load("file-is-library", "the file is a complete shared library for this machine"),
    load("libraries-present", "all needed libraries are present"),
    load("symbols-defined", "every needed symbol is defined"),
    load("entry-exported", "the plugin exports childplugin_entry"),
    load("entry-returns-table", "childplugin_entry returns a table for this host"),
    load("abi-version", "the plugin is built for this host's ABI major version"),
    load("plugin-table-size", "the plugin's table begins with its size"),
    load("plugin-functions", "every function of the plugin's table is set"),
    load("init-accepts", "init returns true"),
  ]

  private static func load(_ name: String, _ purpose: String) -> Check {
    Check(name, 1, purpose) { session in
      do throws(PluginProblem) { _ = try session.load() } catch {
        let outcome = Self.outcome(of: name, for: purpose, after: error)
        if case .passed = outcome { return }
        throw outcome
      }
    }
  }

  /// The outcome of a check when the plugin cannot be loaded.
  static func outcome(of name: String, for purpose: String, after problem: PluginProblem)
    -> CheckOutcome
  {
    let owner = problem.checkName
    if owner == name {
      let (what, remedy) = problem.text
      return .failed(expected: purpose, happened: "\(what): \(remedy)")
    }
    return Check.position(of: owner) < Check.position(of: name)
      ? .skipped(reasonToSkip(owner)) : .passed
  }

  /// The reason to skip a check when another one reports why the plugin cannot be loaded.
  static func reasonToSkip(_ failing: String) -> String {
    "the plugin cannot be loaded, see \(failing)"
  }

  /// The check that reports the failure behind a skip reason; nil for any other reason.
  static func failing(behind reason: String) -> Check? {
    Check.all.first { reason == reasonToSkip($0.name) }
  }

  /// Checks of the entry and the tables, which need whole lives.
  static let entry: [Check] = [
    Check("entry-is-stable", 2, "childplugin_entry returns the same table at every call") {
      session in
      let plugin = try session.plugin()
      let before = plugin.tableBytes
      for _ in 0..<100 {
        let address = plugin.callEntry(
          major: UInt32(CHILDPLUGIN_ABI_MAJOR), minor: UInt32(CHILDPLUGIN_ABI_MINOR))
        try expect(
          address == plugin.tableAddress, "one table for the life of the process",
          else: address == 0 ? "NULL at a later call" : "a table at another address")
      }
      session.monitor.afterEachCall { plugin.tableBytes == before ? nil : "its bytes changed" }
      try session.forEachChild { $0.liveAndEnd() }
      try session.expectNoFinding("a table that does not change")
    },
    Check("entry-newer-host", 3, "a host with a newer minor version also gets the table") {
      session in
      let plugin = try session.plugin()
      for minor in [UInt32(1), 7, 999] {
        let address = plugin.callEntry(major: UInt32(CHILDPLUGIN_ABI_MAJOR), minor: minor)
        try expect(address != 0, "a table: a newer minor on either side works", else: "NULL")
      }
    },
    Check("exports-only-entry", 3, "the plugin exports only childplugin_entry") { session in
      _ = try session.plugin()
      let others = (LibrarySymbols(.file(session.file))?.exportedStrongly ?? []).filter {
        $0 != CHILDPLUGIN_ENTRY_SYMBOL && !LibrarySymbols.linkerNames.contains($0)
      }
      let shown = others.prefix(5).joined(separator: ", ") + (others.count > 5 ? " ..." : "")
      try expect(
        others.isEmpty,
        "childplugin_entry alone: use -fvisibility=hidden or a version script for the linker",
        in: .file, else: "\(others.count) more: \(shown)")
    },
    Check(
      "init-is-quick", .warning(6), "init takes less than 100 ms",
      options: [.runsAlone, .timesCalls]
    ) { session in
      _ = try session.plugin()
      let milliseconds = session.monitor.initNanoseconds / 1_000_000
      try expect(
        milliseconds < 100, "less than 100 ms: every start of the host includes it",
        else: "it took \(milliseconds) ms")
    },
    Check("plugin-host", 2, "on its own host the plugin calls only functions that need no child") {
      session in
      let plugin = try session.plugin()
      try session.forEachChild { $0.liveAndEnd() }
      plugin.end()
      try session.expectNoFault("on that host only log, get_extension, text_columns and text.fit") {
        if case .withoutChild = $0 { true } else { false }
      }
    },
    Check("plugin-extensions", 3, "the plugin's own get_extension returns NULL for unknown ids") {
      session in
      let plugin = try session.plugin()
      for id in ["", "com.example.nothing/1", "childplugin.", "childplugin.layout/1"] {
        try expect(
          plugin.extensionAddress(ofID: id) == 0, "NULL for \"\(id)\": compare the whole id",
          else: "a table")
      }
    },
    Check("deinit-returns", 2, "deinit can be called once all children are destroyed") { session in
      try session.forEachChild { $0.liveAndEnd() }
      try session.plugin().end()
    },
  ]
}

extension PluginProblem {
  /// The check that covers this problem.
  var checkName: String {
    switch self {
    case .directoryMissing, .notADirectory, .directoryEmpty, .directoryUnreadable, .noProcessFiles,
      .folderOfOtherUser, .folderWritableByOthers, .unreadable, .notRegular, .foreignOwner,
      .writableByOthers, .tooLarge, .changedWhileRead, .changedSincePinned, .libraryChanged,
      .unstable, .libraryUnsafe, .tooManyLibraries, .relativeRunPath, .relativeLibrary:
      "file-is-safe"
    case .notALibrary, .notShared, .otherMachine, .cutShort, .refusedByLoader: "file-is-library"
    case .missingLibrary, .missingVersion: "libraries-present"
    case .undefinedSymbol: "symbols-defined"
    case .entryMissing: "entry-exported"
    case .entryRefused: "entry-returns-table"
    case .otherVersion: "abi-version"
    case .pluginTableSize: "plugin-table-size"
    case .pluginFunctionMissing: "plugin-functions"
    case .initRefused: "init-accepts"
    case .childCount: "descriptor-count"
    case .child(_, _, let problem): problem.checkName
    case .told: preconditionFailure("a check loads its plugin itself: \(self)")
    }
  }
}

extension DescriptorProblem {
  /// The check that covers this problem.
  var checkName: String {
    switch self {
    case .noDescriptor, .descriptorSize: "descriptors-there"
    case .idEmpty, .idTooLong, .idCharacter: "descriptor-ids"
    case .idTaken: "descriptor-ids-differ"
    case .idReserved: "descriptor-ids-free"
    case .nameEmpty, .notText, .textMalformed: "descriptor-texts"
    case .count(let list, _), .missing(let list), .size(let list, _, _), .stateEmpty(let list, _),
      .twice(let list, _):
      "descriptor-\(list)s"
    case .placeDock: "descriptor-places"
    case .needMalformed: "descriptor-needs"
    case .keyName: "descriptor-keys"
    case .option: "descriptor-options"
    case .sourceIsShown, .sourceNotRead: "descriptor-sources"
    }
  }
}

/// Validator checks that every call into a plugin returns within 250 ms, or within 2 s if it loads
/// or ends the plugin or creates or destroys a child; creating or destroying one in more than 250
/// ms is a warning.
enum CallChecks {
  static let all: [Check] = [
    Check(
      "calls-return", 1, "every call returns in time: a draw, a key, all others",
      options: [.timesCalls]
    ) { session in
      let threads = ProcessSnapshot.threadCount
      try session.forEachState { child in
        child.live()
        try expectQuickness(of: session)
        // A new thread needs time to begin; only then calls may wait for what it holds.
        guard ProcessSnapshot.threadCount > threads else { return }
        RealTime.sleep(milliseconds: 50)
        child.live()
        try expectQuickness(of: session)
      }
      try expectQuickness(of: session)
    },
    Check(
      "creates-quickly", .warning(5),
      "create and destroy take less than 250 ms: no state waits longer for a child",
      options: [.runsAlone, .timesCalls]
    ) { session in
      try session.forEachChild(once: .shown) { _ in }
      for slow in session.monitor.slowCalls where ["create", "destroy"].contains(slow.function) {
        try fail(
          "less than 250 ms: use a thread for slow work", in: slow.place,
          but: "it took \(slow.nanoseconds / 1_000_000) ms")
      }
    },
  ]

  private static func expectQuickness(of session: CheckSession) throws {
    for slow in session.monitor.slowCalls {
      // Functions that create and destroy may take longer.
      let creates = ["dlopen", "init", "init_with_host", "create", "destroy", "deinit"]
      let limit: Int64 = creates.contains(slow.function) ? 2000 : 250
      let milliseconds = slow.nanoseconds / 1_000_000
      try expect(
        milliseconds <= limit, "each call back within \(limit) ms: use a thread for slow work",
        in: slow.place, else: "it took \(milliseconds) ms")
    }
  }
}
