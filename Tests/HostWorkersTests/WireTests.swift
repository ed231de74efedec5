import HostPlugins
import HostSystem
import HostWorkers
import TestSupport
import Testing

@Suite struct `Messages between host and worker` {
  static let hostMessages: [HostMessage] = [
    .grant(path: "/usr/lib/libé.so"), .order(.scan), .scan(path: "/a/b.so"), .scan(path: ""),
  ]
  static let workerMessages: [WorkerMessage] = [
    .opened(lacking: []), .opened(lacking: [.files, .calls]), .step("init"), .part([1, 2, 255]),
    .part([]), .scanned,
  ]

  @Test func `come out as they went in`() throws {
    for message in Self.hostMessages {
      #expect(try HostMessage(message.bytes[...]) == message)
    }
    for message in Self.workerMessages {
      #expect(try WorkerMessage(message.bytes[...]) == message)
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `are refused when they are others, whatever their bytes`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var refused = 0
    for _ in 0..<20_000 {
      let host = mutated(Self.hostMessages.map(\.bytes), &random)
      if let message = try? HostMessage(host[...]) {
        #expect(message.bytes == host, "seed \(seed)")
      } else {
        refused += 1
      }
      let worker = mutated(Self.workerMessages.map(\.bytes), &random)
      if let message = try? WorkerMessage(worker[...]) {
        #expect(message.bytes == worker, "seed \(seed)")
      } else {
        refused += 1
      }
    }
    #expect(refused > 1000)
  }

  @Test func `are too long above 64 KiB`() throws {
    #expect(throws: ByteReader.Malformed.self) {
      try WorkerMessage(WorkerMessage.step(String(repeating: "a", count: 300)).bytes[...])
    }
  }

  /// One of these with some bytes changed, added or removed.
  private func mutated(_ originals: [[UInt8]], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = originals.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      case 1 where place < bytes.count: bytes.remove(at: place)
      default: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
      }
    }
    return bytes
  }
}
