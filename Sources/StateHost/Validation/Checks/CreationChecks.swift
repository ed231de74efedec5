internal import HostPlugins
internal import HostSystem

/// Making and destroying children.
enum CreationChecks {
  static var all: [Check] { refusing + lives }

  private static var refusing: [Check] {
    [
      Check("creates-every-child", level: 1, "create makes every child that is described") {
        trial throws(CheckEnd) in
        for type in try trial.types() {
          try expect(
            try trial.refusal(ofID: type.id) != .refused, "a child for its own id \"\(type.id)\"",
            else: "NULL")
        }
      },
      Check("refuses-unknown-ids", level: 1, "create returns NULL for an id that is not its own") {
        trial throws(CheckEnd) in
        _ = try trial.types()
        for id in ["org.statehost.no-such-child", "", "x", "../etc", "\u{1F600}"] {
          try expect(
            try trial.refusal(ofID: id) == .refused, "NULL for the unknown id \"\(id)\"",
            in: trial.watch.creation,
            else: "a child")
        }
      },
      Check("refuses-similar-ids", level: 2, "create compares the whole id") {
        trial throws(CheckEnd) in
        let own = try trial.types().map(\.id)
        for id in own {
          let similar = [
            id + "x", id + " ", id + "\0", id + "\0garbage", id + ".more", String(id.dropLast()),
            " " + id, String(id.dropFirst()),
          ]
          for other in similar where !own.contains(other) {
            let shown = other.replacingNUL
            try expect(
              try trial.refusal(ofID: other) == .refused,
              "NULL for \"\(shown)\": its own is \"\(id)\"", in: trial.watch.creation,
              else: "a child")
          }
        }
      },
      Check("child-tables", level: 1, "a child's table has its size, destroy and draw") {
        trial throws(CheckEnd) in
        for type in try trial.types() {
          switch try trial.refusal(ofID: type.id) {
          case .tableSize(let size)?:
            throw .failed(
              expected: "size = sizeof(childplugin_child_t)", happened: "size \(size)",
              place: trial.watch.creation)
          case .functionMissing(let function)?:
            throw .failed(
              expected: "a function \(function)", happened: "NULL", place: trial.watch.creation)
          case .notLoaded?, .refused?, nil: break
          }
        }
      },
    ]
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
        for type in try trial.types() {
          var children = [try trial.child(type)]
          // What has a thread for each meets the worker's limit of threads before that of children.
          while children.count < (trial.watch.hasOtherThreads ? 9 : 101) {
            let number = children.count
            guard let child = try? trial.child(type) else {
              throw .failed(
                expected: "many children of \(type.id)", happened: "NULL for number \(number)",
                place: trial.watch.creation)
            }
            let place = child.child.tableAddress
            let isAnother = !children.contains { $0.child.tableAddress == place }
            // Destroyed twice, it would end all.
            if !isAnother { _ = unsafe Unmanaged.passRetained(child) }
            try expect(
              isAnother, "a table of its own for each", in: trial.watch.creation,
              else: "number \(number) has the table of an earlier one")
            children.append(child)
          }
        }
      },
      Check("destroy-any-order", level: 3, "children can be destroyed in any order") {
        trial throws(CheckEnd) in
        for order in 0..<3 {
          var children = try trial.types().map { type throws(CheckEnd) in try trial.child(type) }
          for _ in 0..<(trial.watch.hasOtherThreads ? 3 : 20) {
            for type in try trial.types() { children.append(try trial.child(type)) }
          }
          for child in children { child.appear() }
          if order == 1 { children.reverse() }
          if order == 2 { children.shuffle(using: &trial.random) }
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
          let before = child.child.tableBytes
          trial.watch.afterEachCall { child.child.tableBytes == before ? nil : "it changed" }
          child.appear(animated: true)
          child.live()
          child.disappear(animated: true)
          try trial.expectNoFinding("the table as create returned it")
          trial.watch.afterEachCall { nil }
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
