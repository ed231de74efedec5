internal import CHostSystem
internal import HostPlugins

/// Memory that is not given back.
enum MemoryChecks {
  static var all: [Check] {
    [
      Check("memory-over-lives", level: 5, "10,000 children, one after the other, leave no memory")
      {
        trial throws(CheckEnd) in
        for type in try trial.types() {
          try expectNoGrowth(cycles: 10_000, of: "one life of \(type.id)") { () throws(CheckEnd) in
            let child = try trial.child(type)
            child.setSize(columns: 20, rows: 4)
            child.appear()
            child.disappear()
            child.destroy()
            child.child.forget()
          }
        }
      },
      Check("memory-while-shown", level: 6, "10,000 draws and keys of one child leave no memory") {
        trial throws(CheckEnd) in
        for type in try trial.types() {
          let child = try trial.child(type)
          child.setSize(columns: 20, rows: 4)
          child.appear()
          try expectNoGrowth(cycles: 10_000, of: "draws and keys of \(type.id)") {
            child.key(.up)
            child.key(.down)
            child.draw()
          }
          child.disappear()
          child.destroy()
        }
      },
      Check("memory-over-reloads", level: 6, "2,000 reloads under one child leave no memory") {
        trial throws(CheckEnd) in
        for type in try trial.types() {
          var content = TrialContent.list(rows: 20, columns: 3)
          let child = try trial.child(type, content: content)
          child.setSize(columns: 20, rows: 4)
          child.appear()
          // What a thread has not come to yet is not lost.
          if !trial.watch.hasOtherThreads {
            try expectNoGrowth(cycles: 2000, of: "a reload under \(type.id)") {
              content.facts.generation += 1
              child.change(to: content)
              child.draw()
            }
          }
          child.disappear()
          child.destroy()
        }
      },
    ]
  }

  /// Nothing that is allocated takes fewer bytes; what threads leave in the allocator's caches does, shared among
  /// so many times.
  private static let smallestLeak = 16

  /// Repeats something and fails when each time leaves bytes allocated.
  ///
  /// The first tenth may fill caches.
  private static func expectNoGrowth(
    cycles: Int, of what: String, _ body: () throws(CheckEnd) -> Void
  ) throws(CheckEnd) {
    for _ in 0..<cycles / 10 { try body() }
    let before = host_allocated_bytes()
    for _ in cycles / 10..<cycles { try body() }
    let growth = Int(host_allocated_bytes()) - Int(before)
    let each = growth / (cycles * 9 / 10)
    try expect(
      each < smallestLeak, "as many bytes allocated after \(cycles) times \(what) as before",
      in: .afterLastCall,
      else: "\(growth) more, \(each) each time")
  }
}
