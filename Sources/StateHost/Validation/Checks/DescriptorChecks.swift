internal import ChildPluginAPI
internal import HostPlugins
internal import HostSurface
internal import HostText

/// What a plugin says of its children.
enum DescriptorChecks {
  static var all: [Check] { wellFormed + stable }

  private static var wellFormed: [Check] {
    [
      Check("descriptor-count", level: 1, "descriptor_count says 1 to 256, the same at every call")
      {
        trial throws(CheckEnd) in
        let plugin = try trial.plugin()
        let count = plugin.descriptorCount()
        try expect(
          1...LoadedPlugin.childrenLimit ~= count, "1 to 256 children",
          else: "descriptor_count says \(count)")
        for _ in 0..<20 {
          let now = plugin.descriptorCount()
          try expect(now == count, "\(count) at every call", else: "\(now) at a later call")
        }
      },
      described("descriptors-there", "there is a descriptor of the right size for every child"),
      described("descriptor-ids", "every id has 1 to 255 letters, digits, '.', '-' and '_'"),
      described("descriptor-texts", "names are not empty, every text is UTF-8 with its length"),
      described("descriptor-places", "at most 64 places, each state named once"),
      described("descriptor-needs", "at most 16 needs, each a word that is there once"),
      described("descriptor-keys", "at most 16 keys, each one that terminals send, and there once"),
      described(
        "descriptor-options", "at most 64 options, each named once, with a fallback that it takes"),
      described(
        "descriptor-sources", "a source has no places or keys, and its plugin the function read"),
      Check("descriptor-ids-differ", level: 1, "no two descriptors have one id") {
        trial throws(CheckEnd) in
        var seen: [String] = []
        for (type, place) in try trial.descriptors() {
          try expect(
            !seen.contains(type.id), "an id of its own for each", in: place,
            else: "\(type.id) is there twice")
          seen.append(type.id)
        }
      },
      Check(
        "descriptor-ids-free", level: 1,
        "no id begins with \(PluginTrust.reservedIDs), which is the program's own"
      ) { trial throws(CheckEnd) in
        if trial.isOwn { return }
        for (type, place) in try trial.descriptors() {
          try expect(
            !type.id.hasPrefix(PluginTrust.reservedIDs), "an id of a domain of yours", in: place,
            else: "\"\(type.id)\", and hosts refuse the child")
        }
      },
      Check(
        "descriptor-id-reverse-dns", level: 5, severity: .warning,
        "ids are reverse DNS, so that nobody else has the same"
      ) { trial throws(CheckEnd) in
        for (type, place) in try trial.descriptors() {
          let parts = type.id.split(separator: ".", omittingEmptySubsequences: false)
          try expect(
            parts.count >= 3 && parts.allSatisfy { !$0.isEmpty },
            "an id such as com.example.clock", in: place, else: "\"\(type.id)\"")
        }
      },
      Check(
        "descriptor-key-states", level: 5, severity: .warning,
        "a key leads to a state, not to what is nearly one"
      ) { trial throws(CheckEnd) in
        let all = try trial.descriptors()
        let usualStates = PluginCatalogue.usualStates
        let states = all.flatMap { $0.type.places.map(\.state) }
        let keys = all.flatMap(\.type.keys)
        // Those that nothing leads to but a key, and none does.
        let unreached = states.filter { state in
          !usualStates.contains(state) && !keys.contains { $0.state == state }
        }
        for (type, place) in all {
          for key in type.keys where !(states + usualStates).contains(key.state) {
            guard let near = NearestName.nearest(to: key.state, among: unreached) else { continue }
            throw .failed(
              expected: "the state \"\(near)\", which a child of the plugin presents",
              happened: "a key of \(type.id) asks for \"\(key.state)\"", place: place)
          }
        }
      },
      Check(
        "descriptor-states-known", level: 5, severity: .warning,
        "a state that a place names is not nearly a usual one"
      ) { trial throws(CheckEnd) in
        let all = try trial.descriptors()
        let usualStates = PluginCatalogue.usualStates
        let keys = all.flatMap(\.type.keys)
        for (type, place) in all {
          for state in type.places.map(\.state) where !usualStates.contains(state) {
            guard !keys.contains(where: { $0.state == state }),
              let near = NearestName.nearest(to: state, among: usualStates, within: 1)
            else { continue }
            throw .failed(
              expected: "the state \"\(near)\": nothing leads to the other",
              happened:
                "\(type.id) presents \"\(state)\"", place: place)
          }
        }
      },
      Check(
        "descriptor-needs-known", level: 5, severity: .warning,
        "a need is not nearly one that hosts know"
      ) { trial throws(CheckEnd) in
        let known = [
          CHILDPLUGIN_NEED_NETWORK, CHILDPLUGIN_NEED_FILES_READ, CHILDPLUGIN_NEED_RUN,
        ]
        for (type, place) in try trial.descriptors() {
          for need in type.needs where !known.contains(need) {
            guard let near = NearestName.nearest(to: need, among: known) else { continue }
            throw .failed(
              expected: "the need \"\(near)\": no host grants another",
              happened: "\(type.id) needs \"\(need)\"", place: place)
          }
        }
      },
      Check(
        "descriptor-plain-texts", level: 5, severity: .warning,
        "names and descriptions have no control characters, nor the NUL of a literal"
      ) { trial throws(CheckEnd) in
        for (type, place) in try trial.descriptors() {
          let texts =
            [type.name, type.vendor, type.version, type.description]
            + type.keys.map(\.label) + type.options.map(\.help)
          for text in texts {
            try expect(
              !text.utf8.contains { $0 < 0x20 || $0 == 0x7F },
              "a text of \(type.id) without control characters: sizeof counts the NUL of a literal",
              in: place, else: CallText.bytes(Array(text.utf8)))
          }
        }
      },
      Check("descriptor-keys-free", level: 3, "a default key is none that the program has itself") {
        trial throws(CheckEnd) in
        for (type, place) in try trial.descriptors() {
          for name in ["q", "r", "?", "f12", "ctrl-c", "ctrl-z"] {
            let key = try? Key(naming: name)
            try expect(
              !type.keys.contains { $0.key == key },
              "another key than q, r, ?, f12, ctrl-c and ctrl-z: these never come to it", in: place,
              else: "the key \(name) of \(type.id)")
          }
        }
      },
      Check(
        "descriptor-docks-fit", level: 5, severity: .warning,
        "a strip that it asks for has room on a terminal of 300×100"
      ) { trial throws(CheckEnd) in
        for (type, place) in try trial.descriptors() {
          for (state, dock) in type.places.map({ ($0.state, $0.dock) }) {
            guard let dock else { continue }
            var room = CellRectangle(column: 0, row: 0, columns: 300, rows: 100)
            try expect(
              DockedStrip(dock, sized: nil, from: &room).area != nil,
              "room for \(type.id) in the state \(state): a minimum is the cells that it cannot do without",
              in: place, else: "a minimum of \(dock.minimum) cells")
          }
        }
      },
      Check(
        "descriptor-says-all", level: 7, severity: .warning,
        "version and description are given"
      ) { trial throws(CheckEnd) in
        for (type, place) in try trial.descriptors() {
          let texts = [
            ("version", type.version), ("description", type.description),
          ]
          for (field, text) in texts {
            try expect(!text.isEmpty, "a \(field) of \(type.id)", in: place, else: "it is empty")
          }
        }
      },
    ]
  }

