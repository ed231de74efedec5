internal import HostPlugins
internal import HostSurface
internal import HostText

/// Validator checks of the descriptors of a plugin's children and sources: valid, with unique ids,
/// without misspelt states or needs, and the same at every call, also after children ran.
enum DescriptorChecks {
  static let all: [Check] = [
    Check("descriptor-count", 1, "descriptor_count is 1 to 256 and the same at every call") {
      session in
      let plugin = try session.plugin()
      let count = plugin.descriptorCount()
      try expect(
        1...LoadedPlugin.childrenLimit ~= count, "1 to 256 children",
        else: "descriptor_count says \(count)")
      for _ in 0..<20 {
        let now = plugin.descriptorCount()
        try expect(now == count, "\(count) at every call", else: "\(now) at a later call")
      }
    }, described("descriptors-there", "every child has a descriptor of the right size"),
    described("descriptor-ids", "every id has 1 to 255 letters, digits, '.', '-' and '_'"),
    described("descriptor-texts", "names are not empty, and every text is UTF-8 with its length"),
    described("descriptor-places", "there are at most 64 places, and each state is named once"),
    described("descriptor-needs", "there are at most 16 needs, each one word and named once"),
    described(
      "descriptor-keys", "there are at most 16 keys, each sent by terminals and named once"),
    described(
      "descriptor-options",
      "there are at most 64 options, each named once and with a valid fallback"),
    described(
      "descriptor-sources", "a source has no places or keys, and its plugin has the function read"),
    Check("descriptor-ids-differ", 1, "no two descriptors have the same id") { session in
      var seen: Set<String> = []
      for (type, place) in try session.descriptors() {
        try expect(
          seen.insert(type.id).inserted, "a different id for each", in: place,
          else: "\(type.id) is used twice")
      }
    },
    eachDescriptor(
      "descriptor-ids-free", 1, "no id begins with \(PluginTrust.reservedIDs), which is reserved"
    ) { session, type, place in
      try expect(
        session.isOwn || !PluginTrust.isReserved(type.id), "an id under your own domain",
        in: place, else: "\"\(type.id)\", and hosts refuse the child")
    },
    eachDescriptor(
      "descriptor-id-reverse-dns", .warning(5),
      "ids are in reverse DNS notation, so they are unique"
    ) { _, type, place in
      let parts = type.id.split(separator: ".", omittingEmptySubsequences: false)
      try expect(
        parts.count >= 3 && parts.allSatisfy { !$0.isEmpty }, "an id such as com.example.clock",
        in: place, else: "\"\(type.id)\"")
    },
    Check(
      "descriptor-key-states", .warning(5), "a key names a state that there is, spelt as there"
    ) { session in
      let all = try session.descriptors()
      let usualStates = PluginCatalogue.usualStates
      let states = all.flatMap { $0.type.places.map(\.state) }
      let keys = all.flatMap(\.type.keys)
      // States that can only be reached by a key, and have none.
      let unreached = states.filter { state in
        !usualStates.contains(state) && !keys.contains { $0.state == state }
      }
      let unknown = Set(keys.map(\.state)).subtracting(states + usualStates)
      // One such state is meant by the one key that leads to none, whatever its name.
      let only = unreached.count == 1 && unknown.count == 1 ? unreached.first : nil
      for (type, place) in all {
        for key in type.keys where !(states + usualStates).contains(key.state) {
          guard let near = NearestName.nearest(to: key.state, among: unreached) ?? only else {
            continue
          }
          try fail(
            "the state \"\(near)\", which a child of the plugin presents", in: place,
            but: "a key of \(type.id) asks for \"\(key.state)\"")
        }
      }
    },
    Check("descriptor-states-known", .warning(5), "a place names no misspelling of a usual state") {
      session in
      let all = try session.descriptors()
      let usualStates = PluginCatalogue.usualStates
      let keys = all.flatMap(\.type.keys)
      for (type, place) in all {
        for state in type.places.map(\.state) where !usualStates.contains(state) {
          guard !keys.contains(where: { $0.state == state }),
            let near = NearestName.nearest(to: state, among: usualStates, within: 1)
          else { continue }
          try fail(
            "the state \"\(near)\": nothing leads to the misspelt one", in: place,
            but: "\(type.id) presents \"\(state)\"")
        }
      }
    },
    eachDescriptor(
      "descriptor-needs-known", .warning(5), "a need is no misspelling of a known need"
    ) { _, type, place in
      let known = PluginNeeds.allWords
      for need in type.needs where !known.contains(need) {
        guard let near = NearestName.nearest(to: need, among: known) else { continue }
        try fail(
          "the need \"\(near)\": hosts grant no other", in: place,
          but: "\(type.id) needs \"\(need)\"")
      }
    },
    eachDescriptor(
      "descriptor-plain-texts", .warning(5),
      "names and descriptions have no control characters and no NUL of a literal"
    ) { _, type, place in
      let texts =
        [type.name, type.vendor, type.version, type.description] + type.keys.map(\.label)
        + type.options.map(\.help)
      for text in texts {
        try expect(
          !text.utf8.contains { $0 < 0x20 || $0 == 0x7F },
          "a text of \(type.id) without control characters: sizeof counts the NUL of a literal",
          in: place, else: CallFormatter.bytes(Array(text.utf8)))
      }
    },
    eachDescriptor("descriptor-keys-free", 3, "a default key is not one of the program's own keys")
    { _, type, place in
      for name in ["q", "r", "?", "f12", "ctrl-c", "ctrl-z"] {
        let key = try? Key(naming: name)
        try expect(
          !type.keys.contains { $0.key == key },
          "a key other than q, r, ?, f12, ctrl-c and ctrl-z: the program uses these", in: place,
          else: "the key \(name) of \(type.id)")
      }
    },
    eachDescriptor(
      "descriptor-docks-fit", .warning(5), "a docked strip fits on a terminal of 300×100"
    ) { _, type, place in
      for (state, dock) in type.places.map({ ($0.state, $0.dock) }) {
        guard let dock else { continue }
        var room = CellRectangle(column: 0, row: 0, columns: 300, rows: 100)
        try expect(
          DockedStrip(dock, sized: nil, from: &room).area != nil,
          "room for \(type.id) in the state \(state): a minimum is the smallest usable number of cells",
          in: place, else: "a minimum of \(dock.minimum) cells")
      }
    },
    eachDescriptor("descriptor-says-all", .warning(7), "version and description are given") {
      _, type, place in
      for (field, text) in [("version", type.version), ("description", type.description)] {
        try expect(!text.isEmpty, "a \(field) of \(type.id)", in: place, else: "it is empty")
      }
    },
    Check("descriptors-stable", 2, "descriptors keep their address and contents") { session in
      let plugin = try session.plugin()
      let count = min(plugin.descriptorCount(), LoadedPlugin.childrenLimit)
      let before = (0..<count).map { plugin.descriptor($0) }
      try session.forEachChild { $0.liveAndEnd() }
      for round in 1...3 {
        for index in (0..<count).reversed() {
          let now = plugin.descriptor(index)
          let then = before[Int(index)]
          try expect(
            now.address == then.address, "descriptor \(index) always at the same address",
            else: "another address at call \(round + 1)")
          try expect(
            now.type == then.type,
            "descriptor \(index) with the same texts and places at every call",
            else: "it differs at call \(round + 1)")
        }
      }
    },
    Check("descriptor-out-of-range", 2, "descriptor is NULL for an index out of range") { session in
      let plugin = try session.plugin()
      let count = plugin.descriptorCount()
      for index in [count, count + 1, 1_000_000, UInt32(Int32.max), UInt32.max] {
        try expect(
          plugin.descriptor(index).address == 0, "NULL: there are \(count) children",
          else: "a descriptor")
      }
    },
  ]

