internal import HostPlugins

/// Memory that is not given back.
enum MemoryChecks {
  static var all: [Check] {
    [
      Check(
        "memory-over-lives", level: 5, "thousands of children, one after the other, leave no memory"
      ) {
        trial throws(CheckEnd) in
        let types = try trial.types()
        for type in types {
          let growth = MemoryGrowth(over: 8192, sharedBy: types.count)
          try growth.expectEnd(of: "one life of \(type.id)") { isDrawn throws(CheckEnd) in
            let child = try trial.child(type)
            child.setSize(columns: 20, rows: 4)
            if isDrawn {
              child.appear()
            } else {
              child.willAppear()
              child.didAppear()
            }
            child.disappear()
            child.destroy()
            child.child.forget()
          }
        }
      },
      Check(
        "memory-while-shown", level: 6,
        "thousands of draws, keys, messages and programs leave no memory"
      ) {
        trial throws(CheckEnd) in
        let types = try trial.types()
        for type in types {
          let child = try trial.child(type)
          child.setSize(columns: 20, rows: 4)
          child.appear()
          child.live()
          let said = child.services.said.first?.what
          let growth = MemoryGrowth(over: 8192, sharedBy: types.count)
          try growth.expectEnd(of: "draws and keys of \(type.id)") { isDrawn in
            child.key(.up)
            child.key(.down)
            // Two programs in so much time are not too many.
            child.services.nowNanoseconds += 50_000_000
            child.end { ProgramEnd($0, .exited(0), output: ProgramEnd.Output([0x61, 0x0A])) }
            if let said {
              child.message(Array(said.subject.utf8), said.body, from: Array(type.id.utf8))
            }
            if isDrawn { child.draw() }
          }
          child.disappear()
          child.destroy()
        }
      },
      Check("memory-over-reloads", level: 6, "thousands of reloads under one child leave no memory")
      {
        trial throws(CheckEnd) in
        let types = try trial.types()
        for type in types {
          var content = TrialContent.list(rows: 20, columns: 3)
          let child = try trial.child(type, content: content)
          child.setSize(columns: 20, rows: 4)
          child.appear()
          // What a thread has not come to yet is not lost.
          if !trial.watch.hasOtherThreads {
            let growth = MemoryGrowth(over: 2048, sharedBy: types.count)
            try growth.expectEnd(of: "a reload under \(type.id)") { isDrawn in
              content.facts.generation += 1
              child.change(to: content)
              if isDrawn { child.draw() }
            }
          }
          child.disappear()
          child.destroy()
        }
      },
    ]
  }
}
