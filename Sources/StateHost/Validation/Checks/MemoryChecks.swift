internal import CHostSystem
internal import HostPlugins

/// Validator checks that children leak no memory over many lives, draws and content reloads.
enum MemoryChecks {
  static let all: [Check] = [
    Check("memory-over-lives", 5, "creating and destroying thousands of children leaks no memory") {
      session in
      let types = try session.types()
      for type in types {
        try expectEndOfGrowth(by: "one life of \(type.id)", sharedBy: types.count) { isDrawn in
          let child = try session.child(type)
          child.setSize(columns: 20, rows: 4)
          if isDrawn {
            child.appear()
          } else {
            child.willTransition(appearing: true, animated: false)
            child.didTransition(appearing: true, animated: false)
          }
          child.remove()
          child.child.forget()
        }
      }
    },
    Check("memory-while-shown", 6, "thousands of draws, keys, messages and programs leak no memory")
    { session in
      let types = try session.types()
      for type in types {
        let child = try session.child(type)
        child.setSize(columns: 20, rows: 4)
        child.appear()
        child.live()
        let message = child.host.sentMessages.first?.what
        var row: UInt64 = 0
        try expectEndOfGrowth(by: "draws and keys of \(type.id)", sharedBy: types.count) {
          isDrawn in
          child.key(.up)
          child.key(.down)
          row = (row + 1) % 20
          child.select(row: row)
          child.fireTimer(dueIn: ...1_000_000_000)
          // Two programs per 50 ms stay below the rate limit.
          child.host.nowNanoseconds += 50_000_000
          child.end { ProgramEnd($0, .exited(0), output: ProgramEnd.Output([0x61, 0x0A])) }
          if let message { child.message(message.subject, message.body, from: type.id) }
          if isDrawn { child.draw() }
        }
        child.remove()
      }
    },
    Check("memory-over-reloads", 6, "thousands of reloads under one child leak no memory") {
      session in
      let types = try session.types()
      for type in types {
        let child = try session.child(type, content: .list(rows: 20, columns: 3))
        child.setSize(columns: 20, rows: 4)
        child.appear()
        // A thread may still free memory.
        if !session.monitor.hasOtherThreads {
          try expectEndOfGrowth(by: "a reload under \(type.id)", over: 2048, sharedBy: types.count)
          { isDrawn in
            child.reload { _ in }
            if isDrawn { child.draw() }
          }
        }
        child.remove()
      }
    },
  ]

  /// Repeats an action until memory stops growing, and fails if it does not.
  ///
  /// A bounded cache or history also grows at first. So growth is measured in parts, each twice as
  /// long as the last: a leak grows in each, a bounded cache stops. The action is repeated until
  /// growth stops, at least `times`, or the time, divided among types of children, is used up.
  private static func expectEndOfGrowth(
    by what: String, over times: Int = 8192, sharedBy types: Int,
    _ body: (_ isDrawn: Bool) throws -> Void
  ) throws {
    let time = ThreadStopwatch()
    // Well below the time limit of any check.
    let longestNanoseconds = 4_000_000_000 / Int64(max(1, types))
    var (done, drawnEach) = (0, 1)
    let first = Int(host_allocated_bytes())
    var last = (end: 0, bytes: first, each: 0, isGrowing: false)
    for end in sequence(first: 64, next: { $0 < 65_536 ? $0 * 2 : nil }) {
      while done < end, time.nanoseconds < longestNanoseconds {
        try body(done % drawnEach == 0)
        done += 1
      }
      guard done == end else { break }
      // If an action with a draw takes more than 300 µs, most repetitions do not draw.
      if end == 64, time.nanoseconds > 300_000 * Int64(end) { drawnEach = 16 }
      let bytes = Int(host_allocated_bytes())
      let each = (bytes - last.bytes) / (end - last.end)
      // Less than the smallest allocation comes from the allocator's caches for threads.
      let isGrowing = each >= 16 && each >= last.each * 3 / 4
      last = (end, bytes, each, isGrowing)
      if isGrowing ? isMuch(bytes - first, after: end) : end >= times { break }
    }
    let growth = last.bytes - first
    // Growth of fewer repetitions may be a bounded history.
    let isTold = last.end >= 8192 || isMuch(growth, after: last.end)
    try expect(
      !last.isGrowing || !isTold,
      "as many bytes allocated after \(last.end) times \(what) as before", in: .afterLastCall,
      else: "\(growth) more, \(last.each) each time")
  }

  /// Whether growth is close to a worker's memory limit, and reported earlier.
  private static func isMuch(_ growth: Int, after times: Int) -> Bool {
    growth > 256 << 20 && times >= 512
  }
}