  /// A check of every descriptor that can be read, with the call that returned it.
  private static func eachDescriptor(
    _ name: String, _ level: Check.Level, _ purpose: String,
    _ body: @escaping @Sendable (CheckSession, ChildType, CallPlace) throws -> Void
  ) -> Check {
    Check(name, level, purpose) { session in
      for (type, place) in try session.descriptors() { try body(session, type, place) }
    }
  }

  /// A check that all descriptors can be read, for the problems that it covers.
  private static func described(_ name: String, _ purpose: String) -> Check {
    Check(name, 1, purpose) { session in
      let plugin = try session.plugin()
      for index in 0..<min(plugin.descriptorCount(), LoadedPlugin.childrenLimit) {
        guard case .failure(let problem) = plugin.descriptor(index).type else { continue }
        let owner = problem.checkName
        if owner == name {
          try fail(purpose, but: "child \(index): \(problem.text.what): \(problem.text.remedy)")
        }
        if Check.position(of: owner) < Check.position(of: name) {
          throw CheckOutcome.skipped("child \(index) cannot be read, see \(owner)")
        }
      }
    }
  }
}

/// Validator checks, as warnings, that each declared option is read, by its name and as its type.
enum OptionChecks {
  static let all: [Check] = [
    Check("asks-for-its-options", .warning(5), "an option is read by the name in its descriptor") {
      session in
      for type in try session.described() where !type.options.isEmpty {
        let asked = try askedOptions(of: type, in: session)
        let declared = type.options.map(\.name)
        let unasked = declared.filter { name in !asked.contains { $0.what == name } }
        for option in asked where !declared.contains(option.what) {
          // Only if a similar declared option is never read; otherwise other checks report it.
          guard let meant = NearestName.nearest(to: option.what, among: unasked) else { continue }
          try fail(
            "\"\(meant)\", as the descriptor of \(type.id) has it: other names have no value",
            in: option.place, but: "\"\(option.what)\" was requested")
        }
      }
    },
    Check(
      "reads-its-options", .warning(5), "each declared option is read at some time, as its type"
    ) { session in
      for (type, place) in try session.descriptors() where !type.options.isEmpty {
        let declared = type.options.map(\.name)
        var asked = Set(try askedOptions(of: type, in: session).map(\.what))
        if !asked.isSuperset(of: declared) {
          // Nothing is known about a source without rows.
          guard let more = try askedAnywhere(of: type, in: session) else { continue }
          asked.formUnion(more)
        }
        if let name = try misreadOption(of: type, in: session), declared.contains(name) {
          try fail(
            "\"\(name)\" read as its descriptor declares it, or as a text", in: place,
            but: "it is only read as a value of another type, which its text is not")
        }
        guard let unread = declared.first(where: { !asked.contains($0) }) else { continue }
        let others = asked.subtracting(declared).sorted().map { ", and \"\($0)\" is" }
        try fail(
          "host->option(\"\(unread)\"), which the descriptor of \(type.id) offers the user",
          in: place, but: "it is never read" + (others.first ?? ""))
      }
    },
  ]

