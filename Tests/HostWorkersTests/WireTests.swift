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

  @Test(arguments: [4, 5] as [UInt64])
  func `hold findings that are refused when they are others`(seed: UInt64) throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.places = [("content", 7, "CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED"), ("empty", -3, "0")]
    try plugin.compile(into: folder)
    let described = try #require(PluginCatalogue(scanning: folder).plugins.first?.description)
    let findings: [PluginFinding] = [
      .described(described), .failed(.told(what: "a", remedy: "é"), isOfContent: true),
    ]
    var random = SeededGenerator(seed: seed)
    var refused = 0
    for _ in 0..<20_000 {
      let bytes = mutated(findings.map { written($0) }, &random)
      var reader = ByteReader(bytes[...])
      if let finding = try? PluginFinding(from: &reader), (try? reader.finish()) != nil {
        #expect(written(finding) == bytes, "seed \(seed)")
      } else {
        refused += 1
      }
    }
    #expect(refused > 1000)
  }

  private func written(_ finding: PluginFinding) -> [UInt8] {
    var writer = ByteWriter()
    finding.write(to: &writer)
    return writer.bytes
  }

  @Test func `are refused with a step's name of any length`() throws {
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
