internal import ChildPluginAPI
internal import HostPlugins

/// Making and destroying children.
enum CreationChecks {
  static var all: [Check] { refusing + lives }

  private static var refusing: [Check] {
    [
      Check("creates-every-child", level: 1, "create makes every child that is described") {
        trial throws(CheckEnd) in
        let plugin = try trial.plugin()
        for type in try trial.types() {
          try expect(
            try offers(type.id, plugin, trial), "a child for its own id \"\(type.id)\"",
            else: "NULL")
        }
      },
      Check("refuses-unknown-ids", level: 1, "create returns NULL for an id that is not its own") {
        trial throws(CheckEnd) in
        let plugin = try trial.plugin()
        _ = try trial.types()
        for id in ["org.statehost.no-such-child", "", "x", "../etc", "\u{1F600}"] {
          try expect(
            try !offers(id, plugin, trial), "NULL for the unknown id \"\(id)\"", else: "a child")
        }
      },
      Check("refuses-similar-ids", level: 2, "create compares the whole id") {
        trial throws(CheckEnd) in
        let plugin = try trial.plugin()
        let own = try trial.types().map(\.id)
        for id in own {
          let similar = [
            id + "x", id + " ", id + "\0", id + "\0garbage", id + ".more", String(id.dropLast()),
            " " + id, String(id.dropFirst()),
          ]
          for other in similar where !own.contains(other) {
            let shown = other.replacingNUL
            try expect(
              try !offers(other, plugin, trial), "NULL for \"\(shown)\": its own is \"\(id)\"",
              else: "a child")
          }
        }
      },
      Check("child-tables", level: 1, "a child's table has its size, destroy and draw") {
        trial throws(CheckEnd) in
        let plugin = try trial.plugin()
        for type in try trial.types() {
          let host = TrialHost(record: trial.record, content: .empty, lending: [])
          let address = unsafe plugin.create(Array(type.id.utf8), host: host, lending: [])
          guard let address = unsafe address else { continue }
          let size = unsafe ForeignMemory.size(at: UnsafeRawPointer(address))
          try expect(
            8...ForeignMemory.structBytesLimit ~= size, "size = sizeof(childplugin_child_t)",
            else: "size \(size)")
          let table = unsafe ForeignMemory.copySized(
            childplugin_child_t.self, at: UnsafeRawPointer(address))
          try expect(unsafe table?.destroy != nil, "a function destroy", else: "NULL")
          try expect(unsafe table?.draw != nil, "a function draw", else: "NULL")
        }
      },
    ]
  }

  /// Whether a plugin makes a child of an id; such a child is left alone.
  private static func offers(
    _ id: String, _ plugin: TrialPlugin, _ trial: Trial
  ) throws(CheckEnd) -> Bool {
    let host = TrialHost(record: trial.record, content: .empty, lending: [])
    return unsafe plugin.create(Array(id.utf8), host: host, lending: []) != nil
  }

  private static var lives: [Check] {
    [
      Check("never-shown", level: 2, "a child can be destroyed without ever having been shown") {
        trial throws(CheckEnd) in try trial.forEachChild { $0.destroy() }
      },
      Check("create-again", level: 2, "a child can be made anew, again and again") {
        trial throws(CheckEnd) in
        for type in try trial.types() {
          for round in 1...50 {
            do throws(CheckEnd) {
              try trial.child(type).liveAndEnd()
            } catch {
              if round == 1 { throw error }
              throw .failed(
                expected: "a child at every call of create", happened: "none at call \(round)")
            }
          }
        }
      },
      Check("children-differ", level: 2, "two living children are two, each with its own table") {
        trial throws(CheckEnd) in
        let plugin = try trial.plugin()
        for type in try trial.types() {
          _ = try trial.child(type)
          var seen: [UInt] = []
          for number in 1...100 {
            let host = TrialHost(record: trial.record, content: .empty, lending: [])
            let address = unsafe plugin.create(Array(type.id.utf8), host: host, lending: [])
            let place = UInt(bitPattern: address)
            try expect(place != 0, "100 children of \(type.id)", else: "NULL for number \(number)")
            try expect(
              !seen.contains(place), "a table of its own for each",
              else: "number \(number) has the table of an earlier one")
            seen.append(place)
          }
        }
      },
      Check("destroy-any-order", level: 3, "children can be destroyed in any order") {
        trial throws(CheckEnd) in
        for order in 0..<3 {
          var children: [TrialChild] = []
          for _ in 0..<20 {
            for type in try trial.types() { children.append(try trial.child(type)) }
          }
          for child in children { child.appear() }
          if order == 1 { children.reverse() }
          if order == 2 { trial.random.shuffle(&children) }
          for child in children { child.disappear() }
          for child in children { child.destroy() }
        }
      },
      Check("children-apart", level: 4, "two children of a type do not share what they show") {
        trial throws(CheckEnd) in
        for type in try trial.types() { try ChildrenApart.check(type, in: trial) }
      },
      Check("child-tables-stay", level: 3, "a child's table does not change while it lives") {
        trial throws(CheckEnd) in
        try trial.forEachChild { child throws(CheckEnd) in
          let before = child.tableBytes
          child.appear(animated: true)
          child.live()
          child.disappear(animated: true)
          try expect(
            child.tableBytes == before, "the table as create returned it", else: "it changed")
        }
      },
    ]
  }
}

extension String {
  /// With NUL as people write it.
  fileprivate var replacingNUL: String {
    split(separator: "\0", omittingEmptySubsequences: false).joined(separator: "\\0")
  }
}