  /// The names of the options that are read in any state, with any values, after any action of the
  /// user; nil for a source without rows.
  private static func askedAnywhere(
    of type: ChildType, in session: CheckSession
  ) throws -> Set<String>? {
    var asked: Set<String> = []
    var hasRows = !type.isSource
    for option in type.options {
      for value in option.sampleValues + [Array("x".utf8)] {
        if type.isSource {
          for argument in [nil, "x", "7"] {
            let reading = try SourceChecks.read(
              type, in: session, argument: argument, option: (option.name, value))
            asked.formUnion(reading.askedOptions.map(\.what))
            hasRows = hasRows || reading.hasRows
          }
          continue
        }
        for state in SimulatedContent.states {
          let child = try session.child(
            type, content: .fitting(state), option: (option.name, value))
          child.host.situation.current = state
          child.appear(animated: true)
          child.live()
          child.press(TestKey.letters + TestKey.named.prefix(14))
          child.live()
          child.remove(animated: true)
          asked.formUnion(child.host.askedOptions.map(\.what))
        }
      }
    }
    return hasRows ? asked : nil
  }

  /// An option that is only read as a value of another type than it is declared with.
  private static func misreadOption(of type: ChildType, in session: CheckSession) throws -> String?
  {
    for option in [nil, (nil, Array("zq".utf8))] as [SimulatedOptions.Override?] {
      if type.isSource {
        let reads = try SourceChecks.read(type, in: session, takingRows: 10, option: option)
          .optionReads
        if let name = reads.misread.first { return name }
        continue
      }
      let child = try session.child(type, option: option)
      child.appear()
      child.live()
      child.remove()
      if let name = child.host.optionReads.misread.first { return name }
    }
    return nil
  }