  /// A check that all descriptors can be read, as far as the problem is one that it is about.
  private static func described(_ name: String, _ purpose: String) -> Check {
    Check(name, level: 1, purpose) { trial throws(CheckEnd) in
      let plugin = try trial.plugin()
      for index in 0..<min(plugin.descriptorCount(), LoadedPlugin.childrenLimit) {
        guard case .problem(let problem) = plugin.descriptor(index).type else { continue }
        let owner = problem.checkName
        if owner == name {
          throw .failed(
            expected: purpose,
            happened: "child \(index): \(problem.text.what): \(problem.text.remedy)")
        }
        if CheckTable.position(of: owner) < CheckTable.position(of: name) {
          throw .skipped("child \(index) cannot be read, see \(owner)")
        }
      }
    }
  }

  private static var stable: [Check] {
    [
      Check("descriptors-stable", level: 2, "descriptors stay where and as they are") {
        trial throws(CheckEnd) in
        let plugin = try trial.plugin()
        let count = min(plugin.descriptorCount(), LoadedPlugin.childrenLimit)
        let before = (0..<count).map { plugin.descriptor($0) }
        try trial.forEachChild { $0.liveAndEnd() }
        for round in 1...3 {
          for index in (0..<count).reversed() {
            let now = plugin.descriptor(index)
            let then = before[Int(index)]
            try expect(
              now.address == then.address, "descriptor \(index) at the same address for ever",
              else: "another address at call \(round + 1)")
            try expect(
              now.type == then.type, "descriptor \(index) with the same texts and places for ever",
              else: "it says something else at call \(round + 1)")
          }
        }
      },
      Check("descriptor-out-of-range", level: 2, "descriptor is NULL for an index out of range") {
        trial throws(CheckEnd) in
        let plugin = try trial.plugin()
        let count = plugin.descriptorCount()
        for index in [count, count + 1, 1_000_000, UInt32(Int32.max), UInt32.max] {
          try expect(
            plugin.descriptor(index).address == 0, "NULL: there are \(count) children",
            else: "a descriptor")
        }
      },
    ]
  }
}
