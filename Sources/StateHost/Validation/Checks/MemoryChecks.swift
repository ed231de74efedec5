internal import CHostSystem
internal import HostPlugins

/// Checks that a plugin leaks no memory over thousands of lives, draws and reloads.
enum MemoryChecks {
  static let all: [Check] = [
    Check("memory-over-lives", 5, "creating and destroying thousands of children leaks no memory") {
      session in
      let types = try session.types()
      for type in types {
        let growth = MemoryGrowth(over: 8192, sharedBy: types.count)
        try growth.expectEnd(of: "one life of \(type.id)") { isDrawn in
          let child = try session.child(type)
          child.setSize(columns: 20, rows: 4)
          if isDrawn {
            child.appear()
          } else {
            child.willAppear()
            child.didAppear()
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
        let said = child.host.said.first?.what
        let growth = MemoryGrowth(over: 8192, sharedBy: types.count)
        try growth.expectEnd(of: "draws and keys of \(type.id)") { isDrawn in
          child.key(.up)
          child.key(.down)
          // Two programs per 50 ms stay below the rate limit.
          child.host.nowNanoseconds += 50_000_000
          child.end { ProgramEnd($0, .exited(0), output: ProgramEnd.Output([0x61, 0x0A])) }
          if let said {
            child.message(Array(said.subject.utf8), said.body, from: Array(type.id.utf8))
          }
          if isDrawn { child.draw() }
        }
        child.remove()
      }
    },
    Check("memory-over-reloads", 6, "thousands of reloads under one child leak no memory") {
      session in
      let types = try session.types()
      for type in types {
        var content = CheckContent.list(rows: 20, columns: 3)
        let child = try session.child(type, content: content)
        child.setSize(columns: 20, rows: 4)
        child.appear()
        // A thread may still free memory.
        if !session.watch.hasOtherThreads {
          let growth = MemoryGrowth(over: 2048, sharedBy: types.count)
          try growth.expectEnd(of: "a reload under \(type.id)") { isDrawn in
            content.facts.generation += 1
            child.change(to: content)
            if isDrawn { child.draw() }
          }
        }
        child.remove()
      }
    },
  ]
}

/// Repeats an action of a plugin under test and measures the memory, to tell a leak from a cache that stops growing.
///
/// A bounded cache or history also grows at first. So growth is measured in parts, each twice as long as the one
/// before: a leak grows in each part, a bounded cache stops. The action is repeated until growth stops or the time is
/// used up.
struct MemoryGrowth {
  /// The minimum number of repetitions, if there is time.
  private let times: Int
  private let longestNanoseconds: Int64

  init(over times: Int, sharedBy types: Int) {
    self.times = times
    longestNanoseconds = Self.longestOfAll / Int64(max(1, types))
  }

  /// The time limit of the whole check, well below that of any check.
  private static let longestOfAll: Int64 = 4_000_000_000
  private static let firstPart = 64
  /// The number of repetitions from which growth is reported; fewer may be a bounded history.
  private static let tellingTimes = 8192
  private static let mostTimes = 65_536
  /// Growth that is reported earlier, because it is close to a worker's memory limit.
  private static let muchBytes = 256 << 20
  private static let tellingTimesOfMuch = 512
  /// The smallest allocation in bytes; less per repetition comes from the allocator's caches for threads.
  private static let smallestLeak = 16
  /// If an action with a draw takes longer, most repetitions do not draw.
  private static let quickNanoseconds: Int64 = 300_000
  private static let seldom = 16

  /// Repeats an action until memory stops growing, and fails if it does not.
  ///
  /// - Parameters:
  ///   - what: the name of the action.
  ///   - body: performs the action, with or without a draw.
  /// - Throws: that memory keeps growing, or the error of `body`.
  func expectEnd(of what: String, _ body: (_ isDrawn: Bool) throws -> Void) throws {
    let time = ThreadStopwatch()
    var (done, drawnEach) = (0, 1)
    let first = Int(host_allocated_bytes())
    var last = (end: 0, bytes: first, each: 0, isGrowing: false)
    for end in Self.partEnds {
      while done < end, time.nanoseconds < longestNanoseconds {
        try body(done % drawnEach == 0)
        done += 1
      }
      guard done == end else { break }
      if end == Self.firstPart, time.nanoseconds > Self.quickNanoseconds * Int64(end) {
        drawnEach = Self.seldom
      }
      let bytes = Int(host_allocated_bytes())
      let each = (bytes - last.bytes) / (end - last.end)
      let isGrowing = each >= Self.smallestLeak && each >= last.each * 3 / 4
      last = (end, bytes, each, isGrowing)
      if isGrowing ? isMuch(bytes - first, after: end) : end >= times { break }
    }
    let growth = last.bytes - first
    let isTold = last.end >= Self.tellingTimes || isMuch(growth, after: last.end)
    try expect(
      !last.isGrowing || !isTold,
      "as many bytes allocated after \(last.end) times \(what) as before", in: .afterLastCall,
      else: "\(growth) more, \(last.each) each time")
  }

  private func isMuch(_ growth: Int, after times: Int) -> Bool {
    growth > Self.muchBytes && times >= Self.tellingTimesOfMuch
  }

  /// The numbers of repetitions after which memory is measured.
  private static var partEnds: [Int] {
    Array(sequence(first: firstPart) { $0 < mostTimes ? $0 * 2 : nil })
  }
}