  /// The names of the options, and the calls that read them.
  private static func askedOptions(
    of type: ChildType, in session: CheckSession
  ) throws -> [Located<String>] {
    if type.isSource { return try SourceChecks.read(type, in: session).askedOptions }
    return try ([nil, Array("1".utf8)] as [[UInt8]?]).flatMap { option in
      let child = try session.child(type, option: option.map { (nil, $0) })
      child.appear(animated: true)
      child.live()
      child.press(child.helpKeys)
      child.draw()
      child.remove(animated: true)
      return child.host.askedOptions
    }
  }
}

/// Validator checks of optional function tables from a child's `get_extension`: valid, unchanged
/// while the child exists, none for unknown ids, and one for keys exactly if it takes focus.
enum ExtensionChecks {
  static let all: [Check] = [
    .eachChild("unknown-extensions", 2, "get_extension returns NULL for unknown ids") { child in
      let strange = ["", "com.example.nothing/1", "childplugin.", "childplugin.layout"]
      for id in strange + ChildExtensions.allIDs.flatMap(similar) {
        try expect(
          child.child.extensionAddress(id) == 0, "NULL for \"\(id)\": compare the whole id",
          else: "a table")
      }
    },
    .eachChild("extension-tables", 1, "extension tables have a size and all required functions") {
      child in
      try child.session.expectNoFault("tables with a size and every function that is required") {
        switch $0 {
        case .tableSize, .functionMissing: true
        default: false
        }
      }
    },
    .eachChild("extensions-stay", 3, "an extension's table stays the same while its child exists") {
      child in
      let before = ChildExtensions.allIDs.map { child.child.extensionAddress($0) }
      child.appear()
      child.live()
      for (id, address) in zip(ChildExtensions.allIDs, before) {
        for _ in 0..<3 {
          try expect(
            child.child.extensionAddress(id) == address,
            "the same address for the table of \(id)", else: "another address, or NULL once")
        }
      }
    },
    Check(
      "focus-flag", .warning(5), "a child takes focus if and only if it has a function for keys"
    ) { session in
      let descriptors = try session.descriptors()
      try session.forEachChild { child in
        let place = descriptors.first { $0.type.id == child.type.id }?.place ?? .lastCall
        let takesKeys = child.has(.keys) || child.has(.paste)
        try expect(
          takesKeys || !child.type.takesFocus,
          "a function input.key: \(child.type.id) has the focus flag", in: place,
          else: "it has none")
        try expect(
          child.type.takesFocus || !takesKeys,
          "the focus flag for \(child.type.id), which has input.key or input.paste", in: place,
          else: "no flag, so that no key reaches it")
      }
    },
  ]

  private static func similar(to id: String) -> [String] {
    [id + "0", id + " ", id + "\0x", String(id.dropLast(2)), String(id.dropLast()) + "2", "x" + id]
  }
}
